/** CURPs in bulk: CSV and NDJSON in, the same rows with their results out, in constant memory. */
export type { Cabeza, Renglon } from './bandeja.js';
export { dejarPasar, hacer, liberar, preparar, recoger, sumar } from './bloques.js';
export { type Codificacion, esUtf16 } from './codificacion.js';
export { ArchivoIlegible, type Dicho, type Lengua } from './codigos.js';
export { claseDe } from './clases.js';
export {
  AGREGADAS,
  CAMPOS,
  type Campo,
  type Columnas,
  DE_HOMONIMOS,
  DE_TODAS,
  FECHA_EN_PARTES,
  type Mapa,
  type NombreDeOperacion,
  buscarColumnas,
  entender,
  simplificar,
} from './columnas.js';
export type { Entendido, Totales } from './contexto.js';
export { type Bloque, Cortador } from './cortador.js';
export { Fila } from './fila.js';
export { Lector } from './lector.js';
export { Lote, type OpcionesDeLote } from './lote.js';
export { type Cabecera, mirar } from './mirar.js';
export { ESTADOS, type EstadoDeTrabajo, columnaDe, pedido, sigue } from './por-http.js';
export { Renglones } from './renglones.js';
