/** The figures of a file: its final totals, and the rows counted while it runs. */
import type { Totals } from '@curp-service/lote';

type Figures = Readonly<Record<'filas' | 'correctas' | 'errores' | 'contradicciones', number>>;

/** The totals under the contract's names. */
export const figures = ({ rows, good, contradictions }: Omit<Totals, 'errors'>): Figures => ({
  filas: rows,
  correctas: good,
  errores: rows - good,
  contradicciones: contradictions,
});

/** The figures as the headers or trailers of an answer. */
export const figureHeaders = (totals: Figures): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(totals).map(([name, n]) => [`lote-${name}`, String(n)]));

/** Returns a function that reports how many rows of each code (0: good) were added since its last call. */
export function rowCounter(totals: Totals, add: (code: number, rows: number) => void): () => void {
  const counted = new Map<number, number>();
  const count = (code: number, rows: number): void => {
    const added = rows - (counted.get(code) ?? 0);
    if (added === 0) return;
    counted.set(code, rows);
    add(code, added);
  };
  return () => {
    count(0, totals.good);
    for (const [code, rows] of totals.errors) count(code, rows);
  };
}
