/** Numbers, times and names of columns as the user reads them. */
import { quote } from '@curp-service/contract/language';
import { tell, user } from '../environment.js';

const MAX_QUOTED_NAME = 40;

/** Writes `1,234,567`, as both Mexico and English do. */
export const thousands = (number: number): string => String(Math.round(number)).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Writes a number of bytes in millions, as `12.3`. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

export function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  const time = whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return tell('terminal_faltan', { time });
}

export function speed(rows: number, seconds: number): string {
  const [s, perSecond] = [seconds.toFixed(2), thousands(rows / seconds)];
  return tell('terminal_s_filas_por', { s, per_second: perSecond });
}

/** Quotes a name on one line, cut if it is long, without control characters. */
export function quoted(name: string): string {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return quote(clean.length > MAX_QUOTED_NAME ? `${clean.slice(0, MAX_QUOTED_NAME)}…` : clean, user.language);
}

/** The units of a duration that a user types, such as `24h`. */
export const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

/** Writes a duration as a user types it. */
export function durationText(ms: number): string {
  const minutes = ms / 60_000;
  const [unit, length] = Object.entries(MINUTES).findLast(([, each]) => minutes % each === 0) ?? ['m', 1];
  return minutes === 0 ? '0' : `${minutes / length}${unit}`;
}

/** Writes a moment as `2026-05-17 09:30` in Mexico City. */
export const mexicoMoment = (moment: number): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Mexico_City',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment);
