/** Reads `--formato`: csv, ndjson, or the layout of a file without a header. */
import { readFileSync } from 'node:fs';
import { parseLayoutOption, type ReadingCause } from '@curp-service/contract/file-options';
import type { Layout } from '@curp-service/contract/layouts';
import { InvalidArgumentError } from 'commander';
import { messageInWords } from '@curp-service/contract/words/in-words';
import { type MessageParts, WIRE } from '@curp-service/contract/words/message';
import { tell, user } from '../environment.js';
import type { Reader } from '../terminal/commands.js';

export type DeclaredFormat = 'csv' | 'ndjson' | Layout;

export const layoutOf = (formato: DeclaredFormat | undefined): Layout | undefined =>
  typeof formato === 'object' ? formato : undefined;

/** Returns the format of a text: a layout is read and written like a CSV. */
export const textFormatOf = (formato: DeclaredFormat | undefined): 'csv' | 'ndjson' | undefined =>
  typeof formato === 'object' ? 'csv' : formato;

/** Says why an option does not take a value, as the service does. The name of the option is written before it. */
export const optionProblem = ({ cause, parts }: { cause: ReadingCause; parts?: MessageParts }): string =>
  withoutQuotes(messageInWords({ id: cause, parts: { parametro: '', ...parts } }, WIRE, user.language)).trimStart();

/** Reads a layout as the service does. */
const readLayout: Reader<Layout> = (value) => {
  const read = parseLayoutOption(value);
  if ('value' in read) return read.value;
  throw new InvalidArgumentError(optionProblem(read));
};

/** Reads `csv`, `ndjson`, the name of a layout, or the path of a file that holds a layout. */
export const readFormat: Reader<DeclaredFormat> = (value) => {
  const kind = value.toLowerCase();
  if (kind === 'csv' || kind === 'ndjson') return kind;
  if (!/[/\\]|\.json$/i.test(value)) return readLayout(value);
  try {
    return readLayout(readFileSync(value, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error;
    throw new InvalidArgumentError(tell('files_no_es_valido', { value }));
  }
};

export const withoutQuotes = (words: string): string => words.replaceAll('`', '');
