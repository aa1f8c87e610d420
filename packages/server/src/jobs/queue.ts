/** Leases jobs from the store and answers several at a time, one of each project. Any replica takes over the jobs of a dead one. */
import { setTimeout } from 'node:timers/promises';
import { StoreError } from '../store/driver.js';
import { untilItWorks } from '../store/patience.js';
import type { Lease } from '../store/leases.js';
import type { JobStore } from '../store/jobs.js';

/** The jobs that a process answers at a time, each of another project. A short one needs no long one's thread. */
const JOBS_AT_ONCE = 8;
/** A replica that does not renew its lease for this long counts as dead. */
const HOLD_MS = 10_000;
const RENEWAL_MS = 2500;
const POLLING_MS = 1000;
const STOP_MS = 5000;

/** The bytes of the file and the rows that are answered. */
export interface JobProgress {
  read: number;
  rows: number;
}

/** Answers a job until it ends. Throws `StoreError` if the database failed: the job is then answered again. */
type AnswerJob = (lease: Lease, progress: JobProgress, signal: AbortSignal) => Promise<void>;

interface RunningJob {
  readonly lease: Lease;
  readonly progress: JobProgress;
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

export class Queue {
  readonly #store: Pick<JobStore, 'leaseJob' | 'holdJob'>;
  readonly #now: () => number;
  readonly #expires: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #running = new Map<string, RunningJob>();
  readonly #stopping = new AbortController();
  /** Ends the pause of the worker when it aborts. */
  #alarm = new AbortController();
  readonly #timer = setInterval(() => void this.#renew(), RENEWAL_MS).unref();
  #working: Promise<void> = Promise.resolve();

  /** `now` is the clock that all replicas share; `expires` returns when a job expires that is alive now. */
  constructor(
    store: Pick<JobStore, 'leaseJob' | 'holdJob'>,
    { now, expires }: { readonly now: () => number; readonly expires: () => number },
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#now = now;
    this.#expires = expires;
    this.#onError = onError;
  }

  work(answer: AnswerJob): void {
    this.#working = this.#work(answer);
  }

  /** Looks for jobs at once. */
  wake(): void {
    this.#alarm.abort();
    this.#alarm = new AbortController();
  }

  /** Ends the work on a job that was cancelled. */
  drop(id: string): void {
    this.#running.get(id)?.cancel.abort();
  }

  /** Takes no more jobs and waits for those under way. Releases a job that takes too long to other replicas. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    const ended = Promise.all([this.#working, ...Array.from(this.#running.values(), async (job) => job.ended)]);
    await Promise.race([ended, setTimeout(STOP_MS, null, { ref: false })]);
    clearInterval(this.#timer);
    for (const { lease, progress, cancel } of this.#running.values()) {
      cancel.abort();
      await this.#hold(lease, this.#now(), progress);
    }
    this.#running.clear();
  }

  async #work(answer: AnswerJob): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { signal } = this.#alarm;
      const lease = await untilItWorks(async () => this.#lease(), signal, this.#onError);
      if (lease) this.#run(lease, answer);
      else await setTimeout(POLLING_MS, null, { signal, ref: false }).catch(() => null);
    }
  }

  async #lease(): Promise<Lease | null> {
    if (this.#running.size >= JOBS_AT_ONCE) return null;
    const busy = Array.from(this.#running.values(), ({ lease }) => lease.proyecto);
    return this.#store.leaseJob(this.#now(), this.#now() + HOLD_MS, busy);
  }

  #run(lease: Lease, answer: AnswerJob): void {
    const progress: JobProgress = { read: 0, rows: 0 };
    const cancel = new AbortController();
    const ended = this.#answer(lease, progress, cancel.signal, answer).finally(() => {
      this.#running.delete(lease.id);
      this.wake();
    });
    this.#running.set(lease.id, { lease, progress, cancel, ended });
  }

  /** Answers a job, and again while the database fails, unless the lease is over or the process stops. */
  async #answer(lease: Lease, progress: JobProgress, signal: AbortSignal, answer: AnswerJob): Promise<void> {
    const ending = AbortSignal.any([signal, this.#stopping.signal]);
    await untilItWorks(
      async () => answer(lease, progress, signal),
      ending,
      (error) => {
        if (!(error instanceof StoreError)) throw error;
        this.#onError(error);
      },
    );
  }

  async #renew(): Promise<void> {
    for (const { lease, progress, cancel } of this.#running.values()) {
      if (!(await this.#hold(lease, this.#now() + HOLD_MS, progress))) cancel.abort();
    }
  }

  /** Returns `false` if the lease is over. */
  async #hold(lease: Lease, until: number, { read, rows }: JobProgress): Promise<boolean> {
    return this.#store.holdJob(lease, { until, expires: this.#expires(), read, rows }).catch((error: unknown) => {
      this.#onError(error);
      return true;
    });
  }
}
