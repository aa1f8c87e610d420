/** The script of a thread, which answers one file after another. */
import { parentPort } from 'node:worker_threads';
import { fileProblemOf } from '@curp-service/contract/codes/file';
import { answerTask } from './files/answer.js';
import { FileRefused, type FromThread, JobOver, type ThreadFailure, TaskState, type ToThread } from './files/task.js';
import { placesOf } from './observe/places.js';
import { StoreError } from './store/driver.js';

/** Only this function distinguishes an unreadable file, the database, the disk and a bug. */
function threadFailure(error: unknown): ThreadFailure {
  const problem = fileProblemOf(error);
  if (problem !== null) return { kind: 'unreadable', problem };
  if (error instanceof StoreError) {
    const { code, errcode, errstr } = error;
    return { kind: 'store', code, errcode, errstr };
  }
  if (error instanceof JobOver) return { kind: 'over' };
  if (error instanceof FileRefused) return { kind: 'refused', problems: error.problems };
  if (!(error instanceof Error)) return { kind: 'bug', name: typeof error, stack: '' };
  if ('syscall' in error) return { kind: 'disk', code: 'code' in error ? String(error.code) : undefined };
  return { kind: 'bug', name: error.name, stack: `${error.name}\n${placesOf(error).join('\n')}` };
}

parentPort?.on('message', ({ task, memory }: ToThread) => {
  void answerTask(task, new TaskState(memory)).then(
    (done) => parentPort?.postMessage({ done } satisfies FromThread, []),
    (error: unknown) => parentPort?.postMessage({ failed: threadFailure(error) } satisfies FromThread, []),
  );
});
