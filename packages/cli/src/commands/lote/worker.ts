/** The worker thread: processes the blocks of rows that it receives, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Block, answerBlock, drain, prepare } from '@curp-service/lote';
import { answerWholeBlock, type WorkerMessage, type WorkerSetup } from './work.js';

const { options, header }: WorkerSetup = workerData;
const lote = prepare(options);
drain(answerBlock(lote, header));
lote.takeEvidence(); // the main thread has the evidence of the header

parentPort?.on('message', (block: Block) => {
  const message: WorkerMessage = { done: answerWholeBlock(lote, block), totals: lote.totals };
  parentPort?.postMessage(message, [message.done.bytes.buffer]);
});
