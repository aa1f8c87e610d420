/** Finds doubts about a date of birth: the written day may not be what was meant (D 24). */
import { esInusual } from '../fecha.js';
import type { CodigoHallazgo } from '../hallazgos.js';

/** Days that systems write for a missing date. Nobody is so old. */
const DE_SISTEMA = new Set(['1753-01-01', '1800-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1900-01-02']);

/** Returns whether no rule looks at a birth in this year. */
export const esFechaLlana = (anio: number): boolean => !esInusual(anio);

/** Returns the doubt about a date of birth as `YYYY-MM-DD`. */
export function dudasDeFecha(fecha: string): CodigoHallazgo[] {
  if (esFechaLlana(Number(fecha.slice(0, 4)))) return [];
  return [DE_SISTEMA.has(fecha) ? 'fecha_de_sistema' : 'edad_inusual'];
}
