/** Finds the cells of a sheet that are merged downwards: only the topmost holds the value, which the sheet shows for all. */
import { columnOf } from './cells.js';

export interface MergedCells {
  /** The column, from 0. */
  readonly column: number;
  readonly top: number;
  readonly bottom: number;
}

/** Larger sheets are lists of programs, which merge no cells. Their end is far from their beginning. */
export const MERGED_PART = 1 << 22;
/** More merged cells are ignored, because each row looks at all of them. */
const MOST_MERGED = 1000;
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*?\bref="([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)"/g;

/** Returns the cells of a sheet's XML that are merged over several rows. */
export const mergedIn = (xml: string): MergedCells[] =>
  Array.from(xml.matchAll(MERGED), ([, column = '', top, bottom]) => ({
    column: columnOf(column),
    top: Number(top),
    bottom: Number(bottom),
  }))
    .filter(({ top, bottom }) => top < bottom)
    .slice(0, MOST_MERGED);
