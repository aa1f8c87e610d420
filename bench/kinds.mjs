/**
 * Measures `curp lote` with the kinds of files that offices have: odd cells, odd columns, odd encodings. Each file has the same people, or
 * people like them, and the CPU time of the whole command is compared with that for the plain file.
 */
import { rmSync } from 'node:fs';
import { KINDS } from './tools/kinds.mjs';
import { integer } from './tools/markdown.mjs';
import { inFolder } from './tools/paths.mjs';
import { counter } from './tools/processes.mjs';
import { besideFirst, writeAll } from './tools/sorts.mjs';
import { inTurns } from './tools/turns.mjs';

export async function run({ filas = [1_000_000], vueltas: rounds = 3 }) {
  const [rows] = filas;
  return inFolder(async (path) => {
    const spent = counter(path('wait4'));
    const kinds = await writeAll(path, rows, KINDS);
    const figures = await inTurns(`kinds, ${integer(rows)} rows`, rounds, kinds, ({ command, output }) => {
      const { cpu } = spent(command, process.env, [0, 1]); // some people have no key, or need a review
      rmSync(output);
      return { cpu: cpu / rows };
    });
    const { table, costs } = besideFirst(rows, 'by kind', kinds, figures);
    return { tables: [table], costs, rounds };
  });
}
