/** The interface of the store of bulk jobs. Every database keeps them behind it; it knows neither HTTP nor what a row is. */
import type { Bytes } from './driver.js';

/** A job without its bytes, under the names of its columns. */
export interface JobRow {
  readonly id: string;
  readonly proyecto: string;
  /** While it is `recibiendo`, no client knows its id. */
  readonly estado: 'recibiendo' | 'en_cola' | 'en_proceso' | 'terminado' | 'fallido' | 'cancelado';
  /** As its client calls it. */
  readonly nombre: string | null;
  /** A hash of its file and its options, if it was sent under a key. */
  readonly huella: string | null;
  /** JSON, as its creator wrote it. */
  readonly opciones: string;
  readonly piezas: number;
  readonly hechas: number;
  /** Lines of the file, and lines of the finished pieces. */
  readonly lineas: number;
  readonly lineas_hechas: number;
  readonly filas: number;
  readonly correctas: number;
  /** JSON: how many rows carry each code and, as `revisar`, how many have a key that somebody should look at. */
  readonly errores: string;
  /** Bytes of the result. */
  readonly salida: number;
  readonly creado: string;
  readonly inicio: string | null;
  readonly fin: string | null;
  readonly vence: string;
}

/** A job with the bytes that it keeps. */
export interface KeptJob extends JobRow {
  readonly bytes: number;
}

export interface NewPiece {
  readonly numero: number;
  readonly codificacion: string | null;
  readonly lineas: number;
  /** About how many bytes its result will have. */
  readonly peso: number;
  readonly datos: Uint8Array;
}

/**
 * `lleno`: the project would keep more bytes than it may. `sin_espacio`: all projects together would. `ajena`: the job no
 * longer receives pieces.
 */
export type StoreOutcome = 'guardada' | 'lleno' | 'sin_espacio' | 'ajena';

/** The most bytes that jobs may keep: of all projects, and of one. */
export interface ByteLimits {
  readonly total: number;
  readonly perProject: number;
}

/** A piece that one worker holds, until it is done or its time is over. */
export interface ClaimedPiece {
  readonly lote: string;
  readonly pieza: number;
  /** How often it was taken before. */
  readonly attempt: number;
}

/** Hands out the unfinished pieces. Projects take turns, then the jobs of a project. */
export interface PieceClaims {
  /** Takes the next free piece until a moment. `null`: none is free. */
  claim(now: number, until: number): Promise<ClaimedPiece | null>;
  /** Holds the piece until another moment, unless another worker took it meanwhile. */
  hold(piece: ClaimedPiece, until: number): Promise<void>;
}

/** The header of a file. Every piece needs it. */
export interface FileHeader {
  readonly bytes: Uint8Array;
  readonly encoding: string | null;
}

/** A piece to process. */
export interface TakenPiece extends Pick<JobRow, 'id' | 'proyecto' | 'opciones'> {
  readonly numero: number;
  /** Whether the project may still be used. */
  readonly active: boolean;
  /** The rest of the project's quota; `null`: it has no quota. */
  readonly quotaLeft: number | null;
  readonly data: Bytes;
  readonly encoding: string | null;
  readonly header: Bytes;
  readonly headerEncoding: string | null;
}

export interface FinishedPiece {
  readonly bytes: Bytes;
  readonly rows: number;
  readonly good: number;
  readonly reviews: number;
  /** How many rows carry each code. */
  readonly errors: ReadonlyMap<number, number>;
}

/** When and under which name the rows of a piece are counted. */
export interface PieceMoment {
  readonly now: number;
  readonly month: string;
  readonly day: string;
  readonly operation: string;
  /** When the job expires unless another piece is finished. */
  readonly expires: number;
}

/**
 * `hecha`: the piece is stored and counted. Otherwise nothing was written, because another worker finished the piece
 * (`repetida`), the job is over (`ajena`), or the quota holds fewer good rows (`sin_cuota`).
 */
export type FinishOutcome = 'hecha' | 'repetida' | 'ajena' | 'sin_cuota';

export interface PieceStore {
  /** Gives a piece with its bytes, and the quota of the month. `null`: the piece is finished, or its job is over. */
  take(id: string, numero: number, month: string, now: number): Promise<TakenPiece | null>;
  /** Writes the result, and counts its rows in the job, the quota and the usage: all of it once, or nothing. */
  finish(taken: TakenPiece, finished: FinishedPiece, moment: PieceMoment): Promise<FinishOutcome>;
  /** Ends the whole job as `fallido`. */
  failJob(id: string, moment: PieceMoment): Promise<void>;
}

export interface JobStore {
  readonly pieces: PieceStore;
  readonly claims: PieceClaims;
  /** The clock of the database, in milliseconds since 1970: all replicas agree on it. */
  time(): Promise<number>;
  close(): Promise<void>;

  /** How many bytes a project keeps, or all: options, headers, files and results. An unfinished piece counts as its result. */
  bytesKept(proyecto?: string): Promise<number>;
  /** How many bytes the disk of the database still takes; `null`: it cannot be known. */
  freeBytes(): Promise<number | null>;
  /** Begins an upload. `false`: the project keeps as many jobs as it may. It forgets the oldest cancelled ones beyond them. */
  create(
    job: Pick<JobRow, 'id' | 'proyecto' | 'nombre' | 'opciones'>,
    now: number,
    expires: number,
    maxJobs: number,
  ): Promise<boolean>;
  addPiece(id: string, piece: NewPiece, now: number, limits: ByteLimits): Promise<StoreOutcome>;
  /** Tells that a slow upload is alive. `false`: the job no longer receives pieces. */
  touch(id: string, now: number): Promise<boolean>;
  /** Replaces the options of an upload. */
  setOptions(id: string, opciones: string): Promise<void>;
  /**
   * Ends an upload: from now on its pieces may be taken. Gives another job, and leaves the upload as it is, if the project
   * has that job under the same key.
   */
  complete(
    id: string,
    header: FileHeader,
    totals: Pick<JobRow, 'piezas' | 'lineas' | 'huella'> & { readonly expires: number; readonly clave: string | null },
    limits: ByteLimits,
  ): Promise<JobRow | Exclude<StoreOutcome, 'guardada'>>;

  /** `null`: the project has no such job. */
  find(id: string, proyecto: string): Promise<JobRow | null>;
  /** The job that a client stored under a key, unless it was cancelled. */
  findByKey(proyecto: string, clave: string): Promise<JobRow | null>;
  /** The jobs of a project without its uploads under way, newest first, and how many there are in all. */
  list(
    proyecto: string,
    limit: number,
    offset: number,
  ): Promise<{ readonly jobs: readonly JobRow[]; readonly total: number }>;
  /** The jobs of all projects but the cancelled ones, with the uploads under way; those of a project together, newest first. With an id, that one alone. */
  kept(id?: string): Promise<readonly KeptJob[]>;
  /** Some bytes of the result of one piece; `null`: it was erased. */
  result(id: string, numero: number, from: number, length: number): Promise<Bytes | null>;

  /** `false`: the project has no such job. */
  cancel(id: string, proyecto: string, now: number): Promise<boolean>;
  /** Cancels the expired jobs, and the uploads last seen at `abandoned` or before. Gives the ids of all that are to be erased. */
  cancelExpired(now: number, abandoned: number): Promise<readonly string[]>;
  /** The cancelled jobs that still have bytes: their erasing broke off, or is under way. */
  halfErased(): Promise<readonly string[]>;
  /** Erases the bytes of a cancelled job. */
  eraseBytes(id: string): Promise<void>;
  /** Erases a cancelled job and its bytes. */
  erase(id: string): Promise<void>;
  /** How many pieces of all jobs are unfinished. */
  pendingPieces(): Promise<number>;
}
