/** Reads an input as rows of text, and writes rows of text in the format of the output. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type CsvSheet, isJsonArray, jsonArrayLines, sniff } from '@curp-service/lote';
import { text } from '../environment.js';
import { CommandFailure, EXIT } from '../failure.js';
import { compress, peekBytes } from './streams.js';
import type { InputFile } from './input.js';
import { type Format, plainFormat, workbookFormat } from './format.js';

/** The names of other workbooks. The first bytes of such a file show its real format. */
const OTHER_WORKBOOK = /\.(xls|xlsb|ods)$/i;

/** Returns the format of a file with the name of an old workbook: many systems name texts with tabs, or pages, .xls. `null` for other names. */
export function formatOfOtherWorkbook(path: string): Format | null {
  if (!OTHER_WORKBOOK.test(path)) return null;
  const format = sniff(firstBytesOf(path));
  return plainFormat(format === 'csv' || format === 'markup' ? 'csv' : 'xlsx');
}

/** Returns the first bytes of a file, or those of a workbook if it cannot be read: whoever opens it says why. */
function firstBytesOf(path: string): Uint8Array {
  const bytes = new Uint8Array(64);
  try {
    const fd = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  } catch {
    return Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0);
  }
}

/** Waits for the first rows. `format`: what the name of the file says. `isArray`: the rows are a JSON array, which cannot be read in parts. */
export async function readRows(input: InputFile, format: Format | null) {
  const { firstBytes, all } = await peekBytes(format?.gz ? input.decompressed() : input.chunks());
  const sniffed = sniffFormat(firstBytes);
  if (typeof sniffed === 'string') throw new CommandFailure(EXIT.USAGE, sniffed);
  const isArray = sniffed.kind === 'ndjson' && isJsonArray(firstBytes);
  return { format: format ?? sniffed, chunks: isArray ? jsonArrayLines(all) : all, isArray };
}

/** Converts rows to the format of the output. It asks for `delimiter` once the first rows have arrived. A workbook gets the `second` sheet. */
export async function* toOutputFormat(
  chunks: AsyncIterable<Uint8Array>,
  format: Format | null,
  delimiter: () => string | undefined,
  second?: CsvSheet,
): AsyncGenerator<Uint8Array, void> {
  if (workbookFormat(format) !== undefined) {
    const { toXlsx } = await import('./workbooks.js');
    const { all } = await peekBytes(chunks);
    yield* toXlsx(all, delimiter(), second);
  } else if (format?.gz) yield* compress(chunks);
  else yield* chunks;
}

/** Files that are not text, whatever their names say. */
const NOT_TEXT = {
  xlsx: ['un libro de hoja de cálculo: dele la extensión .xlsx', 'a workbook: give it the extension .xlsx'],
  gzip: ['un archivo gzip: dele la extensión .csv.gz', 'a gzip file: give it the extension .csv.gz'],
  ole: ['un .xls antiguo: guárdelo como .xlsx', 'an old .xls: save it as .xlsx'],
  markup: [
    'una página HTML o un XML: ábralo en Excel y guárdelo como .xlsx',
    'an HTML page or an XML file: open it in Excel and save it as .xlsx',
  ],
  pdf: ['un PDF: pida la lista en Excel o en CSV', 'a PDF: ask for the list as Excel or CSV'],
  picture: ['una imagen: capture la lista en Excel o en CSV', 'a picture: type the list in Excel or as CSV'],
} as const;

/** Returns the format that the first bytes of a text show; a message if they are not text. */
function sniffFormat(firstBytes: Uint8Array): Format | string {
  const format = sniff(firstBytes);
  if (format === 'csv' || format === 'ndjson') return plainFormat(format);
  const [es, en] = NOT_TEXT[format];
  return text(`El archivo parece ${es}.`, `The file looks like ${en}.`);
}
