/** Looks at the beginning of a CSV, so that a user can correct how its columns are understood. */
import type { Encoding } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { requireHeader } from './csv-header.js';
import { Input } from './input.js';

export interface Peek {
  readonly delimiter: string;
  readonly encoding: Encoding;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The cells of the first row. */
  readonly firstRow: readonly string[];
}

/** Throws an `UnreadableFile` if there is no header. */
export function peek(bytes: Uint8Array, language: Language): Peek {
  const input = new Input();
  input.append(input.decoder.decode(bytes, false));
  input.close();
  const header = requireHeader(input, true, language);
  if (header === null) throw new RangeError('a header that does not end, at the end');
  const { delimiter, names, row } = header;
  input.advance(header.next);
  const encoding = input.encodingFrom(input.start);
  const hasRow = input.start < input.end && row.reader.read(input.bytes, input.start, input.end);
  if (hasRow) row.take(input);
  const firstRow = hasRow ? names.map((_, i) => (i < row.reader.cells ? row.text(i) : '')) : [];
  return { delimiter, encoding, names, firstRow };
}
