/** CURPs in bulk: CSV and NDJSON in, the same rows with their results out, in constant memory. */
export type { FileHead, FileRow } from './rows/slot.js';
export { drain, doBlock, release, prepare, collect, sumTotals } from './parallel/blocks.js';
export { isUtf16 } from './read/encoding.js';
export type { Understood, Totals } from './work/context.js';
export { type Block, Splitter } from './parallel/splitter.js';
export { CsvRow } from './read/row.js';
export { CsvReader } from './read/csv-reader.js';
export { Lote, type LoteOptions } from './lote.js';
export { type Peek, peek } from './read/peek.js';
export { FileRows } from './rows/rows.js';
