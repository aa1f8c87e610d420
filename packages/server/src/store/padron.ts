/** The interface of the padron: the registry's records that the operator imported, and how an import replaces them. */
import type { Run } from './load/run.js';

/** `combinar` adds to the padron and changes it. `reemplazar` replaces it once the import is complete. */
export type ImportMode = 'combinar' | 'reemplazar';

/** The progress of an import, written together with its rows. */
export interface ImportProgress {
  /** Rows of the file, from its beginning. */
  readonly read: number;
  readonly rejected: number;
  /** The length of the file of rejected rows. */
  readonly rejectedBytes: number;
}

export interface ImportCounts {
  /** Rows with a new key. */
  readonly added: number;
  /** Rows with a known key and other data. */
  readonly changed: number;
}

/** An import that is under way or was interrupted. */
export interface PadronImport extends ImportProgress, ImportCounts {
  /** Tells whether a later run imports the same file. */
  readonly identity: string;
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly mode: ImportMode;
  /** When its last rows were written. */
  readonly moment: string;
}

/** An import as held by one process, until another takes it over. */
export interface ImportTurn extends PadronImport {
  readonly turn: string;
  /** The interrupted import of another file, given up here. */
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
  /** Begins an import, or resumes the one of that identity if `resume`. Ends any other import. */
  begin(file: string, mode: ImportMode, identity: string, resume: boolean): Promise<ImportTurn>;
  /** Writes a run. Fails with `ImportTakenOver` if another process holds the import. */
  add(turn: string, run: Run, progress: ImportProgress): Promise<ImportCounts>;
  /** Completes the import and gives its counts, now without repeated keys. Fails with `ImportTakenOver` as `add` does. */
  finish(turn: string): Promise<ImportCounts>;
  /** Gives the import up, so that it cannot be resumed. The next import erases its rows. */
  abandon(turn: string): Promise<void>;
  /** Erases everything, including an import under way. */
  erase(): Promise<void>;
}

/** Another process resumed the import or began another, or the padron was erased. */
export class ImportTakenOver extends Error {
  override readonly name = 'ImportTakenOver';
}
