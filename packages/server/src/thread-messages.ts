/** Defines what the main thread and the threads of files send each other, and how a task fails. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { StoreError } from './store/driver.js';

/** The secret of an encrypted temporary file, which threads share. */
export interface Secret {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
}

/** More paid rows, or the error of all remaining rows. */
export type Credit = number | ErrorEntry;

export interface NewTask {
  readonly number: number;
  readonly name: string;
  readonly input: unknown;
  readonly project: string;
  /** The memory of its `TaskState`. */
  readonly memory: SharedArrayBuffer;
  /** The most bytes for the people of a file. */
  readonly duplicateMemory: number | undefined;
}

export type ToThread = NewTask | { readonly number: number; readonly credit: Credit };

/** Why a task failed. No message is passed on, because it might repeat data of the file. */
export type ThreadFailure =
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  | ({ readonly kind: 'store' } & Pick<StoreError, 'code' | 'errcode' | 'errstr'>)
  | { readonly kind: 'disk'; readonly code: string | undefined }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'bug'; readonly name: string; readonly stack: string };

export type FromThread = { readonly number: number } & (
  | { readonly needs: true }
  | { readonly result: never }
  | { readonly failure: ThreadFailure }
);

/** The reason why a file cannot be read: in its client's language or, for a workbook, in both languages. */
type UnreadableReason = ErrorEntry | { readonly es: string; readonly en: string };

/** The file cannot be read; the client receives the reason. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(readonly reason: UnreadableReason) {
    super();
  }
}

/** The task took longer than any file needs. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** The disk of temporary files failed. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  constructor(readonly code: string | undefined) {
    super();
  }
}

/** The task failed by a bug. Its message is the kind of the error, and its stack has only positions in the code. */
class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
}

/** The thread was lost: out of memory, or an endless loop. The message is the exit code or the kind of error. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
  constructor(
    message: string,
    /** True if this task was at work at the end; false if it only shared the thread. */
    readonly isCause: boolean,
  ) {
    super(message);
  }
}

/** Turns what a thread reports into the error that the task throws. */
export function errorOf(failure: ThreadFailure): Error {
  switch (failure.kind) {
    case 'unreadable':
      return new Unreadable(failure.reason);
    case 'store':
      return new StoreError(Object.assign(new Error('in a thread'), failure), false);
    case 'disk':
      return new DiskError(failure.code);
    case 'stopped':
      return new ThreadLost('stopped', false);
    default: {
      const error = new TaskFailed(failure.name);
      error.stack = failure.stack;
      return error;
    }
  }
}
