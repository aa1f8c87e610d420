/** The worker thread: processes the blocks of rows that it receives, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { BlockAnswerer, type WorkerMessage, type WorkerSetup, reuse } from './blocks.js';

const { options, seed, header }: WorkerSetup = workerData;
const answerer = new BlockAnswerer(options, seed);
answerer.answer(header); // the main thread has its evidence

parentPort?.on('message', ({ block, memory }: WorkerMessage) => {
  reuse(new Uint8Array(memory));
  const done = answerer.answer(block);
  parentPort?.postMessage(done, [done.bytes.buffer, done.block.bytes.buffer, done.people.buffer]);
});
