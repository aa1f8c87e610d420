/** Reads dates in figures, and the parts of a date, from the bytes of a cell. */
import type { Reading } from '@curp-service/contract/reading';
import { Byte } from '../bytes.js';
import { SEPARATORS } from '../conventions/observe.js';

const LAST_MONTH = 12;
/** 1 for each sign of an hour behind a date. */
const HOUR = new Uint8Array(256);
for (const sign of '0123456789:.,') HOUR[sign.charCodeAt(0)] = 1;

/**
 * The date between these places as YYYYMMDD, whether or not there is such a day: `1990-05-17`, or `17/5/1990` in the
 * order of the file, with or without an hour. 0: it contradicts that order, or is doubtful; -1: it is spelled otherwise.
 */
export function dateAt(bytes: Uint8Array, from: number, to: number, order: Reading['fechas']['value']): number {
  const firstEnd = digitsEnd(bytes, from, to);
  const separator = bytes[firstEnd];
  if (firstEnd + 1 >= to || SEPARATORS[separator] === 0) return -1;
  const secondEnd = digitsEnd(bytes, firstEnd + 1, to);
  if (secondEnd + 1 >= to || bytes[secondEnd] !== separator) return -1;
  const thirdEnd = digitsEnd(bytes, secondEnd + 1, to);
  if (thirdEnd < to && !isHour(bytes, thirdEnd, to)) return -1;
  const secondLength = secondEnd - firstEnd - 1;
  const thirdLength = thirdEnd - secondEnd - 1;
  if (secondLength === 0 || secondLength > 2 || thirdLength === 0) return -1;
  const first = numberAt(bytes, from, firstEnd);
  const second = numberAt(bytes, firstEnd + 1, secondEnd);
  const third = numberAt(bytes, secondEnd + 1, thirdEnd);
  const firstLength = firstEnd - from;
  if (firstLength === 4 && thirdLength <= 2) return first * 10_000 + second * 100 + third;
  if (firstLength === 0 || firstLength > 2 || thirdLength !== 4) return -1;
  const dayFirst = third * 10_000 + second * 100 + first;
  const monthFirst = third * 10_000 + first * 100 + second;
  if (order === 'amd') return 0;
  if (first === second) return dayFirst;
  const provesDayFirst = first > LAST_MONTH && second <= LAST_MONTH;
  const provesMonthFirst = first <= LAST_MONTH && second > LAST_MONTH;
  if (order === 'dma') return provesMonthFirst ? 0 : dayFirst;
  if (order === 'mda') return provesDayFirst ? 0 : monthFirst;
  return provesDayFirst ? dayFirst : provesMonthFirst ? monthFirst : 0;
}

/** The number between these places, of four digits or of up to two; -1: it is spelled otherwise. */
export function figuresAt(bytes: Uint8Array, from: number, to: number, digits: 2 | 4): number {
  const length = to - from;
  if (length > digits || length === 0 || (digits === 4 && length !== 4)) return -1;
  return digitsEnd(bytes, from, to) === to ? numberAt(bytes, from, to) : -1;
}

/** Whether the rest of a cell is an hour, as databases write it behind a date. */
function isHour(bytes: Uint8Array, from: number, to: number): boolean {
  if ((bytes[from] !== Byte.SPACE && bytes[from] !== Byte.T) || from + 1 === to) return false;
  if (bytes[from + 1] === Byte.ZERO + 2 && bytes[from + 2] === Byte.ZERO + 3) return false; // 23:59 is looked at
  for (let i = from + 1; i < to; i++) if (HOUR[bytes[i]] === 0) return false;
  return true;
}

/** Where the digits that begin at `from` end. */
function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && (bytes[i] - Byte.ZERO) >>> 0 <= 9) i++;
  return i;
}

function numberAt(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) number = number * 10 + bytes[i] - Byte.ZERO;
  return number;
}
