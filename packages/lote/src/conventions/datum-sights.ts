/** Counts what single data show about the conventions of a file. */
import { WRAPPINGS } from '@curp-service/contract/reading';
import { mayLackZero } from '@curp-service/contract/values';
import { RELLENOS, SIN_ENIE } from '@curp-service/core';
import { Byte } from '../bytes.js';
import { At, Datum, MIN_SURNAME, NameKind, Show } from '../kernel/layout.js';
import { ACCENTED } from '../read/row.js';
import { showBesideSex } from './given-names.js';
import { NullWords } from './null-words.js';
import { wrappingOf } from './wrappings.js';

/** The sight of a sex of one character. */
const SHOWN_BY_SEX = new Uint8Array(256).fill(Show.NOTHING);
for (const [letters, show] of [
  ['Hh', Show.H],
  ['Ff', Show.F],
  ['Mm', Show.M],
  ['12', Show.DIGITS],
  ['Vv', Show.V],
] as const) {
  for (const letter of letters) SHOWN_BY_SEX[letter.charCodeAt(0)] = show;
}

/** 1 for each sign that may separate the figures of a date. */
const SEPARATORS = new Uint8Array(256);
for (const sign of '-/. ') SEPARATORS[sign.charCodeAt(0)] = 1;
/** The sight of a word for a sex, by its first two letters. */
const SHOWN_BY_WORD: ReadonlyMap<number, Show> = new Map(
  Object.entries({ ho: Show.MEN, ma: Show.MEN, va: Show.MEN, mu: Show.WOMEN, fe: Show.WOMEN, he: Show.WOMEN }).map(
    ([letters, show]) => [(letters.charCodeAt(0) << 8) | letters.charCodeAt(1), show],
  ),
);
const PERIOD = 46;
const UTF8_TEXT = new TextDecoder();
/** Returns words in upper case, in lower case and with a capital, as people write them. */
const inCases = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word, word.toLowerCase(), word.charAt(0) + word.slice(1).toLowerCase()]);
/** The usual words for a missing surname. Two initials may have a slash between them, as in `S/N`. */
const KNOWN_NOTHING = inCases(RELLENOS.flatMap((words) => [words, words.replace(/^(\w) (?=\w+$)/, '$1/')]));
const LACKING_ENIE = NullWords.of(inCases(SIN_ENIE));

export class DatumSights {
  /** The number of the current row. */
  rows = 0;
  protected monthLast = false;
  protected counts = new Float64Array(Show.NOTHING + 1);
  protected firsts = new Float64Array(Show.NOTHING + 1);
  private readonly words: NullWords;
  /** Examines single data without counting their sights here. */
  private probe: DatumSights | null = null;

  /** `nulos` are the words for a missing datum. If there are any, the usual words count too. */
  constructor(private readonly nulos: readonly string[]) {
    this.words = NullWords.of(nulos.length === 0 ? [] : [...nulos, ...KNOWN_NOTHING]);
  }

  /** From now on counts in the memory of the kernel, and adds to it the filters of the words that are searched for in surnames. */
  countIn(memory: Uint8Array<ArrayBuffer>): void {
    const { counts, firsts, words } = this;
    this.counts = new Float64Array(memory.buffer, At.COUNTS, counts.length);
    this.firsts = new Float64Array(memory.buffer, At.FIRST_ROWS, firsts.length);
    this.counts.set(counts);
    this.firsts.set(firsts);
    for (const each of [words, LACKING_ENIE]) each.addBits(memory, At.WORDS);
  }

  /** Returns the indexes of `SIGHTS` that a datum shows, as bits. */
  sightsOf(datum: Datum, bytes: Uint8Array, from: number, to: number): Uint32Array {
    const probe = (this.probe ??= new DatumSights(this.nulos));
    const bits = new Uint32Array(2);
    probe.counts.fill(0);
    if (datum === Datum.GIVEN) probe.name(bytes, from, to);
    else if (datum === Datum.PATERNAL || datum === Datum.MATERNAL) probe.surname(bytes, from, to);
    else if (datum === Datum.DATE) probe.date(bytes, from, to);
    else if (datum === Datum.YEAR) probe.year(bytes, from, to);
    else if (datum === Datum.SEX) probe.sex(bytes, from, to);
    else if (datum === Datum.ENTITY) probe.entity(bytes, from, to);
    for (let show = 0; show < Show.NOTHING; show++) if (probe.counts[show] > 0) bits[show >> 5] |= 1 << (show & 31);
    return bits;
  }

  protected see(show: Show): void {
    if (this.counts[show]++ === 0) this.firsts[show] = this.rows;
  }

  /** Counts what the kind of a given name shows beside the sex. `areSwapped`: a surname is a given name, and the given name is not. */
  protected kinds(given: number, areSwapped: boolean, sex: Show, sign: number): void {
    this.see(Show.JUDGED_NAMES);
    if (areSwapped) this.see(Show.SWAPPED);
    if (given > NameKind.GIVEN) this.see(showBesideSex(given, sex, sign));
  }

  protected sex(bytes: Uint8Array, from: number, to: number): Show {
    const show: Show = to - from === 1 ? SHOWN_BY_SEX[bytes[from]] : otherSex(bytes, from, to);
    this.see(show);
    return show;
  }

  /** Looks for signs and words around a name that are not part of it. */
  protected name(bytes: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    this.see(Show.NAMES);
    if ((isLetter(bytes[from]) || bytes[from] === ACCENTED) && bytes[from + 1] !== PERIOD) return;
    const wrapping = wrappingOf(UTF8_TEXT.decode(bytes.subarray(from, to)).replaceAll('""', '"'));
    if (wrapping !== null) this.see(Show.FIRST_WRAPPING + WRAPPINGS.indexOf(wrapping));
  }

  /** Examines the only surname of a row: two long words may be two surnames. */
  protected joined(bytes: Uint8Array, from: number, to: number): void {
    let long = 0;
    let start = from;
    for (let i = from; i <= to; i++) {
      if (i < to && bytes[i] !== Byte.SPACE) continue;
      if (i - start >= MIN_SURNAME) long++;
      start = i + 1;
    }
    if (long === 2) this.see(Show.JOINED);
  }

  /** Looks for `México`, which may mean the country, and for other states by name. */
  protected entity(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length <= 3) return;
    const isMexico = (bytes[from] | 32) === 109 && (length === 6 || length === 7) && (bytes[to - 1] | 32) === 111;
    this.see(isMexico ? Show.MEXICO : Show.STATES);
  }

  protected year(bytes: Uint8Array, from: number, to: number): void {
    if (to - from === 2 && digitsAt(bytes, from) === 2) this.see(Show.SHORT_YEARS);
  }

  protected date(bytes: Uint8Array, from: number, to: number): void {
    const separator = bytes[from + 4];
    if (to - from === 10 && SEPARATORS[separator] === 1 && separator === bytes[from + 7]) {
      this.yearFirst(bytes, from);
    } else this.otherDate(bytes, from, to);
  }

  /** Examines `1990-05-17`. */
  private yearFirst(bytes: Uint8Array, from: number): void {
    const month = isDigit(bytes[from + 6]) ? numberAt(bytes, from + 5, 2) : 0;
    this.monthAndDay(month, isDigit(bytes[from + 9]) ? numberAt(bytes, from + 8, 2) : 0);
  }

  /** Examines a month and a day that the file names as such. Counts most of their sights once: their number does not matter. */
  protected monthAndDay(month: number, day: number): void {
    if (month === 1 && day === 1) this.see(Show.NEW_YEAR);
    this.monthLast ||= month > 12 && day > 0 && day <= 12;
    if (this.counts[Show.YEAR_FIRST] === 0) this.see(Show.YEAR_FIRST);
    if (day > 12 && this.counts[Show.LATE_DAY] === 0) this.see(Show.LATE_DAY);
  }

  private otherDate(bytes: Uint8Array, from: number, to: number): void {
    let i = startOf(bytes, from, to);
    let end = endOf(bytes, i, to);
    while (i < end && isBlank(bytes[i])) i++;
    while (end > i && isBlank(bytes[end - 1])) end--;
    if (i === end) return;
    if (!isDigit(bytes[i + 1]) || !isDigit(bytes[i + 2])) this.figures(bytes, i, end);
    else if (digitsAt(bytes, i) === end - i && end - i >= 7) this.joinedDate(bytes, i, end);
    else if (digitsAt(bytes, i) === 5 && (end - i === 5 || (end - i === 7 && bytes[end - 1] === Byte.ZERO)))
      return this.see(mayLackZero(Number(UTF8_TEXT.decode(bytes.subarray(i, i + 5)))) ? Show.LOST_ZERO : Show.SERIAL); // or `33010.0`
    else if (!isDigit(bytes[i + 4]) && end - i !== 8) this.yearFirst(bytes, i); // `1990-5-7` ends before its day could begin
    this.see(Show.NOT_SERIAL);
  }

  /** Examines a date of three figures whose first has at most two digits: a figure above 12 is no month. */
  private figures(bytes: Uint8Array, from: number, to: number): void {
    let i = from;
    const firstLength = digitsAt(bytes, i);
    const separator = bytes[i + firstLength];
    if (firstLength === 0 || SEPARATORS[separator] !== 1) return;
    const first = numberAt(bytes, i, firstLength);
    i += firstLength + 1;
    const secondLength = digitsAt(bytes, i);
    if (secondLength === 0 && digitsAt(bytes, to - 3) === 0 && digitsAt(bytes, to - 2) === 2)
      this.see(Show.SHORT_YEARS); // `17-may-90`
    if (secondLength > 2 || secondLength === 0 || bytes[i + secondLength] !== separator) return;
    const second = numberAt(bytes, i, secondLength);
    i += secondLength + 1;
    const yearLength = digitsAt(bytes, i);
    if (yearLength !== 4 && yearLength !== 2) return;
    if (yearLength === 2) this.see(Show.SHORT_YEARS);
    if (first === 1 && second === 1) this.see(Show.NEW_YEAR);
    if (first > 31 || second > 31 || first === second || first === 0 || second === 0) return;
    const mayBeDay = yearLength === 2 && numberAt(bytes, i, 2) <= 31; // then the year may come first
    if (second > 12) this.see(first > 12 ? Show.NOTHING : Show.MONTH_FIRST);
    else this.see(first > 12 && !mayBeDay ? Show.DAY_FIRST : Show.UNPROVEN);
  }

  /** Examines `17051990` or `5071990`, where the year comes last, and `19900101`. */
  private joinedDate(bytes: Uint8Array, from: number, to: number): void {
    const century = numberAt(bytes, to - 4, 2);
    if (to - from === 8 && century === 1 && numberAt(bytes, to - 2, 2) === 1) this.see(Show.NEW_YEAR);
    if (to - from > 8 || century < 18 || century > 20) return;
    const first = numberAt(bytes, from, to - from - 6);
    const second = numberAt(bytes, to - 6, 2);
    if (first === 1 && second === 1) this.see(Show.NEW_YEAR);
    if (first > 31 || second > 31 || first === second) return;
    if (second > 12) this.see(first > 12 ? Show.NOTHING : Show.MONTH_FIRST);
    else this.see(first > 12 ? Show.DAY_FIRST : Show.UNPROVEN);
  }

  /** Looks for an Ñ. Counts it once: the number does not matter. */
  protected enie(bytes: Uint8Array, from: number, to: number): void {
    for (let i = from + 1; i < to && this.counts[Show.ENIE] === 0; i++)
      if (bytes[i - 1] === 0xc3 && (bytes[i] | 32) === 0xb1) this.see(Show.ENIE);
  }

  protected surname(bytes: Uint8Array, from: number, to: number): void {
    if (this.words.isAt(bytes, from, to)) this.see(Show.SURNAMES);
    if (LACKING_ENIE.isAt(bytes, from, to)) this.see(Show.LACKS_ENIE);
  }
}

/** Returns the sight of a sex of several signs: a letter with blanks or a period, or a word. */
function otherSex(bytes: Uint8Array, from: number, to: number): Show {
  let first = startOf(bytes, from, to);
  let end = endOf(bytes, first, to);
  if (end - first > 1) {
    while (first < end && isBlank(bytes[first])) first++;
    while (end > first && isBlank(bytes[end - 1])) end--;
  }
  if (end - first === 2 && bytes[end - 1] === PERIOD) end--;
  if (end - first === 1) return SHOWN_BY_SEX[bytes[first]];
  if (end - first < 4) return Show.NOTHING;
  return SHOWN_BY_WORD.get(((bytes[first] | 32) << 8) | (bytes[first + 1] | 32)) ?? Show.NOTHING;
}

/** Returns the start of a cell's text after `="` or an apostrophe; `endOf` returns its end. */
function startOf(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  if (bytes[i] !== Byte.EQUALS && bytes[i] !== Byte.APOSTROPHE) return i;
  i++;
  while (i < to && bytes[i] === Byte.QUOTE) i++;
  return i;
}

function endOf(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && (bytes[end - 1] === Byte.QUOTE || bytes[end - 1] === Byte.APOSTROPHE)) end--;
  return end;
}

/** Returns whether a byte is white space or beyond ASCII: around a date or a sex, that is a no-break space or an invisible character. */
const isBlank = (byte: number): boolean => byte <= 32 || byte >= 128;

export const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122;

const isDigit = (byte: number): boolean => byte >= Byte.ZERO && byte <= Byte.ZERO + 9;

/** Counts the digits from an index on. No digit follows a cell. */
function digitsAt(bytes: Uint8Array, from: number): number {
  let i = from;
  while (isDigit(bytes[i])) i++;
  return i - from;
}

/** Returns the number in a cell of one or two digits, or 0 for any other cell. */
export function smallNumber(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  return (length === 1 || length === 2) && digitsAt(bytes, from) === length ? numberAt(bytes, from, length) : 0;
}

const numberAt = (bytes: Uint8Array, from: number, length: number): number =>
  length === 1 ? bytes[from] - Byte.ZERO : (bytes[from] - Byte.ZERO) * 10 + bytes[from + 1] - Byte.ZERO;
