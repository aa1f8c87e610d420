/** Runs durable jobs: files stored in the database, answered by any replica, and erased when they expire. */
import { toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import type { Logger } from 'pino';
import { mexicoDay, mexicoMonth } from '../access/calendar.js';
import { quotaUsedUp } from '../access/gate.js';
import type { Config } from '../config.js';
import { logThrottle } from '../observe/log.js';
import { metric, metricBy } from '../observe/metrics.js';
import type { Clock } from '../store/clock.js';
import { StoreError } from '../store/driver.js';
import type { JobMoment, Lease } from '../store/leases.js';
import type { JobStore } from '../store/jobs.js';
import { openJobStore } from '../store/open.js';
import { ThreadLost } from '../thread-messages.js';
import type { Threads } from '../threads.js';
import type { TaskState } from '../turns.js';
import { ANSWER_JOB, type AnswerInput, type AnsweredJob } from './answer-job.js';
import { JOBS_OPERATION, readJobOptions, writeJobOptions } from './job.js';
import { Queue } from './queue.js';

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
  work(threads: Threads, onRows: OnRows, onStoreFailure: () => void): void {
    this.#onStoreFailure = onStoreFailure;
    this.#queue.work(async (lease, progress, signal) => {
      const onLook = ({ read, rows }: TaskState): null => {
        Object.assign(progress, { read, rows });
        return null;
      };
      const options = { project: lease.proyecto, bytes: lease.archivo, signal, onLook };
      try {
        const rows = await this.#answer(async (input) => threads.run<AnsweredJob>(ANSWER_JOB, input, options), lease);
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

  /** Answers a job, and again if others used its quota meanwhile. Returns its rows by code, or `null` if the lease is over. */
  async #answer(
    run: (input: AnswerInput) => Promise<AnsweredJob>,
    lease: Lease,
  ): Promise<ReadonlyMap<number, number> | null> {
    for (;;) {
      const job = await this.store.takeJob(lease, this.#moment().month);
      if (job === null) return null;
      const options = readJobOptions(job.opciones);
      const problem: Problem = job.active ? quotaUsedUp(this.now(), options.language) : { cause: 'proyecto_inactivo' };
      const beyond = toEntry<Cause>(CODES, problem, options.language);
      const granted = job.active ? (job.quotaLeft ?? Infinity) : 0;
      const answered = await run({ databaseUrl: this.databaseUrl, lease, options, granted, beyond });
      if (answered === null) return null;
      const finished = { ...answered, opciones: writeJobOptions(options, answered.reading) };
      const outcome = await this.store.finishJob(lease, finished, job.quotaLeft !== null, this.#moment());
      if (outcome === 'sin_cuota') continue;
      const good: readonly [number, number][] = answered.good > 0 ? [[0, answered.good]] : [];
      return outcome === 'ajeno' ? null : new Map([...good, ...answered.errors]);
    }
  }

  /** Counts a failed computation. Logs only ids and the kind of error: the message may repeat data of the file. */
  async #fail(lease: Lease, error: unknown): Promise<void> {
    const isLost = error instanceof ThreadLost;
    const motivo = isLost ? error.message : undefined;
    this.#log.error({ err: error, motivo, lote: lease.id, intento: lease.intento }, 'job');
    const moment = this.#moment();
    const until = moment.now + JOB_RETRY_MS;
    if (isLost && !error.isCause) {
      await this.store.holdJob(lease, { until, expires: moment.expires, read: 0, rows: 0 }); // another job broke the thread
      return;
    }
    this.#outcomes.fallido += 1;
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
