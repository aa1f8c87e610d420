/** The interface of the part of a driver that loads the padron's tables. Each method works within a transaction. */
import type { Execute, Query } from '../statement.js';
import type { Run } from './run.js';

/** The table of a run whose records are combined with those of the padron. */
export const STAGE = 'padron_tramo';

export interface PadronLoader {
  /** Empties a table for `append`, few rows at a time. `false`: commit, and call it again. */
  clear(query: Query, table: string): Promise<boolean>;
  /** Adds a run to an emptied table, where its records are found once the table is arranged. */
  append(query: Query, table: string, run: Run): Promise<void>;
  /** Gives the steps that put the added runs of a table in the order of their keys. The last record of a key stays. */
  arrange(table: string): ArrangeStep;
  /** Puts a run into the table `STAGE`. */
  stage(query: Query, run: Run): Promise<void>;
}

/** `dropped`: records of repeated keys. Unless it is `done`, commit, and call it again. */
type ArrangeStep = (query: Query, execute: Execute) => Promise<{ readonly done: boolean; readonly dropped: number }>;
