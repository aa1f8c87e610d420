/** Counts and answers a part of a file: its rows are read as if those before it had been read. */
import type { OperationName } from '@curp-service/contract/columns';
import type { Reading } from '@curp-service/contract/reading';
import { Byte, joinBytes } from '../bytes.js';
import { answerRows } from '../file.js';
import { type FileFrame, Lote } from '../lote.js';
import type { Totals } from '../answer/context.js';
import type { LoteOptions } from '../answer/row-work.js';
import type { Evidence } from '../conventions/evidence.js';
import type { HeaderFacts } from '../read/csv-header.js';
import { CsvReader } from '../read/csv-reader.js';
import { readHeader } from '../read/header.js';
import { Seen } from '../read/row.js';
import { Input } from '../read/input.js';

/** What a part shows, and how many rows it has. */
export interface PartDone {
  readonly frame: FileFrame;
  readonly evidence: Evidence;
  readonly totals: Readonly<Totals>;
  /** True if it ends inside quotes, so that its last row may go on in the next part. */
  readonly isCut: boolean;
}

/** Answers all rows of a part, and counts what they show. `take`: takes a piece of the answer, which is valid until the promise resolves. */
export async function answerPart(
  chunks: AsyncIterable<Uint8Array>,
  options: LoteOptions & { readonly reading: Reading },
  take: (piece: Uint8Array) => void | Promise<void> = () => {},
): Promise<PartDone> {
  const lote = new Lote(options);
  try {
    const { pieces, totals, evidence } = answerRows(lote, chunks);
    for await (const piece of pieces) await take(piece);
    return { frame: lote.frame, evidence: evidence(), totals: totals(), isCut: lote.isCut };
  } finally {
    lote.close();
  }
}

/** Returns whether a part that begins with these bytes repeats the header of its file. */
export function repeatsHeader(
  bytes: Uint8Array,
  { delimiter, names }: HeaderFacts,
  { codificacion, encabezado }: Reading,
  operation: OperationName,
): boolean {
  const input = new Input(codificacion.value);
  input.append(input.decoder.decode(bytes, true));
  const choice = { encabezado: encabezado.basis === 'declarada' ? encabezado.value : undefined, operation };
  const found = input.end === 0 ? null : readHeader(input, true, choice);
  return found?.layout === undefined && found?.delimiter === delimiter && found.names.join('\n') === names.join('\n');
}

/** So many rows show that a line is the first of a row. */
const ROWS_SHOWN = 5;

/** Returns whether these bytes begin with rows of as many cells as the header. They are those of a file with a header. */
export function areRows(bytes: Uint8Array, { delimiter, names, answered }: HeaderFacts): boolean {
  const reader = new CsvReader(delimiter.charCodeAt(0));
  const padded = joinBytes([bytes, Uint8Array.of(Byte.LINE_FEED)]);
  for (let row = 0, at = 0; row < ROWS_SHOWN && at < bytes.length; row++, at = reader.next) {
    if (!reader.read(padded, at, bytes.length)) return row > 0 && bytes.indexOf(Byte.LINE_FEED, at) < 0;
    if (reader.cells !== names.length + answered.count || (reader.seen & Seen.BAD_QUOTES) !== 0 || reader.hasLines)
      return false;
  }
  return true;
}
