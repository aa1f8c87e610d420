/** Keeps the costs that the benchmarks measured for the last release, and reports which of them have grown. */
import { readFileSync, writeFileSync } from 'node:fs';
import { repo } from './paths.mjs';

const FILE = 'bench/last-release.json';
/** The tolerated growth. Two runs of the same code differ by less. */
const MARGIN = 1.05;

/** Ratios of one kind of processor say little about those of another: each has its own. */
const kind = process.arch;

const readAll = () => JSON.parse(readFileSync(repo(FILE), 'utf8'));

/**
 * Returns the costs of the last release on this kind of machine, by benchmark and name. A cost is ours divided by that of a
 * contender in the same run.
 */
export const lastRelease = () => readAll()[kind] ?? {};

/** Returns a sentence for each cost that is more than 5 % higher than before. A new cost is not compared. */
export const grown = (before, now) =>
  Object.entries(now)
    .filter(([what, cost]) => cost > before[what] * MARGIN)
    .map(([what, cost]) => {
      const percent = Math.round((cost / before[what] - 1) * 100);
      return `${what}: ${percent} % worse than at the last release (${before[what]} → ${cost.toPrecision(3)})`;
    });

/** Stores the costs of a benchmark as those of the last release. Costs that this run did not measure stay. */
export function keepCosts(name, costs) {
  const rounded = Object.entries(costs).map(([what, cost]) => [what, Number(cost.toPrecision(3))]);
  const all = readAll();
  all[kind] = { ...all[kind], [name]: { ...all[kind]?.[name], ...Object.fromEntries(rounded) } };
  writeFileSync(repo(FILE), `${JSON.stringify(all, null, 2)}\n`);
}
