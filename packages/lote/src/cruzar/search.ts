/** Finds the person of a list who is most like a row. */
import type { ByteSink } from '../bytes.js';
import { SURE, SURE_KEY, judge } from './judge.js';
import type { People } from './people.js';
import { Has, type Profile, unpackProfile } from './profile.js';

/** The score of two rows that are the same, byte by byte, and have a valid key. */
export const SAME_SCORE = 127;

export class Search {
  /** The person who is most like the row, and how much: 0 if nobody is. */
  person = -1;
  score = 0;
  /** Whether others are as alike. */
  isTied = false;

  /** Whether the person surely is that of the row. If several have the same data, none is. */
  get isSure(): boolean {
    return this.score >= SURE_KEY || (this.score >= SURE && !this.isTied);
  }

  /** Compares the best person so far with another. Of those who are as alike, the first in the list is the best. */
  private consider(person: number, score: number): void {
    if (score < this.score || (score === this.score && person === this.person)) return;
    this.isTied = score === this.score;
    if (!this.isTied || person < this.person) this.person = person;
    this.score = score;
  }

  /** Looks for the person who surely is that of a packed row, by her key or else by all data. */
  sure(row: ByteSink, roots: readonly Uint8Array[], people: People): void {
    const has = row.bytes[0];
    const isByKey = (has & Has.KEY) !== 0;
    if (!isByKey && (has & (Has.ALL | Has.DOUBTFUL)) !== Has.ALL) return;
    let own: Profile | null = null;
    for (const root of roots) {
      for (let entry = people.last(0, root); entry >= 0; entry = people.before(0, entry, root)) {
        const person = people.ownerOf(entry);
        if (isByKey && people.isSame(entry, row)) return this.consider(person, SAME_SCORE);
        const match = judge((own ??= unpackProfile(row.bytes, 0)), people.profileOf(person), true);
        if (match?.isSure === true) this.consider(person, match.score);
      }
    }
  }

  /** Looks for the person that a packed row most likely is. Whoever is another's, who is `taken`, must have the same names. */
  likely(row: ByteSink, roots: readonly Uint8Array[], people: People, taken: Uint32Array): void {
    const own = unpackProfile(row.bytes, 0);
    for (const root of roots) {
      for (const person of people.like(root)) {
        const other = people.profileOf(person);
        const isAnother =
          taken[person] !== 0 &&
          ((own.has & other.has & Has.NAMES) !== Has.NAMES || own.names.some((name, i) => name !== other.names[i]));
        const match = isAnother ? null : judge(own, other);
        if (match !== null) this.consider(person, match.score);
      }
    }
  }
}
