/** Reads an input as rows of text, and writes rows of text in the format of the output. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type CsvSheet, checkText, jsonLines, jsonShape, sniff } from '@curp-service/lote';
import { user } from '../environment.js';
import { compress, peekBytes } from './streams.js';
import { type Format, plainFormat, workbookFormat } from './format.js';

/** The names of other workbooks. The first bytes of such a file show its real format. */
const OTHER_WORKBOOK = /\.(xls|xlsb|ods)$/i;
/** The names of files that hold no rows that can be read. */
const NO_LIST_NAME = /\.(pdf|jpe?g|png|gif|dbf|zip)$/i;

/**
 * Returns the format of a file with the name of an old workbook: many systems name texts with tabs, or pages, .xls. `null`
 * for other names. Throws an `UnreadableFile` that says what the file is, if it holds no rows.
 */
export function formatByBytes(path: string): Format | null {
  if (!OTHER_WORKBOOK.test(path) && !NO_LIST_NAME.test(path)) return null;
  const firstBytes = firstBytesOf(path);
  const format = firstBytes === null ? null : sniff(firstBytes);
  if (NO_LIST_NAME.test(path)) {
    if (format !== null) checkText(format, user.language);
    return null;
  }
  return plainFormat(format === 'csv' || format === 'markup' ? 'csv' : 'xlsx');
}

/** Returns the first bytes of a file, or `null` if it cannot be read: whoever opens it says why. */
function firstBytesOf(path: string): Uint8Array | null {
  const bytes = new Uint8Array(512);
  try {
    const fd = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** Waits for the first rows. `format`: what the name of the file says. Objects that are not on lines are put there. */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  format: Format | null,
): Promise<{ readonly format: Format; readonly chunks: AsyncIterable<Uint8Array>; readonly isConverted: boolean }> {
  const { firstBytes, all } = await peekBytes(chunks);
  const sniffed = sniffFormat(firstBytes);
  const isConverted = sniffed.kind === 'ndjson' && jsonShape(firstBytes) !== null;
  return { format: format ?? sniffed, chunks: isConverted ? jsonLines(all) : all, isConverted };
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

/** Returns the format that the first bytes of a text show. Throws an `UnreadableFile` if they are not text. */
function sniffFormat(firstBytes: Uint8Array): Format {
  const format = sniff(firstBytes);
  checkText(format, user.language);
  return plainFormat(format === 'ndjson' ? 'ndjson' : 'csv');
}
