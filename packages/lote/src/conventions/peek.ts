/** Looks at the beginning of a CSV, to show it before its rows are done. */
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { type CsvHeader, requireHeader } from '../read/header.js';
import { CsvReader } from '../read/csv-reader.js';
import { Input } from '../read/input.js';
import { sample } from './sample.js';
import type { SurveyOptions } from './survey.js';

/** So many rows are shown from the header on. */
const ROWS = 50;

interface PeekRow {
  /** The number of the row as a spreadsheet counts. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface Peek {
  /** The reading that the beginning suggests, unless the caller knows it. */
  readonly reading: Reading;
  readonly delimiter: string;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The first rows that are not empty: those above the header, the header and some below. */
  readonly rows: readonly PeekRow[];
}

/** Throws an `UnreadableFile` if there is no header. */
export function peek(
  bytes: Uint8Array,
  language: Language,
  options: SurveyOptions,
  reading: Reading = sample([bytes], options),
): Peek {
  const { input, header } = headerIn(bytes, language, reading);
  const { delimiter, names } = header;
  const reader = new CsvReader(delimiter.charCodeAt(0));
  const rows: PeekRow[] = [];
  for (let number = 1; number < header.number + ROWS; number++) {
    if (!reader.read(input.bytes, input.start, input.end)) break;
    const { next } = reader;
    const isEmpty = reader.end === input.start;
    reader.settle(input.decoder);
    if (!isEmpty) rows.push({ number, cells: Array.from({ length: reader.cells }, (_, i) => reader.text(i)) });
    input.advance(next);
  }
  return { reading, delimiter, names, rows };
}

/** Finds the header of a CSV at its beginning. Throws an `UnreadableFile` if there is none. */
export function headerIn(
  bytes: Uint8Array,
  language: Language,
  { codificacion, encabezado }: Reading,
): { readonly input: Input; readonly header: CsvHeader } {
  const input = new Input(codificacion.value);
  input.append(input.decoder.decode(bytes, false));
  input.close();
  const header = requireHeader(input, true, language, encabezado.value);
  if (header === null) throw new RangeError('a header that does not end, at the end');
  return { input, header };
}
