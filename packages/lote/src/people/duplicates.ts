/** Finds people who are in a file twice: a table of bounded size remembers the records of all. */
import { ENTIDADES } from '@curp-service/core';
import { type Duplicate, ONLY_CALCULATED, PeopleTaker, type Shared } from './people-taker.js';
import { SharedRoom } from './shared-room.js';

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
/** A slot of the index has eight bits of a key's number, and the number of a person from 1 on. */
const TAG = 0xff000000;
/** The numbers of a record: the two of a key, which no other key has, the hash of the names, and the row. */
const RECORD = 4;
/** The most people with one key who are told apart, so that no file makes the search long. */
const MOST_OF_KEY = 8;

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
  take(key: number, restOfKey: number, names: number, row: number): Shared | null {
    const shared = this.find(key, restOfKey, names);
    if (shared !== 'all' && this.ofKey < MOST_OF_KEY) this.add(key, restOfKey, names, row);
    return shared;
  }

  /** Looks for the person of a record. */
  private find(key: number, restOfKey: number, names: number): Shared | null {
    const { index } = this;
    const mask = index.length - 1;
    let found: Shared | null = null;
    this.ofKey = 0;
    for (let slot = key & mask; index[slot] !== 0; slot = (slot + 1) & mask) {
      if (((index[slot] ^ key) & TAG) !== 0) continue;
      const shared = this.shared((index[slot] & ~TAG) - 1, key, restOfKey, names, found);
      if (shared !== null) found = shared;
      if (shared === 'all') break;
    }
    return found;
  }

  /** Compares a person with a record. Returns what they share if it is more than was found in an earlier row. */
  private shared(person: number, key: number, restOfKey: number, names: number, found: Shared | null): Shared | null {
    const chunk = this.chunks[person >>> CHUNK_BITS];
    const of = (person & IN_CHUNK) * RECORD;
    if (chunk[of] !== key || chunk[of + 1] !== restOfKey) return null;
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

  private add(key: number, restOfKey: number, names: number, row: number): void {
    const place = this.count & IN_CHUNK;
    if (this.count === this.most || (place === 0 && !this.makeRoom())) {
      if (this.fullAt === 0) this.fullAt = row;
      return;
    }
    const chunk = this.chunks[this.count >>> CHUNK_BITS];
    const at = place * RECORD;
    chunk[at] = key;
    chunk[at + 1] = restOfKey;
    chunk[at + 2] = names;
    chunk[at + 3] = row;
    if (++this.count > this.index.length * LOAD) this.grow();
    else this.enter(key, this.count);
  }

  /** Makes room for the people of one more chunk. Returns `false` if other tables have taken it: then nobody more is remembered. */
  private makeRoom(): boolean {
    if (this.room.isLeft) this.chunks.push(new Int32Array(RECORD << CHUNK_BITS));
    else this.most = this.count;
    return this.count < this.most;
  }

  /** Enters a person, whose number counts from 1, into the index. */
  private enter(key: number, person: number): void {
    const { index } = this;
    const mask = index.length - 1;
    let slot = key & mask;
    while (index[slot] !== 0) slot = (slot + 1) & mask;
    index[slot] = (key & TAG) | person;
  }

  /** Enlarges the index, and enters all people. */
  private grow(): void {
    this.index = new Int32Array(this.index.length * GROWTH);
    for (let person = 0; person < this.count; person++)
      this.enter(this.chunks[person >>> CHUNK_BITS][(person & IN_CHUNK) * RECORD], person + 1);
  }
}

/** The rows of a sheet have numbers of their own: those of the n-th sheet begin at n times this number. */
const ROWS_OF_SHEET = 1 << 21;
const KEY_FACTOR = 0x9e3779b1 | 0;
const OTHER_KEY_FACTOR = 0x85ebca6b | 0;
/** The numbers of the entities, by five bits of each of their two letters. */
const ENTITY_NUMBERS = new Uint8Array(1 << 10);
ENTIDADES.forEach(({ abreviaturaEntidad: letters }, i) => {
  ENTITY_NUMBERS[((letters.charCodeAt(0) & 31) << 5) | (letters.charCodeAt(1) & 31)] = i;
});
/** The letters of the sexes, in five bits. */
const H = 8;
const M = 13;

/** Finds the duplicates of a file that is answered row after row, or sheet after sheet. */
export class DuplicateFinder extends PeopleTaker {
  readonly table: PeopleTable;
  private readonly scattered: ScatteredKey;
  /** The sheets so far, if the file has several. */
  private readonly sheets: NonNullable<Duplicate['sheet']>[] = [];
  /** The number of rows before the first of the sheet. */
  private before = 0;

  constructor(mostBytes?: number, seeds = newSeeds(), room?: SharedRoom) {
    super();
    this.table = new PeopleTable(mostBytes, room);
    this.scattered = new ScatteredKey(seeds);
  }

  /** Begins a sheet, whose rows count from 1 again. */
  beginSheet(name: string, headerRow: number): void {
    this.before = this.sheets.push({ name, headerRow }) * ROWS_OF_SHEET;
  }

  /** The first row of this sheet that found no room, counted from the header; 0 if there is none. */
  override get fullAt(): number {
    return Math.max(0, this.table.fullAt - this.before);
  }

  override find(key: Int32Array, names: number, row: number): Duplicate | null {
    const { scattered } = this;
    scattered.take(key);
    return this.findNumbers(scattered.first, scattered.rest, names, row);
  }

  /** Takes the person of a row by the two numbers of her key. */
  findNumbers(key: number, restOfKey: number, names: number, row: number): Duplicate | null {
    const shared = this.table.take(key, restOfKey, names, row + this.before);
    return shared === null ? null : this.duplicate(shared);
  }

  private duplicate(shared: Shared): Duplicate {
    const row = this.table.foundRow;
    if (this.before === 0) return { row, shared };
    const sheet = this.sheets[Math.floor(row / ROWS_OF_SHEET) - 1];
    return { row: row % ROWS_OF_SHEET, shared, ...(sheet !== this.sheets.at(-1) && { sheet }) };
  }
}

/** Scatters the keys of a file: two keys have the same two numbers only if they are the same. */
export class ScatteredKey {
  first = 0;
  rest = 0;

  constructor(private readonly seeds: Seeds) {}

  /** Takes the five words of a key. */
  take(key: Int32Array): void {
    const [seed, otherSeed] = this.seeds;
    // Each step can be undone.
    let a = numberOfEnds(key);
    let b = numberOfMiddle(key) ^ mixed(seed ^ a);
    a ^= mixed(otherSeed ^ b);
    b ^= mixed(seed ^ a);
    this.first = a ^ mixed(otherSeed ^ b);
    this.rest = b;
  }
}

/** Numbers that scatter the keys of a file in a way that nobody can foresee, so that nobody can choose keys of one slot. */
export type Seeds = readonly [number, number];
export const newSeeds = (): Seeds => [random(), random()];
const random = (): number => Math.trunc(Math.random() * 2 ** 32) | 0;

/*
 * A valid key has no more than 64 bits: five for each of seven letters, 16 for the date, 7 for the sex and the entity, and 6 for
 * character 17. The check digit follows from the others.
 */

/** Returns the letters of a key but the last one, and two bits of character 17. `key`: its five words of four characters. */
export function numberOfEnds(key: Int32Array): number {
  const first = key[0];
  const last = key[3];
  return (
    (first & 31) |
    ((first >>> 3) & (31 << 5)) |
    ((first >>> 6) & (31 << 10)) |
    ((first >>> 9) & (31 << 15)) |
    ((last << 12) & (31 << 20)) |
    ((last << 9) & (31 << 25)) |
    ((numberOf17(key[4]) >> 4) << 30)
  );
}

/** Returns the date, the sex and the entity of a key, its last letter, and the other bits of character 17. */
export function numberOfMiddle(key: Int32Array): number {
  const b = key[1];
  const c = key[2];
  const d = key[3];
  const year = (b & 15) * 10 + ((b >>> 8) & 15);
  const month = ((b >>> 16) & 15) * 10 + ((b >>> 24) & 15);
  const day = (c & 15) * 10 + ((c >>> 8) & 15);
  const letter = (c >>> 16) & 31;
  const sex = letter === H ? 0 : letter === M ? 1 : 2;
  const ofEntity = ENTITY_NUMBERS[((c >>> 19) & (31 << 5)) | (d & 31)];
  return (
    year |
    (month << 7) |
    (day << 11) |
    ((sex * ENTIDADES.length + ofEntity) << 16) |
    (((d >>> 24) & 31) << 23) |
    (numberOf17(key[4]) << 28)
  );
}

/** Returns a number below 36 for a digit or a letter at position 17. */
const numberOf17 = (word: number): number => (word & 31) + ((word & 64) === 0 ? -16 : 9);

const mixed = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 15), KEY_FACTOR);
  const twice = Math.imul(once ^ (once >>> 13), OTHER_KEY_FACTOR);
  return twice ^ (twice >>> 16);
};
