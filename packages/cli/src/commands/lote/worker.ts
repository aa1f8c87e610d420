/** The worker thread: processes the blocks of rows it receives, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Block, drain, doBlock, release, prepare } from '@curp-service/lote';
import { type WorkerSetup, type BlockDone, doWholeBlock } from './messages.js';

const { options, header }: WorkerSetup = workerData;
const lote = prepare(options);
drain(doBlock(lote, header));

parentPort?.on('message', (block: Block) => {
  const done: BlockDone = { bytes: doWholeBlock(lote, block), totals: lote.totals };
  release(block.bytes);
  parentPort?.postMessage(done, [done.bytes.buffer]);
});
