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

/** How often the rows have a word, without its text: the words of which it may be a slip, by their hashes. */
export interface CountedName {
  readonly hash: number;
  readonly count: number;
  readonly near: readonly number[];
  /** The least and the greatest hash of the people with a word that may be a slip: alike if all are one person. */
  readonly people: readonly [number, number];
}

/** A word that may be a slip. */
export interface LikelySlip {
  readonly hash: number;
  readonly count: number;
  /** How often the file has the frequent name that the word may be. */
  readonly ofNear: number;
}

export const NONE_COUNTED: readonly CountedWord[] = [];

/** More different sets of words are not counted. */
const MOST_SETS = 1 << 15;
/** A small file has few: room for all would cost it more than its rows. */
const FIRST_SETS = 1 << 8;

const keyOf = ({ word, isSurname }: Pick<CountedWord, 'word' | 'isSurname'>): string =>
  `${isSurname ? 'A' : 'N'}${word}`;

/** Returns the words of a name that are counted. */
export function countedIn(
  { palabras, dudas }: Pick<NombreLeido, 'palabras' | 'dudas'>,
  isSurname: boolean,
): readonly CountedWord[] {
  const frequent = palabras.flatMap((word) => countedWord(word, isSurname));
  const slips = dudas.flatMap(({ palabra }) =>
    palabra === undefined ? [] : [{ word: palabra.escrita, isSurname, near: palabra.cercanas }],
  );
  return frequent.length + slips.length === 0 ? NONE_COUNTED : [...frequent, ...slips];
}

/** Returns one word without doubts if it is counted. */
export const countedWord = (word: string, isSurname: boolean): readonly CountedWord[] =>
  esBlanco(word, isSurname) ? [{ word, isSurname, near: [] }] : NONE_COUNTED;

export class NameCounts {
  private readonly numbers = new Map<string, number>([['', 0]]);
  private readonly sets: (readonly CountedWord[])[] = [NONE_COUNTED];
  /** By the number of a set: how many names have these words. */
  counts = new Float64Array(FIRST_SETS);
  /** By the number of a set with a word that may be a slip: the least and the greatest hash of its people. */
  private readonly people = new Map<number, readonly [number, number]>();

  /** Returns the number of a set of words. */
  numberOf(words: readonly CountedWord[]): number {
    if (words.length === 0) return 0;
    const key = words.map(keyOf).join(' ');
    const known = this.numbers.get(key) ?? 0;
    if (known > 0 || this.sets.length === MOST_SETS) return known;
    this.numbers.set(key, this.sets.length);
    if (this.sets.length === this.counts.length) this.grow();
    return this.sets.push(words) - 1;
  }

  /** Notes who has the words of a set. `person`: the hash of all names. */
  seePerson(number: number, person: number): void {
    if (number > 0) this.people.set(number, joinPeople(this.people.get(number) ?? NO_PEOPLE, [person, person]));
  }

  private grow(): void {
    const { counts } = this;
    this.counts = new Float64Array(2 * counts.length);
    this.counts.set(counts);
  }

  /** Returns the words that were counted since the last call. */
  take(): readonly CountedName[] {
    const { sets, counts, people: seen } = this;
    const totals = new Map<string, CountedName>();
    sets.forEach((words, number) => {
      for (const { word, isSurname, near } of counts[number] === 0 ? NONE_COUNTED : words) {
        const key = keyOf({ word, isSurname });
        const {
          hash = hashOfName(word, isSurname),
          count = 0,
          near: before = [],
          people: others = NO_PEOPLE,
        } = totals.get(key) ?? {};
        const hashes = near.length === 0 ? before : near.map((other) => hashOfName(other, isSurname));
        const people = near.length === 0 ? others : joinPeople(others, seen.get(number) ?? NO_PEOPLE);
        totals.set(key, { hash, count: count + counts[number], near: hashes, people });
      }
    });
    counts.fill(0);
    seen.clear();
    return addNames([...totals.values()], []);
  }
}

/** Adds the words of two parts of a file, in an order of their own. */
export function addNames(a: readonly CountedName[], b: readonly CountedName[]): readonly CountedName[] {
  const byHash = new Map<number, CountedName>();
  for (const each of [...a, ...b]) {
    const known = byHash.get(each.hash);
    byHash.set(
      each.hash,
      known === undefined
        ? each
        : {
            ...known,
            count: known.count + each.count,
            near: known.near.length > 0 ? known.near : each.near,
            people: joinPeople(known.people, each.people),
          },
    );
  }
  return Array.from(byHash.values()).toSorted((one, other) => one.hash - other.hash);
}

/** The people of a word that nobody has. */
const NO_PEOPLE: readonly [number, number] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const joinPeople = (
  [a, b]: readonly [number, number],
  [c, d]: readonly [number, number],
): readonly [number, number] => [Math.min(a, c), Math.max(b, d)];

/** Returns the words that may be slips, and that at least two people have: a person who is repeated has the same slip again. */
export function likelySlips(names: readonly CountedName[]): readonly LikelySlip[] {
  const counts = new Map(names.map(({ hash, count }) => [hash, count]));
  return names.flatMap(({ hash, count, near, people: [least, greatest] }) =>
    near.length === 0 || least >= greatest
      ? []
      : [{ hash, count, ofNear: Math.max(...near.map((each) => counts.get(each) ?? 0)) }],
  );
}
