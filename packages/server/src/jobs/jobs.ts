/** Runs durable jobs: files stored in the database, answered by any replica, and erased when they expire. */
import { toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import type { Reading } from '@curp-service/contract/reading';
import type { Logger } from 'pino';
import { mexicoDay, mexicoMonth } from '../access/calendar.js';
import { quotaUsedUp } from '../access/gate.js';
import type { Config } from '../config.js';
import { problemOfFile } from '../files/failure.js';
import type { Pool, TaskOptions } from '../files/pool.js';
import { JobOver, ThreadLost } from '../files/task.js';
import { logThrottle } from '../observe/log.js';
import { metric, metricBy } from '../observe/metrics.js';
import type { Clock } from '../store/heartbeat.js';
import { StoreError } from '../store/driver.js';
import type { JobMoment, Lease } from '../store/leases.js';
import type { JobStore } from '../store/jobs.js';
import { openJobStore } from '../store/open.js';
import { JOBS_OPERATION, readJobOptions, taskOf, writeJobOptions } from './job.js';
import { type JobProgress, Queue } from './queue.js';

const SWEEP_MS = 10_000;
/** An upload that has been silent this long is abandoned, because its replica is gone. */
const ABANDONED_MS = 300_000;
/** After this many failed computations, a job fails. */
const JOB_ATTEMPTS = 4;
/** The pause after a failed computation. */
const JOB_RETRY_MS = 1000;

interface JobsOptions {
  readonly databaseUrl: string;
  readonly pool: number;
  readonly retentionMs: number;
  /** The limit of all jobs together, for the metrics. */
  readonly maxBytes: number;
  readonly log: Logger;
  /** The clock that all replicas share. */
  readonly clock: Clock;
}

/** Called with each code and the number of its rows that this replica answered. */
type OnRows = (code: number, rows: number) => void;

/** Starts the jobs. They use at most `pool` connections to PostgreSQL, and their threads one for each job that they answer. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  return new Jobs(options, await openJobStore(options.databaseUrl, options.pool));
}

export class Jobs {
  readonly databaseUrl: string;
  readonly retentionMs: number;
  readonly now: Clock['now'];
  readonly #log: Logger;
  readonly #mayLog: () => boolean;
  readonly #maxBytes: number;
  readonly #queue: Queue;
  readonly #outcomes = { hecho: 0, ajeno: 0, fallido: 0 };
  /** The counts of the last sweep: jobs that wait, bytes that jobs keep, and bytes that the database may still grow. */
  #counted: { pending: number; kept: number; free: number | null } = { pending: 0, kept: 0, free: null };
  #sweeping: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;
  #onStoreFailure: () => void = () => undefined;

  constructor(
    { databaseUrl, retentionMs, maxBytes, log, clock }: JobsOptions,
    readonly store: JobStore,
  ) {
    this.databaseUrl = databaseUrl;
    this.retentionMs = retentionMs;
    this.now = clock.now;
    this.#log = log;
    this.#mayLog = logThrottle(clock);
    this.#maxBytes = maxBytes;
    const expires = (): number => this.#moment().expires;
    this.#queue = new Queue(store, { now: clock.now, expires }, (error) => this.#queueFailed(error));
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS * (0.75 + Math.random() / 2)).unref();
  }

  /** Starts to answer the jobs of all replicas. */
  work(pool: Pool, onRows: OnRows, onStoreFailure: () => void): void {
    this.#onStoreFailure = onStoreFailure;
    this.#queue.work(async (lease, progress, signal) => {
      try {
        const rows = await this.#answer(pool, lease, progress, signal);
        this.#outcomes[rows === null ? 'ajeno' : 'hecho'] += 1;
        for (const [code, n] of rows ?? []) onRows(code, n);
        if (rows === null) return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StoreError) throw error;
        await this.#fail(lease, error);
        return;
      }
      await this.store.eraseFile(lease.id).catch((error: unknown) => this.#queueFailed(error)); // otherwise the sweep erases it
    });
  }

  /** Looks for jobs at once, because a file was stored. */
  wake(): void {
    this.#queue.wake();
  }

  /** Stops all work on a job, if the project has it, and erases its bytes. */
  async cancel(id: string, project: string): Promise<void> {
    if (!(await this.store.cancel(id, project, this.now()))) return;
    this.#queue.drop(id);
    await this.store.eraseBytes(id);
  }

  /** Erases expired jobs, abandoned uploads, and the remains of ended and half-erased jobs. */
  async sweep(): Promise<void> {
    return (this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = null)));
  }

  metrics(): string[] {
    const { pending, kept, free } = this.#counted;
    return [
      ...metricBy(
        'resultado',
        'curp_lotes_jobs_total',
        'Jobs that this process took, by result',
        Object.entries(this.#outcomes),
      ),
      ...metric('curp_lotes_queue_length', 'gauge', 'Jobs that are not answered yet', pending),
      ...metric('curp_lotes_bytes', 'gauge', 'Bytes that the jobs of all projects keep', kept),
      ...metric('curp_lotes_limit_bytes', 'gauge', 'Bytes that the jobs of all projects may keep', this.#maxBytes),
      ...(free === null
        ? []
        : metric('curp_store_free_bytes', 'gauge', 'Bytes that the database may still grow on its disk', free)),
    ];
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue.close();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#sweeping;
    await this.store.close();
  }

  #moment(): JobMoment {
    const now = this.now();
    return {
      now,
      month: mexicoMonth(now),
      day: mexicoDay(now),
      operation: JOBS_OPERATION,
      expires: now + this.retentionMs,
    };
  }

  #queueFailed(error: unknown): void {
    this.#onStoreFailure();
    if (this.#mayLog()) this.#log.error({ err: error }, 'queue');
  }

  /**
   * Answers a job, and once more if the quota of its project allows fewer rows than are good. Returns its rows by code, or `null` if the
   * lease is over.
   */
  async #answer(
    pool: Pool,
    lease: Lease,
    progress: JobProgress,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, number> | null> {
    const onProgress: TaskOptions['onProgress'] = ({ read, rows }) => Object.assign(progress, { read, rows });
    const own: TaskOptions = { project: lease.proyecto, of: 'job', size: lease.archivo, signal, onProgress };
    /** The reading that all rows have proved; absent before the first time. */
    let reading: Reading | undefined;
    for (;;) {
      const job = await this.store.takeJob(lease, this.#moment().month);
      if (job === null) return null;
      const { options: given, supposed } = readJobOptions(job.opciones);
      const { language } = given;
      const problem: Problem = job.active ? quotaUsedUp(this.now(), language) : { cause: 'proyecto_inactivo' };
      const rows = !job.active ? 0 : reading === undefined ? Infinity : (job.quotaLeft ?? Infinity);
      const allowed = rows === Infinity ? undefined : { rows, beyond: toEntry<Cause>(CODES, problem, language) };
      const { options, book } = taskOf(given);
      const bytes = { databaseUrl: this.databaseUrl, lease };
      const task = { bytes, options: { ...options, reading, allowed }, supposed, book };
      const done = await pool.run(task, own).catch((error: unknown) => {
        if (error instanceof JobOver) return null;
        throw error;
      });
      if (done === null) return null;
      const { totals, size } = done;
      const finished = { ...totals, size, opciones: writeJobOptions(given, done.reading) };
      const outcome = await this.store.finishJob(lease, finished, job.quotaLeft !== null, this.#moment());
      if (outcome === 'ajeno') return null;
      if (outcome === 'hecho')
        return new Map([...(totals.good > 0 ? [[0, totals.good] as const] : []), ...totals.errors]);
      ({ reading } = done);
    }
  }

  /** Counts a failed computation. Logs only ids and the kind of error: the message may repeat data of the file. */
  async #fail(lease: Lease, error: unknown): Promise<void> {
    const moment = this.#moment();
    const until = moment.now + JOB_RETRY_MS;
    this.#outcomes.fallido += 1;
    const job = await this.store.takeJob(lease, moment.month);
    if (job === null) return;
    const problem = problemOfFile(error, readJobOptions(job.opciones).options.language);
    if (problem !== null) {
      await this.store.failJob(lease, 1, until, moment, problem.error_message);
      return;
    }
    const motivo = error instanceof ThreadLost ? error.message : undefined;
    this.#log.error({ err: error, motivo, lote: lease.id, intento: lease.intento }, 'job');
    await this.store.failJob(lease, JOB_ATTEMPTS, until, moment);
  }

  async #sweep(): Promise<void> {
    const { store } = this;
    try {
      const now = this.now();
      for (const id of await store.cancelExpired(now, now - ABANDONED_MS)) await store.erase(id);
      for (const id of await store.halfErased()) await store.eraseBytes(id);
      for (const id of await store.endedWithFile()) await store.eraseFile(id);
      this.#counted = { pending: await store.pending(), kept: await store.bytesKept(), free: await store.freeBytes() };
    } catch (error) {
      this.#log.error({ err: error }, 'store');
    }
  }
}

/** The connections to PostgreSQL for the queue, the uploads and the downloads. */
const QUEUE_CONNECTIONS = 3;

/** Opens the jobs of a configuration. Returns `null` for a database in memory, because threads cannot share it. */
export async function openJobs(
  { databaseUrl, lotesRetentionMs: retentionMs, lotesMaxBytes: maxBytes }: Config,
  log: Logger,
  clock: Clock,
): Promise<Jobs | null> {
  if (databaseUrl === 'sqlite::memory:') return null;
  return startJobs({ databaseUrl, pool: QUEUE_CONNECTIONS, retentionMs, maxBytes, log, clock });
}
