/**
 * Prints, as JSON, the source files that run for every row of a file: the files with a function that is called at least once for each
 * row. The people of each file are plain, or odd: half of the rows need a review, half have an error.
 */
import { Session } from 'node:inspector/promises';
import { SheetLote, answerFile, textFile } from '@curp-service/lote';
import { openSheet, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';

const ROWS = 20_000;
/** A row of either odd kind is one of two, and most rows follow the first part of the answer. */
const PER_ROW = ROWS / 4;
const NAMES = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'];
const PLAIN = ['Renata', 'Olvera', 'Tinajero', '1990-05-17', 'M', '09'];
const ODD = [PLAIN.with(1, 'Olv3ra'), PLAIN.with(3, '1990-02-31')];
const OPTIONS = { sexo: 'hm' };
const DAY_MS = 86_400_000;
const STATES = 32;
/** Returns a row with a birth and a state of its own: a person who is in the file twice is odd. */
const distinct = (row, i) => {
  const birth = new Date(Date.parse(PLAIN[3]) - Math.floor(i / STATES) * DAY_MS).toISOString().slice(0, 10);
  return row.with(3, row[3].replace(PLAIN[3], birth)).with(5, String(1 + (i % STATES)).padStart(2, '0'));
};
const KINDS = {
  plain: Array.from({ length: ROWS }, (_, i) => distinct(PLAIN, i)),
  odd: Array.from({ length: ROWS }, (_, i) => distinct(ODD[i % ODD.length], i)),
};

const linesOf = (rows, lineOf) => new TextEncoder().encode(rows.map((row) => `${lineOf(row)}\n`).join(''));
const csvOf = (rows) => linesOf([NAMES, ...rows], (row) => row.join(','));
const objectOf = (row) => JSON.stringify(Object.fromEntries(NAMES.map((name, i) => [name, row[i]])));

async function* chunksOf(bytes) {
  yield bytes;
}

async function text(formato, bytes) {
  const source = { chunks: () => chunksOf(bytes) };
  // The head is read before the rows are counted.
  const reading = await textFile(source, { ...OPTIONS, formato }).suppose();
  return textFile(source, { ...OPTIONS, formato, reading });
}

async function sheet(rows) {
  const workbook = Buffer.concat(await Array.fromAsync(xlsxFromCsv(chunksOf(csvOf(rows)), { codec: nodeCodec() })));
  return SheetLote.open(await openSheet(workbook, { codec: nodeCodec() }), { ...OPTIONS, formato: 'csv' });
}

const FILES = {
  csv: (rows) => text('csv', csvOf(rows)),
  ndjson: (rows) => text('ndjson', linesOf(rows, objectOf)),
  sheet,
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');

const answer = (file, write = () => {}) => answerFile(file, { write, restart: () => {} });
await answer(await FILES.csv(KINDS.plain.slice(0, 10))); // compiles what runs once

async function filesFor(file) {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Calls are counted from the first part of the answer on: the first rows of a sheet are read twice.
  let isBegun = false;
  await answer(file, () => {
    if (!isBegun) void session.post('Profiler.takePreciseCoverage');
    isBegun = true;
  });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const isPerRow = ({ ranges: [{ count }] }) => count >= PER_ROW;
  return result
    .filter(({ functions }) => functions.some(isPerRow))
    .flatMap(({ url }) => /packages\/\w+\/dist\/.*(?=\.js$)/.exec(url) ?? [])
    .map((path) => `${path.replace('/dist/', '/src/')}.ts`)
    .toSorted();
}

const cases = Object.keys(FILES).flatMap((format) => Object.keys(KINDS).map((kind) => [format, kind]));
const found = await Array.fromAsync(cases, async ([format, kind]) => [
  `${format} ${kind}`,
  await filesFor(await FILES[format](KINDS[kind])),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(found)));
