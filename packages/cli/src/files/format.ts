/** What a file is, by its name: CSV, NDJSON or XLSX, compressed or not; and which goes with which. */
import { extname } from 'node:path';
import type { Translate } from '../environment.js';

type Kind = 'csv' | 'ndjson' | 'xlsx';

export interface Format {
  readonly kind: Kind;
  readonly gz: boolean;
  /** Its name says that tabs stand between the cells. */
  readonly tabs: boolean;
}

/** The name of a pipe. */
export const PIPE = '-';

const KINDS: Readonly<Record<string, Kind>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
};
const TEXT_EXTENSIONS = '.csv, .tsv, .txt, .ndjson, .jsonl (.gz)';

export interface Formats {
  /** `null`: the first bytes will tell. */
  readonly input: Format | null;
  readonly output: Format | null;
}

/** `null`: its name does not tell. */
function formatByName(path: string): Format | null {
  const [, extension = '', gz] = /\.(\w+)(\.gz)?$/.exec(path.toLowerCase()) ?? [];
  const kind = KINDS[extension];
  if (kind === undefined || (kind === 'xlsx' && gz !== undefined)) return null;
  return { kind, gz: gz !== undefined, tabs: extension === 'tsv' };
}

const plainFormat = (kind: Kind): Format => ({ kind, gz: false, tabs: false });

/** That a name does not tell, of a file that can only be a text. */
export const unknownTextFile = (path: string, text: Translate): string =>
  text(
    `No se sabe qué es ${path}: su nombre debe terminar en ${TEXT_EXTENSIONS}.`,
    `What ${path} is cannot be told: its name must end in ${TEXT_EXTENSIONS}.`,
  );

/** Nor is it said, of one that can be anything. */
const unknownFile = (path: string, text: Translate): string =>
  text(
    `No se sabe qué es ${path}: su nombre debe terminar en ${TEXT_EXTENSIONS}, .xlsx, o dígalo con --formato.`,
    `What ${path} is cannot be told: its name must end in ${TEXT_EXTENSIONS}, .xlsx, or say it with --formato.`,
  );

/**
 * The formats of both files. `dicho`: what the user says of those whose names do not tell. Gives a text if they cannot
 * be known, or do not go together.
 */
export function formatsOf(
  input: string,
  output: string,
  declared: 'csv' | 'ndjson' | undefined,
  text: Translate,
  unknownMessage = unknownFile,
): Formats | string {
  const de = (path: string): Format | null =>
    formatByName(path) ?? (declared === undefined ? null : plainFormat(declared));
  const formats = { input: de(input), output: de(output) };
  for (const [path, format] of [
    [input, formats.input],
    [output, formats.output],
  ] as const) {
    // A pipe or a device has no extension: then its bytes tell, or those of the other.
    if (format !== null || extname(path) === '') continue;
    return unknownMessage(path, text);
  }
  return areCompatible(formats.input, formats.output) ? formats : incompatibleMessage(text);
}

/** Rows of CSV and the cells of a sheet are the same thing; objects are another. */
export function areCompatible(input: Format | null, output: Format | null): boolean {
  return input === null || output === null || (input.kind === 'ndjson') === (output.kind === 'ndjson');
}

export const incompatibleMessage = (text: Translate): string =>
  text(
    'ENTRADA y SALIDA deben ser del mismo formato: de NDJSON sale NDJSON; de CSV o XLSX, CSV o XLSX.',
    'ENTRADA and SALIDA must be of the same format: NDJSON gives NDJSON; CSV or XLSX gives CSV or XLSX.',
  );

/** What the first bytes of a pipe tell: an object begins with a brace. */
export function sniffFormat(firstBytes: Uint8Array): Format {
  const firstLetter = firstBytes.find((byte) => byte > 32 && byte < 128);
  return plainFormat(firstLetter === 123 ? 'ndjson' : 'csv');
}

/** What begins so is no text, whatever its name says. */
const SIGNATURES: readonly (readonly [signature: string, es: string, en: string])[] = [
  ['504b0304', 'un libro de hoja de cálculo: déle la extensión .xlsx', 'a workbook: give it the extension .xlsx'],
  ['1f8b', 'un archivo de gzip: déle la extensión .csv.gz', 'a file of gzip: give it the extension .csv.gz'],
  ['d0cf11e0', 'un .xls antiguo: guárdelo como .xlsx', 'an old .xls: save it as .xlsx'],
];

/** What is wrong with a text that is none; `null`: nothing that can be seen. */
export function notTextMessage(firstBytes: Uint8Array, text: Translate): string | null {
  const hex = Buffer.from(firstBytes.subarray(0, 4)).toString('hex');
  const signature = SIGNATURES.find(([start]) => hex.startsWith(start));
  return signature === undefined
    ? null
    : text(`ENTRADA parece ${signature[1]}.`, `ENTRADA looks like ${signature[2]}.`);
}
