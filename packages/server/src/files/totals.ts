/** The figures of a file: its final totals, and the rows counted while it runs. */
import type { Totals } from '@curp-service/lote';

export type Figures = Readonly<Record<'filas' | 'correctas' | 'errores' | 'revisar', number>>;

/** The totals under the contract's names. */
export const figures = ({ rows, good, reviews }: Omit<Totals, 'errors' | 'others'>): Figures => ({
  filas: rows,
  correctas: good,
  errores: rows - good,
  revisar: reviews,
});

/** The figures as the headers or trailers of an answer. */
export const figureHeaders = (totals: Figures): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(totals).map(([name, n]) => [`lote-${name}`, String(n)]));

/** Counts the rows of a file as they are done. */
export class RowCounter {
  totals: Readonly<Totals> = { rows: 0, good: 0, reviews: 0, others: 0, errors: new Map() };
  readonly #add: (code: number, rows: number) => void;

  /** `add`: told how many rows of each code (0: good) were done since it was last told. */
  constructor(add: (code: number, rows: number) => void) {
    this.#add = add;
  }

  /** Takes the totals so far. They may begin anew: rows that were counted once are not counted again. */
  take(totals: Readonly<Totals>): void {
    const before = this.totals;
    if (totals.rows < before.rows) return;
    this.totals = totals;
    this.#count(0, totals.good - before.good);
    for (const [code, rows] of totals.errors) this.#count(code, rows - (before.errors.get(code) ?? 0));
  }

  #count(code: number, rows: number): void {
    if (rows > 0) this.#add(code, rows);
  }
}
