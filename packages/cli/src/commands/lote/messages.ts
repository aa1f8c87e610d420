/** The messages between the main thread and its workers. */
import { Buffer } from 'node:buffer';
import { type Block, type Lote, type LoteOptions, type Totals, doBlock, collect } from '@curp-service/lote';

export interface WorkerSetup {
  readonly options: LoteOptions;
  readonly header: Block;
}

/** The rows of a block, and the totals of all blocks that the worker has done. */
export interface BlockDone {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly totals: Totals;
}

/** Processes a block into one piece of memory. */
export const doWholeBlock = (lote: Lote, block: Block): Uint8Array<ArrayBuffer> =>
  collect(doBlock(lote, block), block, (length) => Buffer.allocUnsafeSlow(length));
