/** The script of a thread, which reads and answers files. Its tasks take turns. */
import { setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { UnreadableWorkbook } from '@curp-service/lote/xlsx';
import type { TaskHost } from './files/answer-file.js';
import { answerUpload } from './files/answer-upload.js';
import { answerJob, readJob } from './jobs/answer-job.js';
import { placesOf } from './observe/places.js';
import { StoreError } from './store/driver.js';
import type { Credit, ThreadFailure, FromThread, NewTask, ToThread } from './thread-messages.js';
import { TaskState, Turns } from './turns.js';

type TaskFunction = (input: never, host: TaskHost) => Promise<unknown>;
const TASK_FUNCTIONS: Readonly<Record<string, TaskFunction | undefined>> = { answerUpload, answerJob, readJob };

const turns = new Turns();
/** Takes the credit of each task: the rows that it waits for, or an error that may come at any time. */
const creditors = new Map<number, (credit: Credit) => void>();

/** Sends a `FromThread` to the main thread. Its result is of any type: the caller of the task knows which. */
const send = (message: object): void => parentPort?.postMessage(message, []);

async function startTask({ number, name, input, project, memory, duplicateMemory }: NewTask): Promise<void> {
  const turn = turns.open(project, new TaskState(memory));
  let pay: (credit: Credit) => void = () => undefined;
  const host: TaskHost = {
    turn,
    duplicateMemory,
    exhausted: null,
    needCredit: async () => {
      const credit = await new Promise<Credit>((resolve) => {
        pay = resolve;
        send({ number, needs: true } satisfies FromThread);
      });
      await turn.pause(); // others had their turns meanwhile, or the task must end
      return credit;
    },
  };
  creditors.set(number, (credit) => {
    if (typeof credit !== 'number') host.exhausted = credit;
    pay(credit);
  });
  let outcome: object;
  try {
    await turn.pause();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller that names a task gives its input
    outcome = { number, result: await TASK_FUNCTIONS[name]?.(input as never, host) };
  } catch (error) {
    outcome = { number, failure: threadFailure(error) } satisfies FromThread;
  }
  // The main thread reads the state of the task as soon as it has the message.
  turn.close();
  creditors.delete(number);
  send(outcome);
}

/** Only this function distinguishes an unreadable file, the database, the disk and a bug. */
function threadFailure(error: unknown): ThreadFailure {
  if (error instanceof UnreadableFile) return { kind: 'unreadable', reason: error.entry };
  if (error instanceof UnreadableWorkbook) return { kind: 'unreadable', reason: { es: error.es, en: error.en } };
  if (error instanceof StoreError) {
    const { code, errcode, errstr } = error;
    return { kind: 'store', code, errcode, errstr };
  }
  if (!(error instanceof Error)) return { kind: 'bug', name: typeof error, stack: '' };
  if (error.name === 'Stopped') return { kind: 'stopped' };
  if ('syscall' in error) return { kind: 'disk', code: 'code' in error ? String(error.code) : undefined };
  return { kind: 'bug', name: error.name, stack: `${error.name}\n${placesOf(error).join('\n')}` };
}

parentPort?.on('message', (message: ToThread) => {
  if ('name' in message) void startTask(message);
  else creditors.get(message.number)?.(message.credit);
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the main thread gives it
const pulse = workerData as Int32Array;
setInterval(() => void Atomics.add(pulse, 0, 1), 500).unref();
