/** What a database must be able to do for the store to be kept in it. */
import type { AlCambiar } from './store.js';

export type Valor = string | number | Uint8Array | null;

/** Runs one statement, whose parameters are `$1`, `$2` …, and gives its rows; whoever writes it tells their type. */
export type Query = <Fila = unknown>(sql: string, ...valores: readonly Valor[]) => Promise<readonly Fila[]>;

export interface Driver {
  readonly query: Query;
  /** Runs the work so that all of it is done, or none. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Tells whoever listens, on any process, that a project was changed: once the transaction of that query is done. */
  avisar(query: Query, proyecto: string): Promise<void>;
  escuchar(alCambiar: AlCambiar): () => Promise<void>;
  /** Whether an error says that a value must be unique and is not. */
  isConflict(error: unknown): boolean;
  close(): Promise<void>;
}
