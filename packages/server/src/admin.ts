/** What administers a service without being one: it loads no HTTP. */
export { mexicoDay, mexicoMonth } from './access/calendar.js';
export { cannotUse } from './store/failure.js';
export { type Opening, openStore } from './store/open.js';
export { type Importacion, ImportTakenOver, type Modo, type Padron, type Turno } from './store/padron.js';
export {
  type Ajustes,
  NameTaken,
  type Proyecto,
  type ProyectoConTokens,
  type Store,
  type Token,
  type Uso,
} from './store/store.js';
export { DEMO, createToken, sha256 } from './access/tokens.js';
