/** Usage: how many operations of each project succeeded, per day and operation. Counted here, written now and then. */
import { randomUUID } from 'node:crypto';
import { mexicoDay } from './calendar.js';
import type { Store, UsageRow } from '../store/store.js';

/** Rows of one write: what has piled up while the store was gone keeps nobody waiting for long. */
const TANDA = 1000;

export class Usage {
  readonly #store: Store;
  /** Who writes, and how often it has: so the store knows what it has written already. */
  readonly #escritor = randomUUID();
  #numero = 0;
  #dia = '';
  /** Of that day: by project and operation. While nothing can be written, no more of them than projects are served. */
  #cuentas = new Map<string, Map<string, number>>();
  /** What is to be written next. */
  readonly #pendientes: UsageRow[] = [];
  /** What was sent, and may have been written even if no answer came: it is sent again as it was. */
  #enviadas: readonly UsageRow[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Counts a success, or several. */
  contar(proyecto: string, operacion: string, ahora: number, cuantas = 1): void {
    const dia = mexicoDay(ahora);
    if (dia !== this.#dia) {
      this.#apartar();
      this.#dia = dia;
    }
    let suyas = this.#cuentas.get(proyecto);
    if (suyas === undefined) this.#cuentas.set(proyecto, (suyas = new Map()));
    suyas.set(operacion, (suyas.get(operacion) ?? 0) + cuantas);
  }

  /** Writes everything counted so far; what cannot be written is kept for the next time. One call at a time. */
  async escribir(): Promise<void> {
    for (;;) {
      if (this.#enviadas.length === 0) this.#numerar();
      if (this.#enviadas.length === 0) return;
      await this.#store.addUsage(this.#enviadas, { writer: this.#escritor, number: this.#numero });
      this.#enviadas = [];
    }
  }

  #numerar(): void {
    if (this.#pendientes.length === 0) this.#apartar();
    this.#enviadas = this.#pendientes.splice(0, TANDA);
    this.#numero += 1;
  }

  #apartar(): void {
    for (const [proyecto, suyas] of this.#cuentas) {
      for (const [operacion, cuenta] of suyas) this.#pendientes.push({ proyecto, dia: this.#dia, operacion, cuenta });
    }
    this.#cuentas = new Map();
  }
}
