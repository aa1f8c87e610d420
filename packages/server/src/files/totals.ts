/** The figures of a file: those of its end, and those to be added up while it is under way. */
import type { Totals } from '@curp-service/lote';

/** How many rows there were, good and bad. */
export const figures = ({
  rows: filas,
  good: correctas,
}: Totals): Readonly<Record<'filas' | 'correctas' | 'errores', number>> => ({
  filas,
  correctas,
  errores: filas - correctas,
});

/** Tells, at each call, how many rows more carry each code; 0: the good ones. */
export function rowCounter(totales: Totals, sumar: (codigo: number, cuantas: number) => void): () => void {
  const contadas = new Map<number, number>();
  const contar = (codigo: number, cuantas: number): void => {
    const nuevas = cuantas - (contadas.get(codigo) ?? 0);
    if (nuevas === 0) return;
    contadas.set(codigo, cuantas);
    sumar(codigo, nuevas);
  };
  return () => {
    contar(0, totales.good);
    for (const [codigo, cuantas] of totales.errors) contar(codigo, cuantas);
  };
}
