/** Finds the cells of a sheet that are merged downwards: only the topmost holds the value, which the sheet shows for all. */
import { type Range, rangeIn } from './write/ranges.js';

/** Larger sheets are lists of programs, which merge no cells. Their end is far from their beginning. */
export const MERGED_PART = 1 << 22;
/** More merged cells are ignored. */
const MOST_MERGED = 1000;
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*>/g;

/** Returns the ranges of a sheet's XML that are merged over several rows. */
export const mergedIn = (xml: string): Range[] =>
  Array.from(xml.matchAll(MERGED), ([tag]) => rangeIn(tag))
    .filter(({ top, bottom }) => top < bottom)
    .slice(0, MOST_MERGED);
