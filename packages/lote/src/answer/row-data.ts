/** The data of a row, as the operations take them. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Witness } from '@curp-service/contract/columns';
import type { ComparisonValues } from '@curp-service/contract/parameters';
import type { Doubt } from '../datum/doubt.js';

/** What other cells of a row say about the person, as they are written; dates and years are read. */
type Witnesses = Readonly<Partial<Record<Witness | 'rfc', string | undefined>>>;

/** The data of one row, and the problems with their spelling. */
export interface RowData extends ComparisonValues {
  readonly problems: readonly RowProblem[];
  /** A key that the row already has, which should be the calculated one. */
  readonly witness: string | undefined;
  readonly witnesses: Witnesses;
  /** True if the date was in one column. */
  readonly hasOneDate: boolean;
  /** Why the row needs a review. */
  readonly doubts: readonly Doubt[];
}
