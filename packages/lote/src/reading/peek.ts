/** Looks at the beginning of a CSV, so that a user can correct how it is understood. */
import type { Encoding } from '@curp-service/contract/reading';
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import { requireHeader } from '../read/csv-header.js';
import { Input } from '../read/input.js';
import { look } from './read-twice.js';
import type { SurveyOptions } from './survey.js';

export interface Peek {
  readonly delimiter: string;
  readonly encoding: Encoding;
  /** The reading that the beginning suggests. */
  readonly reading: Reading;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The cells of the first row. */
  readonly firstRow: readonly string[];
}

/** Throws an `UnreadableFile` if there is no header. */
export function peek(bytes: Uint8Array, language: Language, options: SurveyOptions = { formato: 'csv' }): Peek {
  const reading = look([bytes], options);
  const encoding = reading.codificacion.value;
  const input = new Input(encoding);
  input.append(input.decoder.decode(bytes, false));
  input.close();
  const header = requireHeader(input, true, language, reading.encabezado.value);
  if (header === null) throw new RangeError('a header that does not end, at the end');
  const { delimiter, names, row } = header;
  input.advance(header.next);
  const hasRow = input.start < input.end && row.reader.read(input.bytes, input.start, input.end);
  if (hasRow) row.take(input);
  const firstRow = hasRow ? names.map((_, i) => (i < row.reader.cells ? row.text(i) : '')) : [];
  return { delimiter, encoding, reading, names, firstRow };
}
