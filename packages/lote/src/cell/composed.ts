/** What the texts of a row give together: the characters of the key, flags, facts, and which entries they are. */
import { Entry, type Cells } from './cells.js';
import { Flag } from './part.js';
import { Role } from './roles.js';

export class Composed {
  /** The five words of the key's characters, and the sum of the check digit. */
  readonly key = new Int32Array(5);
  sum = 0;
  /** The flags and the facts of all texts. */
  flags = 0;
  facts = 0;
  /** The day of birth as YYYYMMDD; 0 if there is none. */
  birth = 0;
  /** By role: the entry that shows something about the file, and the entry of the whole text; 0 if its words or parts gave all. */
  readonly found = new Int32Array(Role.COUNT);
  readonly whole = new Int32Array(Role.COUNT);
  /** By role of a name: its words as two sets of bits, their hash, and how many they are. */
  readonly words = new Int32Array(Role.COUNT);
  readonly otherWords = new Int32Array(Role.COUNT);
  readonly hashes = new Int32Array(Role.COUNT);
  readonly counts = new Int32Array(Role.COUNT);
  /** How many composed names have an Ñ. */
  enies = 0;

  constructor(private readonly cells: Cells) {}

  /** Begins a row. */
  clear(): void {
    const { key } = this;
    key[0] = 0;
    key[1] = 0;
    key[2] = 0;
    key[3] = 0;
    key[4] = 0;
    this.sum = 0;
    this.flags = 0;
    this.facts = 0;
    this.birth = 0;
    this.enies = 0;
  }

  /** Takes what the cell of a name gives. */
  takeName(role: Role, entry: number): void {
    const { entries } = this.cells;
    this.key[0] |= entries[entry + Entry.KEY];
    this.key[3] |= entries[entry + Entry.KEY + 1];
    this.takeCell(role, entry);
    this.words[role] = entries[entry + Entry.WORDS];
    this.otherWords[role] = entries[entry + Entry.OTHER_WORDS];
    this.hashes[role] = entries[entry + Entry.HASH];
    this.counts[role] = this.cells.wordsOf(entry);
  }

  /** Notes that the row has no text of this name: it is in the cell of another. */
  takeNoName(role: Role): void {
    this.found[role] = 0;
    this.whole[role] = 0;
    this.words[role] = 0;
    this.otherWords[role] = 0;
    this.hashes[role] = 0;
    this.counts[role] = 0;
  }

  /** Takes the characters of a date or of a part of it. */
  takeDigits(entry: number): void {
    const { entries } = this.cells;
    this.key[1] |= entries[entry + Entry.KEY];
    this.key[2] |= entries[entry + Entry.KEY + 1];
    this.key[4] |= entries[entry + Entry.KEY + 2];
    this.sum += entries[entry + Entry.SUM];
  }

  /** Takes what the cell of a date gives. */
  takeDate(entry: number): void {
    const { sum } = this;
    this.takeDigits(entry);
    this.sum = sum;
    this.takeCell(Role.DATE, entry);
    this.birth = this.cells.entries[entry + Entry.VALUE];
  }

  /** Takes a sex or an entity. */
  takeCode(role: Role, entry: number): void {
    const { entries } = this.cells;
    this.key[2] |= entries[entry + Entry.KEY + 1];
    this.key[3] |= entries[entry + Entry.KEY + 2];
    this.takeCell(role, entry);
  }

  private takeCell(role: Role, entry: number): void {
    const { entries } = this.cells;
    this.sum += entries[entry + Entry.SUM];
    this.flags |= entries[entry + Entry.FLAGS] & Flag.ALL;
    this.facts |= entries[entry + Entry.FACTS];
    this.found[role] = entry;
    this.whole[role] = entry;
  }
}
