/** The figures of a file: those of its end, and those to be added up while it is under way. */
import type { Totales } from '@curp-service/lote';

/** How many rows there were, good and bad. */
export const cifras = ({ filas, correctas }: Totales): Readonly<Record<'filas' | 'correctas' | 'errores', number>> => ({
  filas,
  correctas,
  errores: filas - correctas,
});

/** Tells, at each call, how many rows more carry each code; 0: the good ones. */
export function contador(totales: Totales, sumar: (codigo: number, cuantas: number) => void): () => void {
  const contadas = new Map<number, number>();
  const contar = (codigo: number, cuantas: number): void => {
    const nuevas = cuantas - (contadas.get(codigo) ?? 0);
    if (nuevas === 0) return;
    contadas.set(codigo, cuantas);
    sumar(codigo, nuevas);
  };
  return () => {
    contar(0, totales.correctas);
    for (const [codigo, cuantas] of totales.errores) contar(codigo, cuantas);
  };
}
