/** Runs durable jobs: files stored in pieces, processed by any replica, and erased when they expire. */
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { logThrottle } from '../observe/log.js';
import { metric, metricBy } from '../observe/metrics.js';
import { openClock } from '../store/clock.js';
import { openJobStore } from '../store/open.js';
import type { ClaimedPiece } from '../store/pieces.js';
import { ThreadLost, Threads } from '../threads.js';
import { PROCESS_PIECE, type PieceResult, type PieceThreadData, type ProcessPiece } from './piece.js';
import { openQueue } from './queue.js';

const SWEEP_MS = 10_000;
/** An upload that has been silent this long is abandoned, because its replica is gone. */
const ABANDONED_MS = 300_000;

interface JobsOptions extends PieceThreadData {
  /** The limit of all jobs together, for the metrics. */
  readonly maxBytes: number;
  readonly log: Logger;
  /** The clock: that of the database if absent. */
  readonly now?: () => number;
  /** Processes a piece: in a thread if absent. */
  readonly processPiece?: ProcessPiece;
}

/** Called with each code and the number of its rows that this replica processed. */
type OnRows = (code: number, rows: number) => void;

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

/** Options for one thread, which may take 300 seconds for a piece. Its heap is small, because rows create hardly any objects. */
const PIECE_THREAD = { most: 1, patience: 300, resourceLimits: { maxYoungGenerationSizeMb: 2 } };

/** Starts the jobs. They use at most `pool` connections to PostgreSQL, and their thread as many again. */
export async function startJobs({ databaseUrl, pool, retentionMs, maxBytes, log, ...options }: JobsOptions) {
  const store = await openJobStore(databaseUrl, pool);
  const clock = await openClock(store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const { now = clock.now } = options;
  const data: PieceThreadData = { databaseUrl, pool, retentionMs };
  const threads = new Threads({ ...PIECE_THREAD, data });
  const inThread: ProcessPiece = async (piece) => {
    const result = await threads.run<PieceResult | string>(PROCESS_PIECE, piece, {});
    if (typeof result === 'string') throw new ThreadLost(result);
    return result;
  };
  const { processPiece = inThread } = options;
  const outcomes: Record<PieceResult['outcome'], number> = { hecha: 0, repetida: 0, ajena: 0, fallida: 0 };
  let pending = 0;
  let kept = 0;
  let free: number | null = null;

  const mayLog = logThrottle();
  const onError = (error: unknown): void => {
    if (mayLog()) log.error({ err: error }, 'queue');
  };
  const queue = openQueue(store, clock.now, onError);

  /** Returns `false` if the piece failed. Logs only its ids and the kind of error: the message may repeat data of the file. */
  const process = async (piece: ClaimedPiece, onRows: OnRows): Promise<boolean> => {
    try {
      const { outcome, rows } = await processPiece(piece);
      outcomes[outcome] += 1;
      for (const [code, n] of rows) onRows(code, n);
      return true;
    } catch (error) {
      const { lote, pieza, attempt } = piece;
      const motivo = error instanceof ThreadLost ? error.message : undefined;
      log.error({ err: error, motivo, lote, pieza, intento: attempt }, 'piece');
      return false;
    }
  };

  const eraseExpired = async (): Promise<void> => {
    try {
      const moment = now();
      for (const id of await store.cancelExpired(moment, moment - ABANDONED_MS)) await store.erase(id);
      for (const id of await store.halfErased()) await store.eraseBytes(id);
      pending = await store.pendingPieces();
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
    retentionMs,
    now,
    /** Starts to process pieces of all replicas' uploads. */
    work: (onRows: OnRows): void => queue.work(async (piece) => process(piece, onRows)),
    /** Looks for pieces at once, because a file was stored. */
    wake: queue.wake,
    /** Stops all work on a job, if the project has it, and erases its bytes. */
    cancel: async (id: string, project: string): Promise<void> => {
      if (await store.cancel(id, project, now())) await store.eraseBytes(id);
    },
    /** Erases expired jobs, abandoned uploads, and the remains of half-erased jobs. */
    sweep,
    metrics: (): string[] => [
      ...metricBy(
        'resultado',
        'curp_lotes_pieces_total',
        'Pieces of jobs that this process took, by result',
        Object.entries(outcomes),
      ),
      ...metric('curp_lotes_queue_length', 'gauge', 'Pieces of jobs that are not processed yet', pending),
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
      clock.close();
      await threads.close();
      await store.close();
    },
  };
}

/** The connections to PostgreSQL for the queue, the uploads and the downloads. The thread for pieces has as many again. */
const CONNECTIONS = 3;

/** Opens the jobs of a configuration. Returns `null` for a database in memory, because threads cannot share it. */
export async function openJobs(
  { databaseUrl, lotesRetentionMs: retentionMs, lotesMaxBytes: maxBytes }: Config,
  log: Logger,
): Promise<Jobs | null> {
  if (databaseUrl === 'sqlite::memory:') return null;
  return startJobs({ databaseUrl, pool: CONNECTIONS, retentionMs, maxBytes, log });
}
