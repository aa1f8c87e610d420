/** A circuit breaker: what has failed several times in a row is left alone for a while, and then tried with one request. */

const SEGUIDAS = 5;
const PAUSA_MS = 5000;

export class Breaker {
  readonly #now: () => number;
  #fallas = 0;
  #hasta = 0;
  /** One is under way to see whether it works again. */
  #aPrueba = false;

  /** With a clock that is never set. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** 0: closed, all go through; 1: one may, or is under way; 2: open, none may. */
  get estado(): 0 | 1 | 2 {
    if (this.#fallas < SEGUIDAS) return 0;
    return this.#now() < this.#hasta ? 2 : 1;
  }

  /** Whether a request may go now. What became of it is to be told. */
  deja(): boolean {
    const { estado } = this;
    if (estado === 0) return true;
    if (estado === 2 || this.#aPrueba) return false;
    this.#aPrueba = true;
    return true;
  }

  /** `nada`: nothing was learnt. */
  anotar(como: 'bien' | 'mal' | 'nada'): void {
    this.#aPrueba = false;
    if (como === 'bien') this.#fallas = 0;
    if (como !== 'mal') return;
    this.#fallas += 1;
    this.#hasta = this.#now() + PAUSA_MS;
  }
}
