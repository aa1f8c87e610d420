/** Usage: counts the successful operations per project, day and operation, and writes them to the store now and then. */
import { randomUUID } from 'node:crypto';
import type { Store, UsageRow } from '../store/store.js';
import { mexicoDay } from './calendar.js';

/** Rows per write, so that a backlog after an outage of the store is written in short steps. */
const BATCH = 1000;

export class Usage {
  readonly #store: Store;
  /** The writer and its batch number tell the store which batches it already has. */
  readonly #writer = randomUUID();
  #number = 0;
  #day = '';
  /** The counts of that day, by project and operation. */
  #counts = new Map<string, Map<string, number>>();
  readonly #pending: UsageRow[] = [];
  /** The batch in flight. It is sent again unchanged until the store confirms it. */
  #sent: readonly UsageRow[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** Counts successes. */
  count(project: string, operation: string, now: number, successes = 1): void {
    const day = mexicoDay(now);
    if (day !== this.#day) {
      this.#close();
      this.#day = day;
    }
    let counts = this.#counts.get(project);
    if (counts === undefined) this.#counts.set(project, (counts = new Map()));
    counts.set(operation, (counts.get(operation) ?? 0) + successes);
  }

  /** Writes everything counted so far; rows that cannot be written wait for the next call. One call at a time. */
  async write(): Promise<void> {
    for (;;) {
      if (this.#sent.length === 0) this.#nextBatch();
      if (this.#sent.length === 0) return;
      await this.#store.addUsage(this.#sent, { writer: this.#writer, number: this.#number });
      this.#sent = [];
    }
  }

  #nextBatch(): void {
    if (this.#pending.length === 0) this.#close();
    this.#sent = this.#pending.splice(0, BATCH);
    this.#number += 1;
  }

  /** Moves the counts to the pending rows. */
  #close(): void {
    for (const [proyecto, counts] of this.#counts) {
      for (const [operacion, cuenta] of counts) this.#pending.push({ proyecto, dia: this.#day, operacion, cuenta });
    }
    this.#counts = new Map();
  }
}
