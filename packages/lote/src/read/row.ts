/** A CSV row that was read: its bytes in UTF-8, and its cells as texts. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import { Byte, PADDING } from '../bytes.js';
import { from1252 } from './encoding.js';
import { type CsvReader, Seen } from './csv-reader.js';
import type { Input } from './input.js';

const UTF8 = new TextDecoder();

export class CsvRow {
  readonly reader: CsvReader;
  bytes: Uint8Array = new Uint8Array();
  view: DataView = new DataView(new ArrayBuffer());
  start = 0;

  constructor(reader: CsvReader) {
    this.reader = reader;
  }

  /** Takes the row that the reader has just read, rewritten if it is not in UTF-8. `false`: its encoding is broken. */
  take(input: Input, start = input.start): boolean {
    this.bytes = input.bytes;
    this.view = input.view;
    this.start = start;
    const { seen } = this.reader;
    if ((seen & Seen.NOT_ASCII) === 0) return true;
    const verdict = input.decoder.judge((seen & Seen.NOT_UTF8) === 0, (seen & Seen.PLAIN_UTF8) !== 0);
    if (verdict === 'rewrite' || verdict === 'broken') this.rewrite();
    return verdict === 'ok' || verdict === 'rewrite';
  }

  private rewrite(): void {
    const { reader } = this;
    const isBroken = (reader.seen & Seen.BAD_QUOTES) !== 0;
    this.bytes = from1252(this.bytes, this.start, reader.end, PADDING);
    this.view = new DataView(this.bytes.buffer, 0, this.bytes.length);
    this.start = 0;
    const end = this.bytes.length - PADDING;
    this.bytes[end] = Byte.LINE_FEED;
    if (isBroken) reader.readBroken(this.bytes, 0, end + 1);
    else reader.read(this.bytes, 0, end + 1);
  }

  text(cell: number): string {
    const { bytes, reader } = this;
    const text = UTF8.decode(bytes.subarray(reader.from[cell], reader.to[cell]));
    return isQuoted(this, cell) ? text.replaceAll('""', '"') : text;
  }

  /** The row from a cell on, as it is written. */
  writtenFrom(cell: number): string {
    const from = this.reader.from[cell] - (isQuoted(this, cell) ? 1 : 0);
    return UTF8.decode(this.bytes.subarray(from, this.reader.end));
  }
}

export function isQuoted({ bytes, start, reader }: CsvRow, cell: number): boolean {
  const from = reader.from[cell];
  return from > start && bytes[from - 1] === Byte.QUOTE;
}

/** The problem that keeps a row of a table with so many columns from being read; `null`: none. */
export function shapeProblem({ seen, cells }: CsvReader, columns: number): RowProblem | null {
  if (seen & Seen.BAD_QUOTES) return { cause: 'fila_comillas' };
  if (seen & Seen.NUL) return { cause: 'fila_nul' };
  if (cells === columns) return null;
  return { cause: 'fila_celdas', parts: { columnas: String(columns), celdas: String(cells) } };
}
