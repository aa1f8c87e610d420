/** CURPs in bulk: CSV and NDJSON in, the same rows with their results out, in constant memory. */
export { type Fecha, leerEntidad, leerFecha, leerSexo } from './valores.js';
