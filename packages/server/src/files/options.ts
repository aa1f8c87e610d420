/** What a request says of its file: the format and the encoding in its headers, what is to be done in its address. */
import type { IncomingHttpHeaders } from 'node:http';
import { FIELDS, type Field, ADDED_COLUMNS } from '@curp-service/contract/columns';
import { type Encoding, columnParameter } from '@curp-service/contract/jobs';
import type { LoteOptions } from '@curp-service/lote';
import { YES_OR_NO, type Values, knowParameters } from '../http/request.js';
import type { Problem } from '@curp-service/contract/envelope';

type Formato = LoteOptions['formato'];

/** By the type of a body. Files of the second kind have no registered type, and go by two names. */
const FORMATOS: ReadonlyMap<string, Formato> = new Map([
  ['text/csv', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
]);

/** The type of the answer. */
export const CONTENT_TYPES: Readonly<Record<Formato, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
};

/** By the name of a charset. Of UTF-16 the first bytes tell which; ISO 8859-1 is read as on the web, as Windows-1252. */
const CHARSETS: ReadonlyMap<string, Encoding | undefined> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['utf-16', undefined],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
]);

interface Archivo {
  readonly formato: Formato;
  /** `undefined`: the bytes tell. */
  readonly codificacion: Encoding | undefined;
}

export function readFileType(headers: IncomingHttpHeaders): Archivo | Problem {
  const [tipo = '', ...parametros] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const formato = FORMATOS.get(tipo.trim());
  if (formato === undefined) return { cause: 'lote_tipo' };
  if (!/^(\s*identity\s*)?$/i.test(headers['content-encoding'] ?? '')) return { cause: 'lote_comprimido' };
  const charset = parametros
    .map((parametro) => /^\s*charset\s*=\s*"?([^\s"]*)"?\s*$/.exec(parametro)?.[1])
    .find(Boolean);
  if (charset !== undefined && !CHARSETS.has(charset)) return { cause: 'lote_charset' };
  return { formato, codificacion: CHARSETS.get(charset ?? '') };
}

/** What it reads besides the token. */
export type FileParameter = 'operacion' | 'excel' | `columna_${Field}`;
const PARAMETROS_DE_LOTE: readonly FileParameter[] = ['operacion', 'excel', ...FIELDS.map(columnParameter)];

const NINGUNO = Object.fromEntries(['token', ...PARAMETROS_DE_LOTE].map((parametro) => [parametro, undefined]));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are known
export const FILE_PARAMETERS = knowParameters(PARAMETROS_DE_LOTE, NINGUNO as Values<FileParameter>);

const esOperacion = (nombre: string): nombre is keyof typeof ADDED_COLUMNS => Object.hasOwn(ADDED_COLUMNS, nombre);

/** What to do with the file, or every problem with what the address says of it. */
export function readOptions(
  valores: Values<FileParameter>,
): Pick<LoteOptions, 'operacion' | 'excel' | 'columnas' | 'optionFor'> | readonly Problem[] {
  const { operacion = 'calcular' } = valores;
  const excel = YES_OR_NO.get(valores.excel ?? '0');
  if (!esOperacion(operacion) || excel === undefined) {
    const deOperacion: Problem[] = esOperacion(operacion) ? [] : [{ cause: 'lote_operacion' }];
    return excel === undefined ? [...deOperacion, { cause: 'lote_excel' }] : deOperacion;
  }
  const columnas = FIELDS.map((campo) => [campo, valores[columnParameter(campo)]] as const);
  return {
    operacion,
    excel,
    columnas: Object.fromEntries(columnas.filter(([, columna]) => columna !== undefined)),
    optionFor: (campo) => `\`${columnParameter(campo)}=…\``,
  };
}
