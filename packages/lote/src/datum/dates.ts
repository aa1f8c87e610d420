/** Reads dates by the conventions of a file: their order, the century of short years, and what the file shows against them. */
import { isContested } from '@curp-service/contract/conventions/table';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Reading } from '@curp-service/contract/reading';
import {
  type DateFigures,
  type DateParts,
  ISO_DATE,
  dateOf,
  readFigures,
  splitDate,
  withHourApart,
} from '@curp-service/contract/values';
import { type Doubt, NO_DOUBTS } from './doubt.js';

/**
 * An hour that a system writes for the beginning of the next day: the last minute before it, or its midnight in another
 * zone. Midnight in Greenwich is from 16:00 to 19:00 in Mexico, and 23:00 without its daylight saving time.
 */
const NIGHT =
  /(?:[T ]|\d{4}:)(?:23:59|11:59(?::\d\d)?\s?p|(?:(?:1[6-9]|23):00|(?:0?[4-7]|11):00(?=(?::00)?\s?p))(?!:\d*[1-9])(?!(?::00)?(?:\.0+)?[Z+]))|T2[23]:00:00(?:\.0+)?Z/i;

export const LAST_MONTH = 12;
type DateConventions = Pick<Reading, 'fechas' | 'siglo' | 'forma_fechas'>;

export class DateReader {
  private readonly order: Reading['fechas']['value'];
  private century: number | null;
  private readonly form: Reading['forma_fechas']['value'];
  /** True if no proof decides which figure of a date is the month. */
  private readonly isOpen: boolean;

  constructor({ fechas, siglo, forma_fechas }: DateConventions) {
    this.order = fechas.value;
    this.century = siglo.value;
    this.form = forma_fechas.value;
    this.isOpen = fechas.value === 'mixta' || isContested(fechas);
  }

  /** Returns a date as `YYYY-MM-DD`, whether or not that day exists, or its problem. */
  date(text: string): string | RowProblem {
    if (ISO_DATE.test(text) && this.order !== 'adm') return text;
    const date = this.parts(text);
    return 'cause' in date ? date : `${date.anio}-${date.mes}-${date.dia}`;
  }

  /** True if the file says nothing against a date as databases write it. */
  get takesIso(): boolean {
    return (this.form === null || this.form === 'serie') && this.order !== 'adm';
  }

  /** Returns a year. One of two digits needs a declared century. */
  year(text: string): string | RowProblem {
    return this.fullYear(readFigures(text)) ?? { cause: 'anio_siglo' };
  }

  /** Returns what is read while years of two digits are those of the hundred years from `first` on. */
  inCentury<T>(first: number, read: () => T): T {
    const declared = this.century;
    this.century = first;
    try {
      return read();
    } finally {
      this.century = declared;
    }
  }

  /** Returns the doubts about a date by the rest of its file. `written` is its text, or its three figures with hyphens. */
  doubts(written: string, date: string): readonly Doubt[] {
    if (this.takesIso && !this.isOpen && written.length <= date.length) return NO_DOUBTS;
    const codes = [
      this.isOpen && mayBeMonthFirst(written) && ('fecha_convertida' as const),
      this.form === 'desde_cero' && !/\p{L}{3}/u.test(written) && ('fecha_mes_desde_cero' as const),
      this.form === 'convertidas' && mayBeSwapped(written.trim()) && ('fecha_convertida' as const),
      this.form === 'anios' && date.endsWith('-01-01') && ('fecha_de_sistema' as const),
      written.length > date.length && NIGHT.test(withHourApart(written)) && ('fecha_de_noche' as const),
    ];
    return codes.flatMap((codigo) => (codigo === false ? [] : [{ codigo, dato: 'fechaNacimiento' as const }]));
  }

  private parts(text: string): DateParts | RowProblem {
    const day = this.form === 'serie' ? dayOfSerial(text) : null;
    const date = day === null ? splitDate(text.replace(/^\s*'/, '')) : serialDate(day); // Excel marks a text so
    if (date === null) return { cause: 'fecha_formato' };
    if (!('anio' in date)) return this.inOrder(date);
    // `1990-17-05`: a month in words is what it says.
    if (this.order === 'adm' && !/\p{L}{3}/u.test(text)) return dateOf(date.anio, date.dia, date.mes);
    const anio = this.fullYear(date.anio);
    return anio === null ? { cause: 'fecha_siglo' } : { ...date, anio };
  }

  /** Returns a year of four digits; `null` for two digits without a declared century. */
  private fullYear(year: string): string | null {
    if (!/^\d\d$/.test(year)) return year;
    return this.century === null ? null : inCentury(year, this.century);
  }

  private inOrder([first, second, third]: DateFigures): DateParts | RowProblem {
    const { order } = this;
    const isShort = third.length < 4;
    const year = order === 'amd' ? first : third;
    if (isShort && year.length !== 2) return { cause: 'fecha_formato' };
    const complete = isShort ? this.fullYear(year) : year;
    if (complete === null) return { cause: 'fecha_siglo' };
    if (order === 'amd') return isShort ? dateOf(complete, second, third) : contradicts(order);
    const dayFirst = dateOf(complete, second, first);
    const monthFirst = dateOf(complete, first, second);
    if (Number(first) === Number(second)) return dayFirst;
    const mayBeMonth = [Number(first) <= LAST_MONTH, Number(second) <= LAST_MONTH];
    const provesDayFirst = !mayBeMonth[0] && mayBeMonth[1];
    const provesMonthFirst = mayBeMonth[0] && !mayBeMonth[1];
    if (order === 'mixta') {
      return provesMonthFirst ? monthFirst : dayFirst;
    }
    if (order === 'dma') return provesMonthFirst ? contradicts(order) : dayFirst;
    return provesDayFirst ? contradicts(order) : monthFirst;
  }
}

/** Returns the number that `count` digits of a text make. */
export function figureAt(text: string, from: number, count: number): number {
  let number = 0;
  for (let i = from; i < from + count; i++) number = number * 10 + text.charCodeAt(i) - 48;
  return number;
}

const contradicts = (orden: string): RowProblem => ({ cause: 'fecha_contradice', parts: { orden } });

/** Returns whether a date of figures can be read with its day first and with its month first. */
function mayBeMonthFirst(text: string): boolean {
  const date = splitDate(text);
  if (date === null || 'anio' in date) return false;
  const [first, second] = date.map(Number);
  return first !== second && Math.max(first, second) <= LAST_MONTH;
}

const mayBeSwapped = (date: string): boolean =>
  /^\d{4}-(0\d|1[0-2])-(0\d|1[0-2])/.test(date) && date.slice(5, 7) !== date.slice(8, 10);

/** Returns the year with these last two digits among the hundred years from `first` on. */
function inCentury(digits: string, first: number): string {
  const year = first - (first % 100) + Number(digits);
  return String(year < first ? year + 100 : year);
}

/** Returns the number of a day of Excel, without the hour that is its fraction; `null` for any other text. */
function dayOfSerial(text: string): number | null {
  const [, day] = /^\s*(\d+)(?:[.,]\d+)?\s*$/.exec(text) ?? [];
  return day === undefined ? null : Number(day);
}

/** Returns the day with a number of Excel, which counts days from 1900 and takes it for a leap year. */
function serialDate(day: number): DateParts {
  const date = new Date(Date.UTC(1899, 11, 30) + day * 86_400_000).toISOString();
  return { anio: date.slice(0, 4), mes: date.slice(5, 7), dia: date.slice(8, 10) };
}

/** Returns a function that reads texts as dates of ISO 8601, by the reading of a file. It returns `null` for other texts. */
export function dateReader(reading: Reading): (text: string) => string | null {
  const dates = new DateReader(reading);
  return (text) => {
    const date = dates.date(text);
    return typeof date === 'string' ? date : null;
  };
}
