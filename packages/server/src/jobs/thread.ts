/** The thread that does pieces, as seen from outside: started with the first one, ended when none has come for a while. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Turno } from './queue.js';
import type { ResultadoDePieza } from './piece-work.js';

const OBRERO = new URL('./worker.js', import.meta.url);
const OCIOSO_MS = 30_000;
/** For a piece; whatever takes longer never ends. */
const PLAZO_MS = 300_000;
/** Rows make hardly any objects. */
const LIMITES = { maxYoungGenerationSizeMb: 2 };

/** What the thread is told when it starts. */
export interface Encargo {
  readonly databaseUrl: string;
  readonly pool: number;
  readonly retentionMs: number;
}

export type Respuesta = { readonly numero: number } & (
  | { readonly hecha: ResultadoDePieza }
  | { readonly error: string }
);

/**
 * A piece failed, or the thread ended by itself: out of memory, or a fault of this program. Its message is the kind of an
 * error, or how the thread ended: nothing that was read.
 */
export class PiezaCaida extends Error {
  override readonly name = 'PiezaCaida';
}

interface Espera {
  readonly listo: (hecha: ResultadoDePieza) => void;
  readonly mal: (error: PiezaCaida) => void;
}

export class Hilo {
  readonly #encargo: Encargo;
  #worker: Worker | null = null;
  #numero = 0;
  /** Whoever waits for a piece, by its number. */
  readonly #esperan = new Map<number, Espera>();
  #ocioso: NodeJS.Timeout | undefined;

  constructor(encargo: Encargo) {
    this.#encargo = encargo;
  }

  async hacer(turno: Turno): Promise<ResultadoDePieza> {
    clearTimeout(this.#ocioso);
    this.#worker ??= this.#iniciar();
    const worker = this.#worker;
    const numero = (this.#numero += 1);
    const plazo = setTimeout(() => void worker.terminate(), PLAZO_MS).unref();
    try {
      return await new Promise<ResultadoDePieza>((listo, mal) => {
        this.#esperan.set(numero, { listo, mal });
        worker.postMessage({ numero, turno }, []);
      });
    } finally {
      clearTimeout(plazo);
      this.#esperan.delete(numero);
      if (this.#esperan.size === 0) this.#ocioso = setTimeout(() => void this.close(), OCIOSO_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#ocioso);
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    worker.ref();
    worker.postMessage(null, []);
    await once(worker, 'exit');
  }

  #iniciar(): Worker {
    const worker = new Worker(OBRERO, { workerData: this.#encargo, resourceLimits: LIMITES });
    const caer = (motivo: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const { mal } of this.#esperan.values()) mal(new PiezaCaida(motivo));
    };
    worker.on('message', (respuesta: Respuesta) => {
      const espera = this.#esperan.get(respuesta.numero);
      if ('hecha' in respuesta) espera?.listo(respuesta.hecha);
      else espera?.mal(new PiezaCaida(respuesta.error));
    });
    worker.on('error', (error) => caer(error.name));
    worker.on('exit', (codigo) => caer(`exit ${codigo}`));
    worker.unref();
    return worker;
  }
}
