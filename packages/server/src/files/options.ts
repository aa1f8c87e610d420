/** Reads how to process a file: format and encoding from the headers, other options from the parameters. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Field, FIELDS, type OperationName } from '@curp-service/contract/columns';
import type { Problem } from '@curp-service/contract/envelope';
import { columnParameter, MEDIA_TYPES, type WorkbookFormat } from '@curp-service/contract/jobs';
import {
  FILE_OPTION_NAMES,
  FILE_OPTIONS,
  type FileOptionName,
  parseLayoutOption,
  parseReadingOption,
  type ReadingOptions,
} from '@curp-service/contract/file-options';
import { type Encoding, READING_PARAMETERS, type ReadingParameter } from '@curp-service/contract/reading';
import type { LoteOptions } from '@curp-service/lote';
import { type ParameterValues, YES_OR_NO, isCompressed, knowParameters } from '../http/request.js';

export type TextFormat = LoteOptions['formato'];

/** The format of a workbook by its content type in lower case. The rows of a workbook are read like those of a CSV. */
const WORKBOOKS: ReadonlyMap<string, WorkbookFormat> = new Map([
  [MEDIA_TYPES.xlsx, 'xlsx'],
  [MEDIA_TYPES.xlsm.toLowerCase(), 'xlsm'],
]);

/** The format of a text by its content type. A fixed-width file is plain text, and a JSON array is read as NDJSON. */
const FORMATS: ReadonlyMap<string, TextFormat> = new Map([
  ['text/csv', 'csv'],
  ['text/plain', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/json', 'ndjson'],
]);

export const CONTENT_TYPES: Readonly<Record<TextFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** The encoding by its charset. The first bytes of `utf-16` show the byte order; ISO 8859-1 is read as Windows-1252, as browsers do. */
const CHARSETS: ReadonlyMap<string, Encoding | undefined> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['ibm850', 'ibm850'],
  ['cp850', 'ibm850'],
  ['macintosh', 'macintosh'],
  ['utf-16', undefined],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
]);

export const isFileType = (contentType: string): boolean => {
  const headers = { 'content-type': contentType };
  return workbookFormatOf(headers) !== undefined || FORMATS.has(typeOf(headers)[0]?.trim() ?? '');
};

const typeOf = (headers: IncomingHttpHeaders): string[] => (headers['content-type'] ?? '').toLowerCase().split(';');

/** Returns the format of a workbook, or `undefined` for a text. */
export const workbookFormatOf = (headers: IncomingHttpHeaders): WorkbookFormat | undefined =>
  WORKBOOKS.get((typeOf(headers)[0] ?? '').trim());

/** Returns whether the client wants the rows of a workbook as CSV. */
export const wantsCsv = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  /\btext\/csv\b/i.test(accept) && ![...WORKBOOKS.keys()].some((type) => accept.toLowerCase().includes(type));

/**
 * Returns the format and the encoding of a file. The encoding is `undefined` if the bytes decide it. A `declared` encoding
 * overrides the `charset`, which many programs send by themselves.
 */
export function readFileType(
  headers: IncomingHttpHeaders,
  declared?: string,
): Pick<LoteOptions, 'formato' | 'codificacion'> | Problem {
  const [type = '', ...parameters] = typeOf(headers);
  const formato = workbookFormatOf(headers) === undefined ? FORMATS.get(type.trim()) : 'csv';
  if (formato === undefined) return { cause: 'lote_tipo' };
  if (isCompressed(headers)) return { cause: 'lote_comprimido' };
  const charset =
    declared?.toLowerCase() ??
    parameters.map((parameter) => /^\s*charset\s*=\s*"?([^\s"]*)"?\s*$/.exec(parameter)?.[1]).find(Boolean);
  if (charset !== undefined && !CHARSETS.has(charset)) return { cause: 'lote_charset' };
  return { formato, codificacion: CHARSETS.get(charset ?? '') };
}

/** The parameters of a file besides the token. */
export type FileParameter = FileOptionName | 'nombre' | `columna_${Field}`;
const PARAMETERS: readonly FileParameter[] = [...FILE_OPTION_NAMES, 'nombre', ...FIELDS.map(columnParameter)];

const NO_VALUES = Object.fromEntries(['token', ...PARAMETERS].map((parameter) => [parameter, undefined]));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
export const FILE_PARAMETERS = knowParameters(PARAMETERS, NO_VALUES as ParameterValues<FileParameter>);

/** Returns the parameter that names the column of a datum, quoted for messages. */
export const columnOption = (field: Field): string => `\`${columnParameter(field)}=…\``;

const OPERATION_WORDS: readonly string[] = FILE_OPTIONS.operacion.schema.enum;
const isOperation = (name: string): name is OperationName => OPERATION_WORDS.includes(name);

/** Reads the conventions and the layout that the client declares, and every problem with them. */
function readConventions(values: ParameterValues<FileParameter>): {
  options: ReadingOptions & Pick<LoteOptions, 'layout'>;
  problems: Problem[];
} {
  const layout = values.formato === undefined ? { value: undefined } : parseLayoutOption(values.formato);
  const read = READING_PARAMETERS.flatMap((name) => {
    const text = values[name];
    return text === undefined ? [] : [[name, parseReadingOption(name, text)] as const];
  });
  return {
    options: {
      ...Object.fromEntries(read.flatMap(([name, each]) => ('value' in each ? [[name, each.value]] : []))),
      layout: 'value' in layout ? layout.value : undefined,
    },
    problems: [...read.map(([, each]) => each), layout].flatMap((each) => ('cause' in each ? [each] : [])),
  };
}

export interface RequestOptions extends LoteOptions {
  readonly hoja: string | undefined;
  readonly nombre: string | undefined;
}

export const MAX_NAME_LENGTH = 200;

/** Returns the name of a job: that of its file, without control characters, shortened; `null` if nothing is left. */
export const jobName = (fileName = ''): string | null =>
  fileName
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed() || null;

const isName = (name: string): boolean => name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name);

export function readOptions(
  headers: IncomingHttpHeaders,
  values: ParameterValues<FileParameter>,
): RequestOptions | readonly Problem[] {
  const file = readFileType(headers, values.codificacion);
  const { operacion } = values;
  const hasOperation = operacion === undefined || isOperation(operacion);
  const excel = YES_OR_NO.get(values.excel ?? '0');
  const { options, problems } = readConventions(values);
  const nombre = values.nombre?.trim() || undefined;
  if (nombre !== undefined && !isName(nombre)) {
    problems.push({ cause: 'lotes_nombre', parts: { limite: String(MAX_NAME_LENGTH) } });
  }
  if ('cause' in file || !hasOperation || excel === undefined || problems.length > 0) {
    const ofFile = 'cause' in file ? [file] : [];
    const ofOperation: Problem[] = hasOperation ? [] : [{ cause: 'lote_operacion' }];
    const ofExcel: Problem[] = excel === undefined ? [{ cause: 'lote_excel' }] : [];
    return [...ofFile, ...ofOperation, ...ofExcel, ...problems];
  }
  const columns = FIELDS.map((field) => [field, values[columnParameter(field)]] as const);
  return {
    ...file,
    ...options,
    operacion,
    excel,
    hoja: values.hoja,
    nombre,
    columnas: Object.fromEntries(columns.filter(([, column]) => column !== undefined)),
  } satisfies RequestOptions & Record<Exclude<FileOptionName, ReadingParameter | 'formato' | 'codificacion'>, unknown>;
}
