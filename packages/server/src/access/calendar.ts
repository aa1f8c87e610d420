/** Days and months in Mexico City, by which quotas renew and usage is counted. */
import type { Language } from '@curp-service/contract/language';

/** Six hours behind UTC all year: Mexico City has had no summer time since 30 October 2022 (Ley de los Husos Horarios). */
const DESFASE_MS = -6 * 3_600_000;
const DIA_MS = 24 * 3_600_000;

let numero = NaN;
let dia = '';

/** The day in Mexico City at a moment, in milliseconds since 1970: `YYYY-MM-DD`. Written once a day: every request asks. */
export function mexicoDay(momento: number): string {
  const esteDia = Math.floor((momento + DESFASE_MS) / DIA_MS);
  if (esteDia !== numero) {
    numero = esteDia;
    dia = new Date(esteDia * DIA_MS).toISOString().slice(0, 10);
  }
  return dia;
}

/** The month in Mexico City, `YYYY-MM`. */
export const mexicoMonth = (momento: number): string => mexicoDay(momento).slice(0, 7);

const MESES: Readonly<Record<Language, readonly string[]>> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

/** The first day of the month after a month, in words. */
export function renovacion(mes: string, idioma: Language): string {
  const siguiente = new Date(`${mes}-01`);
  siguiente.setUTCMonth(siguiente.getUTCMonth() + 1);
  const nombre = MESES[idioma][siguiente.getUTCMonth()];
  return idioma === 'en'
    ? `${nombre} 1, ${siguiente.getUTCFullYear()}`
    : `1 de ${nombre} de ${siguiente.getUTCFullYear()}`;
}
