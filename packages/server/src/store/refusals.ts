/**
 * Remembers the kinds of writes that a database refuses, such as `INSERT INTO usos`, by the last write of each, so that
 * `/readyz` can report every one of them: a full disk refuses new rows, but erases old ones. The threads of this process share
 * what they know.
 */
import { BroadcastChannel } from 'node:worker_threads';

/** A refusal counts until a write of its kind succeeds, or for this long: not every table is written all the time. */
const MEMORY_MS = 10_000;
const WRITE = /^(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM|COPY|TRUNCATE)\s+\w+/;

interface WriteReport {
  readonly database: string;
  readonly writes: readonly string[];
  readonly isRefused: boolean;
}

export class WriteRefusals {
  static readonly #all = new Map<string, WriteRefusals>();
  /** When each refused kind of write was last refused. */
  readonly #refused = new Map<string, number>();
  readonly #database: string;

  private constructor(database: string) {
    this.#database = database;
  }

  /** Returns the refusals of a database. Every database in memory has its own. */
  static of(database: string): WriteRefusals {
    if (database === ':memory:') return new WriteRefusals(database);
    const known = WriteRefusals.#all.get(database) ?? new WriteRefusals(database);
    WriteRefusals.#all.set(database, known);
    return known;
  }

  /** Takes the outcome that another thread reports. */
  static receive({ database, writes, isRefused }: WriteReport): void {
    WriteRefusals.of(database).#note(writes, isRefused);
  }

  /** True if the last write of any kind was refused. */
  get any(): boolean {
    const oldest = performance.now() - MEMORY_MS;
    for (const [write, moment] of this.#refused) if (moment < oldest) this.#refused.delete(write);
    return this.#refused.size > 0;
  }

  /** Notes that the database executed statements, or refused them. */
  note(statements: readonly string[], isRefused: boolean): void {
    const writes = statements.flatMap((sql) => WRITE.exec(sql)?.[0] ?? []);
    const isNews = isRefused ? writes.length > 0 : writes.some((write) => this.#refused.has(write));
    if (!isNews) return;
    this.#note(writes, isRefused);
    if (this.#database === ':memory:') return;
    reportRefusals({ database: this.#database, writes, isRefused });
  }

  #note(writes: readonly string[], isRefused: boolean): void {
    for (const write of writes) {
      if (isRefused) this.#refused.set(write, performance.now());
      else this.#refused.delete(write);
    }
  }
}

const reportRefusals = threadChannel<WriteReport>('curp-refusals', (report) => WriteRefusals.receive(report));

/** Returns a function that sends a message to the other threads of this process, each of which calls `receive`. */
export function threadChannel<T>(name: string, receive: (message: T) => void): (message: T) => void {
  const channel = new BroadcastChannel(name);
  channel.unref();
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- its types know no messages
  channel.onmessage = ({ data }: { readonly data: T }) => receive(data);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  return (message) => channel.postMessage(message);
}
