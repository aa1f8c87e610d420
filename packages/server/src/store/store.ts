/** The interface of the store: projects, their tokens by hash, the quota taken, the usage, and the padron. */
import type { OnCopied } from './sqlite/backup.js';
import type { Padron } from './padron.js';

export interface Project {
  /** Public: a log may hold it. */
  readonly id: string;
  readonly nombre: string;
  readonly estado: 'activo' | 'revocado';
  /** Requests per second; `null`: the default of the service. */
  readonly limite: number | null;
  /** Operations per month; `null`: no limit. */
  readonly cuota: number | null;
}

/** A token without its secret and without its hash. */
export interface Token {
  readonly id: string;
  readonly nombre: string | null;
  readonly creado: string;
  /** The moment from which it is invalid; `null`: none. */
  readonly vence: string | null;
  /** The day of its last use, `YYYY-MM-DD` in Mexico City. */
  readonly usado: string | null;
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

/** The usage of a month, `YYYY-MM`. */
export interface MonthlyUsage extends Pick<UsageRow, 'proyecto' | 'cuenta'> {
  readonly mes: string;
}

/** Something that an administrator did. It holds no secret. */
export interface AdministrativeAct {
  readonly momento: string;
  /** Of the operating system. */
  readonly usuario: string;
  /** The words of the command, such as `proyectos crear`. */
  readonly acto: string;
  /** The id of what was changed. */
  readonly objeto: string | null;
  readonly detalle: Readonly<Record<string, string | number | null>>;
}

/** The number of a usage write by one process. A repeated write keeps its number. */
export interface UsageWrite {
  readonly writer: string;
  readonly number: number;
}

/** Called when a project or one of its tokens changed; `null`: any project may have changed. */
export type OnChange = (proyecto: string | null) => void;

export interface OpenedToken {
  readonly proyecto: Project;
  /** How long the token remains valid; `null`: without end. */
  readonly remainingMs: number | null;
}

export type ProjectSettings = Partial<Pick<Project, 'nombre' | 'estado' | 'limite' | 'cuota'>>;

/**
 * `read_only`: the database takes no writes; `corrupt`: its file is damaged; `replaced`: its file was deleted, or another is
 * in its place.
 */
export type Condition = 'ok' | 'read_only' | 'corrupt' | 'replaced';

export interface Store {
  readonly padron: Padron;
  /** Fails if the database cannot be reached. */
  ping(): Promise<Condition>;
  /** The clock of the database, in milliseconds since 1970: all replicas agree on it. */
  time(): Promise<number>;
  /** The connections of the pool; `null`: the database has none. */
  connections(): Connections | null;
  close(): Promise<void>;
  /** Tells of changes by any process until the returned function is called. SQLite never tells of any. */
  listen(onChange: OnChange): () => Promise<void>;

  /** Copies the database into an empty file while others use it. `false`: this database has a program for its copies. */
  backup(file: string, onCopied: OnCopied): Promise<boolean>;

  /** Fails with `NameTaken` if another project has that name. */
  createProject(
    nombre: string,
    settings: Pick<Project, 'limite' | 'cuota'>,
    sha256: string,
  ): Promise<ProjectWithTokens>;
  listProjects(): Promise<readonly ProjectWithTokens[]>;
  /** `null`: there is no such project. */
  changeProject(id: string, settings: ProjectSettings): Promise<Project | null>;
  /** Erases a project with its tokens, its quota and its jobs. Its usage stays. `false`: there is no such project. */
  deleteProject(id: string): Promise<boolean>;
  addToken(proyecto: string, nombre: string, sha256: string): Promise<Token>;
  /** Adds a token. The others end after `graceMs`, or earlier if they already did. */
  rotateToken(proyecto: string, sha256: string, graceMs: number): Promise<Token>;
  /** Ends a token at once. `false`: the project has no such token. */
  revokeToken(proyecto: string, token: string): Promise<boolean>;
  /** `null`: there is no valid token of that hash. `day`: noted as the day of its last use. */
  openToken(sha256: string, day?: string): Promise<OpenedToken | null>;

  /** Takes up to `count` operations from a project's quota of a month (`YYYY-MM`), and gives how many it took. */
  takeQuota(proyecto: string, month: string, count: number): Promise<number>;
  /** Returns operations that were taken and not used. */
  returnQuota(proyecto: string, month: string, count: number): Promise<void>;
  quotaTaken(proyecto: string, month: string): Promise<number>;
  /** Adds usage. A repeated write is added only once. */
  addUsage(usage: readonly UsageRow[], write: UsageWrite): Promise<void>;
  /** The usage from one day to another, both included, in order. */
  usage(proyecto: string, from: string, to: string): Promise<readonly UsageRow[]>;
  /** The usage of all projects, also of erased ones, from one month (`YYYY-MM`) to another, both included. */
  monthlyUsage(from: string, to: string): Promise<readonly MonthlyUsage[]>;
  /** Erases the usage and the quota of the months before one. */
  eraseUsage(month: string): Promise<void>;

  /** Records an act that is no change of projects and tokens: those record themselves. */
  record(acto: string, objeto: string | null, detalle: AdministrativeAct['detalle']): Promise<void>;
  /** The last acts, newest first. */
  acts(count: number): Promise<readonly AdministrativeAct[]>;
}

/** The connections of a pool, and the statements that wait for one. */
export interface Connections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/** The database cannot be reached, or the connection was lost. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable';
  /** The code of the system or the database. */
  readonly code: string | undefined;

  /** `sent`: the statement may have been executed all the same. */
  constructor(
    cause: unknown,
    readonly sent: boolean,
  ) {
    super(cause instanceof Error ? cause.message : '', { cause });
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  }
}

/** A newer version of this program changed the tables. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';

  constructor(
    /** The steps that the database has, and those that this version knows. */
    readonly applied: number,
    readonly known: number,
  ) {
    super(`the tables have step ${applied}, and this version knows ${known}`);
  }
}

/** There is no database at the address, or its tables are not those of this version. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';

  /** The steps that the database has. */
  constructor(readonly applied = 0) {
    super('there are no tables of this version');
  }
}
