/**
 * Quota. A project's quota is taken from the store in blocks, ahead of use: so it is never exceeded, whatever dies, and a
 * crash can only waste what is left of a block. What is not used goes back when the project falls silent and at a clean
 * stop.
 */
import { mesEnMexico } from './calendario.js';
import type { Proyecto, Store } from './store/store.js';

/** A block is a hundredth of the quota, and no more than this: at most so much is wasted by a crash. */
const BLOQUE_MAXIMO = 1000;
const SILENCIO_MS = 5000;
/** How long "nothing is left" is believed without asking the store again. */
const AGOTADA_MS = 1000;

/** A unit of quota, taken for one operation: used if it succeeds, put back if not. */
export interface Unidad {
  devolver(): void;
}

const SIN_CUOTA: Unidad = { devolver: () => undefined };

/** What this process holds of a project's quota of one month. */
class Bloque implements Unidad {
  resto = 0;
  ultimo = 0;
  agotadaHasta = 0;
  toma: Promise<void> | null = null;

  constructor(
    readonly proyecto: string,
    readonly mes: string,
    readonly cuota: number,
  ) {}

  tomar(): Unidad {
    this.resto -= 1;
    return this;
  }

  devolver(): void {
    this.resto += 1;
  }
}

export class Quota {
  readonly #store: Store;
  readonly #now: () => number;
  /** By project, that of the current month and quota. */
  readonly #bloques = new Map<string, Bloque>();
  /** Of months that have ended and quotas that were changed: to be given back. */
  #viejos: Bloque[] = [];

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** One unit of the project's quota; `null`: it is used up. A promise only where the store must be asked. */
  tomar({ id, cuota }: Proyecto, ahora: number): Unidad | null | Promise<Unidad | null> {
    if (cuota === null) return SIN_CUOTA;
    const bloque = this.#bloque(id, cuota, ahora);
    return bloque.resto > 0 ? bloque.tomar() : this.#tomarDelStore(bloque);
  }

  /** Gives back the blocks of the projects that fell silent and those that no longer hold; at a stop, all of them. */
  async devolver(todos: boolean): Promise<void> {
    const desde = todos ? Infinity : this.#now() - SILENCIO_MS;
    const silenciosos = [...this.#bloques.values()].filter(({ ultimo }) => ultimo <= desde);
    for (const bloque of [...this.#viejos, ...silenciosos]) {
      const { proyecto, mes, resto } = bloque;
      if (resto === 0 || bloque.toma !== null) continue;
      // From here on this process does not hold them, even if the store fails: wasted rather than used twice.
      bloque.resto = 0;
      await this.#store.devolverCuota(proyecto, mes, resto);
    }
    this.#viejos = this.#viejos.filter(({ resto, toma }) => resto > 0 || toma !== null);
  }

  #bloque(proyecto: string, cuota: number, ahora: number): Bloque {
    const mes = mesEnMexico(ahora);
    let bloque = this.#bloques.get(proyecto);
    if (bloque === undefined || bloque.mes !== mes || bloque.cuota !== cuota) {
      if (bloque !== undefined) this.#viejos.push(bloque);
      bloque = new Bloque(proyecto, mes, cuota);
      this.#bloques.set(proyecto, bloque);
    }
    bloque.ultimo = ahora;
    return bloque;
  }

  async #tomarDelStore(bloque: Bloque): Promise<Unidad | null> {
    while (bloque.resto === 0) {
      const falta = bloque.agotadaHasta - this.#now();
      if (falta > 0 && falta <= AGOTADA_MS) return null;
      bloque.toma ??= this.#tomarBloque(bloque).finally(() => (bloque.toma = null));
      await bloque.toma;
    }
    return bloque.tomar();
  }

  async #tomarBloque(bloque: Bloque): Promise<void> {
    const cuantas = Math.min(Math.max(1, Math.floor(bloque.cuota / 100)), BLOQUE_MAXIMO);
    const tomadas = await this.#store.tomarCuota(bloque.proyecto, bloque.mes, cuantas);
    if (tomadas === 0) bloque.agotadaHasta = this.#now() + AGOTADA_MS;
    bloque.resto += tomadas;
  }
}
