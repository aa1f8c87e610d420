/** Batches of records for tests. */
import type { RecordBatch } from '../src/store/padron.js';

export const batchOf = (...rows: readonly { readonly curp: string; readonly datos: string }[]): RecordBatch =>
  new Map(rows.map(({ curp, datos }) => [curp, datos]));
