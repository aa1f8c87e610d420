/** Durable jobs: files stored in pieces, processed by any replica, and erased when they expire. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { logThrottle } from '../observe/log.js';
import { metric, metricBy } from '../observe/metrics.js';
import type { ClaimedPiece } from '../store/pieces.js';
import type { JobStore } from '../store/open.js';
import { openJobStore } from '../store/open.js';
import { DatabaseClock } from '../store/clock.js';
import type { PieceResult, ProcessPiece } from './piece.js';
import { Queue } from './queue.js';
import { PieceCrashed, PieceThread } from './thread.js';

const SWEEP_MS = 10_000;
/** An upload silent for so long is abandoned: its replica is gone. */
const ABANDONED_MS = 300_000;

export type WatchStore = (store: JobStore) => JobStore;

export interface JobsOptions {
  readonly databaseUrl: string;
  /** At most so many connections to PostgreSQL, and as many for the thread. */
  readonly pool: number;
  readonly retentionMs: number;
  /** The limit of all jobs together, for the metrics. */
  readonly maxBytes: number;
  readonly log: Logger;
  /** If absent, the clock of the database. */
  readonly now?: () => number;
  /** Gives the store that is used in place of the opened one. */
  readonly watch?: WatchStore;
  /** If absent, a thread processes the pieces. */
  readonly processPiece?: ProcessPiece;
}

interface JobsParts extends Required<Pick<JobsOptions, 'retentionMs' | 'maxBytes' | 'log' | 'now' | 'processPiece'>> {
  readonly store: JobStore;
  readonly queue: Queue;
  readonly clock: DatabaseClock;
  readonly thread: PieceThread;
}

/** Called with the number of rows of each code that this replica processed. */
export type OnRows = (code: number, rows: number) => void;

export class Jobs {
  readonly store: JobStore;
  readonly retentionMs: number;
  readonly now: () => number;
  readonly #parts: JobsParts;
  readonly #outcomes = new Map<PieceResult['outcome'], number>([
    ['hecha', 0],
    ['repetida', 0],
    ['ajena', 0],
    ['fallida', 0],
  ]);
  readonly #timer: NodeJS.Timeout;
  #pending = 0;
  #kept = 0;
  #free: number | null = null;
  #sweeping: Promise<void> | null = null;

  private constructor(parts: JobsParts) {
    this.store = parts.store;
    this.retentionMs = parts.retentionMs;
    this.now = parts.now;
    this.#parts = parts;
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS * (0.75 + Math.random() / 2)).unref();
  }

  static async open(options: JobsOptions): Promise<Jobs> {
    const { databaseUrl, pool, retentionMs, maxBytes, log, now, watch, processPiece } = options;
    const opened = await openJobStore(databaseUrl, pool);
    const store = watch?.(opened) ?? opened;
    try {
      const clock = await DatabaseClock.open(store);
      const mayLog = logThrottle();
      const onError = (error: unknown): void => {
        if (mayLog()) log.error({ err: error }, 'queue');
      };
      const queue = new Queue({ claims: store, now: clock.now, onError });
      const thread = new PieceThread({ databaseUrl, pool, retentionMs });
      return new Jobs({
        store,
        queue,
        clock,
        thread,
        retentionMs,
        maxBytes,
        log,
        now: now ?? clock.now,
        processPiece: processPiece ?? (async (piece) => thread.process(piece)),
      });
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  /** Processes pieces from now on, of any replica's uploads. */
  work(onRows: OnRows): void {
    this.#parts.queue.work(async (piece) => this.#process(piece, onRows));
  }

  /** Looks for pieces now: a file was stored. */
  wake(): void {
    this.#parts.queue.wake();
  }

  /** Stops all work at a job, if the project has it, and erases its bytes. */
  async cancel(id: string, project: string): Promise<void> {
    if (await this.store.cancel(id, project, this.now())) await this.store.eraseBytes(id);
  }

  /** Erases expired jobs, abandoned uploads, and the rest of jobs whose erasing broke off. */
  async sweep(): Promise<void> {
    this.#sweeping ??= this.#eraseExpired().finally(() => (this.#sweeping = null));
    await this.#sweeping;
  }

  metrics(): string[] {
    return [
      ...metricBy(
        'resultado',
        'curp_lotes_pieces_total',
        'Pieces of jobs that were taken here, by what became of them',
        this.#outcomes,
      ),
      ...metric('curp_lotes_queue_length', 'gauge', 'Pieces of jobs that are not done yet', this.#pending),
      ...metric('curp_lotes_bytes', 'gauge', 'Bytes that the jobs of all projects keep', this.#kept),
      ...metric('curp_lotes_limit_bytes', 'gauge', 'Bytes that they may keep', this.#parts.maxBytes),
      ...(this.#free === null
        ? []
        : metric('curp_store_free_bytes', 'gauge', 'Bytes that the database may still grow on its disk', this.#free)),
    ];
  }

  /** Takes no more pieces, and waits for those under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#parts.queue.close();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#sweeping;
    this.#parts.clock.close();
    await this.#parts.thread.close();
    await this.store.close();
  }

  /** `false`: the piece failed. The log gets its ids and the kind of the error: the message may repeat data of the file. */
  async #process(piece: ClaimedPiece, onRows: OnRows): Promise<boolean> {
    try {
      const { outcome, rows } = await this.#parts.processPiece(piece);
      this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
      for (const [code, n] of rows) onRows(code, n);
      return true;
    } catch (error) {
      const { lote, pieza, attempt } = piece;
      const motivo = error instanceof PieceCrashed ? error.message : undefined;
      this.#parts.log.error({ err: error, motivo, lote, pieza, intento: attempt }, 'piece');
      return false;
    }
  }

  async #eraseExpired(): Promise<void> {
    try {
      const now = this.now();
      for (const id of await this.store.cancelExpired(now, now - ABANDONED_MS)) await this.store.erase(id);
      for (const id of await this.store.halfErased()) await this.store.eraseBytes(id);
      this.#pending = await this.store.pendingPieces();
      this.#kept = await this.store.bytesKept();
      this.#free = await this.store.freeBytes();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'store');
    }
  }
}

/** To PostgreSQL, for the queue, the uploads and the downloads; and as many for the thread that processes pieces. */
const CONNECTIONS = 3;

/** Opens the jobs of a configuration; `null`: a database in memory keeps none, because threads cannot share it. */
export async function openJobs(
  { databaseUrl, lotesRetentionMs: retentionMs, lotesMaxBytes: maxBytes }: Config,
  log: Logger,
  watch: WatchStore,
): Promise<Jobs | null> {
  if (databaseUrl === 'sqlite::memory:') return null;
  return Jobs.open({ databaseUrl, pool: CONNECTIONS, retentionMs, maxBytes, log, watch });
}
