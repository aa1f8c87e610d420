/** The ways that a case of `corpus` can go: each answers it and says what became of its rows. */
import { parse } from 'csv-parse/sync';
import { cotejarDatos, explicar, validar } from '@curp-service/core';
import { LEXICO } from '@curp-service/core/leido';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { describeReading } from '@curp-service/contract/describe-reading';
import type { Notice } from '@curp-service/contract/finding-message';
import {
  NO_OVERRIDES,
  type AnsweredRow,
  type LoteOptions,
  SheetLote,
  answerFile,
  decideReading,
  jsonLines,
  sniff,
  textFile,
} from '@curp-service/lote';
import { csvFromXlsx, openSheet } from '@curp-service/lote/xlsx';
import { bytesOf } from '../../packages/lote/test/bytes-of.js';
import { answerInMemory, chunksOf } from '../../packages/lote/test/run-lote.js';
import { workbookOf } from '../../packages/lote/test/workbook.js';
import { FILE_PARAMETERS, readOptions } from '../../packages/server/src/files/options.js';
import { runTask } from '../../packages/web/src/sections/lote/worker/worker.js';
import type { Case, Refused, Verdict, Way } from './case.js';

export type Outcome = readonly Verdict[] | Refused;

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson', xlsx: 'application/vnd.ms-excel' } as const;

/** Returns the options of a case, read as the service reads them. */
function optionsOf({ options, name }: Case, formato: LoteOptions['formato'] = 'csv'): LoteOptions {
  const headers = { 'content-type': TYPES[formato] };
  const read = readOptions(headers, { ...FILE_PARAMETERS.empty, ...options });
  if (!('formato' in read))
    throw new Error(`${name}: the service does not know these options: ${JSON.stringify(read)}`);
  const { codificacion, ...others } = read;
  return { ...others, ...(codificacion !== undefined && { codificacion }), language: 'es' };
}

const idOfNotice = (notice: Notice): string => ('codigo' in notice ? notice.codigo : notice.id);

const idsOf = ({ notices, error }: Pick<AnsweredRow, 'notices' | 'error'>): string[] =>
  [...new Set([...notices.map(idOfNotice), ...(error === null ? [] : [error.id])])].toSorted();

/** Returns the verdict on a row by its answer in words. */
function verdictOf(key: string, isError: boolean, reason: string): Verdict {
  return { pile: isError ? 'error' : reason === '' ? 'lista' : 'revisar', key, ids: undefined, said: [reason] };
}

/** The column with the key that each operation answers. */
const KEY_COLUMNS = ['sugerencia', 'calculada', 'curp'];

/** Reads the rows of an answered CSV by the names of its last columns. A row that is no person has no code. */
function readCsv(output: string): Verdict[] {
  const delimiter = /(.)(?:code_error|pila)/.exec(output)?.[1] ?? ',';
  const start = output.lastIndexOf('\n', output.search(/code_error|linea,curp,pila/)) + 1;
  const text = output
    .slice(start)
    .replace(/^\ufeff/, '')
    .replaceAll('\\"', '""');
  const [names = [], ...rows] = parse(text, { delimiter, relax_column_count: true }) as string[][];
  const key = Math.max(...KEY_COLUMNS.map((name) => names.lastIndexOf(name)));
  const at = (name: string): number => names.lastIndexOf(name);
  if (at('pila') >= 0)
    return rows.map((row) => ({ ...verdictOf(row[key] ?? '', row[at('pila')] === 'error', row[at('motivo')] ?? '') }));
  return rows
    .filter((row) => /^\d+$/.test(row[at('code_error')] ?? ''))
    .map((row) => {
      const isError = row[at('code_error')] !== '0';
      return verdictOf(row[key] ?? '', isError, row[at(isError ? 'error_message' : 'aviso')] ?? '');
    });
}

interface AnsweredLine {
  readonly curp?: string | null;
  readonly calculada?: string | null;
  readonly sugerencia?: string | null;
  readonly avisos: readonly string[];
  readonly code_error: number;
  readonly error_message: string | null;
}

/** Reads the lines of an answered NDJSON. */
const readNdjson = (output: string): Verdict[] =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { curp, calculada, sugerencia, avisos, code_error, error_message } = JSON.parse(line) as AnsweredLine;
      const key = sugerencia ?? calculada ?? curp ?? '';
      return verdictOf(code_error === 0 ? key : '', code_error !== 0, error_message ?? avisos.join(' '));
    });

/** Adds the ids of the rows, which were told one by one. */
const withIds = (verdicts: readonly Verdict[], ids: readonly (readonly string[])[]): Verdict[] =>
  verdicts.map((verdict, i) => ({ ...verdict, ids: ids[i] }));

async function answerText(bytes: Uint8Array, options: LoteOptions): Promise<Verdict[]> {
  let ids: string[][] = [];
  let output: Uint8Array[] = [];
  const onRow = (row: AnsweredRow): void => void ids.push(idsOf(row));
  const text = textFile({ chunks: () => chunksOf(bytes) }, { ...options, firstRows: Infinity, onRow });
  await answerFile(text, {
    begin: () => void (ids = []),
    write: (piece) => void output.push(piece.slice()),
    restart: () => void (output = []),
  });
  const written = Buffer.concat(output).toString();
  return withIds(options.formato === 'csv' ? readCsv(written) : readNdjson(written), ids);
}

/** Returns the sentences about how the text of a case is read. */
export async function toldBy(one: Case): Promise<string[]> {
  const { reading } = await answerInMemory(textFile({ chunks: () => chunksOf(one.bytes) }, optionsOf(one)));
  return describeReading(reading, 'es').map(({ texto }) => texto);
}

/** Answers a workbook and reads the cells behind each row. */
async function answerWorkbook(workbook: Uint8Array, options: LoteOptions): Promise<Verdict[]> {
  const sheet = await SheetLote.open(await openSheet(workbook), options);
  const { output } = await answerInMemory(sheet);
  const all = parse(await bytesOf(csvFromXlsx(output)), { relax_column_count: true }) as string[][];
  const header = all.findIndex((row) => row.at(-1) === 'Motivo');
  const titles = all[header] ?? [];
  const first = Math.max(
    titles.lastIndexOf('CURP'),
    titles.lastIndexOf('CURP válida'),
    titles.lastIndexOf('Resultado'),
  );
  return all
    .slice(header + 1)
    .map((row) => row.slice(first))
    .filter((cells) => cells.join('') !== '')
    .map((cells) => verdictOf(cells.at(-2) ?? '', cells[0] === '', cells.at(-1) ?? ''));
}

/** Returns the cells of a case that is written as CSV. */
const cellsOf = ({ bytes }: Case): string[][] => parse(Buffer.from(bytes), { relax_column_count: true }) as string[][];

function toNdjson(one: Case): Uint8Array {
  const [names = [], ...rows] = cellsOf(one);
  const objects = rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])));
  return Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join(''));
}

/** Answers a file as it stands: a text, lines of JSON, or a workbook. */
async function asItStands(one: Case): Promise<Outcome> {
  const format = sniff(one.bytes);
  if (format === 'xlsx') return answerWorkbook(one.bytes, optionsOf(one));
  if (format === 'ndjson') return answerText(await bytesOf(jsonLines(chunksOf(one.bytes))), optionsOf(one, 'ndjson'));
  return answerText(one.bytes, optionsOf(one));
}

/** Answers a file as the worker of the page does: first its preview, then its rows by what the preview shows. */
async function onPage(one: Case): Promise<Outcome> {
  const hooks = { onProgress: () => {}, pause: () => null };
  const declared = optionsOf(one, sniff(one.bytes) === 'ndjson' ? 'ndjson' : 'csv');
  const file = new File([one.bytes], one.file);
  const chosen = { file, hoja: undefined };
  const shown = await runTask({ kind: 'preview', task: { ...chosen, language: 'es', options: declared } }, hooks);
  const options = { ...declared, reading: decideReading(shown.evidence, declared) };
  const delimiter = shown.peek?.delimiter ?? ',';
  const task = { ...chosen, type: shown.type, delimiter, columns: null, options, overrides: NO_OVERRIDES };
  const { output, firstRows } = await runTask({ kind: 'process', task }, hooks);
  const text = await output.text();
  return withIds(options.formato === 'csv' ? readCsv(text) : readNdjson(text), firstRows.map(idsOf));
}

/** The data of a person as the contract writes them. Other rows are no matter of `core`. */
const CANONICAL: Readonly<Record<string, RegExp>> = {
  fecha_nacimiento: /^\d{4}-\d\d-\d\d$/,
  sexo: /^[HMX]$/,
  entidad: /^\d\d$/,
};
const PERSON = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'];

type RowData = Readonly<Record<string, string>>;

/** Returns the rows of a case, if `core` could be given all of them. */
function peopleOf(one: Case): RowData[] | null {
  const [names = [], ...rows] = one.lines.length === 0 ? [] : cellsOf(one);
  const { operacion = 'calcular' } = one.options;
  const needed = operacion === 'validar' ? ['curp'] : operacion === 'cotejar' ? [...PERSON, 'curp'] : PERSON;
  if (!needed.every((name) => names.includes(name))) return null;
  const people = rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])));
  const isCanonical = (person: RowData): boolean =>
    needed.every((name) => CANONICAL[name]?.test(person[name] ?? '') ?? true);
  return people.every(isCanonical) ? people : null;
}

/** Answers one person by `core` alone. What a file refuses, such as a sign in a name, is a notice here. */
function byCore(data: RowData, operacion: string): Verdict {
  const { nombres = '', apellido_paterno, apellido_materno, fecha_nacimiento = '', sexo = '', entidad = '' } = data;
  const names = { nombres, apellidoPaterno: apellido_paterno, apellidoMaterno: apellido_materno };
  const person = { ...names, fechaNacimiento: fecha_nacimiento, sexo, entidad };
  const { curp = '' } = data;
  const told = (key: string | undefined, codes: readonly { readonly codigo: string }[], isError = false): Verdict => ({
    pile: isError ? 'error' : codes.length > 0 ? 'revisar' : 'lista',
    key,
    ids: [...new Set(codes.map(({ codigo }) => codigo))].toSorted(),
    said: [],
  });
  if (operacion === 'validar') return told(undefined, validar(curp).hallazgos);
  if (operacion === 'cotejar') {
    const cotejo = cotejarDatos(curp, person);
    return cotejo.ok ? told(cotejo.calculada, cotejo.deLaClave) : told('', cotejo.hallazgos, true);
  }
  const done = explicar(person, { lexico: LEXICO });
  return done.ok ? told(done.curp, done.avisos) : told('', done.hallazgos, true);
}

/** The ways that need no service. */
export const ANSWERS: Readonly<Record<Exclude<Way, 'http'>, (one: Case) => Outcome | Promise<Outcome>>> = {
  core: (one) => (peopleOf(one) ?? []).map((person) => byCore(person, one.options['operacion'] ?? 'calcular')),
  file: asItStands,
  ndjson: async (one) => answerText(toNdjson(one), optionsOf(one, 'ndjson')),
  xlsx: async (one) => answerWorkbook(workbookOf({ Gente: cellsOf(one) }), optionsOf(one)),
  page: onPage,
};

/** Returns whether a case can go this way: `core` knows no conventions of files, and the page reads its workbooks elsewhere. */
export function canGo(one: Case, way: Way): boolean {
  if (way === 'core') return peopleOf(one) !== null;
  if (way === 'page') return sniff(one.bytes) !== 'xlsx';
  return true;
}

/** Returns what became of a case; a file that is refused has the ids of its problems. */
export async function outcomeOf(answer: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { problem } = error;
    return { refused: [problem, ...(problem.others ?? [])].map(({ cause }) => cause).toSorted() };
  }
}

/** Sends a case to a service as a client does. */
export async function overHttp(one: Case, port: number): Promise<Outcome> {
  const format = sniff(one.bytes);
  const type = format === 'xlsx' ? TYPES.xlsx : format === 'ndjson' ? TYPES.ndjson : TYPES.csv;
  const query = new URLSearchParams({ token: 'pruebas', ...one.options }).toString();
  const headers = { 'content-type': type, accept: format === 'ndjson' ? TYPES.ndjson : TYPES.csv };
  const answer = await fetch(`http://127.0.0.1:${port}/curp/lote?${query}`, {
    method: 'POST',
    headers,
    body: one.bytes,
  });
  const text = await answer.text();
  if (answer.ok) return format === 'ndjson' ? readNdjson(text) : readCsv(text);
  if (answer.status !== 400 && answer.status !== 422) throw new Error(`the service answered ${answer.status}: ${text}`);
  return { refused: [] };
}
