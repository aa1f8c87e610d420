/** What the threads say to each other. */
import { Buffer } from 'node:buffer';
import { type Block, type Lote, type LoteOptions, type Totals, doBlock, collect } from '@curp-service/lote';

/** What a thread is told when it starts. */
export interface WorkerSetup {
  readonly options: LoteOptions;
  readonly header: Block;
}

/** What it says when a block is done: its rows, and the totals of all that it has done. */
export interface BlockDone {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly totals: Totals;
}

/** The rows of a block, in one piece. */
export const doWholeBlock = (lote: Lote, block: Block): Uint8Array<ArrayBuffer> =>
  collect(doBlock(lote, block), block, (length) => Buffer.allocUnsafeSlow(length));
