/** Files as offices have them, in `messy`: every row gets the pile and the key that a careful person would give it. */
import { readFileSync } from 'node:fs';
import { calcular } from '@curp-service/core';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type ReadingOptions, parseReadingOption } from '@curp-service/contract/file-options';
import { noticesInWords } from '@curp-service/contract/finding-message';
import { READING_PARAMETERS } from '@curp-service/contract/reading';
import { expect, it } from 'vitest';
import { type AnsweredRow, Lote, type LoteOptions, SheetLote, jsonLines, sniff, textFile } from '../src/index.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { cells, run, answerInMemory, readingOf } from './run-lote.js';
import { bytesOf } from './bytes-of.js';
import { csvOf } from './workbook.js';

interface MessyFile {
  readonly file: string;
  readonly note: string;
  readonly options?: Readonly<Record<string, string>>;
  /** The pile of each row, with the person whose key it has, if any; or why the file is refused. */
  readonly expected: readonly string[];
}

const PEOPLE = [
  ['RENATA', 'OLVERA', 'TINAJERO', '1990-05-17', 'M', '09'],
  ['JOSÉ LUIS', 'MUÑOZ', 'PEÑA', '1985-03-02', 'H', '14'],
  ['MA. GUADALUPE', 'IBÁÑEZ', 'DE LA CRUZ', '1978-11-30', 'M', '15'],
  ['ÍÑIGO', 'ZÚÑIGA', 'GÜEMES', '2001-07-08', 'H', '19'],
  ['ÓSCAR', 'TREVIÑO', '', '1999-12-31', 'H', '30'],
  ['MARÍA DE LOS ÁNGELES', 'YÁÑEZ', 'ORDAZ', '1966-02-10', 'M', '12'],
  ['BRUNO', 'CORDERO', 'EK', '1973-09-13', 'H', '31'],
  ['XIMENA', 'VILLASEÑOR', 'QUINTANA', '2010-01-25', 'M', '22'],
] as const;
const KEYS: readonly string[] = PEOPLE.map(
  ([nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad]) => {
    const result = calcular({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad });
    return result.ok ? result.curp : '';
  },
);

const read = (name: string): Buffer => readFileSync(new URL(`messy/${name}`, import.meta.url));
const FILES = read('manifest.jsonl')
  .toString()
  .trimEnd()
  .split('\n')
  .map((written) => JSON.parse(written) as MessyFile);

/** The characters of a key that are not of the day of birth. */
const lettersOf = (key: string): string => key.slice(0, 4) + key.slice(10, 16);

/** Returns the pile of a row, the number of the person whose key it has and, if the person has another birth in this file, that. */
function pileOf(key: string, reason: string): string {
  if (key === '') return 'error';
  const who = KEYS.indexOf(key);
  const sameName = KEYS.findIndex((own) => lettersOf(own) === lettersOf(key));
  const person = who >= 0 ? ` ${who}` : sameName >= 0 ? ` ${sameName} ${key.slice(4, 10)}` : '';
  return `${reason === '' ? 'lista' : 'revisar'}${person}`;
}

/** Returns the piles of the rows of a workbook, by its last two columns. */
async function pilesOfSheet(workbook: Uint8Array, options: LoteOptions): Promise<string[]> {
  const sheet = await SheetLote.open(await openSheet(workbook), options);
  const filled = (await answerInMemory(sheet)).output;
  const answers = cells(await csvOf(filled)).map((row) => row.slice(-2));
  const header = answers.findIndex(([, reason]) => reason === 'Motivo');
  const rows = answers.slice(header + 1).filter((answer) => answer.join('') !== '');
  return rows.map(([key = '', reason = '']) => pileOf(key, reason));
}

function parsed(options: Readonly<Record<string, string>>): ReadingOptions {
  const values = READING_PARAMETERS.flatMap((name) => {
    const value = options[name] === undefined ? null : parseReadingOption(name, options[name]);
    return value !== null && 'value' in value ? [[name, value.value] as const] : [];
  });
  return Object.fromEntries(values);
}

async function pilesOf(file: string, options: Readonly<Record<string, string>>): Promise<string[]> {
  const piles: string[] = [];
  const onRow = ({ values: [key], notices }: AnsweredRow): void =>
    void piles.push(pileOf(typeof key === 'string' ? key : '', noticesInWords(notices, 'es').join('')));
  const bytes = read(file);
  const format = sniff(bytes);
  const all: LoteOptions = {
    formato: format === 'ndjson' ? 'ndjson' : 'csv',
    ...parsed(options),
    firstRows: 1e3,
    duplicates: null, // the files write one person in many ways
    onRow,
  };
  try {
    if (format === 'xlsx') return await pilesOfSheet(bytes, all);
    const pieces = async function* (): AsyncGenerator<Uint8Array, void> {
      yield format === 'ndjson' ? await bytesOf(jsonLines(pieceOf(bytes))) : bytes;
    };
    const reading = await readingOf(textFile({ chunks: pieces }, { ...all, onRow: () => {} }));
    run(new Lote({ ...all, reading }), [await bytesOf(pieces())]);
    return piles;
  } catch (error) {
    if (error instanceof UnreadableFile) return [error.problem.cause];
    throw error;
  }
}

async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

it.each(FILES)('$file: $note', async ({ file, options = {}, expected }) => {
  expect(await pilesOf(file, options)).toEqual(expected);
});
