/** The thread that does pieces, as seen from outside: started with the first one, ended when none has come for a while. */
import { Worker } from 'node:worker_threads';
import type { Encargo, Hecha } from './pieza.js';

const OBRERO = new URL('./obrero.js', import.meta.url);
const OCIOSO_MS = 30_000;
/** For those in hand; whatever takes longer never ends. */
const PLAZO_MS = 300_000;
/** Rows make hardly any objects. */
const LIMITES = { maxYoungGenerationSizeMb: 2 };

/** The thread ended by itself: out of memory, or a fault of this program. Its message repeats nothing that was read. */
class HiloCaido extends Error {
  override readonly name = 'HiloCaido';
}

interface Espera {
  readonly listo: (hecha: Hecha) => void;
  readonly mal: (error: HiloCaido) => void;
}

export class Hilo {
  #worker: Worker | null = null;
  /** Whoever waits for a piece, in the order in which they were handed over. */
  #esperan: Espera[] = [];
  #reloj: NodeJS.Timeout | undefined;

  async hacer(encargo: Encargo): Promise<Hecha> {
    clearTimeout(this.#reloj);
    this.#worker ??= this.#iniciar();
    const worker = this.#worker;
    const plazo = setTimeout(() => void worker.terminate(), PLAZO_MS).unref();
    return new Promise<Hecha>((listo, mal) => {
      this.#esperan.push({ listo, mal });
      worker.postMessage(encargo, [encargo.bloque.bytes.buffer]);
    }).finally(() => clearTimeout(plazo));
  }

  async close(): Promise<void> {
    clearTimeout(this.#reloj);
    await this.#worker?.terminate();
  }

  #iniciar(): Worker {
    const worker = new Worker(OBRERO, { resourceLimits: LIMITES });
    const caer = (motivo: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const { mal } of this.#esperan.splice(0)) mal(new HiloCaido(motivo));
    };
    worker.on('message', (hecha: Hecha) => {
      this.#esperan.shift()?.listo(hecha);
      if (this.#esperan.length === 0) this.#reloj = setTimeout(() => void worker.terminate(), OCIOSO_MS).unref();
    });
    worker.on('error', (error) => caer(error.name));
    worker.on('exit', (codigo) => caer(`exit ${codigo}`));
    worker.unref();
    return worker;
  }
}
