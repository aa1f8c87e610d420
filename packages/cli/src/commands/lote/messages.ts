/** The messages between the main thread and its workers. */
import { Buffer } from 'node:buffer';
import {
  type Block,
  type Evidence,
  type Lote,
  type LoteOptions,
  type Totals,
  doBlock,
  collect,
} from '@curp-service/lote';

export interface WorkerSetup {
  readonly options: LoteOptions;
  readonly header: Block;
}

/** The rows of a block, and what they show about how the file is to be read. */
export interface BlockDone {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly evidence: Evidence;
}

/** The totals are those of all blocks that the worker has done. */
export interface WorkerMessage {
  readonly done: BlockDone;
  readonly totals: Totals;
}

/** Processes a block into one piece of memory. */
export const doWholeBlock = (lote: Lote, block: Block): BlockDone => ({
  bytes: collect(doBlock(lote, block), block, (length) => Buffer.allocUnsafeSlow(length)),
  evidence: lote.takeEvidence(),
});
