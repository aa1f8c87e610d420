/** Does a file in blocks, in several workers side by side, with the same result as one alone. */
import type { Encoding } from '@curp-service/contract/reading';
import type { LoteOptions } from '../answer/row-work.js';
import { Lote } from '../lote.js';
import { isUtf16 } from '../read/encoding.js';
import { decideReading } from '../conventions/decide.js';
import { NO_EVIDENCE } from '../conventions/evidence.js';
import type { Totals } from '../answer/context.js';
import type { Block } from './splitter.js';

/** Makes a `Lote` for blocks, which have no byte order mark. The header must be the first of them. */
export function prepare(options: LoteOptions): Lote {
  const reading = options.reading ?? decideReading(NO_EVIDENCE, options);
  const lote = new Lote({ ...options, reading });
  lote.resume(blockEncoding(reading.codificacion.value));
  return lote;
}

/** Does a block as if it were a file of its own. */
export function* doBlock(lote: Lote, { bytes }: Block): Generator<Uint8Array, void> {
  yield* lote.process(bytes);
  yield* lote.finish();
}

/** Joins the pieces that a block gave behind `before`, in memory that `allocate` makes. */
export function collect(
  pieces: Iterable<Uint8Array>,
  block: Block,
  allocate: (length: number) => Uint8Array<ArrayBuffer>,
  before = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  // Most rows fit, with their answers, in twice their size.
  let bytes = allocate(before.length + block.bytes.length * 2);
  bytes.set(before);
  let end = before.length;
  for (const piece of pieces) {
    if (end + piece.length > bytes.length) {
      const larger = allocate((end + piece.length) * 2);
      larger.set(bytes.subarray(0, end));
      bytes = larger;
    }
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes.subarray(0, end);
}

/** The blocks of a file in UTF-16 are in UTF-8: the splitter rewrites them. */
const blockEncoding = (encoding: Encoding): Encoding => (isUtf16(encoding) ? 'utf-8' : encoding);

export function drain(pieces: Iterable<Uint8Array>): void {
  for (const piece of pieces) void piece;
}

export function sumTotals(parts: readonly Readonly<Totals>[]): Totals {
  const errors = new Map<number, number>();
  for (const [code, rows] of parts.flatMap((part) => [...part.errors])) {
    errors.set(code, (errors.get(code) ?? 0) + rows);
  }
  const sum = (name: 'rows' | 'good' | 'contradictions'): number =>
    parts.reduce((total, part) => total + part[name], 0);
  return { rows: sum('rows'), good: sum('good'), contradictions: sum('contradictions'), errors };
}

/** Frees the memory of bytes that nobody else uses at once, without waiting for the collector. */
export function release({ buffer }: Uint8Array<ArrayBuffer>): void {
  if ('transfer' in buffer) buffer.transfer(0); // Node 20 lacks it, and waits for the collector
}
