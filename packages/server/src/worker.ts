/**
 * The script of a thread, which processes files or pieces of jobs. Its tasks alternate: a file yields whenever it calls the
 * main thread, a piece whenever it waits for the database.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { UnreadableWorkbook } from '@curp-service/lote/xlsx';
import { answerFile } from './files/answer-file.js';
import { cutFile } from './jobs/cut-file.js';
import { fillBook } from './jobs/fill-book.js';
import { openPieceProcessor } from './jobs/piece.js';
import { type FromThread, type ToThread, transferable } from './threads.js';

type Task = (input: unknown, host: unknown) => Promise<unknown>;
const processPiece = openPieceProcessor(workerData);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller that names a task gives its input
const TASKS = { answerFile, cutFile, fillBook, processPiece } as unknown as Readonly<Record<string, Task | undefined>>;

const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let calls = 0;

/** Sends a `FromThread` to the main thread. Its result is of any type: the caller of the task knows which. */
const send = (message: object, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

/** Returns the functions that a task may call: each sends a message to the main thread and waits for its answer. */
const hostOf = (number: number): object =>
  new Proxy(
    {},
    {
      get:
        (_, ask) =>
        async (first: unknown, ...others: unknown[]) =>
          new Promise((resolve, reject) => {
            const call = (calls += 1);
            const [value, transfer] = transferable(first);
            waiting.set(call, { resolve, reject });
            send({ number, call, ask: String(ask), args: [value, ...others] }, transfer);
          }),
    },
  );

/** Returns the message about a failed task. Only this function distinguishes an unreadable file from a bug. */
function failureOf(number: number, error: unknown): FromThread {
  if (error instanceof UnreadableFile) return { number, unreadable: error.entry };
  if (error instanceof UnreadableWorkbook) return { number, unreadable: { es: error.es, en: error.en } };
  return { number, error };
}

async function run(number: number, name: string, input: unknown): Promise<void> {
  try {
    send({ number, result: await TASKS[name]?.(input, hostOf(number)) });
  } catch (error) {
    send(failureOf(number, error));
  }
}

parentPort?.on('message', (message: ToThread) => {
  if ('name' in message) void run(message.number, message.name, message.input);
  else {
    const { resolve, reject } = waiting.get(message.call) ?? {};
    waiting.delete(message.call);
    if ('value' in message) resolve?.(message.value);
    else reject?.(new Error('the main thread refused'));
  }
});
