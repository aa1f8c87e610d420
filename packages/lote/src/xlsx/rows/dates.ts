/** Converts serial numbers of spreadsheets to dates of ISO 8601. */
import { Byte, type ByteSink } from '../../bytes.js';

/** The Julian day number of day 0 of each system. */
const DAY_0_OF_1900 = 2_415_019;
const DAY_0_OF_1904 = 2_416_481;
/** The Julian day number of 9999-12-31. */
const LAST = 5_373_484;
/** The Julian day number of 1970-01-01. */
const UNIX_DAY_0 = 2_440_588;
const SECONDS = 86_400;

/** Writes a whole day as a date. Returns `false` if it is beyond the calendar. */
export function writeDay(sink: ByteSink, serial: number, is1904: boolean): boolean {
  if (!isInCalendar(serial, is1904)) return false;
  const date = civil(serial, is1904);
  sink.reserve(10);
  sink.digits((date / 10_000) | 0, 4);
  sink.byte(Byte.DASH);
  sink.digits((date / 100) | 0, 2);
  sink.byte(Byte.DASH);
  sink.digits(date, 2);
  return true;
}

/**
 * Returns the date, the hour, or both; `null` if the number is beyond the calendar. The system of 1900 takes 1900 for a
 * leap year: its day 60 never existed and is written as 1900-02-29, so that it looks like no other day.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0)) return null;
  let day = Math.floor(serial);
  let second = Math.round((serial - day) * SECONDS);
  if (second === SECONDS) {
    day++;
    second = 0;
  }
  if (!isInCalendar(day, is1904)) return null;
  if (day === 0 && second > 0) return hour(second);
  const date = String(civil(day, is1904)).replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return second === 0 ? date : `${date} ${hour(second)}`;
}

const isInCalendar = (day: number, is1904: boolean): boolean => day + (is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900) <= LAST;

/** Returns the date of a day as a number, for example 19900517. */
function civil(day: number, is1904: boolean): number {
  if (is1904) return gregorian(day + DAY_0_OF_1904);
  if (day === 0) return 19_000_100;
  if (day === 60) return 19_000_229;
  return gregorian(day + DAY_0_OF_1900 + (day < 60 ? 1 : 0));
}

/** Computes the date like Fliegel and Van Flandern, in integers: `Date` would take longer than the rest of the cell. */
function gregorian(julianDay: number): number {
  const a = julianDay + 68_569;
  const century = ((4 * a) / 146_097) | 0;
  const b = a - (((146_097 * century + 3) / 4) | 0);
  const year = ((4000 * (b + 1)) / 1_461_001) | 0;
  const c = b - (((1461 * year) / 4) | 0) + 31;
  const month = ((80 * c) / 2447) | 0;
  const day = c - (((2447 * month) / 80) | 0);
  const isNext = (month / 11) | 0;
  return (100 * (century - 49) + year + isNext) * 10_000 + (month + 2 - 12 * isNext) * 100 + day;
}

const withZero = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

const hour = (second: number): string =>
  [second / 3600, (second / 60) % 60, second % 60].map((part) => withZero(Math.floor(part))).join(':');

/** Returns a cell's date of ISO 8601 in the format of the other dates. */
export function isoDate(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(text.trim());
  if (match === null) return text;
  const [, date = '', time] = match;
  const whole = time?.length === 5 ? `${time}:00` : time;
  return whole === undefined || whole === '00:00:00' ? date : `${date} ${whole}`;
}

/** Returns the serial number of a date of ISO 8601; `null` if it is no day of the calendar, or the system has no number for it. */
export function serialOf(date: string, is1904: boolean): number | null {
  const time = Date.parse(date);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) return null;
  const day = time / (SECONDS * 1000) + UNIX_DAY_0 - (is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900);
  const serial = is1904 || day > 60 ? day : day - 1;
  return dateOfSerial(serial, is1904) === date ? serial : null;
}
