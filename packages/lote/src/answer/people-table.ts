/** Remembers the people of a file by their records, in a table of bounded size. */
import { ONLY_CALCULATED, RECORD } from './person-record.js';

/** What two rows have in common: the key and the names, only the key, or only the data, which give one key. */
export type Shared = 'all' | 'key' | 'data';

/** An earlier row, counted from the header, with the same person or the same key. */
export interface Duplicate {
  readonly row: number;
  readonly shared: Shared;
  /** The sheet of that row, if it is another one, with the number of its header. */
  readonly sheet?: { readonly name: string; readonly headerRow: number };
}

/** The bytes for the people of a file, at most, unless the caller says otherwise. */
const MOST_BYTES = 64 << 20;
/** A person takes 16 bytes, and less than as many in the index. */
const BYTES_OF_PERSON = 32;
/** The people of a chunk, whose number is a power of two. */
const CHUNK_BITS = 12;
const IN_CHUNK = (1 << CHUNK_BITS) - 1;
const FIRST_SLOTS = 1 << 10;
/** The index grows by this factor when a larger part of its slots is taken. */
const GROWTH = 4;
const LOAD = 0.75;
/** A slot of the index has eight bits of a key's hash, and the number of a person from 1 on. */
const TAG = 0xff000000;
/** The slots that are read at once. */
const AHEAD = 256;
/** The most people with one key who are told apart, so that no file makes the search long. */
const MOST_OF_KEY = 8;

/** The room that tables share. */
export class SharedRoom {
  /** A table that nobody holds any more needs no closing. */
  private readonly tables = new Set<WeakRef<PeopleTable>>();

  constructor(private readonly mostBytes: number) {}

  /** True if another table may grow. */
  get isLeft(): boolean {
    let bytes = 0;
    for (const held of this.tables) {
      const table = held.deref();
      if (table === undefined) this.tables.delete(held);
      bytes += table?.memory ?? 0;
    }
    return bytes < this.mostBytes;
  }

  enter(table: WeakRef<PeopleTable>): void {
    this.tables.add(table);
  }

  leave(table: WeakRef<PeopleTable>): void {
    this.tables.delete(table);
  }
}

/** The room for the people of all files of a thread. */
const OF_THREAD = new SharedRoom(256 << 20);

/** The people of a file: their records in order, and an index with open addressing in which 0 is a free slot. */
export class PeopleTable {
  /** The first row that found no room, counted from the header: later rows are compared only with those before it. 0: there is none. */
  fullAt = 0;
  private chunks: Int32Array[] = [];
  private count = 0;
  private index = new Int32Array(FIRST_SLOTS);
  private most: number;
  private readonly held = new WeakRef(this);
  /** The row that was found last, and the number of people with its key. */
  private row = 0;
  private ofKey = 0;
  /** Written, so that reading ahead is not optimised away, and never read. */
  protected seenAhead = 0;

  constructor(
    mostBytes = MOST_BYTES,
    private readonly room = OF_THREAD,
  ) {
    this.most = Math.floor(mostBytes / BYTES_OF_PERSON);
    this.room.enter(this.held);
  }

  /** Forgets all people, to make room for those of other files. */
  close(): void {
    this.room.leave(this.held);
    this.chunks = [];
    this.index = new Int32Array();
  }

  get memory(): number {
    return this.index.byteLength + this.chunks.length * (RECORD << CHUNK_BITS) * 4;
  }

  /** Adds people up to the first duplicate, each with one record. Returns their number. */
  takeUnique(records: Int32Array, count: number): number {
    const first = this.count;
    const added = this.append(records, count);
    for (let i = 0; i < count; i++) {
      if (i < added) i = this.enterWhileNew(records, i, added, first);
      if (i === count) break;
      if (this.find(records, i * RECORD) !== null) {
        this.count = first + Math.min(i, added);
        return i;
      }
      if (i < added) this.enter(records[i * RECORD], first + i);
    }
    return count;
  }

  /**
   * Enters people into the index up to the first whose key it may have already. Returns the number of that record, or `to`. `first`:
   * the number of the person of record 0. This small loop runs for every person, so the engine has little to compile.
   */
  private enterWhileNew(records: Int32Array, from: number, to: number, first: number): number {
    const { index } = this;
    const mask = index.length - 1;
    for (let i = from; i < to;) {
      const end = Math.min(i + AHEAD, to);
      // These slots are read without a decision in between, so that the processor waits for all of them at once.
      let seen = 0;
      for (let ahead = i; ahead < end; ahead++) seen |= index[records[ahead * RECORD] & mask];
      this.seenAhead = seen;
      for (; i < end; i++) {
        const hash = records[i * RECORD];
        let slot = hash & mask;
        for (let held = index[slot]; held !== 0; held = index[slot]) {
          if (((held ^ hash) & TAG) === 0) return i;
          slot = (slot + 1) & mask;
        }
        index[slot] = (hash & TAG) | (first + i + 1);
      }
    }
    return to;
  }

  /** Enters a person whose key has this hash. */
  private enter(hash: number, person: number): void {
    const { index } = this;
    const mask = index.length - 1;
    let slot = hash & mask;
    while (index[slot] !== 0) slot = (slot + 1) & mask;
    index[slot] = (hash & TAG) | (person + 1);
  }

  /** Adds the records of some rows. Returns their duplicates by row. `before`: the rows of the file before those of the records. */
  take(records: Int32Array, before = 0): Map<number, Duplicate> {
    const found = new Map<number, Duplicate>();
    for (let at = 0; at < records.length; at += RECORD) records[at + 3] += before;
    for (let at = 0; at < records.length;) {
      at += this.takeUnique(records.subarray(at), (records.length - at) / RECORD) * RECORD;
      if (at >= records.length) break;
      const row = records[at + 3] - before;
      const shared = this.find(records, at);
      if (shared !== null && !found.has(row)) found.set(row, { row: this.row, shared });
      if (shared !== 'all' && this.ofKey < MOST_OF_KEY) this.add(records.subarray(at, at + RECORD));
      at += RECORD;
    }
    return found;
  }

  /** Looks for the person of a record. Returns what her row shares with `row`; `null` if there is no such row. */
  private find(records: Int32Array, at: number): Shared | null {
    const { index } = this;
    const mask = index.length - 1;
    const hash = records[at];
    let found: Shared | null = null;
    this.ofKey = 0;
    for (let slot = hash & mask; index[slot] !== 0; slot = (slot + 1) & mask) {
      if (((index[slot] ^ hash) & TAG) !== 0) continue;
      const shared = this.shared((index[slot] & ~TAG) - 1, records, at, found);
      if (shared !== null) found = shared;
      if (shared === 'all') break;
    }
    return found;
  }

  /** Compares a person with a record. Returns what they share if it is more than was found in an earlier row. */
  private shared(person: number, records: Int32Array, at: number, found: Shared | null): Shared | null {
    const chunk = this.chunks[person >>> CHUNK_BITS];
    const of = (person & IN_CHUNK) * RECORD;
    if (chunk[of] !== records[at] || chunk[of + 1] !== records[at + 1]) return null;
    this.ofKey++;
    const row = chunk[of + 3];
    const hasOtherKey = ((chunk[of + 2] | records[at + 2]) & ONLY_CALCULATED) !== 0;
    const hasOtherNames = ((chunk[of + 2] ^ records[at + 2]) & ~ONLY_CALCULATED) !== 0;
    if (hasOtherKey && hasOtherNames) return null;
    const shared = hasOtherKey ? 'data' : hasOtherNames ? 'key' : 'all';
    if (shared !== 'all' && found !== null && row > this.row) return null;
    this.row = row;
    return shared;
  }

  private add(record: Int32Array): void {
    if (this.append(record, 1) > 0) this.enter(record[0], this.count - 1);
  }

  /** Appends records, and makes room for them in the index. Returns how many there is room for. */
  private append(records: Int32Array, count: number): number {
    this.makeRoom(this.count + count);
    const added = Math.min(count, this.most - this.count);
    if (added < count && this.fullAt === 0) this.fullAt = records[added * RECORD + 3];
    for (let done = 0; done < added;) {
      const place = this.count & IN_CHUNK;
      const chunk = this.chunks[this.count >>> CHUNK_BITS];
      const some = Math.min(added - done, IN_CHUNK + 1 - place);
      chunk.set(records.subarray(done * RECORD, (done + some) * RECORD), place * RECORD);
      done += some;
      this.count += some;
    }
    if (this.count > this.index.length * LOAD) this.grow(this.count - added);
    return added;
  }

  /** Makes room for the records of as many people, or takes note that there can be no more. */
  private makeRoom(count: number): void {
    while (this.chunks.length << CHUNK_BITS < Math.min(count, this.most)) {
      if (this.room.isLeft) this.chunks.push(new Int32Array(RECORD << CHUNK_BITS));
      else this.most = this.chunks.length << CHUNK_BITS;
    }
  }

  /** Enlarges the index, and enters the first `count` people. */
  private grow(count: number): void {
    let size = this.index.length;
    while (this.count > size * LOAD) size *= GROWTH;
    this.index = new Int32Array(size);
    for (let first = 0; first < count; first += IN_CHUNK + 1) {
      const chunk = this.chunks[first >>> CHUNK_BITS];
      const to = Math.min(count - first, IN_CHUNK + 1);
      for (let i = this.enterWhileNew(chunk, 0, to, first); i < to; i = this.enterWhileNew(chunk, i + 1, to, first)) {
        this.enter(chunk[i * RECORD], first + i);
      }
    }
  }
}
