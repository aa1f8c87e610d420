/**
 * How many rows of a file may be done. Each good row is a unit of the project's quota, taken some at a time ahead of use.
 * A file may take hours: its project is looked at again as a request of its own would be, and what that would be told,
 * the remaining rows carry.
 */
import type { Lote } from '@curp-service/lote';
import { toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import { type Admitida, type Gate, cuotaAgotada, enUso } from '../access/gate.js';
import type { Language } from '@curp-service/contract/language';
import type { Toma, Unidad } from '../access/quota.js';
import type { Project } from '../store/store.js';

/** Units taken at a time: a block of quota has no more. */
const TANDA = 1000;

export class Cupo {
  readonly #gate: Gate;
  readonly #token: string;
  readonly #idioma: Language;
  #proyecto: Project;
  /** Where the last units come from: all others are used. */
  #unidad: Unidad;
  #agotado = false;
  /** Good rows that were paid for: at first, with the unit that let the request in. */
  permitidas = 1;

  constructor(gate: Gate, { proyecto, token, unidad }: Admitida<string>, idioma: Language) {
    this.#gate = gate;
    this.#proyecto = proyecto;
    this.#token = token;
    this.#unidad = unidad;
    this.#idioma = idioma;
  }

  /** Looks whether the project may still be served. */
  async revisar(lote: Lote): Promise<void> {
    if (this.#agotado) return;
    const proyecto = await this.#conStore(async () => {
      const abierto = this.#gate.auth.abrir(this.#token);
      return enUso(abierto instanceof Promise ? await abierto : abierto, this.#token);
    });
    if ('cause' in proyecto) this.#agotar(lote, proyecto);
    else this.#proyecto = proyecto;
  }

  /** Lets a file that has used all of its units do more rows, or none. */
  async surtir(lote: Lote): Promise<void> {
    const { quota, now } = this.#gate;
    const ahora = now();
    const toma = await this.#conStore<Toma | Problem>(
      async () => (await quota.tomarVarias(this.#proyecto, ahora, TANDA)) ?? cuotaAgotada(ahora, this.#idioma),
    );
    if ('cause' in toma) {
      this.#agotar(lote, toma);
      return;
    }
    this.#unidad = toma.unidad;
    this.permitidas += toma.cuantas;
    lote.allow(toma.cuantas);
  }

  /** Gives back what was not used. */
  cerrar({ totals: totales }: Lote): void {
    const sobran = this.permitidas - totales.good;
    if (sobran > 0) this.#unidad.devolver(sobran);
    this.permitidas = totales.good;
  }

  #agotar(lote: Lote, problema: Problem): void {
    this.#agotado = true;
    lote.exhaust(toEntry<Cause>(CODES, problema, this.#idioma));
  }

  async #conStore<T>(preguntar: () => Promise<T>): Promise<T | Problem> {
    try {
      return await preguntar();
    } catch (error) {
      this.#gate.storeFailed(error);
      return { cause: 'almacen' };
    }
  }
}
