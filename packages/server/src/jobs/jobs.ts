/** Durable jobs over PostgreSQL: files that are stored in pieces, done by any replica, and erased when their time comes. */
import type { Logger } from 'pino';
import { logThrottle } from '../observe/log.js';
import { metric, metricBy } from '../observe/metrics.js';
import { openPostgres } from '../store/postgres.js';
import { type FileHeader, type JobRow, SqlJobs } from '../store/sql/jobs.js';
import { Cola, type Turno } from './queue.js';
import { Hilo, PiezaCaida } from './thread.js';
import { DatabaseClock } from './clock.js';
import type { ResultadoDePieza } from './piece-work.js';

/** Looks this often for what is to be erased, and how long the queue is. */
const BARRIDO_MS = 10_000;
/** An upload of which nothing was heard for so long: whoever received it is no more. */
const ABANDONO_MS = 300_000;

export interface JobsOptions {
  readonly databaseUrl: string;
  /** Connections, at most, and as many for the thread. */
  readonly pool: number;
  readonly retentionMs: number;
  readonly log: Logger;
  /** If absent, the clock of the database. */
  readonly now?: () => number;
  /** Does a piece; if absent, a thread does. */
  readonly doPiece?: (turno: Turno) => Promise<ResultadoDePieza>;
}

/** Called with the rows of each code that were done here. */
export type OnRows = (codigo: number, filas: number) => void;

export class Jobs {
  readonly store: SqlJobs;
  readonly retentionMs: number;
  readonly now: () => number;
  readonly #cola: Cola;
  readonly #log: Logger;
  readonly #reloj: DatabaseClock;
  readonly #cerrar: () => Promise<void>;
  readonly #hacerPieza: (turno: Turno) => Promise<ResultadoDePieza>;
  readonly #hechas = new Map<string, number>();
  readonly #barrido: NodeJS.Timeout;
  #pendientes = 0;
  #barriendo: Promise<void> | null = null;
  #alContar: OnRows = () => undefined;

  private constructor(
    opciones: Required<JobsOptions>,
    sql: SqlJobs,
    cola: Cola,
    reloj: DatabaseClock,
    cerrar: () => Promise<void>,
  ) {
    this.store = sql;
    this.retentionMs = opciones.retentionMs;
    this.#cola = cola;
    this.now = opciones.now;
    this.#reloj = reloj;
    this.#log = opciones.log;
    this.#cerrar = cerrar;
    this.#hacerPieza = opciones.doPiece;
    this.#barrido = setInterval(() => void this.sweep(), BARRIDO_MS * (0.75 + Math.random() / 2)).unref();
  }

  static async open(opciones: JobsOptions): Promise<Jobs> {
    const { databaseUrl, pool, log, retentionMs } = opciones;
    const driver = await openPostgres(databaseUrl, pool);
    const hilo = new Hilo({ databaseUrl, pool, retentionMs });
    const hacer = opciones.doPiece ?? (async (turno: Turno) => hilo.hacer(turno));
    try {
      const reloj = await DatabaseClock.open(driver);
      const seDice = logThrottle();
      const cola = await Cola.abrir(driver, (error) => {
        if (seDice()) log.error({ err: error }, 'queue');
      });
      const cerrar = async (): Promise<void> => {
        await hilo.close();
        await driver.close();
      };
      return new Jobs({ now: reloj.now, ...opciones, doPiece: hacer }, new SqlJobs(driver), cola, reloj, cerrar);
    } catch (error) {
      await driver.close();
      throw error;
    }
  }

  /** Does pieces from now on, of whichever replica they came to. */
  async work(alContar: OnRows): Promise<void> {
    this.#alContar = alContar;
    await this.#cola.trabajar(async (turno) => this.#hacer(turno));
  }

  /** All of a file is stored: its pieces are to be done. `null`: it was cancelled meanwhile. */
  async enqueue(id: string, cabecera: FileHeader, piezas: number, lineas: number): Promise<JobRow | null> {
    const cifras = { piezas, lineas, vence: this.now() + this.retentionMs };
    const fila = await this.store.complete(id, cabecera, cifras, async (executeSql) =>
      this.#cola.poner(id, piezas, executeSql),
    );
    if (fila !== null) this.#cola.avisar();
    return fila;
  }

  /** Stops all work at it, and erases its bytes. `false`: that project has none of that id. */
  async cancel(id: string, proyecto: string): Promise<boolean> {
    if (!(await this.store.cancel(id, proyecto, this.now()))) return false;
    await this.#cola.quitar(id);
    await this.store.eraseBytes(id);
    return true;
  }

  /** Erases those whose time has come. */
  async sweep(): Promise<void> {
    this.#barriendo ??= this.#borrarVencidos().finally(() => (this.#barriendo = null));
    await this.#barriendo;
  }

  metrics(): string[] {
    return [
      ...metricBy(
        'resultado',
        'curp_lotes_pieces_total',
        'Pieces of jobs that were taken here, by what became of them',
        this.#hechas,
      ),
      ...metric('curp_lotes_queue_length', 'gauge', 'Pieces of jobs that are not done yet', this.#pendientes),
    ];
  }

  /** Takes no more pieces, and waits for those in hand. */
  async stop(): Promise<void> {
    clearInterval(this.#barrido);
    await this.#cola.cerrar();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#barriendo;
    await this.#cerrar();
  }

  async #hacer(turno: Turno): Promise<void> {
    try {
      const { desenlace, filas } = await this.#hacerPieza(turno);
      this.#hechas.set(desenlace, (this.#hechas.get(desenlace) ?? 0) + 1);
      for (const [codigo, n] of filas) this.#alContar(codigo, n);
    } catch (error) {
      const { lote, pieza, intento } = turno;
      const motivo = error instanceof PiezaCaida ? error.message : undefined;
      this.#log.error({ err: error, motivo, lote, pieza, intento }, 'piece');
      // The queue keeps what is thrown, and an error may repeat what was read.
      throw new Error('piece'); // oxlint-disable-line preserve-caught-error
    }
  }

  async #borrarVencidos(): Promise<void> {
    try {
      await this.#reloj.adjust();
      const ahora = this.now();
      for (const id of await this.store.cancelExpired(ahora, ahora - ABANDONO_MS)) {
        await this.#cola.quitar(id);
        await this.store.erase(id);
      }
      this.#pendientes = await this.store.pendingPieces();
    } catch (error) {
      this.#log.error({ err: error }, 'store');
    }
  }
}
