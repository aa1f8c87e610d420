/** The evidence of a file's rows about its conventions: counts, and the first row of each. It holds no cell. */
import { NOT_SHOWN, type ShownRows } from '@curp-service/contract/reading';
import { type HeaderHints, NO_HINTS } from '@curp-service/contract/conventions/hints';
import type { Layout } from '@curp-service/contract/layouts';
import type { CountedName } from '../datum/name-counts.js';
import type { LookedColumn } from './witness-columns.js';
import { EVIDENCE_NAMES, type EvidenceName } from '../datum/evidence-names.js';
import { type Marks, NO_MARKS } from './first-marks.js';
import { type NameShapes, NO_NAME_SHAPES } from './name-shape.js';

/** Rows are counted from the header, which is row 0. */
export interface Evidence {
  /** The number of rows seen, including empty lines. */
  readonly rows: number;
  /** How many data the header names, its row number, its number of rows, and the first row of a person above it. Row 0: it has not arrived; row -1: a layout replaces it. */
  readonly header: ShownRows & {
    readonly rows?: number;
    readonly person?: number;
    /** What its bytes show about the encoding; 0 if nothing. */
    readonly encoding?: number;
  };
  /** The layout of a file without a header. */
  readonly layout: Layout | null;
  /** The encoding that a byte order mark or the zeros of UTF-16 show. */
  readonly mark: 'utf-8' | 'utf-16le' | 'utf-16be' | null;
  /** What rows show. */
  readonly shown: Readonly<Record<EvidenceName, ShownRows>>;
  /** What the header says, like a row that proves it. */
  readonly hints: HeaderHints;
  /** The first row that names the columns in another order than the header; 0 if there is none. */
  readonly otherHeader: number;
  /** The first row whose time stamp has the month before the day; 0 if there is none. */
  readonly stamped: number;
  /** The first rows that hold nothing but a part of a name. */
  readonly pieces: readonly number[];
  /** How often the rows have frequent names, and words that may be slips of them. */
  readonly names: readonly CountedName[];
  /** What the first rows beyond ASCII show about the encoding, and what the first keys and RFCs prove. */
  readonly encodings: Marks;
  readonly keys: Marks;
  /** The births of the first and the last row, and the first row: whether births go on from one part of a file to the next. */
  readonly births: { readonly first: number; readonly last: number; readonly row: number } | null;
  /** The counts of `Births`. */
  readonly birthdays: readonly number[];
  /** Where names end, and the surnames of several words. */
  readonly nameShapes: NameShapes;
  /** What the columns hold that the header does not name. */
  readonly looked: readonly LookedColumn[];
}

/** Returns what rows show by its name, from a list in the order of `EVIDENCE_NAMES`. */
export function toShown(list: readonly ShownRows[]): Record<EvidenceName, ShownRows> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
  return Object.fromEntries(EVIDENCE_NAMES.map((name, i) => [name, list[i] ?? NOT_SHOWN])) as Record<
    EvidenceName,
    ShownRows
  >;
}

export const NO_EVIDENCE: Evidence = {
  rows: 0,
  header: NOT_SHOWN,
  layout: null,
  mark: null,
  shown: toShown([]),
  hints: NO_HINTS,
  otherHeader: 0,
  stamped: 0,
  pieces: [],
  names: [],
  encodings: NO_MARKS,
  keys: NO_MARKS,
  births: null,
  birthdays: [],
  nameShapes: NO_NAME_SHAPES,
  looked: [],
};
