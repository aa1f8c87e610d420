/** Finds the person of a list who is most like a row. */
import type { ByteSink } from '../bytes.js';
import { SURE, SURE_KEY, judge } from './judge.js';
import type { People } from './people.js';
import { Has, type PackedRow, type Profile, unpackProfile } from './profile.js';

/** The score of two rows that are the same, byte by byte, and have a valid key. */
export const SAME_SCORE = 127;
/** The most people who are as alike that are named. */
const MOST_OTHERS = 5;
export const NOBODY_EXCLUDED: ReadonlySet<number> = new Set();

export class Search {
  /** The person who is most like the row, and how much: 0 if nobody is. */
  person = -1;
  score = 0;
  /** The people who are not that of the row: somebody has said so. */
  excluded = NOBODY_EXCLUDED;
  /** The others who are as alike. */
  readonly others = new Set<number>();

  get isTied(): boolean {
    return this.others.size > 0;
  }

  /** Whether the person surely is that of the row. If several have the same data, none is. */
  get isSure(): boolean {
    return this.score >= SURE_KEY || (this.score >= SURE && !this.isTied);
  }

  /** Begins with a person; with none if the score is 0. */
  take(person: number, score: number): void {
    this.person = person;
    this.score = score;
    this.others.clear();
  }

  /** Looks once more for the people who surely are that of a row, of whom only the first is remembered. */
  again(row: ByteSink, packed: PackedRow, people: People): void {
    this.take(-1, 0);
    this.sure(row, packed, people);
  }

  /** Compares the best person so far with another. Of those who are as alike, the first in the list is the best. */
  private consider(person: number, score: number): void {
    const { others } = this;
    if (score < this.score || (score === this.score && person === this.person) || this.excluded.has(person)) return;
    if (score > this.score) others.clear();
    else others.add(Math.max(person, this.person));
    this.person = others.size === 0 ? person : Math.min(person, this.person);
    this.score = score;
    if (others.size > MOST_OTHERS) others.delete(Math.max(...others));
  }

  /** Looks for the person who surely is that of a packed row, by her key or else by all data. */
  sure(row: ByteSink, { roots, length }: PackedRow, people: People): void {
    const has = row.bytes[0];
    const isByKey = (has & Has.KEY) !== 0;
    if (!isByKey && (has & (Has.ALL | Has.DOUBTFUL)) !== Has.ALL) return;
    let own: Profile | null = null;
    for (const root of roots) {
      for (let entry = people.last(0, root); entry >= 0; entry = people.before(0, entry, root)) {
        const person = people.ownerOf(entry);
        if (isByKey && people.isSame(entry, row, length)) return this.consider(person, SAME_SCORE);
        const match = judge((own ??= unpackProfile(row.bytes, 0)), people.profileOf(person), true);
        if (match?.isSure === true) this.consider(person, match.score);
      }
    }
  }

  /** Looks for the person that a packed row most likely is. Whoever is another's, who is `taken`, must have the same names. */
  likely(row: ByteSink, { roots }: PackedRow, people: People, taken: Uint32Array): void {
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
