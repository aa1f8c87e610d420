/** Reads an input as rows of text, and writes rows of text in the format of the output. */
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { peek } from './peek.js';
import type { Input } from './input.js';
import { type Format, sniffFormat, workbookFormat } from './format.js';
import { compress } from './gzip.js';

/** Waits for the first rows. `format`: what the name of the file says. */
export async function readRows(
  input: Input,
  format: Format | null,
  text: Translate,
): Promise<{ readonly format: Format; readonly chunks: AsyncIterable<Uint8Array> }> {
  const { firstBytes, all } = await peek(format?.gz ? input.decompressed() : input.chunks());
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
    const { all } = await peek(chunks);
    yield* toXlsx(all, delimiter(), text);
  } else if (format?.gz) yield* compress(chunks);
  else yield* chunks;
}
