/** The worker thread: processes the blocks of rows it receives, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Block, drain, doBlock, release, prepare } from '@curp-service/lote';
import { type WorkerMessage, type WorkerSetup, doWholeBlock } from './messages.js';

const { options, header }: WorkerSetup = workerData;
const lote = prepare(options);
drain(doBlock(lote, header));
lote.takeEvidence(); // the main thread has that of the header

parentPort?.on('message', (block: Block) => {
  const message: WorkerMessage = { done: doWholeBlock(lote, block), totals: lote.totals };
  release(block.bytes);
  parentPort?.postMessage(message, [message.done.bytes.buffer]);
});
