/** Reads the rows of a file one by one, as texts or objects, without calculating anything. */
import type { Language } from '@curp-service/contract/language';
import { CsvRows } from '../read/csv.js';
import { Input } from '../read/input.js';
import { NdjsonLines } from '../read/ndjson.js';
import { csvSink } from './csv.js';
import { NdjsonSink } from './ndjson.js';
import type { FileHead, FileRow, Slot, TakeCells } from './slot.js';

export interface FileRowsOptions {
  readonly format: 'csv' | 'ndjson';
  readonly language: Language;
  /** Called once, before the first row. An error that it throws ends the reading. */
  readonly onHead: (head: FileHead) => void;
  readonly take?: TakeCells;
}

export class FileRows {
  private readonly slot: Slot;
  private readonly walk: CsvRows | NdjsonLines;

  constructor({ format, language, onHead, take }: FileRowsOptions) {
    const slot: Slot = { input: new Input(), language, onHead, take, count: 0, skip: 0, line: 1, row: null };
    this.slot = slot;
    this.walk =
      format === 'csv'
        ? new CsvRows(
            slot,
            () => 1,
            (header) => csvSink(slot, header),
          )
        : new NdjsonLines(slot.input, new NdjsonSink(slot));
  }

  /** How many rows were seen so far, the skipped ones included. */
  get count(): number {
    return this.slot.count;
  }

  /** Skips so many of the first rows: they were read before. */
  set skip(rows: number) {
    this.slot.skip = rows;
  }

  /** Takes a piece of the file and gives the rows that end in it. */
  read(bytes: Uint8Array): Generator<FileRow, void> {
    return this.slot.input.feed(bytes, () => this.advance(false));
  }

  /** The file ends: gives the rows that are left. */
  *finish(): Generator<FileRow, void> {
    this.slot.input.close();
    yield* this.advance(true);
  }

  private *advance(atEnd: boolean): Generator<FileRow, void> {
    const { slot } = this;
    for (let isThere = true; isThere;) {
      isThere = this.walk.nextRow(atEnd);
      const { row } = slot;
      slot.row = null;
      if (row !== null) yield row;
    }
  }
}
