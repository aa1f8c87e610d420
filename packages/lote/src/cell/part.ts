/** What one text gives to the answer of a row, found out once for all rows that have it. */
import type { RowError, RowProblem } from '@curp-service/contract/codes/file';
import type { PersonValues } from '@curp-service/contract/parameters';
import type { Doubt } from '../datum/doubt.js';
import type { EvidenceBits } from '../datum/evidence-names.js';
import type { CountedWord } from '../datum/name-counts.js';

/** Facts of a text that the row engine itself asks about. */
export const enum Flag {
  /** The text has doubts, a problem, or a value that is not what is written: its entry has an `Oddity`. */
  ODD = 1,
  /** A word or a part of a date from which nothing can be composed: its cell is read as a whole. */
  WHOLE_CELL = 2,
  /** A word that is passed over at the beginning of a given name; of those that are `OMITTED`, only one is. */
  PASSED = 4,
  OMITTED = 8,
  /** The text has an Ñ, which is evidence of how the file writes it. */
  ENIE = 16,
  /** The name has a word that may be a slip, whether or not the file excuses it. */
  SLIP = 32,
  /** The country is not Mexico. */
  ABROAD = 64,
  /** There is a problem: the row has no key. */
  PROBLEM = 128,
  /** The date of another event has its month first. */
  MONTH_FIRST = 256,
  /** A whole name of plain words can be cut in another way. */
  DOUBTFUL_CUT = 512,
  /** The year of the date has two digits, and nothing in its text says of which century it is. */
  SHORT_YEAR = 1024,
  /** The flags of an entry are in these bits. */
  ALL = 0xffff,
}

/** A problem, and its place among those of a row that have the same code. */
export interface RankedProblem {
  readonly problem: RowProblem;
  readonly order: number;
  readonly error: RowError;
}

/** What few texts give besides letters. */
export interface Oddity {
  /** The value of each datum in the text; several for a date, or for the surnames or the whole name in one cell. */
  readonly values: Partial<PersonValues>;
  readonly doubts: readonly Doubt[];
  /** The doubts that are told after those between data. */
  readonly late: readonly Doubt[];
  /** The problems of how the text is written, and the first of all with its code. */
  readonly problems: readonly RowProblem[];
  readonly first: RankedProblem | null;
}

/** The characters that a text gives to three of the five words of a key: which ones is a matter of its role. */
export interface Letters {
  readonly key: readonly [number, number, number];
  /** Its part of the sum of the check digit. */
  readonly sum: number;
}

/** The words of a name, as two sets of bits and as a hash. Two names that share a word share a bit in both sets. */
export interface Words {
  readonly words: number;
  readonly otherWords: number;
  readonly hash: number;
  readonly count: number;
}

export interface TextPart extends Letters, Words {
  readonly flags: number;
  /** Its facts for the rules between data. */
  readonly facts: number;
  readonly shown: EvidenceBits;
  /** The words of a name that are counted. */
  readonly counted: readonly CountedWord[];
  /** A number that the text means: a day, a year, an age, the class of a word. */
  readonly value: number;
  readonly oddity: Oddity | null;
}
