/** Computes days and months in Mexico City: quotas renew each month, and usage is counted for each day. */
import type { Language } from '@curp-service/contract/language';

/** UTC−6 all year: Mexico City has had no summer time since 30 October 2022 (Ley de los Husos Horarios). */
const OFFSET_MS = -6 * 3_600_000;
export const DAY_MS = 24 * 3_600_000;

let lastNumber = NaN;
let lastDay = '';

/** Returns the day in Mexico City (`YYYY-MM-DD`) of a moment in milliseconds since 1970. Cached, because every request asks. */
export function mexicoDay(moment: number): string {
  const number = Math.floor((moment + OFFSET_MS) / DAY_MS);
  if (number !== lastNumber) {
    lastNumber = number;
    lastDay = new Date(number * DAY_MS).toISOString().slice(0, 10);
  }
  return lastDay;
}

/** Returns the last moment (ISO 8601, UTC) of a day in Mexico City. */
export const endOfMexicoDay = (day: string): string => new Date(Date.parse(day) + DAY_MS - OFFSET_MS - 1).toISOString();

export const mexicoMonth = (moment: number): string => mexicoDay(moment).slice(0, 7);

export function monthsBefore(month: string, count: number): string {
  const moment = new Date(`${month}-01`);
  moment.setUTCMonth(moment.getUTCMonth() - count);
  return moment.toISOString().slice(0, 7);
}

let lastMonth = '';
let endOfMonth = NaN;

/** Returns the whole seconds until the month in Mexico City ends. Its end is cached, because every answer of a project with a quota says so. */
export function secondsOfMonthLeft(moment: number): number {
  const month = mexicoMonth(moment);
  if (month !== lastMonth) {
    lastMonth = month;
    endOfMonth = Date.parse(`${monthsBefore(month, -1)}-01`) - OFFSET_MS;
  }
  return Math.ceil((endOfMonth - moment) / 1000);
}

const MONTH_WORDS: Readonly<Record<Language, readonly string[]>> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

/** Returns the first day of the following month, in words. */
export function renewalDate(month: string, language: Language): string {
  const next = new Date(`${monthsBefore(month, -1)}-01`);
  const name = MONTH_WORDS[language][next.getUTCMonth()];
  return language === 'en' ? `${name} 1, ${next.getUTCFullYear()}` : `1 de ${name} de ${next.getUTCFullYear()}`;
}
