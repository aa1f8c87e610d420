/** The queue of pieces: pg-boss, on the same database, in a schema of its own. It holds ids and nothing else. */
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Driver, SqlValue } from '../store/driver.js';
import type { ExecuteSql } from '../store/sql/jobs.js';

const ESQUEMA = 'curp_cola';
const COLA = 'piezas';
/** One is read or written while another is done. */
const A_LA_VEZ = 2;
/** A replica that has not said for so long that it is at a piece is taken for dead: the least that pg-boss allows. */
const LATIDO_S = 10;
const VIGILANCIA_S = 3;
const SONDEO_S = 1;
const PARADA_MS = 5000;

export interface Turno {
  readonly lote: string;
  readonly pieza: number;
  /** How often it was tried before. */
  readonly intento: number;
}

type Datos = Omit<Turno, 'intento'>;

export class Cola {
  readonly #boss: PgBoss;
  #obreros: string[] = [];

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Makes what it needs in the database, where it is not there yet. */
  static async abrir({ query }: Driver, alFallar: (error: unknown) => void): Promise<Cola> {
    const boss = new PgBoss({
      db: {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever pg-boss hands over, the driver can send
        executeSql: async (sql, valores = []) => ({ rows: [...(await query(sql, ...(valores as SqlValue[])))] }),
      },
      schema: ESQUEMA,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: VIGILANCIA_S,
      monitorIntervalSeconds: VIGILANCIA_S,
      maintenanceIntervalSeconds: 60,
    });
    boss.on('error', alFallar);
    await boss.start();
    await boss.createQueue(COLA, {
      retryLimit: 20, // whoever does a piece gives up long before
      retryDelay: 1,
      expireInSeconds: 600,
      heartbeatSeconds: LATIDO_S,
      deleteAfterSeconds: 60,
    });
    return new Cola(boss);
  }

  /** The pieces of a job, in the transaction of that query. Those of all jobs take turns: the first ones of each come first. */
  async poner(lote: string, piezas: number, executeSql: ExecuteSql): Promise<void> {
    const trabajos = Array.from({ length: piezas }, (_, pieza) => ({ data: { lote, pieza }, priority: -pieza }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const db = { executeSql: async (sql: string, valores?: unknown[]) => executeSql(sql, valores as SqlValue[]) };
    await this.#boss.insert(COLA, trabajos, { db });
  }

  /** Takes those of a job out that nobody has in hand. */
  async quitar(lote: string): Promise<void> {
    const suyos = await this.#boss.findJobs<Datos>(COLA, { data: { lote }, queued: true });
    if (suyos.length > 0)
      await this.#boss.deleteJob(
        COLA,
        Array.from(suyos, ({ id }) => id),
      );
  }

  /** Does pieces from now on. One that throws is tried again, by whichever replica comes first. */
  async trabajar(hacer: (turno: Turno) => Promise<void>): Promise<void> {
    for (let i = 0; i < A_LA_VEZ; i += 1) {
      const obrero = await this.#boss.work<Datos, void, { includeMetadata: true; pollingIntervalSeconds: number }>(
        COLA,
        { includeMetadata: true, pollingIntervalSeconds: SONDEO_S },
        async ([trabajo]: JobWithMetadata<Datos>[]) => {
          if (trabajo === undefined) return;
          const { data, retryCount } = trabajo;
          await hacer({ ...data, intento: retryCount }).finally(() => this.#boss.notifyWorker(obrero));
        },
      );
      this.#obreros.push(obrero);
    }
  }

  /** There is something to do: nobody waits for the next look. */
  avisar(): void {
    for (const obrero of this.#obreros) this.#boss.notifyWorker(obrero);
  }

  /** Takes no more pieces, and waits for those in hand; one that takes too long is given back. */
  async cerrar(): Promise<void> {
    await this.#boss.stop({ timeout: PARADA_MS });
  }
}
