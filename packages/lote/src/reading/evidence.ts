/** What the rows of a file show about its conventions: counts, and the first row of each. It holds no cell. */
import type { Sight } from '@curp-service/contract/reading';

/** The things that a row may show. */
const SIGHTS = [
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
] as const;
export type SightName = (typeof SIGHTS)[number];

/** Plain data, which may be sent to another thread. Rows are counted from the header, which is row 0. */
export interface Evidence {
  /** How many rows were seen, the empty lines included. */
  readonly rows: number;
  /** The number of the row with the names of the columns; 0: none was found. */
  readonly header: number;
  /** The encoding that a byte order mark or the zeros of UTF-16 show. */
  readonly mark: 'utf-8' | 'utf-16le' | 'utf-16be' | null;
  readonly sights: Readonly<Record<SightName, Sight>>;
}

const NOTHING: Sight = { count: 0, row: 0 };

function makeSights(sightOf: (name: SightName) => Sight): Record<SightName, Sight> {
  const [a, b, c, d, e, f, g, h, i, j, k] = SIGHTS.map(sightOf);
  return {
    notUtf8: a ?? NOTHING,
    utf8: b ?? NOTHING,
    H: c ?? NOTHING,
    F: d ?? NOTHING,
    M: e ?? NOTHING,
    digits: f ?? NOTHING,
    dayFirst: g ?? NOTHING,
    monthFirst: h ?? NOTHING,
    unproven: i ?? NOTHING,
    shortYears: j ?? NOTHING,
    surnames: k ?? NOTHING,
  };
}

export const NO_EVIDENCE: Evidence = { rows: 0, header: 0, mark: null, sights: makeSights(() => NOTHING) };

/** Joins the evidence of two stretches of a file, the second of which follows the first. */
export function mergeEvidence(before: Evidence, after: Evidence): Evidence {
  return {
    rows: before.rows + after.rows,
    header: before.header || after.header,
    mark: before.mark ?? after.mark,
    sights: makeSights((name) => {
      const a = before.sights[name];
      const b = after.sights[name];
      return { count: a.count + b.count, row: a.count > 0 ? a.row : b.row + (b.count > 0 ? before.rows : 0) };
    }),
  };
}
