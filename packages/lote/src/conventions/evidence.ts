/** The evidence of a file's rows about its conventions: counts, and the first row of each sight. It holds no cell. */
import { type Sight, WRAPPINGS } from '@curp-service/contract/reading';
import type { Layout } from '@curp-service/contract/layouts';
import { GUESSES } from '../read/encoding.js';

/** The names of what a row may show. */
export const SIGHTS = [
  'notUtf8',
  'utf8',
  'H',
  'F',
  'M',
  'digits',
  'dayFirst',
  'monthFirst',
  'unproven',
  'shortYears',
  'surnames',
  'V',
  'men',
  'women',
  'names',
  ...WRAPPINGS,
  'joined',
  'together',
  'notSerial',
  'serial',
  'yearFirst',
  'lateDay',
  'mexico',
  'states',
  'odd',
  'signs',
  'lacksEnie',
  'enie',
  'judged',
  'withoutKey',
  'lines',
  'announced',
  'lostZero',
  'swapped',
  'manM',
  'manH',
  'manF',
  'womanM',
  'womanH',
  'womanF',
  'newYear',
  'monthLast',
  ...GUESSES,
] as const;
export type SightName = (typeof SIGHTS)[number];

/** The index of each name in `SIGHTS`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
export const SIGHT_INDEX = Object.fromEntries(SIGHTS.map((name, i) => [name, i])) as Record<SightName, number>;

/** Plain data that can be sent to another thread. Rows are counted from the header, which is row 0. */
export interface Evidence {
  /** The number of rows seen, including empty lines. */
  readonly rows: number;
  /** How many data the header names, its row number, and its number of rows. Row 0: it has not arrived; row -1: a layout replaces it. */
  readonly header: Sight & { readonly rows?: number };
  /** The layout of a file without a header. */
  readonly layout: Layout | null;
  /** The encoding that a byte order mark or the zeros of UTF-16 show. */
  readonly mark: 'utf-8' | 'utf-16le' | 'utf-16be' | null;
  readonly sights: Readonly<Record<SightName, Sight>>;
  /** The letters or digits for the sexes that the name of their column shows: `Sexo (M/F)`. */
  readonly sexHint: 'hm' | 'fm' | 'vh' | '12' | null;
  /** The first row that names the columns in another order than the header; 0 if there is none. */
  readonly otherHeader: number;
}

export const NOTHING: Sight = { count: 0, row: 0 };

/** Returns the sights by name, from a list in the order of `SIGHTS`. */
export function toSights(list: readonly Sight[]): Record<SightName, Sight> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
  return Object.fromEntries(SIGHTS.map((name, i) => [name, list[i] ?? NOTHING])) as Record<SightName, Sight>;
}

export const NO_EVIDENCE: Evidence = {
  rows: 0,
  header: NOTHING,
  layout: null,
  mark: null,
  sights: toSights([]),
  sexHint: null,
  otherHeader: 0,
};

/** Joins the evidence of two consecutive stretches of a file. */
export function mergeEvidence(before: Evidence, after: Evidence): Evidence {
  return {
    rows: before.rows + after.rows,
    header: before.header.row !== 0 ? before.header : after.header,
    layout: before.layout ?? after.layout,
    mark: before.mark ?? after.mark,
    sexHint: before.sexHint ?? after.sexHint,
    otherHeader: before.otherHeader || (after.otherHeader && before.rows + after.otherHeader),
    sights: toSights(
      SIGHTS.map((name) => {
        const a = before.sights[name];
        const b = after.sights[name];
        return { count: a.count + b.count, row: a.count > 0 ? a.row : b.row + (b.count > 0 ? before.rows : 0) };
      }),
    ),
  };
}
