/**
 * Quota. A project's quota is taken from the store in blocks, ahead of use: so it is never exceeded, whatever dies, and a
 * crash can only waste what is left of a block, and of what each file under way took of one. What is not used goes back
 * when the project falls silent and at a clean stop.
 */
import { mexicoMonth } from './calendar.js';
import { type Project, type Store, StoreUnreachable } from '../store/store.js';

/** A block is a hundredth of the quota, and no more than this: at most so much is wasted by a crash. */
const BLOQUE_MAXIMO = 1000;
const SILENCIO_MS = 5000;
/** How long "nothing is left" is believed without asking the store again. */
const AGOTADA_MS = 1000;

/** Where units of quota were taken: used if the operation succeeds, put back if not. */
export interface Unidad {
  devolver(cuantas?: number): void;
}

/** Units taken at once. */
export interface Toma {
  readonly unidad: Unidad;
  readonly cuantas: number;
}

/** Of whoever takes none. */
export const SIN_CUOTA: Unidad = { devolver: () => undefined };

/** What this process holds of a project's quota of one month. */
class Block implements Unidad {
  resto = 0;
  ultimo = 0;
  agotadaHasta = 0;
  toma: Promise<void> | null = null;
  /** Where it goes when its month has ended or its quota was changed; `null`: it holds. */
  #viejos: Set<Block> | null = null;

  constructor(
    readonly proyecto: string,
    readonly mes: string,
    readonly cuota: number,
  ) {}

  /** As many as there are, and no more than that. */
  tomar(hasta: number): number {
    const cuantas = Math.min(hasta, this.resto);
    this.resto -= cuantas;
    return cuantas;
  }

  devolver(cuantas = 1): void {
    this.resto += cuantas;
    this.#viejos?.add(this); // it may have been emptied and forgotten while a file was under way
  }

  retirar(viejos: Set<Block>): void {
    this.#viejos = viejos.add(this);
  }
}

export class Quota {
  readonly #store: Store;
  readonly #now: () => number;
  /** By project, that of the current month and quota. */
  readonly #bloques = new Map<string, Block>();
  /** Of months that have ended and quotas that were changed: to be given back. */
  readonly #viejos = new Set<Block>();

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** One unit of the project's quota; `null`: it is used up. A promise only where the store must be asked. */
  tomar({ id, cuota }: Project, ahora: number): Unidad | null | Promise<Unidad | null> {
    if (cuota === null) return SIN_CUOTA;
    const bloque = this.#bloque(id, cuota, ahora);
    if (bloque.tomar(1) === 1) return bloque;
    return this.#tomarDelStore(bloque, 1).then((tomadas) => (tomadas === 0 ? null : bloque));
  }

  /** Up to so many units, no more than a block: fewer where fewer are left, `null` where none is. */
  async tomarVarias({ id, cuota }: Project, ahora: number, hasta: number): Promise<Toma | null> {
    if (cuota === null) return { unidad: SIN_CUOTA, cuantas: hasta };
    const bloque = this.#bloque(id, cuota, ahora);
    const cuantas = bloque.tomar(hasta) || (await this.#tomarDelStore(bloque, hasta));
    return cuantas === 0 ? null : { unidad: bloque, cuantas };
  }

  /** Gives back the blocks of the projects that fell silent and those that no longer hold; at a stop, all of them. */
  async devolver(todos: boolean): Promise<void> {
    const desde = todos ? Infinity : this.#now() - SILENCIO_MS;
    const silenciosos = [...this.#bloques.values()].filter(({ ultimo }) => ultimo <= desde);
    for (const bloque of [...this.#viejos, ...silenciosos]) {
      const { proyecto, mes, resto } = bloque;
      if (bloque.toma !== null) continue;
      this.#viejos.delete(bloque);
      if (resto === 0) continue;
      // From here on this process does not hold them, even if the store fails: wasted rather than used twice.
      bloque.resto = 0;
      try {
        await this.#store.returnQuota(proyecto, mes, resto);
      } catch (error) {
        if (error instanceof StoreUnreachable && !error.sent) bloque.devolver(resto);
        throw error;
      }
    }
  }

  #bloque(proyecto: string, cuota: number, ahora: number): Block {
    const mes = mexicoMonth(ahora);
    let bloque = this.#bloques.get(proyecto);
    if (bloque === undefined || bloque.mes !== mes || bloque.cuota !== cuota) {
      bloque?.retirar(this.#viejos);
      bloque = new Block(proyecto, mes, cuota);
      this.#bloques.set(proyecto, bloque);
    }
    bloque.ultimo = ahora;
    return bloque;
  }

  /** How many it got; 0: the quota is used up. */
  async #tomarDelStore(bloque: Block, hasta: number): Promise<number> {
    while (bloque.resto === 0) {
      const falta = bloque.agotadaHasta - this.#now();
      if (falta > 0 && falta <= AGOTADA_MS) return 0;
      bloque.toma ??= this.#tomarBloque(bloque).finally(() => (bloque.toma = null));
      await bloque.toma;
    }
    return bloque.tomar(hasta);
  }

  async #tomarBloque(bloque: Block): Promise<void> {
    const cuantas = Math.min(Math.max(1, Math.floor(bloque.cuota / 100)), BLOQUE_MAXIMO);
    const tomadas = await this.#store.takeQuota(bloque.proyecto, bloque.mes, cuantas);
    if (tomadas === 0) bloque.agotadaHasta = this.#now() + AGOTADA_MS;
    bloque.devolver(tomadas);
  }
}
