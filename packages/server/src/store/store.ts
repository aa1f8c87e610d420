/**
 * What the service keeps: projects, their tokens by hash, the quota taken, the usage, and the padron. It knows neither
 * HTTP nor the norm.
 */
import type { Padron } from './padron.js';

export interface Project {
  /** Public: it may stand in a log. */
  readonly id: string;
  readonly nombre: string;
  readonly estado: 'activo' | 'revocado';
  /** Requests per second; `null`: what the service sets. */
  readonly limite: number | null;
  /** Operations per month; `null`: no limit. */
  readonly cuota: number | null;
}

/** A token as it can be shown: never itself, nor its hash. */
export interface Token {
  readonly id: string;
  readonly creado: string;
  /** The moment from which it no longer opens anything; `null`: none. */
  readonly vence: string | null;
}

export interface ProjectWithTokens extends Project {
  readonly creado: string;
  readonly tokens: readonly Token[];
}

export interface UsageRow {
  readonly proyecto: string;
  /** `YYYY-MM-DD` in Mexico City. */
  readonly dia: string;
  readonly operacion: string;
  readonly cuenta: number;
}

/** A write of usage by one process, in its order: what may have been written is sent again under the same number. */
export interface UsageWrite {
  readonly writer: string;
  readonly number: number;
}

/** Hears that a project or one of its tokens was changed; `null`: any of them may have been. */
export type OnChange = (proyecto: string | null) => void;

/** What an administrator may set. */
export type ProjectSettings = Partial<Pick<Project, 'nombre' | 'estado' | 'limite' | 'cuota'>>;

export interface Store {
  readonly padron: Padron;
  /** Fails where the database cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Tells of changes, whichever process makes them, until what it gives is called. SQLite never tells of any. */
  listen(alCambiar: OnChange): () => Promise<void>;

  /** Fails with `NombreOcupado` where another project has that name. */
  createProject(nombre: string, ajustes: Pick<Project, 'limite' | 'cuota'>, sha256: string): Promise<ProjectWithTokens>;
  listProjects(): Promise<readonly ProjectWithTokens[]>;
  /** `null`: there is no such project. */
  changeProject(id: string, ajustes: ProjectSettings): Promise<Project | null>;
  /** Adds a token and sets the end of all the others that have none, or a later one. */
  rotateToken(proyecto: string, sha256: string, finDeLosDemas: number): Promise<Token>;
  /** Ends a token at once. `false`: the project has no such token. */
  revokeToken(proyecto: string, token: string): Promise<boolean>;
  /** The project that the token of this hash opens, with the moment at which it ends; `null`: none. */
  openToken(sha256: string): Promise<{ readonly proyecto: Project; readonly vence: number | null } | null>;

  /** Takes up to that many operations from a project's quota of a month (`YYYY-MM`); how many it got, 0 if none are left. */
  takeQuota(proyecto: string, mes: string, cuantas: number): Promise<number>;
  /** Gives back what was taken and not used. */
  returnQuota(proyecto: string, mes: string, cuantas: number): Promise<void>;
  /** How much of the quota of a month is taken. */
  quotaTaken(proyecto: string, mes: string): Promise<number>;
  /** Adds them to those there are: once, however often that write is sent. */
  addUsage(usos: readonly UsageRow[], escritura: UsageWrite): Promise<void>;
  /** The usage between two days, both included, in their order. */
  usage(proyecto: string, desde: string, hasta: string): Promise<readonly UsageRow[]>;
}

export class NameTaken extends Error {
  override readonly name = 'NombreOcupado';
}

/** The database cannot be reached, or was lost on the way. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable';
  /** As the system or the database calls it. */
  readonly code: string | undefined;

  /** `enviado`: it may have been done all the same. */
  constructor(
    cause: unknown,
    readonly sent: boolean,
  ) {
    super(cause instanceof Error ? cause.message : '', { cause });
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  }
}
