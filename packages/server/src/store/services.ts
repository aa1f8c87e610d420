/** Lists the services that use a database, in SQL for both databases, so that nothing moves it away under a running one. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Query, SqlStore, iso } from './driver.js';

/** A service writes the moment again after each interval. */
export const SERVICE_BEAT_MS = 5000;
/** The row of a killed service is removed after this time. */
const FORGET_SERVICE_MS = 24 * 3_600_000;

export interface ListedService {
  readonly id: string;
  readonly maquina: string;
  readonly proceso: number;
  /** When the service wrote its row last. */
  readonly visto: string;
}

/** The row of this process in the list. */
interface Presence {
  /** Writes the row, or its moment again. Fails if the database takes no writes. */
  readonly beat: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

export class ServiceList extends SqlStore {
  presence(): Presence {
    const id = `srv_${randomBytes(6).toString('hex')}`;
    return {
      beat: async () => {
        const now = await this.time();
        await this.driver.query(
          `INSERT INTO servicios (id, maquina, proceso, visto) VALUES ($1, $2, $3, $4)
           ON CONFLICT (id) DO UPDATE SET visto = excluded.visto`,
          [id, hostname(), process.pid, iso(now)],
        );
        await this.driver.query('DELETE FROM servicios WHERE visto < $1', [iso(now - FORGET_SERVICE_MS)]);
      },
      leave: async () => {
        await this.driver.query('DELETE FROM servicios WHERE id = $1', [id]);
      },
    };
  }
}

/** Returns the services that have a row in the list: those that run, and those that were killed. */
export const listedServices = async (query: Query): Promise<readonly ListedService[]> =>
  query<ListedService>('SELECT id, maquina, proceso, visto FROM servicios ORDER BY id');
