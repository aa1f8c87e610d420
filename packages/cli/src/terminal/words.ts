/** Numbers, times and names of columns as the user reads them. */
import { text } from '../environment.js';

const MAX_QUOTED_NAME = 40;

/** Writes `1,234,567`, as both Mexico and English do. */
export const thousands = (number: number): string => String(Math.round(number)).replaceAll(/\B(?=(\d{3})+$)/g, ',');

export function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  const time = whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return text(`faltan ${time}`, `${time} left`);
}

export function speed(rows: number, seconds: number): string {
  const [s, perSecond] = [seconds.toFixed(2), thousands(rows / seconds)];
  return text(`${s} s, ${perSecond} filas por segundo.`, `${s} s, ${perSecond} rows per second.`);
}

/** Quotes a name on one line, cut if it is long, without control characters. */
export function quoted(name: string): string {
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `«${clean.length > MAX_QUOTED_NAME ? `${clean.slice(0, MAX_QUOTED_NAME)}…` : clean}»`;
}

/** Writes a moment as `2026-05-17 09:30` in Mexico City. */
export const mexicoMoment = (moment: number): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Mexico_City',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(moment);
