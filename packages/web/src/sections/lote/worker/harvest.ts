/** Keeps the output of a file in blobs, outside of the script's memory, and the rows that the page shows. */
import type { Reading } from '@curp-service/contract/reading';
import { type DoneRow, Lote } from '@curp-service/lote';
import { BadRows } from './bad-rows.js';
import { BlobBuilder } from './blob-builder.js';
import { type FileTask, type FileResult, type KeptRow, PAGE_ROWS } from './messages.js';

export class Harvest {
  readonly lote: Lote;
  private readonly output = new BlobBuilder();
  private readonly bad = new BadRows();
  private readonly firstRows: KeptRow[] = [];

  constructor(task: FileTask, reading: Reading) {
    this.lote = new Lote({ ...task.options, reading, firstRows: PAGE_ROWS, onRow: (row) => this.takeRow(row) });
  }

  get badCount(): number {
    return this.bad.count;
  }

  /** Takes a piece of the output. */
  take(piece: Uint8Array): void {
    this.output.add(piece.slice());
  }

  finish(seconds: number, reading: Reading): FileResult {
    const { totals } = this.lote;
    const output = this.output.blob('text/plain;charset=utf-8');
    return { totals, seconds, reading, output, firstRows: this.firstRows, mended: 0, ...this.bad.finish() };
  }

  /** Rows are told of before the piece of the output that holds them is given. */
  private takeRow({ written, ...row }: DoneRow): void {
    const from = this.output.size + written.byteOffset;
    const kept = { ...row, from, to: from + written.length };
    if (this.firstRows.length < PAGE_ROWS) this.firstRows.push(kept);
    this.bad.take(kept);
  }
}
