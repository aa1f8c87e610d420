/** Days and months in Mexico City, by which quotas renew and usage is counted. */
import type { Idioma } from './idioma.js';

const MINUTO_MS = 60_000;
const DIA = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City', dateStyle: 'short' });

let minuto = NaN;
let dia = '';

/** The day in Mexico City, `YYYY-MM-DD`. Worked out once a minute: every request asks. */
export function diaEnMexico(momento: Date): string {
  const esteMinuto = Math.floor(momento.getTime() / MINUTO_MS);
  if (esteMinuto !== minuto) {
    dia = DIA.format(momento);
    minuto = esteMinuto;
  }
  return dia;
}

/** The month in Mexico City, `YYYY-MM`. */
export const mesEnMexico = (momento: Date): string => diaEnMexico(momento).slice(0, 7);

/** The first day of the month after a month, in words. */
export function renovacion(mes: string, idioma: Idioma): string {
  const [anio = 0, numero = 0] = mes.split('-').map(Number);
  const primero = new Date(Date.UTC(anio, numero, 1));
  return new Intl.DateTimeFormat(idioma === 'en' ? 'en-US' : 'es-MX', { timeZone: 'UTC', dateStyle: 'long' }).format(
    primero,
  );
}
