/**
 * Principle: the shape of a column is told once. Births that rise by one from row to row come from a spreadsheet that filled
 * them down: every row that rests on them is for review.
 */
import type { ColumnShape } from '@curp-service/contract/reading';
import type { Evidence } from './evidence.js';

/** Fewer rows have no shape. */
const FEWEST_ROWS = 5;

export function decideShapes({ shown: { rising, names } }: Evidence): readonly ColumnShape[] {
  return rising.count >= FEWEST_ROWS - 1 && rising.count * 2 >= names.count ? ['fechas_seguidas'] : [];
}
