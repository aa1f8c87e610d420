/** Runs of records for tests. */
import { type RecordRun, RunBuilder } from '../src/store/load/run.js';

export function runOf(...rows: readonly { readonly curp: string; readonly datos: string }[]): RecordRun {
  const builder = new RunBuilder();
  for (const { curp, datos } of rows) builder.add(curp, datos);
  return builder.take();
}
