/** What administers the projects of a service without being one: it loads no HTTP. */
export { diaEnMexico, mesEnMexico } from './calendario.js';
export { cannotUse } from './database-failure.js';
export { openStore } from './store/open.js';
export {
  type Ajustes,
  NombreOcupado,
  type Proyecto,
  type ProyectoConTokens,
  type Store,
  type Token,
  type Uso,
} from './store/store.js';
export { DEMO, crearToken, sha256 } from './tokens.js';
