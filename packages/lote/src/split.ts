/** Cuts a file into blocks of whole rows, which several workers answer with the same result as one worker. */
import type { OperationName } from '@curp-service/contract/columns';
import { isBeside } from '@curp-service/contract/layouts';
import type { Encoding } from '@curp-service/contract/reading';
import type { Totals } from './answer/context.js';
import type { LoteOptions } from './answer/row-work.js';
import { Byte, countLines, MAX_ROW } from './bytes.js';
import { decideReading } from './conventions/decide.js';
import { type Evidence, NO_EVIDENCE } from './conventions/evidence.js';
import { Lote } from './lote.js';
import { CsvReader } from './read/csv-reader.js';
import { isUtf16 } from './read/encoding.js';
import { type HeaderChoice, readHeader } from './read/header.js';
import { Input } from './read/input.js';

export interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoding that was declared or that a byte order mark shows; `null` if neither exists. */
  readonly encoding: Encoding | null;
  /** The number of lines before this block, in a file of fixed width. */
  readonly line?: number;
}

/** Allocates at least `length` bytes with arbitrary contents. */
export type Allocate = (length: number) => Uint8Array<ArrayBuffer>;

/** Large enough that handing a block over costs little, small enough for the cache of a worker. */
const BLOCK_SIZE = 1 << 18;
/** A bad row is answered with its cells and about this many bytes more; a key in NDJSON, with a sentence for each character. */
const ANSWER_SIZE = 64;
const FINDINGS_SIZE = 3000;
/** Blocks with long answers are smaller, so that the answer to the shortest rows has about this many bytes at most. */
const MAX_BLOCK_WORK = 1 << 24;
const SHORTEST_ROW = 2;

/** Returns the first index of a byte at or after `from`; -1 if there is none. */
type FindByte = (bytes: Uint8Array, byte: number, from: number) => number;

export class Splitter {
  /** The header, which every worker needs first; `null` until it has arrived. Empty for NDJSON. */
  header: Block | null = null;
  private readonly input: Input;
  private readonly choice: HeaderChoice;
  private reader: CsvReader | null = null;
  /** The number of columns; 0 for NDJSON. */
  private columns = 0;
  /** True if the answers name the lines of the file; `line` counts those of earlier blocks. */
  private hasLines = false;
  private line = 0;
  private readonly answerSize: number;
  private readonly allocate: Allocate;
  private readonly find: FindByte;
  private blockSize = BLOCK_SIZE;
  /** A block is cut once this many bytes have arrived. */
  private threshold = BLOCK_SIZE;

  /** `allocate` makes the memory of the blocks. `find` is passed in because Node's own search is six times as fast as that of arrays. */
  constructor(
    format: 'csv' | 'ndjson',
    encoding?: Encoding,
    choice: HeaderChoice = {},
    operation?: OperationName,
    allocate: Allocate = (length) => new Uint8Array(length),
    find: FindByte = (bytes, byte, from) => bytes.indexOf(byte, from),
  ) {
    this.choice = choice;
    this.allocate = allocate;
    this.find = find;
    this.input = new Input(encoding ?? null);
    this.answerSize = format === 'ndjson' && operation === 'validar' ? FINDINGS_SIZE : ANSWER_SIZE;
    if (format === 'csv') return;
    this.header = { bytes: new Uint8Array(), encoding: null };
    this.limitBlocks();
  }

  split(bytes: Uint8Array): Generator<Block, void> {
    return this.input.feed(bytes, () => this.fullBlock());
  }

  *finish(): Generator<Block, void> {
    this.input.close();
    yield* this.block(true);
  }

  /** The encoding that the first bytes show; the blocks lack these bytes. */
  get mark(): Evidence['mark'] {
    return this.input.decoder.mark;
  }

  /** The number of bytes that are in no block yet. */
  private get length(): number {
    return this.input.end - this.input.start;
  }

  private *fullBlock(): Generator<Block, void> {
    if (this.input.isDropping || this.length < this.threshold) return;
    yield* this.block(false);
    // An unfinished row is not read again until much more of it has arrived.
    this.threshold = this.length + this.blockSize;
  }

  private *block(atEnd: boolean): Generator<Block, void> {
    const { input } = this;
    if (this.header === null && !this.takeHeader(atEnd)) return;
    for (;;) {
      const { encoding } = input.decoder;
      const end = this.cut(atEnd);
      if (end === input.start) return;
      const bytes = this.allocate(end - input.start).subarray(0, end - input.start);
      bytes.set(input.bytes.subarray(input.start, end));
      input.start = end;
      const { line } = this;
      if (this.hasLines) this.line += countLines(bytes);
      yield { bytes, encoding, ...(this.hasLines && { line }) };
      if (!atEnd && this.length < this.blockSize) return;
    }
  }

  /** Takes the header. Returns `false` if it has not arrived yet. An unreadable one is handed on whole: the worker says why. */
  private takeHeader(atEnd: boolean): boolean {
    const { input } = this;
    const { encoding } = input.decoder;
    const header = readHeader(input, atEnd, this.choice);
    if (header === null && !atEnd && this.length <= MAX_ROW) return false;
    const end = header?.next ?? input.end;
    this.header = { bytes: input.bytes.slice(input.start, end), encoding };
    input.start = end;
    if (header === null) return true;
    this.hasLines = isBeside(header.layout ?? null);
    this.reader =
      header.layout?.delimitador === undefined && this.hasLines ? null : new CsvReader(header.delimiter.charCodeAt(0));
    this.columns = header.names.length;
    this.limitBlocks();
    return true;
  }

  private limitBlocks(): void {
    const work = (this.columns + this.answerSize) / SHORTEST_ROW;
    this.blockSize = Math.min(BLOCK_SIZE, Math.floor(MAX_BLOCK_WORK / work));
  }

  /** Returns the end of the last whole row that begins within the size of a block. */
  private cut(atEnd: boolean): number {
    const { input, reader } = this;
    const { bytes, start, end } = input;
    const limit = Math.min(end, start + this.blockSize);
    if (atEnd && limit === end) return end;
    if (reader === null) return this.cutLines(limit);
    // Only a row with quotes can be longer than a line, so only rows with quotes are read.
    let from = start;
    let quote = -1;
    while (from < limit) {
      if (quote < from) quote = this.find(bytes, Byte.QUOTE, from);
      if (quote < 0) quote = limit;
      const plain = Math.min(quote, limit);
      if (plain > from) from = Math.max(from, bytes.lastIndexOf(Byte.LINE_FEED, plain - 1) + 1);
      if (plain === limit && from > start) return from;
      if (!this.readRow(reader, from, atEnd)) return this.cutLongLine(from);
      from = reader.next;
    }
    return from;
  }

  /** Like `cut`, for a file in which each row is a line. */
  private cutLines(limit: number): number {
    const { bytes, start, end } = this.input;
    const last = bytes.lastIndexOf(Byte.LINE_FEED, limit - 1);
    const lineFeed = last >= start ? last : bytes.indexOf(Byte.LINE_FEED, limit);
    return lineFeed >= end ? this.cutLongLine(start) : lineFeed + 1;
  }

  /** Reads a row as the worker does: if its quotes are not closed in time, it ends at its first line break. */
  private readRow(reader: CsvReader, from: number, atEnd: boolean): boolean {
    const { bytes, end } = this.input;
    const isWhole = reader.read(bytes, from, end) && reader.next - from <= MAX_ROW;
    return isWhole || ((atEnd || end - from > MAX_ROW) && reader.readBroken(bytes, from, end));
  }

  /** Keeps only the beginning of a line that is too long: enough for its reader to notice. */
  private cutLongLine(from: number): number {
    if (this.input.end - from > MAX_ROW) this.input.cutLine();
    return from;
  }
}

/** Makes a `Lote` for blocks, which have no byte order mark. The header must be the first of them. */
export function prepare(options: LoteOptions): Lote {
  const reading = options.reading ?? decideReading(NO_EVIDENCE, options);
  const lote = new Lote({ ...options, reading });
  lote.resume(blockEncoding(reading.codificacion.value));
  return lote;
}

/** Answers a block as if it were a whole file. */
export function* answerBlock(lote: Lote, { bytes, line = 0 }: Block): Generator<Uint8Array, void> {
  lote.line = line;
  yield* lote.process(bytes);
  yield* lote.finish();
}

/** Joins the answered pieces of a block after `before`, in memory from `allocate`. */
export function collect(
  pieces: Iterable<Uint8Array>,
  block: Block,
  allocate: Allocate,
  before = new Uint8Array(),
): Uint8Array<ArrayBuffer> {
  // Most rows with their answers take at most twice their size.
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

/** The splitter rewrites UTF-16 as UTF-8, so the blocks are in UTF-8. */
const blockEncoding = (encoding: Encoding): Encoding => (isUtf16(encoding) ? 'utf-8' : encoding);

export function drain(pieces: Iterable<Uint8Array>): void {
  for (const piece of pieces) void piece;
}

export function sumTotals(parts: readonly Readonly<Totals>[]): Totals {
  const errors = new Map<number, number>();
  for (const [code, rows] of parts.flatMap((part) => [...part.errors])) {
    errors.set(code, (errors.get(code) ?? 0) + rows);
  }
  const sum = (name: 'rows' | 'good' | 'reviews' | 'others'): number =>
    parts.reduce((total, part) => total + part[name], 0);
  const fullAt = parts.find((part) => part.fullAt > 0)?.fullAt ?? 0;
  return { rows: sum('rows'), good: sum('good'), reviews: sum('reviews'), others: sum('others'), errors, fullAt };
}

/** Frees the memory of bytes at once, without waiting for the garbage collector. No other code may use them. */
export function release({ buffer }: Pick<Uint8Array, 'buffer'>): void {
  if ('transfer' in buffer) buffer.transfer(0); // Node 20 lacks it and waits for the garbage collector
}
