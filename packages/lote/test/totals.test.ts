/** The totals of several sheets are added. */
import { expect, it } from 'vitest';
import { sumTotals } from '../src/index.js';

it('sumTotals adds rows, good rows and errors by code', () => {
  const errors = (...rows: readonly (readonly [code: number, rows: number])[]): Map<number, number> => new Map(rows);
  expect(
    sumTotals([
      { rows: 5, good: 3, reviews: 1, others: 4, errors: errors([8, 2]), fullAt: 0 },
      { rows: 4, good: 1, reviews: 2, others: 1, errors: errors([8, 1], [100, 2]), fullAt: 0 },
    ]),
  ).toEqual({ rows: 9, good: 4, reviews: 3, others: 5, errors: errors([8, 3], [100, 2]), fullAt: 0 });
  expect(sumTotals([])).toEqual({ rows: 0, good: 0, reviews: 0, others: 0, errors: errors(), fullAt: 0 });
});
