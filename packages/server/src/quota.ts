/**
 * Quota and usage. A project's quota is taken from the store in blocks, ahead of use: so it is never exceeded, whatever
 * dies, and a crash can only waste what is left of a block. What is not used goes back when the project falls silent and
 * at a clean stop.
 */
import { diaEnMexico, mesEnMexico } from './calendario.js';
import type { Proyecto, Store } from './store/store.js';

/** A block is a hundredth of the quota: at most so much is wasted by a crash. */
const BLOQUE_MAXIMO = 1000;
const SILENCIO_MS = 5000;
/** How long "nothing is left" is believed without asking the store again. */
const AGOTADA_MS = 1000;

/** What this process holds of a project's quota of one month. */
interface Bloque {
  readonly proyecto: string;
  readonly mes: string;
  resto: number;
  ultimo: number;
  agotadaHasta: number;
  toma: Promise<void> | null;
}

/** A unit of quota, taken for one operation: used if it succeeds, put back if not. */
export interface Unidad {
  devolver(): void;
}

const SIN_CUOTA: Unidad = { devolver: () => undefined };

export class Quota {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #bloques = new Map<string, Bloque>();
  #usos = new Map<string, number>();

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** One unit of the project's quota; `null`: it is used up. A promise only where the store must be asked. */
  tomar(proyecto: Proyecto): Unidad | null | Promise<Unidad | null> {
    const { cuota } = proyecto;
    if (cuota === null) return SIN_CUOTA;
    const bloque = this.#bloque(proyecto.id);
    return bloque.resto > 0 ? unidadDe(bloque) : this.#tomarDelStore(bloque, cuota);
  }

  /** Counts a success. */
  contar(proyecto: string, operacion: string): void {
    const clave = `${proyecto} ${diaEnMexico(this.#now())} ${operacion}`;
    this.#usos.set(clave, (this.#usos.get(clave) ?? 0) + 1);
  }

  /** Writes the usage counted so far, and gives back the blocks of the projects that fell silent. */
  async vaciar(): Promise<void> {
    await this.#escribirUsos();
    await this.#devolver(this.#now().getTime() - SILENCIO_MS);
  }

  /** At a clean stop, when nothing is in flight: writes and gives back everything. */
  async cerrar(): Promise<void> {
    await this.#escribirUsos();
    await this.#devolver(Infinity);
  }

  #bloque(proyecto: string): Bloque {
    const mes = mesEnMexico(this.#now());
    const clave = `${proyecto} ${mes}`;
    let bloque = this.#bloques.get(clave);
    if (bloque === undefined) {
      bloque = { proyecto, mes, resto: 0, ultimo: 0, agotadaHasta: 0, toma: null };
      this.#bloques.set(clave, bloque);
    }
    bloque.ultimo = this.#now().getTime();
    return bloque;
  }

  async #tomarDelStore(bloque: Bloque, cuota: number): Promise<Unidad | null> {
    while (bloque.resto === 0) {
      if (bloque.agotadaHasta > this.#now().getTime()) return null;
      bloque.toma ??= this.#tomarBloque(bloque, cuota).finally(() => (bloque.toma = null));
      await bloque.toma;
    }
    return unidadDe(bloque);
  }

  async #tomarBloque(bloque: Bloque, cuota: number): Promise<void> {
    const cuantas = Math.min(Math.max(1, Math.floor(cuota / 100)), BLOQUE_MAXIMO);
    const tomadas = await this.#store.tomarCuota(bloque.proyecto, bloque.mes, cuantas);
    if (tomadas === 0) bloque.agotadaHasta = this.#now().getTime() + AGOTADA_MS;
    bloque.resto += tomadas;
  }

  async #escribirUsos(): Promise<void> {
    if (this.#usos.size === 0) return;
    const pendientes = this.#usos;
    this.#usos = new Map();
    try {
      await this.#store.sumarUsos(
        Array.from(pendientes, ([clave, cuenta]) => {
          const [proyecto = '', dia = '', operacion = ''] = clave.split(' ');
          return { proyecto, dia, operacion, cuenta };
        }),
      );
    } catch (error) {
      for (const [clave, cuenta] of pendientes) this.#usos.set(clave, (this.#usos.get(clave) ?? 0) + cuenta);
      throw error;
    }
  }

  async #devolver(silenciososDesde: number): Promise<void> {
    const esteMes = mesEnMexico(this.#now());
    for (const [clave, bloque] of this.#bloques) {
      if (bloque.ultimo > silenciososDesde || bloque.toma !== null) continue;
      const { proyecto, mes, resto } = bloque;
      // From here on this process does not hold them, even if the store fails: wasted rather than used twice.
      bloque.resto = 0;
      if (mes !== esteMes) this.#bloques.delete(clave);
      if (resto > 0) await this.#store.devolverCuota(proyecto, mes, resto);
    }
  }
}

function unidadDe(bloque: Bloque): Unidad {
  bloque.resto -= 1;
  return {
    devolver: () => {
      bloque.resto += 1;
    },
  };
}
