/** What a database must be able to do for the store to be kept in it. */
import type { OnChange } from './store.js';

export type SqlValue = string | number | Uint8Array | null;

/** A moment as it is stored. */
export const iso = (momento: number): string => new Date(momento).toISOString();

/** Runs one statement, whose parameters are `$1`, `$2` …, and gives its rows; whoever writes it tells their type. */
export type Query = <Fila = unknown>(sql: string, ...valores: readonly SqlValue[]) => Promise<readonly Fila[]>;

/** Runs one statement, and gives how many rows it wrote. */
export type Execute = (sql: string, ...valores: readonly SqlValue[]) => Promise<number>;

export interface Driver {
  readonly query: Query;
  /** A table of one column, `value`: the texts of the JSON array in `$1`. */
  readonly jsonTexts: string;
  /** Runs the work so that all of it is done, or none. */
  transaction<T>(work: (query: Query, execute: Execute) => Promise<T>): Promise<T>;
  /** Erases rows of a table within a transaction, as many as others can wait for: again, until none are left. */
  emptyTable(query: Query, tabla: string): Promise<void>;
  /** Tells whoever listens, on any process, that a project was changed: once the transaction of that query is done. */
  notify(query: Query, proyecto: string): Promise<void>;
  listen(alCambiar: OnChange): () => Promise<void>;
  /** Whether an error says that a value must be unique and is not. */
  isConflict(error: unknown): boolean;
  close(): Promise<void>;
}
