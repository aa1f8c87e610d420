/** What a cell shows about the conventions of its file: some of the names of `SIGHTS`, as bits of two numbers. */
import { SIGHTS, type SightName } from '../conventions/evidence.js';

export interface Shown {
  readonly low: number;
  readonly high: number;
}

export const NOTHING_SHOWN: Shown = { low: 0, high: 0 };

const BITS: ReadonlyMap<SightName, Shown> = new Map(
  SIGHTS.map((name, i) => [name, i < 32 ? { low: 1 << i, high: 0 } : { low: 0, high: 1 << (i - 32) }]),
);

/** Returns the bits of these sights. */
export function shows(...names: readonly SightName[]): Shown {
  let [low, high] = [0, 0];
  for (const name of names) {
    const bits = BITS.get(name) ?? NOTHING_SHOWN;
    low |= bits.low;
    high |= bits.high;
  }
  return { low, high };
}

export const eitherShows = (a: Shown, b: Shown): Shown => ({ low: a.low | b.low, high: a.high | b.high });

/** Sights of two data together: a row shows one if both data have its bit. */
export const JOINT: Shown = shows('swapped', 'womanM', 'womanH', 'womanF', 'manM', 'manH', 'manF');

/** Sights that are counted once: their number does not matter. */
export const ONCE: Shown = shows('yearFirst', 'lateDay', 'monthLast', 'enie');
