/** Collects what the rows of a file show about its conventions, while they are read. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { Byte } from '../bytes.js';
import { Seen } from '../read/csv-reader.js';
import { type Evidence, SIGHTS, toSights } from './evidence.js';
import type { NullWords } from './null-words.js';

/** The places of `SIGHTS`, and one for whatever shows nothing. */
const enum Show {
  NOT_UTF8,
  UTF8,
  H,
  F,
  M,
  DIGITS,
  DAY_FIRST,
  MONTH_FIRST,
  UNPROVEN,
  SHORT_YEARS,
  SURNAMES,
  NOTHING,
}

/** What a sex of one character shows. */
const SHOWN_BY_SEX = new Uint8Array(256).fill(Show.NOTHING);
for (const [letters, show] of [
  ['Hh', Show.H],
  ['Ff', Show.F],
  ['Mm', Show.M],
  ['12', Show.DIGITS],
] as const) {
  for (const letter of letters) SHOWN_BY_SEX[letter.charCodeAt(0)] = show;
}

const SEPARATORS = new Set(Array.from('-/. ', (sign) => sign.charCodeAt(0)));
const UTF8 = new TextEncoder();
/** Longer texts show nothing. */
const MAX_LOOKED = 100;

export class Observer {
  header: Evidence['header'] = { count: 0, row: 0 };
  mark: Evidence['mark'] = null;
  private readonly words: NullWords;
  private rows = 0;
  private readonly counts = new Float64Array(Show.NOTHING + 1);
  private readonly firsts = new Float64Array(Show.NOTHING + 1);

  constructor(words: NullWords) {
    this.words = words;
  }

  /** A row begins, which may be an empty line. */
  next(): void {
    this.rows++;
  }

  /** Looks at the bits of `Seen` that a row has before it is rewritten. */
  encoding(seen: number): void {
    if ((seen & Seen.NOT_ASCII) === 0) return;
    this.see((seen & Seen.NOT_UTF8) === 0 && (seen & Seen.PLAIN_UTF8) !== 0 ? Show.UTF8 : Show.NOT_UTF8);
  }

  /** Looks at the cells of a row in UTF-8. */
  cells(bytes: Uint8Array, from: Int32Array, to: Int32Array, columns: ColumnIndexes): void {
    const { sexo, fecha_nacimiento: date, anio_nacimiento: year, apellido_paterno, apellido_materno } = columns;
    if (sexo >= 0) this.sex(bytes, from[sexo], to[sexo]);
    if (date >= 0) this.date(bytes, from[date], to[date]);
    else if (year >= 0 && to[year] - from[year] === 2 && isDigit(bytes[from[year]])) this.see(Show.SHORT_YEARS);
    if (apellido_paterno >= 0) this.surname(bytes, from[apellido_paterno], to[apellido_paterno]);
    if (apellido_materno >= 0) this.surname(bytes, from[apellido_materno], to[apellido_materno]);
  }

  /** Looks at the texts of a row. */
  texts(textOf: (field: keyof ColumnIndexes) => string | undefined): void {
    const bytesOf = (field: keyof ColumnIndexes): Uint8Array => {
      const text = textOf(field) ?? '';
      return text.length > MAX_LOOKED ? new Uint8Array() : UTF8.encode(text);
    };
    const sex = bytesOf('sexo');
    const date = bytesOf('fecha_nacimiento');
    this.sex(sex, 0, sex.length);
    this.date(date, 0, date.length);
    for (const surname of [bytesOf('apellido_paterno'), bytesOf('apellido_materno')]) {
      this.surname(surname, 0, surname.length);
    }
    if (/^\d\d$/.test(textOf('anio_nacimiento') ?? '')) this.see(Show.SHORT_YEARS);
  }

  /** Gives what was seen since the last call. */
  take(): Evidence {
    const { rows, header, mark, counts, firsts } = this;
    const sights = toSights(SIGHTS.map((_, i) => ({ count: counts[i], row: firsts[i] })));
    this.rows = 0;
    counts.fill(0);
    firsts.fill(0);
    return { rows, header, mark, sights };
  }

  private see(show: Show): void {
    if (this.counts[show]++ === 0) this.firsts[show] = this.rows;
  }

  private sex(bytes: Uint8Array, from: number, to: number): void {
    if (to - from === 1) this.see(SHOWN_BY_SEX[bytes[from]]);
    else if (bytes[from] <= 32 || bytes[to - 1] <= 32) {
      let first = from;
      let end = to;
      while (first < end && bytes[first] <= 32) first++;
      while (end > first && bytes[end - 1] <= 32) end--;
      if (end - first === 1) this.see(SHOWN_BY_SEX[bytes[first]]);
    }
  }

  /** Looks at a date in three figures: one above 12 is no month. */
  private date(bytes: Uint8Array, from: number, to: number): void {
    let i = from;
    while (i < to && bytes[i] <= 32) i++;
    const firstLength = digitsAt(bytes, i, to);
    const separator = bytes[i + firstLength];
    if (firstLength > 2 || firstLength === 0 || !SEPARATORS.has(separator)) return;
    const first = numberAt(bytes, i, firstLength);
    i += firstLength + 1;
    const secondLength = digitsAt(bytes, i, to);
    if (secondLength > 2 || secondLength === 0 || bytes[i + secondLength] !== separator) return;
    const second = numberAt(bytes, i, secondLength);
    i += secondLength + 1;
    const yearLength = digitsAt(bytes, i, to);
    if (i + yearLength > to || (yearLength !== 4 && yearLength !== 2)) return;
    if (yearLength === 2) {
      this.see(Show.SHORT_YEARS);
      if (numberAt(bytes, i, 2) <= 31) return; // the year may come first
    }
    if (first > 31 || second > 31 || first === second || first === 0 || second === 0) return;
    if (first <= 12 && second <= 12) this.see(Show.UNPROVEN);
    else if (second <= 12) this.see(Show.DAY_FIRST);
    else if (first <= 12) this.see(Show.MONTH_FIRST);
  }

  private surname(bytes: Uint8Array, from: number, to: number): void {
    if (this.words.isAt(bytes, from, to)) this.see(Show.SURNAMES);
  }
}

const isDigit = (byte: number): boolean => byte >= Byte.ZERO && byte <= Byte.ZERO + 9;

/** How many digits stand here, before `to`. */
function digitsAt(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && isDigit(bytes[i])) i++;
  return i - from;
}

const numberAt = (bytes: Uint8Array, from: number, length: number): number =>
  length === 1 ? bytes[from] - Byte.ZERO : (bytes[from] - Byte.ZERO) * 10 + bytes[from + 1] - Byte.ZERO;
