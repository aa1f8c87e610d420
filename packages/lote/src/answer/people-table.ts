/** Remembers the people of a file by their records, in a table of bounded size. */

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
/** The numbers of a record: two hashes of a key, the hash of the names, and the row. */
const RECORD = 4;
/** Bit 0 of the hash of names: the data give the key, but the row has another one. */
export const ONLY_CALCULATED = 1;
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
  /** The row that was found last. */
  foundRow = 0;
  /** The number of people with its key. */
  private ofKey = 0;

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

  /** Takes the person of a row by her record. Returns what an earlier row shares with it, and keeps that row as `foundRow`. */
  take(hash: number, otherHash: number, names: number, row: number): Shared | null {
    const shared = this.find(hash, otherHash, names);
    if (shared !== 'all' && this.ofKey < MOST_OF_KEY) this.add(hash, otherHash, names, row);
    return shared;
  }

  /** Looks for the person of a record. */
  private find(hash: number, otherHash: number, names: number): Shared | null {
    const { index } = this;
    const mask = index.length - 1;
    let found: Shared | null = null;
    this.ofKey = 0;
    for (let slot = hash & mask; index[slot] !== 0; slot = (slot + 1) & mask) {
      if (((index[slot] ^ hash) & TAG) !== 0) continue;
      const shared = this.shared((index[slot] & ~TAG) - 1, hash, otherHash, names, found);
      if (shared !== null) found = shared;
      if (shared === 'all') break;
    }
    return found;
  }

  /** Compares a person with a record. Returns what they share if it is more than was found in an earlier row. */
  private shared(person: number, hash: number, otherHash: number, names: number, found: Shared | null): Shared | null {
    const chunk = this.chunks[person >>> CHUNK_BITS];
    const of = (person & IN_CHUNK) * RECORD;
    if (chunk[of] !== hash || chunk[of + 1] !== otherHash) return null;
    this.ofKey++;
    const row = chunk[of + 3];
    const hasOtherKey = ((chunk[of + 2] | names) & ONLY_CALCULATED) !== 0;
    const hasOtherNames = ((chunk[of + 2] ^ names) & ~ONLY_CALCULATED) !== 0;
    if (hasOtherKey && hasOtherNames) return null;
    const shared = hasOtherKey ? 'data' : hasOtherNames ? 'key' : 'all';
    if (shared !== 'all' && found !== null && row > this.foundRow) return null;
    this.foundRow = row;
    return shared;
  }

  private add(hash: number, otherHash: number, names: number, row: number): void {
    const place = this.count & IN_CHUNK;
    if (this.count === this.most || (place === 0 && !this.makeRoom())) {
      if (this.fullAt === 0) this.fullAt = row;
      return;
    }
    const chunk = this.chunks[this.count >>> CHUNK_BITS];
    const at = place * RECORD;
    chunk[at] = hash;
    chunk[at + 1] = otherHash;
    chunk[at + 2] = names;
    chunk[at + 3] = row;
    if (++this.count > this.index.length * LOAD) this.grow();
    else this.enter(hash, this.count);
  }

  /** Makes room for the people of one more chunk. Returns `false` if other tables have taken it: then nobody more is remembered. */
  private makeRoom(): boolean {
    if (this.room.isLeft) this.chunks.push(new Int32Array(RECORD << CHUNK_BITS));
    else this.most = this.count;
    return this.count < this.most;
  }

  /** Enters a person, whose number counts from 1, into the index. */
  private enter(hash: number, person: number): void {
    const { index } = this;
    const mask = index.length - 1;
    let slot = hash & mask;
    while (index[slot] !== 0) slot = (slot + 1) & mask;
    index[slot] = (hash & TAG) | person;
  }

  /** Enlarges the index, and enters all people. */
  private grow(): void {
    this.index = new Int32Array(this.index.length * GROWTH);
    for (let person = 0; person < this.count; person++)
      this.enter(this.chunks[person >>> CHUNK_BITS][(person & IN_CHUNK) * RECORD], person + 1);
  }
}
