/** Keeps the costs that the benchmarks measured for the last release, and says which of them have grown. */
import { readFileSync, writeFileSync } from 'node:fs';
import { repo } from './paths.mjs';

const FILE = 'bench/last-release.json';
/** Two runs of the same code differ by less. */
const MARGIN = 1.05;

/** The costs by benchmark and by what was measured: each is our cost divided by that of a rival in the same run. */
export const lastRelease = () => JSON.parse(readFileSync(repo(FILE), 'utf8'));

/** A sentence for each cost that is more than 5 % higher than before. A cost that was not measured before is not compared. */
export const grown = (before, now) =>
  Object.entries(now)
    .filter(([what, cost]) => cost > before[what] * MARGIN)
    .map(([what, cost]) => {
      const percent = Math.round((cost / before[what] - 1) * 100);
      return `${what}: ${percent} % worse than at the last release (${before[what]} → ${cost.toPrecision(3)})`;
    });

/** Makes the costs of a benchmark those of the last release. Costs that this run did not measure stay. */
export function keepCosts(name, costs) {
  const rounded = Object.entries(costs).map(([what, cost]) => [what, Number(cost.toPrecision(3))]);
  const all = lastRelease();
  all[name] = { ...all[name], ...Object.fromEntries(rounded) };
  writeFileSync(repo(FILE), `${JSON.stringify(all, null, 2)}\n`);
}
