/** Cuts a file into blocks of whole rows, for several workers, so that they give the same result as one alone. */
import type { OperationName } from '@curp-service/contract/columns';
import type { Encoding } from '@curp-service/contract/reading';
import { Byte, MAX_ROW, countLines } from '../bytes.js';
import { readHeader } from '../read/header.js';
import { CsvReader } from '../read/csv-reader.js';
import { Input } from '../read/input.js';
import type { Evidence } from '../conventions/evidence.js';

export interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoding that was declared or that a byte order mark shows; `null`: neither. */
  readonly encoding: Encoding | null;
}

/** Large enough that handing it over costs little, small enough to stay in the cache of the worker. */
const BLOCK_SIZE = 1 << 18;
/** A bad row is answered with its cells and about so many bytes more; a key in NDJSON, with a sentence for each character. */
const ANSWER_SIZE = 64;
const FINDINGS_SIZE = 2400;
/** Blocks of long answers are smaller, so that the answer to the shortest rows is no larger than about this. */
const MAX_BLOCK_WORK = 1 << 24;
const SHORTEST_ROW = 2;
const FOUR_QUOTES = 0x22222222;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

export class Splitter {
  /** The header, which every worker needs first; `null` until it has come. Empty for NDJSON. */
  header: Block | null = null;
  private readonly input: Input;
  private readonly headerRow: number | undefined;
  private reader: CsvReader | null = null;
  /** 0 for NDJSON. */
  private columns = 0;
  private readonly answerSize: number;
  private blockSize = BLOCK_SIZE;
  /** How many bytes must have come before a block is cut. */
  private threshold = BLOCK_SIZE;

  /** `headerRow`: the number of the header's row; without it, the header is searched for. */
  constructor(format: 'csv' | 'ndjson', encoding?: Encoding, headerRow?: number, operation?: OperationName) {
    this.headerRow = headerRow;
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

  /** The encoding that the first bytes show; the blocks lack them. */
  get mark(): Evidence['mark'] {
    return this.input.decoder.mark;
  }

  /** About how many bytes the answer to a block of this file has. */
  workOf({ bytes }: Block): number {
    return bytes.length + countLines(bytes) * (this.columns + this.answerSize);
  }

  /** How many bytes are in no block yet. */
  private get length(): number {
    return this.input.end - this.input.start;
  }

  private *fullBlock(): Generator<Block, void> {
    if (this.input.isDropping || this.length < this.threshold) return;
    yield* this.block(false);
    // A row that goes on is not read again until much more of it has come.
    this.threshold = this.length + this.blockSize;
  }

  private *block(atEnd: boolean): Generator<Block, void> {
    const { input } = this;
    if (this.header === null && !this.takeHeader(atEnd)) return;
    for (;;) {
      const { encoding } = input.decoder;
      const end = this.cut(atEnd);
      if (end === input.start) return;
      const bytes = input.bytes.slice(input.start, end);
      input.start = end;
      yield { bytes, encoding };
      if (!atEnd && this.length < this.blockSize) return;
    }
  }

  /** `false`: the header has not come yet. All that has come stands for one that cannot be read: the worker says why. */
  private takeHeader(atEnd: boolean): boolean {
    const { input } = this;
    const { encoding } = input.decoder;
    const header = readHeader(input, atEnd, this.headerRow);
    if (header === null && !atEnd && this.length <= MAX_ROW) return false;
    const end = header?.next ?? input.end;
    this.header = { bytes: input.bytes.slice(input.start, end), encoding };
    input.start = end;
    if (header === null) return true;
    this.reader = new CsvReader(header.delimiter.charCodeAt(0));
    this.columns = header.names.length;
    this.limitBlocks();
    return true;
  }

  private limitBlocks(): void {
    const work = (this.columns + this.answerSize) / SHORTEST_ROW;
    this.blockSize = Math.min(BLOCK_SIZE, Math.floor(MAX_BLOCK_WORK / work));
  }

  /** Where the last whole row ends that begins within the size of a block. */
  private cut(atEnd: boolean): number {
    const { input, reader } = this;
    const { bytes, start, end } = input;
    const limit = Math.min(end, start + this.blockSize);
    if (atEnd && limit === end) return end;
    if (reader === null) return this.cutLines(limit);
    if (!mayHaveQuotes(bytes, start, limit)) {
      const lineFeed = bytes.lastIndexOf(Byte.LINE_FEED, limit - 1);
      if (lineFeed >= start) return lineFeed + 1;
    }
    let from = start;
    while (from < limit && this.readRow(reader, from, atEnd)) from = reader.next;
    return from < limit ? this.cutLongLine(from) : from;
  }

  /** The same where a row is a line. */
  private cutLines(limit: number): number {
    const { bytes, start, end } = this.input;
    const last = bytes.lastIndexOf(Byte.LINE_FEED, limit - 1);
    const lineFeed = last >= start ? last : bytes.indexOf(Byte.LINE_FEED, limit);
    return lineFeed >= end ? this.cutLongLine(start) : lineFeed + 1;
  }

  /** Reads as the worker does: a row whose quotes are not closed in time ends at its first line break. */
  private readRow(reader: CsvReader, from: number, atEnd: boolean): boolean {
    const { bytes, end } = this.input;
    const isWhole = reader.read(bytes, from, end) && reader.next - from <= MAX_ROW;
    return isWhole || ((atEnd || end - from > MAX_ROW) && reader.readBroken(bytes, from, end));
  }

  /** Keeps just enough of a line that is too long for its reader to see that it is. */
  private cutLongLine(from: number): number {
    if (this.input.end - from > MAX_ROW) this.input.cutLine();
    return from;
  }
}

/**
 * Whether quotes may stand between these places. One thread looks through the whole file here, so it takes four bytes at a
 * time. Up to three bytes on either side count too, which does no harm.
 */
function mayHaveQuotes({ buffer }: Uint8Array<ArrayBuffer>, from: number, to: number): boolean {
  const words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
  const end = (to + 3) >> 2;
  for (let i = from >> 2; i < end; i++) {
    const withoutQuotes = words[i] ^ FOUR_QUOTES;
    // A byte that became zero leaves a bit here.
    if (((withoutQuotes - ONES) & ~withoutQuotes & HIGH_BITS) !== 0) return true;
  }
  return false;
}
