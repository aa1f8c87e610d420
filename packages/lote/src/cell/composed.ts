/** What the texts of a row give together: the characters of the key, flags, facts, and which entries they are. */
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { Byte } from '../bytes.js';
import { type Cells, Entry } from './cells.js';
import { gainOfX, inconvenientPlaces, withX } from './letters.js';
import type { NameCounts } from '../datum/name-counts.js';
import { Flag } from './part.js';
import { Role } from './roles.js';

/** What a row has of a role. */
export const enum Of {
  /** The entry that shows something about the file. */
  SHOWN,
  /** The entry of the whole text; 0 if its words or parts gave all. */
  WHOLE,
  /** The words of a name as two sets of bits, their hash, and how many they are. */
  WORDS,
  OTHER_WORDS,
  HASH,
  COUNT,
  LENGTH = 8,
}

/** The hash of words in order is `hash of those before * WORDS_FACTOR + hash of the last`, so that those of several names can be joined. */
export const WORDS_FACTOR = 0x01000193;
const POWERS = new Int32Array(256);
POWERS[0] = 1;
for (let i = 1; i < POWERS.length; i++) POWERS[i] = Math.imul(POWERS[i - 1], WORDS_FACTOR);

/** Returns the hash of the words of two names, one after the other. `count`: the words of the second. */
export const joinHashes = (first: number, second: number, count: number): number =>
  (Math.imul(first, POWERS[count & 255]) + second) | 0;

/** The inconvenient words (R 1.8), each at a place that no other has. */
const { places, factor, shift } = inconvenientPlaces();

/** Where the numbers of a name begin. */
export const GIVEN_AT = Role.GIVEN * Of.LENGTH;
export const FIRST_AT = Role.FIRST * Of.LENGTH;
export const SECOND_AT = Role.SECOND * Of.LENGTH;

export class Composed {
  /** The five words of the key's characters, and the sum of the check digit. */
  readonly key = new Int32Array(5);
  sum = 0;
  /** The flags and the facts of all texts. */
  flags = 0;
  facts = 0;
  /** The day of birth as YYYYMMDD; 0 if there is none. */
  birth = 0;
  /** How many composed names have an Ñ. */
  enies = 0;
  /** The numbers of each role. */
  readonly of = new Int32Array(Role.COUNT * Of.LENGTH);

  constructor(
    private readonly cells: Cells,
    private readonly names: NameCounts,
  ) {}

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
    const { of, key } = this;
    const { entries } = this.cells;
    const at = role * Of.LENGTH;
    key[0] |= entries[entry + Entry.KEY];
    key[3] |= entries[entry + Entry.KEY + 1];
    this.takeCell(role, entry);
    of[at + Of.WORDS] = entries[entry + Entry.WORDS];
    of[at + Of.OTHER_WORDS] = entries[entry + Entry.OTHER_WORDS];
    of[at + Of.HASH] = entries[entry + Entry.HASH];
    of[at + Of.COUNT] = this.cells.wordsOf(entry);
    this.names.counts[entries[entry + Entry.VALUE]]++;
  }

  /** Notes that the row has no text of this name: it is in the cell of another. */
  takeNoName(role: Role): void {
    this.of.fill(0, role * Of.LENGTH, (role + 1) * Of.LENGTH);
  }

  /** Takes the characters of a date or of a part of it. */
  takeDigits(entry: number): void {
    const { key } = this;
    const { entries } = this.cells;
    key[1] |= entries[entry + Entry.KEY];
    key[2] |= entries[entry + Entry.KEY + 1];
    key[4] |= entries[entry + Entry.KEY + 2];
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
    const { key } = this;
    const { entries } = this.cells;
    key[2] |= entries[entry + Entry.KEY + 1];
    key[3] |= entries[entry + Entry.KEY + 2];
    this.takeCell(role, entry);
  }

  private takeCell(role: Role, entry: number): void {
    const { of } = this;
    const { entries } = this.cells;
    this.sum += entries[entry + Entry.SUM];
    this.flags |= entries[entry + Entry.FLAGS] & Flag.ALL;
    this.facts |= entries[entry + Entry.FACTS];
    of[role * Of.LENGTH + Of.SHOWN] = entry;
    of[role * Of.LENGTH + Of.WHOLE] = entry;
  }

  /** The hash of the words in all names. */
  get nameHash(): number {
    const { of } = this;
    const firstTwo = joinHashes(of[GIVEN_AT + Of.HASH], of[FIRST_AT + Of.HASH], of[FIRST_AT + Of.COUNT]);
    return joinHashes(firstTwo, of[SECOND_AT + Of.HASH], of[SECOND_AT + Of.COUNT]);
  }

  /** Replaces the second letter of an inconvenient word, and adds the check digit. */
  finishKey(): void {
    const { key } = this;
    if (places[Math.imul(key[0], factor) >>> shift] === key[0]) {
      this.sum += gainOfX(key[0]);
      key[0] = withX(key[0]);
    }
    key[4] |= (Byte.ZERO + ((10 - (this.sum % 10)) % 10)) << 8;
  }

  /** Returns the key of the row. */
  keyText(): string {
    let text = '';
    for (let i = 0; i < KEY_LENGTH; i++) text += String.fromCharCode((this.key[i >> 2] >> (8 * (i & 3))) & 0xff);
    return text;
  }

  /** Writes the key of the row at an index of the bytes. */
  writeKey(bytes: Uint8Array, at: number): void {
    const { key } = this;
    for (let i = 0; i < KEY_LENGTH; i++) bytes[at + i] = key[i >> 2] >> (8 * (i & 3));
  }
}
