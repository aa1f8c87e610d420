/** One of several threads, as the one that hands out the work sees it. */
import { Worker } from 'node:worker_threads';
import type { Block, Totals } from '@curp-service/lote';
import type { Encargo, Hecho } from './messages.js';

const OBRERO = new URL('./worker.js', import.meta.url);

/** Rows make hardly any objects, so a thread needs no more room for new ones. */
const JOVENES_MB = 2;

/** A thread that stopped by itself: out of memory, or a fault of this program. */
export class HiloCaido extends Error {
  override readonly name = 'HiloCaido';
}

interface Espera {
  readonly listo: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly mal: (error: HiloCaido) => void;
}

export class Hilo {
  /** Of the blocks that it has done. */
  totals: Totals = { rows: 0, good: 0, errors: new Map() };
  private readonly worker: Worker;
  /** Whoever waits for a block, in the order in which they were handed over. */
  private esperan: Espera[] = [];
  private caida: HiloCaido | null = null;

  constructor(encargo: Encargo) {
    this.worker = new Worker(OBRERO, { workerData: encargo, resourceLimits: { maxYoungGenerationSizeMb: JOVENES_MB } });
    this.worker.on('message', ({ bytes, totales }: Hecho) => {
      this.totals = totales;
      this.esperan.shift()?.listo(bytes);
    });
    // By its code or its kind: a message might repeat what the thread was reading.
    this.worker.on('error', (error) => this.caer('code' in error ? String(error.code) : error.name));
    this.worker.on('exit', (codigo) => this.caer(`exit ${codigo}`));
  }

  /** How many blocks it has in hand. */
  get ocupacion(): number {
    return this.esperan.length;
  }

  /** Hands a block over, not to be seen here again, and waits for its rows. */
  async hacer(bloque: Block): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((listo, mal) => {
      if (this.caida !== null) {
        mal(this.caida);
        return;
      }
      this.esperan.push({ listo, mal });
      this.worker.postMessage(bloque, [bloque.bytes.buffer]);
    });
  }

  async cerrar(): Promise<void> {
    await this.worker.terminate();
  }

  private caer(motivo: string): void {
    this.caida ??= new HiloCaido(motivo);
    for (const { mal } of this.esperan) mal(this.caida);
    this.esperan = [];
  }
}
