/** The records of the registry that the operator imported, each by its key: what is kept of them, and how it is replaced. */

/** `combinar`: adds to what there is, and changes it; `reemplazar`: takes the place of it, when it is complete. */
export type ImportMode = 'combinar' | 'reemplazar';

/** A record: its key, and the rest of it in one text. */
export interface PadronRow {
  readonly curp: string;
  readonly datos: string;
}

/** How far an import has come. All of it is written together with the rows, or not at all. */
export interface ImportProgress {
  /** Rows of the file, from its beginning. */
  readonly read: number;
  readonly rejected: number;
  /** How long the file of the rejected rows was then. */
  readonly rejectedBytes: number;
}

export interface ImportCounts {
  /** Rows whose key was not there, and those that were there otherwise. */
  readonly added: number;
  readonly changed: number;
}

/** An import that is under way, or was left. */
export interface PadronImport extends ImportProgress, ImportCounts {
  /** By which it is known when it is taken up again. */
  readonly identity: string;
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly mode: ImportMode;
  /** Of its last rows. */
  readonly moment: string;
}

/** An import in the hands of one process, until another takes it up. */
export interface ImportTurn extends PadronImport {
  readonly turn: string;
  /** The import of another file that was left, and ends here. */
  readonly abandoned: PadronImport | null;
}

export interface PadronStatus {
  readonly rows: number;
  /** The last file that was imported to its end, and when; `null`: none. */
  readonly file: string | null;
  readonly moment: string | null;
  readonly ongoing: PadronImport | null;
}

export interface Padron {
  /** `null`: it has no such key. */
  find(curp: string): Promise<string | null>;
  status(): Promise<PadronStatus>;
  /** Goes on with the import of that identity, if `seguir`, or begins it. Any other that was under way ends. */
  begin(archivo: string, modo: ImportMode, identidad: string, seguir: boolean): Promise<ImportTurn>;
  /** Writes some rows, no key twice. Fails with `ImportacionAjena` where another process has taken the import up. */
  add(turno: string, filas: readonly PadronRow[], avance: ImportProgress): Promise<ImportCounts>;
  /** The file is at its end. Fails as `agregar` does. */
  finish(turno: string): Promise<void>;
  /** Nothing came of it: it is not to be gone on with. What it wrote is erased when the next begins. */
  abandon(turno: string): Promise<void>;
  /** Erases everything, an import under way included. */
  erase(): Promise<void>;
}

/** Another process goes on with the import, or began another, or the padron was erased. */
export class ImportTakenOver extends Error {
  override readonly name = 'ImportacionAjena';
}
