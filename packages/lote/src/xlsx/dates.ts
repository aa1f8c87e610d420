/** Serial numbers of spreadsheets as dates of ISO 8601. */
import type { ByteSink } from './bytes.js';

/** Days from 1970-01-01 back to day 0 of each system. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;
/** 9999-12-31 in the system of 1900. */
const LAST = 2_958_465;
const SECONDS = 86_400;
const KEPT = 1 << 16;
const utf8 = new TextEncoder();

/** Writes whole days; those up to 2079 are kept once written, for people's dates repeat. */
export class DayWriter {
  readonly #is1904: boolean;
  /** Ten bytes a day. */
  readonly #kept = new Uint8Array(KEPT * 10);

  constructor(is1904: boolean) {
    this.#is1904 = is1904;
  }

  /** Writes the date. `false`: it is beyond the calendar. */
  write(sink: ByteSink, serial: number): boolean {
    if (serial >= KEPT) {
      const date = dateOf(serial, this.#is1904);
      if (date !== null) sink.ascii(date);
      return date !== null;
    }
    const at = serial * 10;
    if (this.#kept[at] === 0) utf8.encodeInto(dateOf(serial, this.#is1904) ?? '', this.#kept.subarray(at, at + 10));
    sink.copy(this.#kept, at, at + 10);
    return true;
  }
}

/**
 * The date, the hour, or both. `null`: the number is beyond the calendar. The system of 1900 takes 1900 for a leap year:
 * its day 60 is a day that never was, and is written as such, so that nobody takes it for another.
 */
export function dateOf(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial < LAST + 1)) return null;
  let day = Math.floor(serial);
  let second = Math.round((serial - day) * SECONDS);
  if (second === SECONDS) {
    day++;
    second = 0;
  }
  if (day === 0 && second > 0) return hour(second);
  const date = is1904 ? civil(day + EPOCH_1904) : date1900(day);
  return second === 0 ? date : `${date} ${hour(second)}`;
}

function date1900(day: number): string {
  if (day === 0) return '1900-01-00';
  if (day === 60) return '1900-02-29';
  return civil(day + EPOCH_1900 + (day < 60 ? 1 : 0));
}

/** The date of so many days after 1970-01-01. */
function civil(days: number): string {
  const date = new Date(days * SECONDS * 1000);
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

const two = (number: number): string => (number < 10 ? `0${number}` : `${number}`);

const hour = (second: number): string =>
  [second / 3600, (second / 60) % 60, second % 60].map((part) => two(Math.floor(part))).join(':');

/** A date that is written as ISO 8601 in its cell, as the others are written. */
export function isoDate(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(text.trim());
  if (match === null) return text;
  const [, date = '', time] = match;
  const whole = time?.length === 5 ? `${time}:00` : time;
  return whole === undefined || whole === '00:00:00' ? date : `${date} ${whole}`;
}
