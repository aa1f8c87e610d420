/** What the command line uses of the service. */
export { type App, type Parts, buildApp } from './app.js';
export { diaEnMexico, mesEnMexico } from './calendario.js';
export { type Config, ConfigError, VARIABLES, readConfig } from './config.js';
export { type Idioma, idiomaDeLocale } from './idioma.js';
export { createLog } from './log.js';
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
export { crearToken, sha256 } from './tokens.js';
