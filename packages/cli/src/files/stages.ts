/** Turns an input of any format into rows of text, and rows of text into the format of the output. */
import { setImmediate } from 'node:timers/promises';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { peek } from './peek.js';
import type { Input } from './input.js';
import { type Format, type Formats, sniffFormat } from './format.js';
import { compress } from './gzip.js';

/** Waits for the first rows. */
export async function readRows(
  input: Input,
  { input: format, output }: Formats,
  sheet: string | undefined,
  text: Translate,
): Promise<{ readonly format: Format; readonly chunks: AsyncIterable<Uint8Array> }> {
  if (format?.kind === 'xlsx') {
    const { fromXlsx } = await import('./workbooks.js');
    const delimiter = output?.tabs ? '\t' : ',';
    return { format, chunks: withPauses(fromXlsx(input.whole(), { hoja: sheet, delimitador: delimiter }, text)) };
  }
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
  if (format?.kind === 'xlsx') {
    const { toXlsx } = await import('./workbooks.js');
    const { all } = await peek(chunks);
    yield* toXlsx(all, delimiter(), text);
  } else if (format?.gz) yield* compress(chunks);
  else yield* chunks;
}

/** Lets signals and timers run between the chunks. */
async function* withPauses(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    yield chunk;
    await setImmediate();
  }
}
