/** Usage: how many operations of each project succeeded, per day and operation. Counted here, written now and then. */
import { diaEnMexico } from './calendario.js';
import type { Store, Uso } from './store/store.js';

export class Usage {
  readonly #store: Store;
  #dia = '';
  /** Of that day: by project and operation. */
  #cuentas = new Map<string, Map<string, number>>();
  /** What is to be written next. */
  #pendientes: Uso[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Counts a success, or several. */
  contar(proyecto: string, operacion: string, ahora: number, cuantas = 1): void {
    const dia = diaEnMexico(ahora);
    if (dia !== this.#dia) {
      this.#apartar();
      this.#dia = dia;
    }
    let suyas = this.#cuentas.get(proyecto);
    if (suyas === undefined) this.#cuentas.set(proyecto, (suyas = new Map()));
    suyas.set(operacion, (suyas.get(operacion) ?? 0) + cuantas);
  }

  /** Writes everything counted so far; what cannot be written is kept for the next time. */
  async escribir(): Promise<void> {
    while (this.#pendientes.length > 0 || this.#cuentas.size > 0) {
      if (this.#pendientes.length === 0) this.#apartar();
      const filas = this.#pendientes;
      this.#pendientes = [];
      try {
        await this.#store.sumarUsos(filas);
      } catch (error) {
        this.#pendientes = [...filas, ...this.#pendientes];
        throw error;
      }
    }
  }

  #apartar(): void {
    for (const [proyecto, suyas] of this.#cuentas) {
      for (const [operacion, cuenta] of suyas) this.#pendientes.push({ proyecto, dia: this.#dia, operacion, cuenta });
    }
    this.#cuentas = new Map();
  }
}
