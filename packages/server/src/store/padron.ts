/** The records of the registry that the operator imported, each by its key: what is kept of them, and how it is replaced. */

/** `combinar`: adds to what there is, and changes it; `reemplazar`: takes the place of it, when it is complete. */
export type Modo = 'combinar' | 'reemplazar';

/** A record: its key, and the rest of it in one text. */
export interface FilaDePadron {
  readonly curp: string;
  readonly datos: string;
}

/** How far an import has come. All of it is written together with the rows, or not at all. */
export interface Avance {
  /** Rows of the file, from its beginning. */
  readonly leidas: number;
  readonly rechazadas: number;
  /** How long the file of the rejected rows was then. */
  readonly bytesRechazadas: number;
}

export interface Cuentas {
  /** Rows whose key was not there, and those that were there otherwise. */
  readonly nuevas: number;
  readonly cambiadas: number;
}

/** An import that is under way, or was left. */
export interface Importacion extends Avance, Cuentas {
  /** By which it is known when it is taken up again. */
  readonly identidad: string;
  /** The name of the file, without its folder. */
  readonly archivo: string;
  readonly modo: Modo;
  /** Of its last rows. */
  readonly momento: string;
}

/** An import in the hands of one process, until another takes it up. */
export interface Turno extends Importacion {
  readonly turno: string;
  /** The import of another file that was left, and ends here. */
  readonly abandonada: Importacion | null;
}

export interface EstadoDePadron {
  readonly filas: number;
  /** The last file that was imported to its end, and when; `null`: none. */
  readonly archivo: string | null;
  readonly momento: string | null;
  readonly importacion: Importacion | null;
}

export interface Padron {
  /** `null`: it has no such key. */
  buscar(curp: string): Promise<string | null>;
  estado(): Promise<EstadoDePadron>;
  /** Goes on with the import of that identity, if `seguir`, or begins it. Any other that was under way ends. */
  empezar(archivo: string, modo: Modo, identidad: string, seguir: boolean): Promise<Turno>;
  /** Writes some rows, no key twice. Fails with `ImportacionAjena` where another process has taken the import up. */
  agregar(turno: string, filas: readonly FilaDePadron[], avance: Avance): Promise<Cuentas>;
  /** The file is at its end. Fails as `agregar` does. */
  terminar(turno: string): Promise<void>;
  /** Nothing came of it: it is not to be gone on with. What it wrote is erased when the next begins. */
  abandonar(turno: string): Promise<void>;
  /** Erases everything, an import under way included. */
  borrar(): Promise<void>;
}

/** Another process goes on with the import, or began another, or the padron was erased. */
export class ImportTakenOver extends Error {
  override readonly name = 'ImportacionAjena';
}
