/** The queue of pieces: pg-boss on the same database, in a schema of its own. It holds ids and nothing else. */
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Driver, Query, SqlValue } from '../store/driver.js';

const SCHEMA = 'curp_cola';
const QUEUE = 'piezas';
/** While one piece is processed, another is read or written. */
const AT_ONCE = 2;
/** A replica silent for so long at a piece counts as dead; pg-boss allows no less. */
const HEARTBEAT_S = 10;
const SUPERVISION_S = 3;
const POLLING_S = 1;
const STOP_MS = 5000;

export interface QueuedPiece {
  readonly lote: string;
  readonly pieza: number;
  /** How often it was tried before. */
  readonly attempt: number;
}

type PieceIds = Omit<QueuedPiece, 'attempt'>;

const asDatabase = (query: Query) => ({
  executeSql: async (sql: string, values: unknown[] = []) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver can send every value of pg-boss
    rows: [...(await query(sql, ...(values as SqlValue[])))],
  }),
});

export class Queue {
  readonly #boss: PgBoss;
  #workers: string[] = [];

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Creates its tables if needed. */
  static async open({ query }: Driver, onError: (error: unknown) => void): Promise<Queue> {
    const boss = new PgBoss({
      db: asDatabase(query),
      schema: SCHEMA,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: SUPERVISION_S,
      monitorIntervalSeconds: SUPERVISION_S,
      maintenanceIntervalSeconds: 60,
    });
    boss.on('error', onError);
    await boss.start();
    await boss.createQueue(QUEUE, {
      retryLimit: 20, // the worker gives a piece up long before
      retryDelay: 1,
      expireInSeconds: 600,
      heartbeatSeconds: HEARTBEAT_S,
      deleteAfterSeconds: 60,
    });
    return new Queue(boss);
  }

  /** Adds the pieces of a job in the transaction of `query`. Jobs take turns: the first pieces of all jobs come first. */
  async add(lote: string, pieces: number, query: Query): Promise<void> {
    const entries = Array.from({ length: pieces }, (_, pieza) => ({ data: { lote, pieza }, priority: -pieza }));
    await this.#boss.insert(QUEUE, entries, { db: asDatabase(query) });
  }

  /** Removes the waiting pieces of a job. */
  async remove(lote: string): Promise<void> {
    const waiting = await this.#boss.findJobs<PieceIds>(QUEUE, { data: { lote }, queued: true });
    const ids = Array.from(waiting, ({ id }) => id);
    if (ids.length > 0) await this.#boss.deleteJob(QUEUE, ids);
  }

  /** Processes pieces from now on. If `process` throws, any replica may take the piece again. */
  async work(process: (piece: QueuedPiece) => Promise<void>): Promise<void> {
    for (let i = 0; i < AT_ONCE; i += 1) {
      const worker = await this.#boss.work<PieceIds, void, { includeMetadata: true; pollingIntervalSeconds: number }>(
        QUEUE,
        { includeMetadata: true, pollingIntervalSeconds: POLLING_S },
        async ([entry]: JobWithMetadata<PieceIds>[]) => {
          if (entry === undefined) return;
          await process({ ...entry.data, attempt: entry.retryCount }).finally(() => this.#boss.notifyWorker(worker));
        },
      );
      this.#workers.push(worker);
    }
  }

  /** Makes the workers of this process look for pieces now. */
  wake(): void {
    for (const worker of this.#workers) this.#boss.notifyWorker(worker);
  }

  /** Takes no more pieces, and waits for those under way. A piece that takes too long goes back to the queue. */
  async close(): Promise<void> {
    await this.#boss.stop({ timeout: STOP_MS });
  }
}
