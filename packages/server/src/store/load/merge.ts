/** Merges runs, of which it holds one block each, into one order of keys. */
import type { Bytes } from '../statement.js';
import { KEY_AT, KEY_BYTES, compareKeys, endOf } from './run.js';

/** Gives a block of a run by its number; `null`: the run has no such block. */
type ReadBlock = (run: number, part: number) => Bytes | null;

/** The next record of a run. */
interface Cursor {
  readonly run: number;
  part: number;
  bytes: Bytes;
  at: number;
}

/** Of equal keys, that of the earlier run comes first. */
const compare = (a: Cursor, b: Cursor): number => compareKeys(a.bytes, a.at, b.bytes, b.at) || a.run - b.run;

export class Merge {
  /** The record that `next` found begins here. */
  bytes: Bytes = new Uint8Array();
  at = 0;
  readonly #readBlock: ReadBlock;
  /** The smallest key is at the end. */
  readonly #cursors: Cursor[] = [];
  #used: (readonly [run: number, part: number])[] = [];
  #dropped = 0;

  /** `runs`: each with its first block. Records up to the key `last` are left out; an empty key leaves out none. */
  constructor(runs: readonly (readonly [run: number, part: number])[], readBlock: ReadBlock, last: string) {
    this.#readBlock = readBlock;
    const lastRecord = new TextEncoder().encode(' '.repeat(KEY_AT) + last.padEnd(KEY_BYTES));
    for (const [run, part] of runs) {
      const cursor: Cursor = { run, part, bytes: readBlock(run, part) ?? new Uint8Array(), at: 0 };
      let isThere = cursor.bytes.length > 0;
      while (isThere && compareKeys(cursor.bytes, cursor.at, lastRecord, 0) <= 0) {
        isThere = this.#advance(cursor);
      }
      if (isThere) this.#insert(cursor);
    }
  }

  /** Finds the next record. Of records with the same key, only the last is found. */
  next(): boolean {
    for (let cursor = this.#cursors.pop(); cursor !== undefined; cursor = this.#cursors.pop()) {
      const { bytes, at } = cursor;
      if (this.#advance(cursor)) this.#insert(cursor);
      const following = this.#cursors.at(-1);
      if (following === undefined || compareKeys(bytes, at, following.bytes, following.at) !== 0) {
        this.bytes = bytes;
        this.at = at;
        return true;
      }
      this.#dropped += 1;
    }
    return false;
  }

  /** The blocks that were read to their end, and the records that were left out for a later one, since the last report. */
  report(): { readonly used: readonly (readonly [run: number, part: number])[]; readonly dropped: number } {
    const report = { used: this.#used, dropped: this.#dropped };
    this.#used = [];
    this.#dropped = 0;
    return report;
  }

  #advance(cursor: Cursor): boolean {
    cursor.at = endOf(cursor.bytes, cursor.at);
    if (cursor.at < cursor.bytes.length) return true;
    this.#used.push([cursor.run, cursor.part]);
    cursor.part += 1;
    cursor.at = 0;
    const block = this.#readBlock(cursor.run, cursor.part);
    cursor.bytes = block ?? cursor.bytes;
    return block !== null;
  }

  #insert(cursor: Cursor): void {
    let [low, high] = [0, this.#cursors.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#cursors[middle], cursor) > 0) low = middle + 1;
      else high = middle;
    }
    this.#cursors.splice(low, 0, cursor);
  }
}
