/** Runs the benchmarks, prints their results and writes them into the documents. See `npm run bench -- --help`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replacePart } from './tools/document.mjs';
import { grown, keepCosts, lastRelease } from './tools/last-release.mjs';
import { machine, roundsIn, wrap } from './tools/markdown.mjs';
import { repo } from './tools/paths.mjs';
import { Missing } from './tools/peers.mjs';
import { stopAll } from './tools/processes.mjs';
import { progress } from './tools/turns.mjs';

/** What each benchmark measures, and its default size. */
const BENCHMARKS = {
  accuracy: ['how many keys this library and others get right'],
  core: ['the calculation, beside npm curp and C', '7 rounds'],
  bulk: ['files, beside C, DuckDB, Python and npm curp', '1 million rows, 5 rounds, and 10 million rows, 1 round'],
  kinds: ['the kinds of files that offices have, beside the plain one', '1 million rows, 3 rounds'],
  excel: ['workbooks, beside openpyxl', '200,000 rows, 5 rounds, and a full sheet of 1,048,575 rows, 1 round'],
  start: ['the start of the command and of the service', '15 rounds'],
  page: ['the start of the page, and the page with large files, in Chromium', '9 rounds of the start'],
  jobs: ['files as durable jobs, beside `curp lote`', '1 million rows, 3 rounds'],
  padron: ['records imported, beside Python and COPY, and looked up', '1 and 5 million rows, 5 rounds'],
  sql: ['functions in a database, beside `curp lote`', '500,000 rows, 3 rounds'],
  http: ['the service, beside Fastify, bare and with plugins, and bare node:http', '7 rounds'],
  attacks: ['how long others wait while clients try to freeze the service'],
  replicas: ['the service on SQLite and on PostgreSQL, one and two replicas', '7 rounds'],
};
const HELP = `npm run bench -- [BENCHMARK …] [--filas N …] [--vueltas N] [--imprimir] [--publicar]

Runs the named benchmarks, or all of them, and writes their results into docs/benchmarks.md and the READMEs.

${Object.entries(BENCHMARKS)
  .map(([name, about]) => `  ${name.padEnd(10)} ${about.join('; ')}`)
  .join('\n')}

  --filas N      the rows of the file, for bulk, kinds, excel, jobs, padron and sql; can be repeated
  --vueltas N    the number of rounds, whose medians are the figures
  --imprimir     only prints the results, and writes no document
  --publicar     also stores the relative costs in bench/last-release.json, as those of the release
`;
const LEFT_OUT = /^> Left out of the last run[^\n]*\n\n/;

const { values, positionals } = read();
if (values.help) {
  console.log(HELP);
  process.exit();
}
const filas = values.filas?.map(number);
const vueltas = values.vueltas === undefined ? undefined : number(values.vueltas);
const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) refuse(`There is no benchmark "${unknown}".`);
const chosen = Object.keys(BENCHMARKS).filter((name) => positionals.length === 0 || positionals.includes(name));

/** Returns the options of a benchmark as the user typed them. */
function optionsOf(name) {
  const [, size = ''] = BENCHMARKS[name];
  const rows = size.includes('rows') ? (filas ?? []) : [];
  const rounds = size.includes('round') && vueltas !== undefined ? [` --vueltas ${vueltas}`] : [];
  return [...rows.map((n) => ` --filas ${n}`), ...rounds].join('');
}

function read() {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }];
  const options = { filas: { ...text, multiple: true }, vueltas: text, imprimir: flag, publicar: flag, help: flag };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(error.message);
  }
}

function number(text) {
  if (!/^[1-9]\d*$/.test(text)) refuse('--filas and --vueltas take whole numbers.');
  return Number(text);
}

function refuse(problem) {
  console.error(`${problem}\n\n${HELP}`);
  process.exit(1);
}

/** Writes one part of the document: the summary that the READMEs quote, the plot, the tables, the notes, and the command. */
function partOf(name, { summary, tables, notes = [], plot, rounds }) {
  const image = plot && `![${plot.alt}](benchmarks-${name}.svg)`;
  const medians = rounds === undefined ? '' : `; ${roundsIn(rounds)}`;
  const made = wrap(`Made by \`npm run bench -- ${name}${optionsOf(name)}\` with ${machine()}${medians}.`);
  return [summary && wrap(summary.en), image, ...tables, notes.map(wrap).join('\n'), made].filter(Boolean).join('\n\n');
}

function write(name, part, { summary, plot }) {
  replacePart('docs/benchmarks.md', name, () => part);
  if (plot) writeFileSync(repo(`docs/benchmarks-${name}.svg`), plot.svg);
  if (!summary) return;
  replacePart('README.md', name, () => wrap(summary.en));
  replacePart('README.es.md', name, () => wrap(summary.es));
}

async function measure(name) {
  try {
    const { run } = await import(`./${name}.mjs`);
    const result = await run({ filas, vueltas });
    const part = partOf(name, result);
    console.log(`\n## ${name}\n\n${part}`);
    for (const sentence of grown(lastRelease()[name] ?? {}, result.costs ?? {})) console.log(`\nWORSE: ${sentence}.`);
    if (!values.imprimir) write(name, part, result);
    if (values.publicar && result.costs) keepCosts(name, result.costs);
  } catch (error) {
    progress('');
    await stopAll();
    console.error(`${name}: ${error instanceof Missing ? error.message : error.stack}`);
    if (!(error instanceof Missing)) process.exitCode = 1;
    else if (!values.imprimir) replacePart('docs/benchmarks.md', name, (present) => leftOut(error, present));
  }
}

/** Keeps the figures of an earlier run, and notes that the last run left the benchmark out. */
const leftOut = ({ message }, present) => `> Left out of the last run: ${message}.\n\n${present.replace(LEFT_OUT, '')}`;

await Array.fromAsync(chosen, measure);
