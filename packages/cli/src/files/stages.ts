/** Reads an input as rows of text, and writes rows of text in the format of the output. */
import { sniff } from '@curp-service/lote';
import type { Translate } from '../environment.js';
import { EXIT, Failure } from '../failure.js';
import { compress, peekBytes } from './streams.js';
import type { Input } from './input.js';
import { type Format, plainFormat, workbookFormat } from './format.js';

/** Waits for the first rows. `format`: what the name of the file says. */
export async function readRows(
  input: Input,
  format: Format | null,
  text: Translate,
): Promise<{ readonly format: Format; readonly chunks: AsyncIterable<Uint8Array> }> {
  const { firstBytes, all } = await peekBytes(format?.gz ? input.decompressed() : input.chunks());
  const sniffed = sniffFormat(firstBytes, text);
  if (typeof sniffed === 'string') throw new Failure(EXIT.USAGE, sniffed);
  return { format: format ?? sniffed, chunks: all };
}

/** `delimiter` is asked for once the first rows have come. */
export async function* toOutputFormat(
  chunks: AsyncIterable<Uint8Array>,
  format: Format | null,
  delimiter: () => string | undefined,
  text: Translate,
): AsyncGenerator<Uint8Array, void> {
  if (workbookFormat(format) !== undefined) {
    const { toXlsx } = await import('./workbooks.js');
    const { all } = await peekBytes(chunks);
    yield* toXlsx(all, delimiter(), text);
  } else if (format?.gz) yield* compress(chunks);
  else yield* chunks;
}

/** Files that are not text, whatever their names say. */
const NOT_TEXT = {
  xlsx: ['un libro de hoja de cálculo: dele la extensión .xlsx', 'a workbook: give it the extension .xlsx'],
  gzip: ['un archivo gzip: dele la extensión .csv.gz', 'a gzip file: give it the extension .csv.gz'],
  ole: ['un .xls antiguo: guárdelo como .xlsx', 'an old .xls: save it as .xlsx'],
} as const;

/** The format that the first bytes of a text show; a message if they are not text. */
function sniffFormat(firstBytes: Uint8Array, text: Translate): Format | string {
  const format = sniff(firstBytes);
  if (format === 'csv' || format === 'ndjson') return plainFormat(format);
  const [es, en] = NOT_TEXT[format];
  return text(`El archivo parece ${es}.`, `The file looks like ${en}.`);
}
