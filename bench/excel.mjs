/**
 * Measures `curp lote` on a workbook, which it returns with keys, beside openpyxl, which only reads it, and
 * zlib, which only inflates and deflates its sheet.
 *
 * Two files hold the same people: with shared strings, as Excel writes them, and with texts in the cells, as openpyxl and
 * others do. Contenders take turns, each in a fresh process. The medians of their CPU time (all threads) and peak memory are
 * compared, from the start of the process to its end.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { beside, byName, integer, list, roundsIn, table, times, wrap } from './tools/markdown.mjs';
import { inFolder, repo } from './tools/paths.mjs';
import { Missing, need, ready } from './tools/peers.mjs';
import { bars } from './tools/plot.mjs';
import { counter } from './tools/processes.mjs';
import { inTurns, progress } from './tools/turns.mjs';
import { writeWorkbook } from './tools/workbook-file.mjs';

/** The rows of a full sheet, without its header. */
const MOST = 1_048_575;
const COMPARED = 200_000;
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export async function run({ filas = [COMPARED, MOST], vueltas }) {
  const sizes = await Array.fromAsync(filas, (rows) => bySize(rows, vueltas ?? (rows > COMPARED ? 1 : 5)));
  const costs = Object.assign({}, ...sizes.map((size) => size.costs));
  return { ...sizes[0], costs, tables: sizes.flatMap(({ tables }) => tables) };
}

const bySize = (rows, rounds) =>
  inFolder(async (path) => {
    const spent = counter(path('wait4'));
    const kinds = [
      { kind: 'shared strings', file: path('shared.xlsx'), isShared: true },
      { kind: 'texts in the cells', file: path('inline.xlsx'), isShared: false },
    ];
    const results = await Array.fromAsync(kinds, async ({ kind, file, isShared }) => {
      progress(`excel, ${integer(rows)} rows, ${kind}: preparing`);
      await writeWorkbook(file, rows, isShared);
      const { there, notes } = ready(contenders(file, path('out.xlsx')));
      const measure = ({ command }) => {
        rmSync(path('out.xlsx'), { force: true });
        const { cpu, wall, mb } = spent(command);
        return { cpu: cpu / rows, wall: wall / rows, mb };
      };
      const figures = await inTurns(`excel, ${integer(rows)} rows, ${kind}`, rounds, there, measure);
      return { kind, there, notes, figures, bytes: statSync(file).size };
    });
    return tell(rows, rounds, results);
  });

function contenders(file, output) {
  const node = (script) => [process.execPath, repo(`bench/contenders/${script}`), file, output];
  const others = [
    {
      name: 'openpyxl, reading alone',
      command: [PYTHON, repo('bench/contenders/excel.py'), file],
      prepare: () => needOpenpyxl(),
    },
    { name: 'zlib, the sheet as it is', command: node('excel-zlib.mjs') },
  ];
  const options = ['-o', output, '--silencio'];
  const command = [process.execPath, repo('packages/cli/bin/curp.js'), 'lote', file, ...options];
  const ours = { name: '`curp lote`', isOurs: true, command };
  return [ours, ...others];
}

function needOpenpyxl() {
  need(PYTHON);
  if (spawnSync(PYTHON, ['-c', 'import openpyxl']).status === 0) return;
  throw new Missing('openpyxl is not there (Debian: `apt install python3-openpyxl`)');
}

const HEAD = ['CPU µs per row', 'rows per CPU second', 'rows per second', 'peak MB', 'speed of `curp lote` over it'];

function tell(rows, rounds, results) {
  const ratios = results.flatMap(({ there, figures }) => {
    const i = there.findIndex(({ name }) => name.startsWith('openpyxl'));
    return i < 0 ? [] : [figures[i].cpu / figures[0].cpu];
  });
  const most = Math.max(...results.map(({ figures }) => figures[0].mb));
  const least = ratios.length === 0 ? undefined : Math.min(...ratios).toFixed(1);
  const goals = list(
    least && `at least 12 times openpyxl's reading (${ratios.map((ratio) => ratio.toFixed(1)).join(' and ')})`,
    `under 300 MB (${integer(most)})`,
  );
  const cells = (ours, { cpu, wall, mb }) => [
    (cpu * 1e6).toFixed(2),
    integer(1 / cpu),
    integer(1 / wall),
    integer(mb),
    times(cpu, ours.cpu),
  ];
  const tables = results.map(({ kind, there, figures, bytes }) =>
    table(
      [`${integer(rows)} rows, ${kind}, ${(bytes / 1e6).toFixed(1)} MB`, ...HEAD],
      byName(there, figures, (one) => cells(figures[0], one)),
    ),
  );
  const notes = [`- Goals: ${goals}.`, ...new Set(results.flatMap((result) => result.notes))];
  const rate = integer(Math.round(1 / Math.max(...results.map(({ figures }) => figures[0].cpu)) / 1000) * 1000);
  const en = beside(
    `A workbook of ${integer(rows)} plain rows comes back with its keys at ${rate} rows per CPU second, in ${integer(most)} MB`,
    'That is',
    least && `${least} times the speed at which openpyxl only reads it`,
  );
  const es = beside(
    `Un libro de ${integer(rows)} filas vuelve con sus claves a ${rate} filas por segundo de procesador, en ${integer(most)} MB`,
    'Es',
    least && `${least} veces la velocidad a la que openpyxl solo lo lee`,
  );
  return {
    costs: Object.fromEntries(
      results.flatMap(({ kind, there, figures }) =>
        there
          .slice(1)
          .map(({ name }, i) => [
            `${integer(rows)} rows, ${kind}, over ${/\w+/.exec(name)[0]}`,
            figures[0].cpu / figures[i + 1].cpu,
          ]),
      ),
    ),
    summary: { en, es },
    tables: [`${integer(rows)} rows, ${roundsIn(rounds)}:`, ...tables, notes.map(wrap).join('\n')],
    plot: bars(
      `${integer(rows)} rows`,
      results.map(({ kind, there, figures }) => ({
        title: `Rows per CPU second, ${kind}`,
        rows: byName(there, figures, ({ cpu }, i) => [1 / cpu, integer(1 / cpu), there[i].isOurs]),
      })),
    ),
  };
}
