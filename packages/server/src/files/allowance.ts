/**
 * How many rows of a file may be done. Each good row is a unit of the project's quota, taken some at a time ahead of use.
 * A file may take hours: its project is looked at again as a request of its own would be, and what that would be told,
 * the remaining rows carry.
 */
import type { Lote } from '@curp-service/lote';
import { toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import { type Admitted, type Gate, quotaUsedUp, usableProject } from '../access/gate.js';
import type { Language } from '@curp-service/contract/language';
import type { QuotaTaken, QuotaUnit } from '../access/quota.js';
import type { Project } from '../store/store.js';

/** Units taken at a time: a block of quota has no more. */
const TANDA = 1000;

export class Allowance {
  readonly #gate: Gate;
  readonly #token: string;
  readonly #idioma: Language;
  #proyecto: Project;
  /** Where the last units come from: all others are used. */
  #unidad: QuotaUnit;
  #agotado = false;
  /** Good rows that were paid for: at first, with the unit that let the request in. */
  granted = 1;

  constructor(gate: Gate, { project: proyecto, token, unit: unidad }: Admitted<string>, idioma: Language) {
    this.#gate = gate;
    this.#proyecto = proyecto;
    this.#token = token;
    this.#unidad = unidad;
    this.#idioma = idioma;
  }

  /** Looks whether the project may still be served. */
  async checkProject(lote: Lote): Promise<void> {
    if (this.#agotado) return;
    const proyecto = await this.#conStore(async () => {
      const abierto = this.#gate.auth.open(this.#token);
      return usableProject(abierto instanceof Promise ? await abierto : abierto, this.#token);
    });
    if ('cause' in proyecto) this.#agotar(lote, proyecto);
    else this.#proyecto = proyecto;
  }

  /** Lets a file that has used all of its units do more rows, or none. */
  async refill(lote: Lote): Promise<void> {
    const { quota, now } = this.#gate;
    const ahora = now();
    const toma = await this.#conStore<QuotaTaken | Problem>(
      async () => (await quota.takeSeveral(this.#proyecto, ahora, TANDA)) ?? quotaUsedUp(ahora, this.#idioma),
    );
    if ('cause' in toma) {
      this.#agotar(lote, toma);
      return;
    }
    this.#unidad = toma.unit;
    this.granted += toma.count;
    lote.allow(toma.count);
  }

  /** Gives back what was not used. */
  close({ totals: totales }: Lote): void {
    const sobran = this.granted - totales.good;
    if (sobran > 0) this.#unidad.giveBack(sobran);
    this.granted = totales.good;
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
