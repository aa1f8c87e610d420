/** Names each thing that a cell can show about the conventions of its file. */
import { WRAPPINGS } from '@curp-service/contract/reading';
import { GUESSES } from '../read/encoding.js';

/** The names of what a row may show. A text shows one of the first 64; the others are those of whole rows. */
// oxfmt-ignore
export const EVIDENCE_NAMES = [
  'notUtf8', 'utf8',
  'H', 'F', 'M', 'digits',
  'dayFirst', 'monthFirst', 'unproven', 'shortYears',
  'surnames', 'V', 'men', 'women', 'names', ...WRAPPINGS, 'joined', 'together',
  'notSerial', 'serial', 'yearFirst', 'lateDay',
  'mexico', 'states',
  'odd', 'signs', 'lacksEnie', 'enie', 'judged',
  'withoutKey', 'lines', 'announced',
  'lostZero', 'swapped', 'manM', 'manH', 'manF', 'womanM', 'womanH', 'womanF',
  'newYear', 'monthLast', 'monthZero', 'december',
  'stateOfMexico', 'cutState', 'postal', 'ownCode', 'CL', 'CM', 'MC', 'SL',
  ...GUESSES,
  'keyDayFirst', 'keyMonthFirst', 'keyWoman', 'keyMan', 'rising',
] as const;
export type EvidenceName = (typeof EVIDENCE_NAMES)[number];

/** The index of each name in `EVIDENCE_NAMES`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
export const EVIDENCE_INDEX = Object.fromEntries(EVIDENCE_NAMES.map((name, i) => [name, i])) as Record<
  EvidenceName,
  number
>;

/** A set of `EVIDENCE_NAMES`, as bits of two numbers. */
export interface EvidenceBits {
  readonly low: number;
  readonly high: number;
}

export const NOTHING_SHOWN: EvidenceBits = { low: 0, high: 0 };

const BITS_OF_EVIDENCE: ReadonlyMap<EvidenceName, EvidenceBits> = new Map(
  EVIDENCE_NAMES.map((name, i) => [name, i < 32 ? { low: 1 << i, high: 0 } : { low: 0, high: 1 << (i - 32) }]),
);

/** Returns the bits of these names. */
export function shows(...names: readonly EvidenceName[]): EvidenceBits {
  let [low, high] = [0, 0];
  for (const name of names) {
    const bits = BITS_OF_EVIDENCE.get(name) ?? NOTHING_SHOWN;
    low |= bits.low;
    high |= bits.high;
  }
  return { low, high };
}

export const eitherShows = (a: EvidenceBits, b: EvidenceBits): EvidenceBits => ({
  low: a.low | b.low,
  high: a.high | b.high,
});

/** EvidenceBits of two data together: a row shows one if both data have its bit. */
export const JOINT: EvidenceBits = shows('swapped', 'womanM', 'womanH', 'womanF', 'manM', 'manH', 'manF');
