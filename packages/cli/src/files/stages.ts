/** What stands before and behind the work: from what a file is to rows of text, and back. */
import { setImmediate } from 'node:timers/promises';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { peek } from './peek.js';
import type { Input } from './input.js';
import { type Format, type Formats, sniffFormat, notTextMessage } from './format.js';
import { compress } from './gzip.js';
import type { LoteCommandOptions } from '../commands/lote/options.js';

interface Rows {
  readonly format: Format;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The rows of a file as text, and what kind of text. Waits for the first ones. */
export async function readRows(
  input: Input,
  { input: format, output }: Formats,
  { hoja: sheet }: Pick<LoteCommandOptions, 'hoja'>,
  text: Translate,
): Promise<Rows> {
  if (format?.kind === 'xlsx') {
    const { fromXlsx } = await import('./workbooks.js');
    const delimiter = output?.tabs ? '\t' : ',';
    return { format, chunks: withPauses(fromXlsx(input.whole(), { hoja: sheet, delimitador: delimiter }, text)) };
  }
  const { firstBytes, all } = await peek(format?.gz ? input.decompressed() : input.chunks());
  const problem = notTextMessage(firstBytes, text);
  if (problem !== null) throw new Failure(EXIT.USAGE, problem);
  return { format: format ?? sniffFormat(firstBytes), chunks: all };
}

/** What is done, as the output is to have it. `delimitador`: that of the rows, known when the first ones come. */
export async function* toOutputFormat(
  pieces: AsyncIterable<Uint8Array>,
  format: Format | null,
  delimiter: () => string | undefined,
  text: Translate,
): AsyncGenerator<Uint8Array, void> {
  if (format?.kind === 'xlsx') {
    const { toXlsx } = await import('./workbooks.js');
    const { all } = await peek(pieces);
    yield* toXlsx(all, delimiter(), text);
  } else if (format?.gz) yield* compress(pieces);
  else yield* pieces;
}

/** Lets signals and timers have their turn in between. */
async function* withPauses(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    yield chunk;
    await setImmediate();
  }
}
