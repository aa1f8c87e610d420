/** Defines how the bytes of a file are kept, and what the pool and a thread tell each other about it: the task, what it came to, and numbers in shared memory. */
import type { FileProblem } from '@curp-service/contract/codes/file';
import type { Problem } from '@curp-service/contract/envelope';
import type { Reading } from '@curp-service/contract/reading';
import { type LoteOptions, type Totals, release } from '@curp-service/lote';
import { StoreError } from '../store/driver.js';
import type { TaskLease } from '../store/leases.js';

/** The bytes of an upload or of its answer, in a temporary file or in the chunks of a job. */
export interface StoredBytes {
  readonly size: number;
  /** Adds bytes at the end. The caller may change them once the promise resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Keeps everything that was added. */
  finish(): Promise<void>;
  /** Returns the `length` bytes from `from` on, in a buffer of their own; fewer only at the end. */
  read(from: number, length: number): Promise<Uint8Array>;
  /** Drops all bytes: the answer begins again. */
  truncate(): Promise<void>;
  /** Gives back the space. Nothing is read or added afterwards. */
  erase(): Promise<void>;
}

/** The bytes that are read at a time: a chunk of a job, which a database reads whole. */
const PIECE = 1 << 20;

/** Yields all bytes in order. Each piece is valid until the next is requested. */
export async function* piecesOf(bytes: Pick<StoredBytes, 'size' | 'read'>): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.size; from += PIECE) {
    const piece = await bytes.read(from, Math.min(PIECE, bytes.size - from));
    yield piece;
    release(piece);
  }
}

/** Where a thread finds the bytes of an upload, and keeps those of its answer: two open files, or the job of a lease. */
export type TaskBytes =
  | { readonly fd: number; readonly size: number; readonly answerFd: number }
  | { readonly databaseUrl: string; readonly lease: TaskLease };

export interface ThreadTask {
  readonly bytes: TaskBytes;
  /** With a `reading`, it is decided, and the file is answered once. */
  readonly options: LoteOptions;
  /** What the head of a text supposes, if that is known. */
  readonly supposed?: Reading | undefined;
  /** The sheet of a workbook, and whether the answer is the whole workbook; `null` for text. */
  readonly book: { readonly hoja?: string | undefined; readonly comesBack: boolean } | null;
  /** True if only the head of the file is read, to refuse what cannot be read. */
  readonly onlyHead?: boolean;
  /** The most bytes for the people of the file; if absent, those that `lote` takes. */
  readonly duplicateMemory?: number | undefined;
}

export interface TaskDone {
  readonly reading: Reading;
  readonly totals: Totals;
  /** The bytes of the answer. */
  readonly size: number;
  /** The number of columns of a CSV. */
  readonly columns: number;
}

export interface ToThread {
  readonly task: ThreadTask;
  /** The memory of its `TaskState`. */
  readonly memory: SharedArrayBuffer;
}
export type FromThread = { readonly done: TaskDone } | { readonly failed: ThreadFailure };

/** How far a task is, and whether it must end, in shared memory. */
export class TaskState {
  readonly #stop: Int32Array;
  readonly #numbers: Float64Array;

  constructor(readonly memory = new SharedArrayBuffer(32)) {
    this.#stop = new Int32Array(memory, 0, 1);
    this.#numbers = new Float64Array(memory, 8, 3);
  }

  stop(): void {
    Atomics.store(this.#stop, 0, 1);
  }

  /** Throws if the task must end. */
  check(): void {
    if (Atomics.load(this.#stop, 0) === 1) throw new TaskFailed('stopped');
  }

  /** The bytes of the file that the task has read, the rows that it has answered and the bytes of its answer, in its current pass. */
  get read(): number {
    return this.#numbers[0] ?? 0;
  }

  set read(bytes: number) {
    this.#numbers[0] = bytes;
  }

  get rows(): number {
    return this.#numbers[1] ?? 0;
  }

  set rows(rows: number) {
    this.#numbers[1] = rows;
  }

  get written(): number {
    return this.#numbers[2] ?? 0;
  }

  set written(bytes: number) {
    this.#numbers[2] = bytes;
  }
}

/** Why a task failed. No message is passed on, because it might repeat data of the file. */
export type ThreadFailure =
  | { readonly kind: 'unreadable'; readonly problem: FileProblem }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | ({ readonly kind: 'store' } & Pick<StoreError, 'code' | 'errcode' | 'errstr'>)
  | { readonly kind: 'disk'; readonly code: string | undefined }
  | { readonly kind: 'over' }
  | { readonly kind: 'bug'; readonly name: string; readonly stack: string };

/** The file cannot be read; the client receives the reason. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(readonly problem: FileProblem) {
    super();
  }
}

/** The service refuses the file. `cause` is the error of the disk, if any. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  constructor(
    readonly problems: readonly Problem[],
    cause?: unknown,
  ) {
    super(undefined, { cause });
  }
}

/** Nobody may go on with the job: another worker has it, its client erased it, or it expired. */
export class JobOver extends Error {
  override readonly name = 'JobOver';
}

/** The task failed by a bug. Its message is the kind of the error, and its stack has only positions in the code. */
class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
}

/** The thread was lost: out of memory, or it ended. The message is the exit code or the kind of error. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

/** Turns what a thread reports into the error that the task throws. */
export function errorOf(failure: ThreadFailure): Error {
  switch (failure.kind) {
    case 'unreadable':
      return new Unreadable(failure.problem);
    case 'store':
      return new StoreError(Object.assign(new Error('in a thread'), failure), false);
    case 'refused':
      return new FileRefused(failure.problems);
    case 'disk':
      return new FileRefused([{ cause: 'lote_sin_espacio' }], Object.assign(new Error('in a thread'), failure));
    case 'over':
      return new JobOver();
    default: {
      const error = new TaskFailed(failure.name);
      error.stack = failure.stack;
      return error;
    }
  }
}
