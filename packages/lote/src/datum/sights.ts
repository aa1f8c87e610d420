/** What cells show about the conventions of their file. */
import { COLLIDING } from '@curp-service/contract/conventions/postal';
import { WRAPPINGS } from '@curp-service/contract/reading';
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
  'stateOfMexico',
  'postal',
  'ownCode',
  'CL',
  'CM',
  'MC',
  'SL',
  ...GUESSES,
] as const;
export type SightName = (typeof SIGHTS)[number];

/** The index of each name in `SIGHTS`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
export const SIGHT_INDEX = Object.fromEntries(SIGHTS.map((name, i) => [name, i])) as Record<SightName, number>;

/** What a cell shows: some of the names of `SIGHTS`, as bits of two numbers. */
export interface Sights {
  readonly low: number;
  readonly high: number;
}

export const NOTHING_SHOWN: Sights = { low: 0, high: 0 };

const SIGHT_BITS: ReadonlyMap<SightName, Sights> = new Map(
  SIGHTS.map((name, i) => [name, i < 32 ? { low: 1 << i, high: 0 } : { low: 0, high: 1 << (i - 32) }]),
);

/** Returns the bits of these sights. */
export function shows(...names: readonly SightName[]): Sights {
  let [low, high] = [0, 0];
  for (const name of names) {
    const bits = SIGHT_BITS.get(name) ?? NOTHING_SHOWN;
    low |= bits.low;
    high |= bits.high;
  }
  return { low, high };
}

export const eitherShows = (a: Sights, b: Sights): Sights => ({ low: a.low | b.low, high: a.high | b.high });

/** Sights of two data together: a row shows one if both data have its bit. */
export const JOINT: Sights = shows('swapped', 'womanM', 'womanH', 'womanF', 'manM', 'manH', 'manF');

/** Sights that are counted once: their number does not matter. */
export const ONCE: Sights = shows('yearFirst', 'lateDay', 'monthLast', 'enie', ...COLLIDING);
