/**
 * The dictionary of a file: each different text of a role, with what it gives to a row. A text is found by its bytes, so
 * that no string is made for one that the file has had before.
 */
import type { Oddity, TextPart } from './part.js';
import { Role } from './roles.js';

/** The numbers of an entry, which fills one line of the processor's cache. */
export const enum Entry {
  /** The length of the text, the number of its words from bit 12 on, and its role from bit 20 on. */
  SIZE,
  /** The first 16 bytes of the text, followed by zeros. */
  TEXT,
  /** The flags and, from bit 16 on, the number of what the text shows about the file. */
  FLAGS = TEXT + 4,
  /** Its facts for the rules between data. */
  FACTS,
  /** Three words of characters of the key. */
  KEY,
  SUM = KEY + 3,
  WORDS,
  OTHER_WORDS,
  HASH,
  /** The number that the text means; of a name, the number of its words that are counted. */
  VALUE,
  /** How many rows have the text, since it was counted last. */
  COUNT,
  LENGTH,
}

/** The numbers of an entry that only a new text or the end of a file needs. */
const enum Rest {
  SLOT_HASH,
  FIRST_ROW,
  TEXT_AT,
  LENGTH = 4,
}

/** The texts of an entry that are kept in it have at most this many bytes. */
const SHORT = 16;
/** Most words have at most this many bytes: half of a short text. */
const HALF = 8;
/** A longer text is not kept. */
export const LONGEST_TEXT = 0xfff;
const WORDS_SHIFT = 12;
const MOST_WORDS = 0xff;
const ROLE_SHIFT = 20;
const SHOWN_SHIFT = 16;
/** The size of a pair of entries, which is a text of eight bytes. */
const SIZE_OF_PAIR = 8 | (Role.PAIR << ROLE_SHIFT);
/** The bits of `Entry.SIZE` by which a text is found. */
const FOUND_BY = ~(MOST_WORDS << WORDS_SHIFT);

/** For each length up to `SHORT`, the bits that a text of this length has in each of its four words. */
const MASKS_OF_LENGTH = Int32Array.from({ length: 4 * (SHORT + 1) }, (_, i) => {
  const bytes = Math.min(Math.max((i >> 2) - 4 * (i & 3), 0), 4);
  return bytes === 4 ? -1 : (1 << (8 * bytes)) - 1;
});

const FIRST_SLOTS_BITS = 12;
/** More entries than this are not remembered: some 24 MB. */
const MOST_ENTRIES = 1 << 18;
/** More bytes of texts beyond `SHORT` are not remembered. */
const MOST_TEXT_BYTES = 1 << 23;
/** More texts with doubts or problems are not remembered, because each has objects of its own. */
const MOST_ODDITIES = 1 << 15;
/** A longer way over taken slots is no chance: somebody chose the texts. */
const LONGEST_WAY = 128;

/** A slot has the index of an entry and, from this bit on, a part of its hash: few texts that differ are compared. */
const TAG_SHIFT = 22;
const ENTRY_BITS = (1 << TAG_SHIFT) - 1;

const random = (): number => Math.trunc(Math.random() * 2 ** 32) | 0;

export class Cells {
  entries = new Int32Array(Entry.LENGTH << 10);
  /** The end of the last entry. Entry 0 is that of a text that is not there: it gives nothing. */
  private end: number = Entry.LENGTH;
  /** The entries by hash, each with a part of it; 0 is a free slot. */
  private slots = new Int32Array(1 << FIRST_SLOTS_BITS);
  private shift = 32 - FIRST_SLOTS_BITS;
  private rest = new Int32Array(Rest.LENGTH << 10);
  private texts = new Uint8Array(1 << 15);
  private textEnd = 0;
  /** Random, so that nobody can choose texts that collide. The factor is odd. */
  private seed = random();
  private factor = random() | 1;
  /** True if there is no room for the texts of one more row, or if the texts collide: `forget` all before the next row. */
  isFull = false;
  private readonly oddities = new Map<number, Oddity>();

  /** `most`: after so many entries, all are forgotten. */
  constructor(private readonly most = MOST_ENTRIES) {}

  /** Forgets all texts. Those that repeat come back at once. */
  forget(): void {
    this.slots.fill(0);
    this.oddities.clear();
    this.end = Entry.LENGTH;
    this.textEnd = 0;
    this.seed = random();
    this.factor = random() | 1;
    this.isFull = false;
  }

  /** Returns the entry of a text; 0 if there is none. At least 16 bytes can be read from `from` on. */
  find(view: DataView, from: number, to: number, role: number): number {
    const length = to - from;
    if (length > SHORT) return this.findLong(view, from, to, role);
    const size = length | (role << ROLE_SHIFT);
    const mask = length << 2;
    const a = view.getInt32(from, true) & MASKS_OF_LENGTH[mask];
    const b = view.getInt32(from + 4, true) & MASKS_OF_LENGTH[mask + 1];
    const c = length > HALF ? view.getInt32(from + 8, true) & MASKS_OF_LENGTH[mask + 2] : 0;
    const d = length > HALF ? view.getInt32(from + 12, true) & MASKS_OF_LENGTH[mask + 3] : 0;
    return this.findShort(size, a, b, c, d);
  }

  /** Returns the entry of what follows from two others; 0 if there is none. */
  findPair(first: number, second: number): number {
    return this.findShort(SIZE_OF_PAIR, first, second, 0, 0);
  }

  /** Returns the entry of a text by its size and its 16 bytes. */
  private findShort(size: number, a: number, b: number, c: number, d: number): number {
    const { slots, entries } = this;
    const last = slots.length - 1;
    const hash = this.hashOf(size, a, b, c, d);
    const home = hash >>> this.shift;
    for (let slot = home; ; slot = (slot + 1) & last) {
      const found = slots[slot];
      if (found === 0) return 0;
      const entry = found & ENTRY_BITS;
      if (
        ((found ^ (hash << TAG_SHIFT)) & ~ENTRY_BITS) === 0 &&
        (entries[entry + Entry.SIZE] & FOUND_BY) === size &&
        entries[entry + Entry.TEXT] === a &&
        entries[entry + Entry.TEXT + 1] === b &&
        entries[entry + Entry.TEXT + 2] === c &&
        entries[entry + Entry.TEXT + 3] === d
      )
        return entry;
      if (((slot - home) & last) > LONGEST_WAY) this.isFull = true;
    }
  }

  private findLong(view: DataView, from: number, to: number, role: number): number {
    const { slots, entries, rest } = this;
    const size = (to - from) | (role << ROLE_SHIFT);
    const hash = this.hashOfLong(view, from, to, size);
    const last = slots.length - 1;
    const home = hash >>> this.shift;
    for (let slot = home; slots[slot] !== 0; slot = (slot + 1) & last) {
      const entry = slots[slot] & ENTRY_BITS;
      const at = restOf(entry);
      const isLike = rest[at + Rest.SLOT_HASH] === hash && (entries[entry + Entry.SIZE] & FOUND_BY) === size;
      if (isLike && this.isText(rest[at + Rest.TEXT_AT], view, from, to)) return entry;
      if (((slot - home) & last) > LONGEST_WAY) this.isFull = true;
    }
    return 0;
  }

  private isText(at: number, view: DataView, from: number, to: number): boolean {
    const { texts } = this;
    for (let i = from, j = at; i < to; i++, j++) if (texts[j] !== view.getUint8(i)) return false;
    return true;
  }

  /** Adds a text that `find` does not find, with what it gives. `counted`: the number of its words, if it is a name. Returns its entry. */
  add(view: DataView, from: number, to: number, role: number, part: TextPart, shown: number, counted = 0): number {
    const length = to - from;
    const size = length | (role << ROLE_SHIFT);
    const entry = this.addPart(part, shown);
    if (counted > 0) this.entries[entry + Entry.VALUE] = counted;
    if (length > LONGEST_TEXT) return entry;
    const mask = Math.min(length, SHORT) << 2;
    const a = view.getInt32(from, true) & MASKS_OF_LENGTH[mask];
    const b = view.getInt32(from + 4, true) & MASKS_OF_LENGTH[mask + 1];
    const c = view.getInt32(from + 8, true) & MASKS_OF_LENGTH[mask + 2];
    const d = view.getInt32(from + 12, true) & MASKS_OF_LENGTH[mask + 3];
    const hash = length > SHORT ? this.hashOfLong(view, from, to, size) : this.hashOf(size, a, b, c, d);
    if (length > SHORT) this.keepText(restOf(entry), view, from, length);
    this.keep(entry, hash, size, a, b, c, d);
    return entry;
  }

  /** Adds what follows from two entries. Returns its entry. */
  addPair(first: number, second: number, part: TextPart, shown: number): number {
    const entry = this.addPart(part, shown);
    this.keep(entry, this.hashOf(SIZE_OF_PAIR, first, second, 0, 0), SIZE_OF_PAIR, first, second, 0, 0);
    return entry;
  }

  /** Lets a new entry be found by its size and its first 16 bytes. */
  private keep(entry: number, hash: number, size: number, a: number, b: number, c: number, d: number): void {
    const { entries } = this;
    entries[entry + Entry.SIZE] |= size;
    entries[entry + Entry.TEXT] = a;
    entries[entry + Entry.TEXT + 1] = b;
    entries[entry + Entry.TEXT + 2] = c;
    entries[entry + Entry.TEXT + 3] = d;
    this.rest[restOf(entry) + Rest.SLOT_HASH] = hash;
    if (entry * 2 > this.slots.length * Entry.LENGTH) this.grow();
    else this.enter(entry);
  }

  /** Adds an entry that no text finds, because it follows from other entries. */
  addPart(part: TextPart, shown: number): number {
    const entry = this.end;
    this.end += Entry.LENGTH;
    if (this.end > this.entries.length) this.entries = copied(this.entries, new Int32Array(this.entries.length * 2));
    if (restOf(this.end) > this.rest.length) this.rest = copied(this.rest, new Int32Array(this.rest.length * 2));
    const { entries, rest } = this;
    entries.fill(0, entry, this.end);
    entries[entry + Entry.SIZE] = Math.min(part.count, MOST_WORDS) << WORDS_SHIFT;
    entries[entry + Entry.FLAGS] = part.flags | (shown << SHOWN_SHIFT);
    entries[entry + Entry.FACTS] = part.facts;
    for (let i = 0; i < part.key.length; i++) entries[entry + Entry.KEY + i] = part.key[i];
    entries[entry + Entry.SUM] = part.sum;
    entries[entry + Entry.WORDS] = part.words;
    entries[entry + Entry.OTHER_WORDS] = part.otherWords;
    entries[entry + Entry.HASH] = part.hash;
    entries[entry + Entry.VALUE] = part.value;
    rest.fill(0, restOf(entry), restOf(this.end));
    if (part.oddity !== null) this.oddities.set(entry, part.oddity);
    if (this.end >= this.most * Entry.LENGTH || this.oddities.size >= MOST_ODDITIES) this.isFull = true;
    return entry;
  }

  oddity(entry: number): Oddity | null {
    return this.oddities.get(entry) ?? null;
  }

  /** Returns the number of what a text shows about the file. */
  shownOf(entry: number): number {
    return this.entries[entry + Entry.FLAGS] >>> SHOWN_SHIFT;
  }

  wordsOf(entry: number): number {
    return (this.entries[entry + Entry.SIZE] >>> WORDS_SHIFT) & MOST_WORDS;
  }

  /** Counts a row that has a text. */
  count(entry: number, row: number): void {
    if (this.entries[entry + Entry.COUNT]++ === 0) this.rest[restOf(entry) + Rest.FIRST_ROW] = row;
  }

  /** Calls `take` for each text that shows something about the file with its count, and counts from 0 again. */
  takeCounts(take: (shown: number, count: number, firstRow: number) => void): void {
    const { entries, end, rest } = this;
    for (let entry: number = Entry.LENGTH; entry < end; entry += Entry.LENGTH) {
      const count = entries[entry + Entry.COUNT];
      if (count === 0) continue;
      take(entries[entry + Entry.FLAGS] >>> SHOWN_SHIFT, count, rest[restOf(entry) + Rest.FIRST_ROW]);
      entries[entry + Entry.COUNT] = 0;
    }
  }

  private hashOf(size: number, a: number, b: number, c: number, d: number): number {
    const { factor } = this;
    let hash = Math.imul(this.seed ^ size ^ a, factor);
    hash = Math.imul(hash ^ (hash >>> 15) ^ b, factor);
    if ((c | d) === 0) return hash;
    hash = Math.imul(hash ^ (hash >>> 15) ^ c, factor);
    return Math.imul(hash ^ (hash >>> 15) ^ d, factor);
  }

  private hashOfLong(view: DataView, from: number, to: number, size: number): number {
    const { factor } = this;
    let hash = this.seed ^ size;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (hash >>> 15) ^ view.getUint8(i), factor);
    return hash;
  }

  private keepText(at: number, view: DataView, from: number, length: number): void {
    if (this.textEnd + length > this.texts.length)
      this.texts = copied(this.texts, new Uint8Array(this.texts.length * 2 + length));
    this.texts.set(new Uint8Array(view.buffer, view.byteOffset + from, length), this.textEnd);
    this.rest[at + Rest.TEXT_AT] = this.textEnd;
    this.textEnd += length;
    if (this.textEnd > MOST_TEXT_BYTES) this.isFull = true;
  }

  private enter(entry: number): void {
    const { slots } = this;
    const hash = this.rest[restOf(entry) + Rest.SLOT_HASH];
    let slot = hash >>> this.shift;
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = entry | (hash << TAG_SHIFT);
  }

  /** Doubles the slots, and enters all entries that have a text. */
  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    this.shift--;
    for (let entry: number = Entry.LENGTH; entry < this.end; entry += Entry.LENGTH)
      if ((this.entries[entry + Entry.SIZE] & FOUND_BY) !== 0 || this.rest[restOf(entry) + Rest.SLOT_HASH] !== 0)
        this.enter(entry);
  }
}

/** Returns where the rest of an entry begins. */
const restOf = (entry: number): number => (entry / Entry.LENGTH) * Rest.LENGTH;

function copied<T extends Int32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
