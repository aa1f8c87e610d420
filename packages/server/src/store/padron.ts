/** The interface of the padron: the registry's records that the operator imported, and how an import replaces them. */
import type { RecordRun } from './load/run.js';

/** `combinar` adds to the padron and changes it. `reemplazar` replaces it once the import is complete. */
export type ImportMode = 'combinar' | 'reemplazar';

export interface ImportProgress {
  /** Rows of the file, from its beginning. */
  readonly read: number;
  readonly rejected: number;
}

export interface ImportCounts {
  /** Records with a new key. */
  readonly added: number;
  /** Records with a known key and other data. */
  readonly changed: number;
}

/** An import that is under way or was interrupted. */
export interface PadronImport extends ImportProgress {
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly mode: ImportMode;
  /** When its last rows were written. */
  readonly moment: string;
}

/** An import as one process holds it, until another begins one. */
export interface ImportTurn {
  readonly turn: string;
  /** The unfinished import that this one ended. */
  readonly abandoned: PadronImport | null;
}

export interface PadronStatus {
  readonly rows: number;
  /** The last complete import and its moment; `null`: none. */
  readonly file: string | null;
  readonly moment: string | null;
  readonly ongoing: PadronImport | null;
}

export interface Padron {
  /** `null`: there is no such key. */
  find(curp: string): Promise<string | null>;
  status(): Promise<PadronStatus>;
  /** Begins an import, and ends any other. */
  begin(file: string, mode: ImportMode): Promise<ImportTurn>;
  /** Adds records, which are found at the end. Fails with `ImportTakenOver` if another process began an import. */
  add(turn: string, run: RecordRun, progress: ImportProgress): Promise<void>;
  /** Completes the import. Fails with `ImportTakenOver` as `add` does. */
  finish(turn: string): Promise<ImportCounts>;
  /** Gives the import up. The next import erases its rows. */
  abandon(turn: string): Promise<void>;
  /** Erases everything, including an import under way. */
  erase(): Promise<void>;
}

/** Another process began an import, or the padron was erased. */
export class ImportTakenOver extends Error {
  override readonly name = 'ImportTakenOver';
}
