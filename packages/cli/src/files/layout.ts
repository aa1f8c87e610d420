/** Reads `--formato`: csv, ndjson, or the layout of a file without a header. */
import { readFileSync } from 'node:fs';
import { FILE_OPTIONS, parseLayoutOption } from '@curp-service/contract/file-options';
import type { Layout } from '@curp-service/contract/layouts';
import { InvalidArgumentError } from 'commander';
import { inWords, WIRE } from '@curp-service/contract/words/message';
import { text, user } from '../environment.js';
import type { Reader } from '../terminal/commands.js';

export type DeclaredFormat = 'csv' | 'ndjson' | Layout;

export const layoutOf = (formato: DeclaredFormat | undefined): Layout | undefined =>
  typeof formato === 'object' ? formato : undefined;

/** Returns the format of a text: a layout is read and written like a CSV. */
export const textFormatOf = (formato: DeclaredFormat | undefined): 'csv' | 'ndjson' | undefined =>
  typeof formato === 'object' ? 'csv' : formato;

/** Reads a layout as the service does. */
const readLayout: Reader<Layout> = (value) => {
  const read = parseLayoutOption(value);
  if ('value' in read) return read.value;
  const [es, en] = FILE_OPTIONS.formato.refusal;
  const message = inWords(text(es, en), read.parts, WIRE, user.language);
  throw new InvalidArgumentError(withoutQuotes(message));
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
    throw new InvalidArgumentError(
      text(`no es válido: no se puede leer ${value}.`, `is not valid: ${value} cannot be read.`),
    );
  }
};

export const withoutQuotes = (words: string): string => words.replaceAll('`', '');
