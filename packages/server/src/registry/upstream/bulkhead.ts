/** So many at a time, and as many who wait for their turn: whoever comes then is told at once that there is no room. */
export class Turnos {
  #libres: number;
  /** Those who wait, in their order. */
  readonly #cola = new Set<() => void>();

  constructor(readonly cuantos: number) {
    this.#libres = cuantos;
  }

  /** Waits for a turn, which is to be given back; `false`: there is no room, or the wait was given up. */
  async tomar(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#libres > 0) {
      this.#libres -= 1;
      return true;
    }
    if (this.#cola.size >= this.cuantos) return false;
    return new Promise((resolve) => {
      const irse = (): void => {
        this.#cola.delete(pasar);
        resolve(false);
      };
      const pasar = (): void => {
        signal.removeEventListener('abort', irse);
        resolve(true);
      };
      this.#cola.add(pasar);
      signal.addEventListener('abort', irse, { once: true });
    });
  }

  soltar(): void {
    const [siguiente] = this.#cola;
    if (siguiente === undefined) {
      this.#libres += 1;
      return;
    }
    this.#cola.delete(siguiente);
    siguiente();
  }
}
