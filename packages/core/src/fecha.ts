/**
 * Checks dates against the calendar.
 *
 * Source: IN art. 3, positions 5-10; I06 ch. 3: an incomplete date gets no key, and the date must exist. The first year
 * and what counts as the future are decisions of this project: D 16 of docs/norm.md.
 */

export const DIAS = Uint8Array.of(0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);
export const PRIMER_ANIO = 1800;
/** Days before this year are in the past, so only later days need the clock. */
export const ANIO_DEL_CODIGO = 2026;

export type ProblemaDeFecha = 'fecha_inexistente' | 'fecha_remota' | 'fecha_futura';

/** Returns why a day cannot be a birth date; `null` if it can. */
export function problemaDeFecha(anio: number, mes: number, dia: number): ProblemaDeFecha | null {
  if (!existe(anio, mes, dia)) return 'fecha_inexistente';
  if (anio < PRIMER_ANIO) return 'fecha_remota';
  return esFutura(anio, mes, dia) ? 'fecha_futura' : null;
}

export function existe(anio: number, mes: number, dia: number): boolean {
  return dia >= 1 && (dia <= DIAS[mes] || (mes === 2 && dia === 29 && esBisiesto(anio)));
}

function esBisiesto(anio: number): boolean {
  return anio % 4 === 0 && (anio % 100 !== 0 || anio % 400 === 0);
}

/** Returns whether the day has not begun yet in UTC, which is never behind the clocks of Mexico. */
export function esFutura(anio: number, mes: number, dia: number): boolean {
  if (anio < ANIO_DEL_CODIGO) return false;
  const hoy = new Date();
  const meses = (anio - hoy.getUTCFullYear()) * 12 + mes - (hoy.getUTCMonth() + 1);
  return meses > 0 || (meses === 0 && dia > hoy.getUTCDate());
}

/** Hardly any person lives for more years. */
const MAS_ANIOS = 110;

/** Returns whether a birth in this year is so long ago that a slip is likelier than the age. */
export const esInusual = (anio: number): boolean => anio < ANIO_DEL_CODIGO - MAS_ANIOS || anio < primerAnioUsual();

/** The current year, and the moments when it begins and ends: a file asks for it millions of times. */
let anioActual = 0;
let inicioDelAnio = 0;
let finDelAnio = 0;

function primerAnioUsual(): number {
  const ahora = Date.now();
  if (ahora < inicioDelAnio || ahora >= finDelAnio) {
    anioActual = new Date(ahora).getUTCFullYear();
    inicioDelAnio = Date.UTC(anioActual, 0, 1);
    finDelAnio = Date.UTC(anioActual + 1, 0, 1);
  }
  return anioActual - MAS_ANIOS;
}
