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
import { openJobStore } from '../store/open.js';
import { ThreadLost } from '../thread-messages.js';
import type { Threads } from '../threads.js';
import type { TaskState } from '../turns.js';
import { ANSWER_JOB, type AnswerInput, type AnsweredJob } from './answer-job.js';
import { JOBS_OPERATION, readJobOptions } from './job.js';
import { type AnswerJob, Queue } from './queue.js';

const SWEEP_MS = 10_000;
/** An upload that has been silent this long is abandoned, because its replica is gone. */
const ABANDONED_MS = 300_000;
/** After this many failed computations, a job fails. */
const ATTEMPTS = 4;
/** The pause after a failed computation. */
const RETRY_MS = 1000;

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

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

/** Starts the jobs. They use at most `pool` connections to PostgreSQL, and their threads one for each job that they answer. */
export async function startJobs({ databaseUrl, pool, retentionMs, maxBytes, log, clock }: JobsOptions) {
  const store = await openJobStore(databaseUrl, pool);
  const { now } = clock;
  const outcomes = { hecho: 0, ajeno: 0, fallido: 0 };
  let pending = 0;
  let kept = 0;
  let free: number | null = null;

  const mayLog = logThrottle(clock);
  const onError = (error: unknown): void => {
    if (mayLog()) log.error({ err: error }, 'queue');
  };
  const moment = (): JobMoment => {
    const time = now();
    return {
      now: time,
      month: mexicoMonth(time),
      day: mexicoDay(time),
      operation: JOBS_OPERATION,
      expires: time + retentionMs,
    };
  };
  const queue = new Queue(store, { now, expires: () => moment().expires }, onError);

  /** Counts a failed computation. Logs only ids and the kind of error: the message may repeat data of the file. */
  const fail = async (lease: Lease, error: unknown): Promise<void> => {
    const isLost = error instanceof ThreadLost;
    log.error(
      { err: error, motivo: isLost ? error.message : undefined, lote: lease.id, intento: lease.intento },
      'job',
    );
    const until = now() + RETRY_MS;
    if (isLost && !error.isCause) {
      await store.holdJob(lease, { until, expires: moment().expires, read: 0, rows: 0 }); // another job broke the thread
      return;
    }
    outcomes.fallido += 1;
    await store.failJob(lease, ATTEMPTS, until, moment());
  };
  /** Answers a job, and again if others used its quota meanwhile. Returns its rows by code, or `null` if the lease is over. */
  const answerOnce = async (
    run: (input: AnswerInput) => Promise<AnsweredJob>,
    lease: Lease,
  ): Promise<ReadonlyMap<number, number> | null> => {
    for (;;) {
      const job = await store.takeJob(lease, moment().month);
      if (job === null) return null;
      const options = readJobOptions(job.opciones);
      const problem: Problem = job.active ? quotaUsedUp(now(), options.language) : { cause: 'proyecto_inactivo' };
      const beyond = toEntry<Cause>(CODES, problem, options.language);
      const granted = job.active ? (job.quotaLeft ?? Infinity) : 0;
      const answered = await run({ databaseUrl, lease, options, granted, beyond });
      if (answered === null) return null;
      const outcome = await store.finishJob(lease, answered, job.quotaLeft !== null, moment());
      if (outcome === 'sin_cuota') continue;
      const good: readonly [number, number][] = answered.good > 0 ? [[0, answered.good]] : [];
      return outcome === 'ajeno' ? null : new Map([...good, ...answered.errors]);
    }
  };
  const answerWith =
    (threads: Threads, onRows: OnRows): AnswerJob =>
    async (lease, progress, signal) => {
      const onLook = ({ read, rows }: TaskState): null => {
        Object.assign(progress, { read, rows });
        return null;
      };
      const options = { project: lease.proyecto, bytes: lease.archivo, signal, onLook };
      try {
        const rows = await answerOnce(async (input) => threads.run<AnsweredJob>(ANSWER_JOB, input, options), lease);
        outcomes[rows === null ? 'ajeno' : 'hecho'] += 1;
        for (const [code, n] of rows ?? []) onRows(code, n);
        if (rows === null) return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StoreError) throw error;
        await fail(lease, error);
        return;
      }
      await store.eraseFile(lease.id).catch(onError); // otherwise the sweep erases it
    };

  const eraseExpired = async (): Promise<void> => {
    try {
      const time = now();
      for (const id of await store.cancelExpired(time, time - ABANDONED_MS)) await store.erase(id);
      for (const id of await store.halfErased()) await store.eraseBytes(id);
      for (const id of await store.endedWithFile()) await store.eraseFile(id);
      pending = await store.pending();
      kept = await store.bytesKept();
      free = await store.freeBytes();
    } catch (error) {
      log.error({ err: error }, 'store');
    }
  };
  let sweeping: Promise<void> | null = null;
  const sweep = async (): Promise<void> => (sweeping ??= eraseExpired().finally(() => (sweeping = null)));
  const timer = setInterval(() => void sweep(), SWEEP_MS * (0.75 + Math.random() / 2)).unref();

  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await queue.close();
  };

  return {
    store,
    databaseUrl,
    retentionMs,
    now,
    /** Starts to answer the jobs of all replicas. */
    work: (threads: Threads, onRows: OnRows): void => queue.work(answerWith(threads, onRows)),
    /** Looks for jobs at once, because a file was stored. */
    wake: (): void => queue.wake(),
    /** Stops all work on a job, if the project has it, and erases its bytes. */
    cancel: async (id: string, project: string): Promise<void> => {
      if (!(await store.cancel(id, project, now()))) return;
      queue.drop(id);
      await store.eraseBytes(id);
    },
    /** Erases expired jobs, abandoned uploads, and the remains of ended and half-erased jobs. */
    sweep,
    metrics: (): string[] => [
      ...metricBy(
        'resultado',
        'curp_lotes_jobs_total',
        'Jobs that this process took, by result',
        Object.entries(outcomes),
      ),
      ...metric('curp_lotes_queue_length', 'gauge', 'Jobs that are not answered yet', pending),
      ...metric('curp_lotes_bytes', 'gauge', 'Bytes that the jobs of all projects keep', kept),
      ...metric('curp_lotes_limit_bytes', 'gauge', 'Bytes that the jobs of all projects may keep', maxBytes),
      ...(free === null
        ? []
        : metric('curp_store_free_bytes', 'gauge', 'Bytes that the database may still grow on its disk', free)),
    ],
    stop,
    close: async (): Promise<void> => {
      await stop();
      await sweeping;
      await store.close();
    },
  };
}

/** The connections to PostgreSQL for the queue, the uploads and the downloads. */
const CONNECTIONS = 3;

/** Opens the jobs of a configuration. Returns `null` for a database in memory, because threads cannot share it. */
export async function openJobs(
  { databaseUrl, lotesRetentionMs: retentionMs, lotesMaxBytes: maxBytes }: Config,
  log: Logger,
  clock: Clock,
): Promise<Jobs | null> {
  if (databaseUrl === 'sqlite::memory:') return null;
  return startJobs({ databaseUrl, pool: CONNECTIONS, retentionMs, maxBytes, log, clock });
}
