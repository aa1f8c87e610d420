/** Writes files of several sorts, and tells the cost of each beside the first. */
import { byName, integer, table } from './markdown.mjs';
import { repo } from './paths.mjs';
import { writePeople } from './people-file.mjs';

/** Writes a file for each entry of a table. */
export const writeAll = (path, rows, entries) =>
  Array.fromAsync(Object.entries(entries), async ([name, entry], i) => {
    const [file, output] = ['rows', 'out'].map((base) => path(`${base}-${i}.${entry.format ?? 'csv'}`));
    await writePeople(file, rows, entry);
    const options = [...(entry.options ?? []), '-o', output];
    return { name, output, command: [process.execPath, repo('packages/cli/bin/curp.js'), 'lote', file, ...options] };
  });

/** Returns a table, and the costs over the first row of it. */
export function besideFirst(rows, title, entries, figures) {
  const [first, ...others] = figures;
  const of = entries[0].name;
  return {
    costs: Object.fromEntries(
      others.map(({ cpu }, i) => [`${integer(rows)} rows, ${entries[i + 1].name}, over ${of}`, cpu / first.cpu]),
    ),
    table: table(
      [`${integer(rows)} rows, ${title}`, 'rows per CPU second', `of ${of}`],
      byName(entries, figures, ({ cpu }) => [integer(1 / cpu), (first.cpu / cpu).toFixed(2)]),
    ),
  };
}
