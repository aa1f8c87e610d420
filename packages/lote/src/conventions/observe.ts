/** Collects what the rows of a file show about its conventions, while they are read. */
import type { ColumnIndexes, OperationName } from '@curp-service/contract/columns';
import { Byte } from '../bytes.js';
import { type Row, Seen } from '../read/row.js';
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

/** The evidence that a sex of one character gives. */
const SHOWN_BY_SEX = new Uint8Array(256).fill(Show.NOTHING);
for (const [letters, show] of [
  ['Hh', Show.H],
  ['Ff', Show.F],
  ['Mm', Show.M],
  ['12', Show.DIGITS],
] as const) {
  for (const letter of letters) SHOWN_BY_SEX[letter.charCodeAt(0)] = show;
}

/** 1 for each sign that may stand between the figures of a date. */
export const SEPARATORS = new Uint8Array(256);
for (const sign of '-/. ') SEPARATORS[sign.charCodeAt(0)] = 1;
const UTF8 = new TextEncoder();
/** Longer texts show nothing. */
const MAX_LOOKED = 100;

export class Observer {
  header: Evidence['header'] = { count: 0, row: 0 };
  mark: Evidence['mark'] = null;
  private readonly words: NullWords;
  private readonly readsPeople: boolean;
  private rows = 0;
  private readonly counts = new Float64Array(Show.NOTHING + 1);
  private readonly firsts = new Float64Array(Show.NOTHING + 1);

  constructor(words: NullWords, operation: OperationName) {
    this.words = words;
    this.readsPeople = operation !== 'validar';
  }

  /** A row begins, which may be an empty line. */
  next(): void {
    this.rows++;
  }

  /** Nobody knows how many rows were left out before the next. */
  loseCount(): void {
    this.rows = -Infinity;
  }

  /** Looks at the bits of `Seen` that a row has before it is rewritten. */
  encoding(seen: number): void {
    if ((seen & Seen.NOT_ASCII) === 0) return;
    this.see((seen & Seen.NOT_UTF8) === 0 && (seen & Seen.PLAIN_UTF8) !== 0 ? Show.UTF8 : Show.NOT_UTF8);
  }

  /** Looks at the cells of a row in UTF-8. */
  cells({ bytes, from, to }: Row, columns: ColumnIndexes): void {
    if (!this.readsPeople) return;
    const { sexo, fecha_nacimiento: date, anio_nacimiento: year, apellido_paterno, apellido_materno } = columns;
    if (sexo >= 0) this.sex(bytes, from[sexo], to[sexo]);
    if (date >= 0) this.date(bytes, from[date], to[date]);
    else if (year >= 0) this.year(bytes, from[year], to[year]);
    if (apellido_paterno >= 0) this.surname(bytes, from[apellido_paterno], to[apellido_paterno]);
    if (apellido_materno >= 0) this.surname(bytes, from[apellido_materno], to[apellido_materno]);
  }

  /** Looks at the texts of a row. */
  texts(textOf: (field: keyof ColumnIndexes) => string | undefined): void {
    if (!this.readsPeople) return;
    const bytesOf = (field: keyof ColumnIndexes): Uint8Array => {
      const text = textOf(field) ?? '';
      return text.length > MAX_LOOKED ? new Uint8Array() : UTF8.encode(text);
    };
    const sex = bytesOf('sexo');
    const date = bytesOf('fecha_nacimiento');
    const year = bytesOf('anio_nacimiento');
    this.sex(sex, 0, sex.length);
    this.date(date, 0, date.length);
    this.year(year, 0, year.length);
    for (const surname of [bytesOf('apellido_paterno'), bytesOf('apellido_materno')]) {
      this.surname(surname, 0, surname.length);
    }
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
    let first = from;
    let end = to;
    if (end - first > 1) {
      while (first < end && isBlank(bytes[first])) first++;
      while (end > first && isBlank(bytes[end - 1])) end--;
    }
    if (end - first === 1) this.see(SHOWN_BY_SEX[bytes[first]]);
  }

  private year(bytes: Uint8Array, from: number, to: number): void {
    if (to - from === 2 && digitsAt(bytes, from) === 2) this.see(Show.SHORT_YEARS);
  }

  private date(bytes: Uint8Array, from: number, to: number): void {
    let i = from;
    while (i < to && bytes[i] <= 32) i++;
    // Most dates begin with their year, and show nothing.
    if (!isDigit(bytes[i + 1]) || !isDigit(bytes[i + 2])) this.figures(bytes, i, to);
  }

  /** Looks at a date in three figures, the first of two digits at most: one above 12 is no month. */
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
    if (first > 31 || second > 31 || first === second || first === 0 || second === 0) return;
    const mayBeDay = yearLength === 2 && numberAt(bytes, i, 2) <= 31; // then the year may come first
    if (second > 12) this.see(first > 12 ? Show.NOTHING : Show.MONTH_FIRST);
    else this.see(first > 12 && !mayBeDay ? Show.DAY_FIRST : Show.UNPROVEN);
  }

  private surname(bytes: Uint8Array, from: number, to: number): void {
    if (this.words.isAt(bytes, from, to)) this.see(Show.SURNAMES);
  }
}

/** The columns at which `Observer.cells` looks; -1: none. */
export const observedCells = (columns: ColumnIndexes): readonly number[] => [
  columns.sexo,
  columns.fecha_nacimiento,
  columns.anio_nacimiento,
  columns.apellido_paterno,
  columns.apellido_materno,
];

/** White space, and the bytes of a no-break space in UTF-8 and in Windows-1252. */
const isBlank = (byte: number): boolean => byte <= 32 || byte === 0xa0 || byte === 0xc2;

const isDigit = (byte: number): boolean => byte >= Byte.ZERO && byte <= Byte.ZERO + 9;

/** How many digits stand here. No digit follows the last of a cell. */
function digitsAt(bytes: Uint8Array, from: number): number {
  let i = from;
  while (isDigit(bytes[i])) i++;
  return i - from;
}

const numberAt = (bytes: Uint8Array, from: number, length: number): number =>
  length === 1 ? bytes[from] - Byte.ZERO : (bytes[from] - Byte.ZERO) * 10 + bytes[from + 1] - Byte.ZERO;
