/** CURPs in bulk: CSV and NDJSON in, the same rows with their results out, in constant memory. */
export type { Cabeza, Renglon } from './rows/slot.js';
export { dejarPasar, hacer, liberar, preparar, recoger, sumar } from './parallel/blocks.js';
export { esUtf16 } from './read/encoding.js';
export type { Entendido, Totales } from './work/context.js';
export { type Bloque, Cortador } from './parallel/splitter.js';
export { Fila } from './read/row.js';
export { Lector } from './read/csv-reader.js';
export { Lote, type OpcionesDeLote } from './lote.js';
export { type Cabecera, mirar } from './read/peek.js';
export { Renglones } from './rows/rows.js';
