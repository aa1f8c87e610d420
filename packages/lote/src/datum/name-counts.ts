/** Counts frequent names, and words that may be slips of them: a word that the file itself has often is no slip. */
import { type NombreLeido, esBlanco } from '@curp-service/core/leido';
import { hashOfName } from './word-hash.js';

/** A word of a name that is counted. */
export interface CountedWord {
  readonly word: string;
  readonly isSurname: boolean;
  /** The frequent names of which it may be a slip; none if it is a frequent name itself. */
  readonly near: readonly string[];
}

/** A word that may be a slip, without its text. */
export interface LikelySlip {
  readonly hash: number;
  readonly count: number;
  /** How often the file has the frequent name that the word may be. */
  readonly ofNear: number;
}

export const NONE_COUNTED: readonly CountedWord[] = [];

/** More different sets of words are not counted. */
const MOST_SETS = 1 << 15;

const keyOf = ({ word, isSurname }: Pick<CountedWord, 'word' | 'isSurname'>): string =>
  `${isSurname ? 'A' : 'N'}${word}`;

/** Returns the words of a name that are counted. */
export function countedIn(
  { palabras, dudas }: Pick<NombreLeido, 'palabras' | 'dudas'>,
  isSurname: boolean,
): readonly CountedWord[] {
  const frequent = palabras.filter((word) => esBlanco(word, isSurname)).map((word) => ({ word, isSurname, near: [] }));
  const slips = dudas.flatMap(({ palabra }) =>
    palabra === undefined ? [] : [{ word: palabra.escrita, isSurname, near: palabra.cercanas }],
  );
  return frequent.length + slips.length === 0 ? NONE_COUNTED : [...frequent, ...slips];
}

export class NameCounts {
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly sets: (readonly CountedWord[])[] = [NONE_COUNTED];
  /** By the number of a set: how many names have these words. */
  readonly counts = new Float64Array(MOST_SETS);

  /** Returns the number of a set of words. */
  numberOf(words: readonly CountedWord[]): number {
    if (words.length === 0) return 0;
    const key = words.map(keyOf).join(' ');
    const known = this.numbers.get(key) ?? 0;
    if (known > 0 || this.sets.length === MOST_SETS) return known;
    this.numbers.set(key, this.sets.length);
    return this.sets.push(words) - 1;
  }

  /** Returns the likely slips that were counted at least twice since the last call. */
  take(): readonly LikelySlip[] {
    const { sets, counts } = this;
    const totals = new Map<string, number>();
    const slips = new Map<string, CountedWord>();
    sets.forEach((words, number) => {
      for (const each of counts[number] === 0 ? NONE_COUNTED : words) {
        const key = keyOf(each);
        totals.set(key, (totals.get(key) ?? 0) + counts[number]);
        if (each.near.length > 0) slips.set(key, each);
      }
    });
    counts.fill(0);
    const totalOf = (word: string, isSurname: boolean): number => totals.get(keyOf({ word, isSurname })) ?? 0;
    return Array.from(slips.values(), ({ word, isSurname, near }) => ({
      hash: hashOfName(word, isSurname),
      count: totalOf(word, isSurname),
      ofNear: Math.max(...near.map((other) => totalOf(other, isSurname))),
    })).filter(({ count }) => count > 1);
  }
}
