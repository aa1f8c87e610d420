/**
 * Remembers the tables that a database refuses to write, by the last write of each, so that `/readyz` can report every one of
 * them. The threads of this process share what they know.
 */
import { BroadcastChannel } from 'node:worker_threads';

/** A refusal counts until a write to its table succeeds, or for this long: not every table is written all the time. */
const MEMORY_MS = 10_000;
const WRITE = /^\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM|COPY|TRUNCATE)\s+(\w+)/i;

interface Outcome {
  readonly database: string;
  readonly tables: readonly string[];
  readonly isRefused: boolean;
}

export class Refusals {
  static readonly #all = new Map<string, Refusals>();
  /** When each refused table was last refused. */
  readonly #refused = new Map<string, number>();
  readonly #database: string;

  private constructor(database: string) {
    this.#database = database;
  }

  /** Returns the refusals of a database. Every database in memory has its own. */
  static of(database: string): Refusals {
    if (database === ':memory:') return new Refusals(database);
    const known = Refusals.#all.get(database) ?? new Refusals(database);
    Refusals.#all.set(database, known);
    return known;
  }

  /** Takes the outcome that another thread reports. */
  static receive({ database, tables, isRefused }: Outcome): void {
    Refusals.of(database).#note(tables, isRefused);
  }

  /** True if the last write of any table was refused. */
  get any(): boolean {
    const oldest = performance.timeOrigin + performance.now() - MEMORY_MS;
    for (const [table, moment] of this.#refused) if (moment < oldest) this.#refused.delete(table);
    return this.#refused.size > 0;
  }

  /** Notes that the database executed statements, or refused them. */
  note(statements: readonly string[], isRefused: boolean): void {
    const tables = statements.flatMap((sql) => WRITE.exec(sql)?.[1] ?? []);
    const isNews = isRefused ? tables.length > 0 : tables.some((table) => this.#refused.has(table));
    if (!isNews) return;
    this.#note(tables, isRefused);
    if (this.#database === ':memory:') return;
    const outcome: Outcome = { database: this.#database, tables, isRefused };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    otherThreads.postMessage(outcome);
  }

  #note(tables: readonly string[], isRefused: boolean): void {
    for (const table of tables) {
      if (isRefused) this.#refused.set(table, performance.timeOrigin + performance.now());
      else this.#refused.delete(table);
    }
  }
}

const otherThreads = new BroadcastChannel('curp-refusals');
otherThreads.unref();
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- its types know no messages
otherThreads.onmessage = ({ data }: { readonly data: Outcome }) => Refusals.receive(data);
