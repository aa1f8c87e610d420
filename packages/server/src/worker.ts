/** The script of a thread, which answers one file after another. */
import { parentPort } from 'node:worker_threads';
import { fileProblemOf } from '@curp-service/contract/codes/file';
import {
  type FilePass,
  type LoteOptions,
  type PeopleFile,
  SheetLote,
  answerFile,
  answerOnce,
  textFile,
} from '@curp-service/lote';
import { openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import { NewResult, fileOfJob } from './files/job-files.js';
import { columnOption } from './files/options.js';
import {
  FileRefused,
  type FromThread,
  JobOver,
  type StoredBytes,
  type TaskBytes,
  type TaskDone,
  TaskState,
  type ThreadFailure,
  type ThreadTask,
  type ToThread,
  piecesOf,
} from './files/task.js';
import { DiskFile } from './files/temp-files.js';
import { placesOf } from './observe/places.js';
import { StoreError } from './store/driver.js';
import type { JobStore } from './store/jobs.js';
import { openJobStore } from './store/open.js';

/** The head of a file with so many bytes is all of it. */
const ALL_HEAD = 1 << 18;
/** The most bytes that the texts, the large parts and the long rows of a workbook may take. */
const WORKBOOK_MEMORY = 64 << 20;

async function answerTask(task: ThreadTask, state: TaskState): Promise<TaskDone> {
  const { upload, answer } = await openBytes(task.bytes);
  const own = { columns: 0 };
  const file = await openPeople(task, watched(upload, state), state, (columns) => (own.columns = columns));
  if (task.onlyHead === true) return { ...(await readHead(file, upload.size)), ...own };
  await answer.truncate(); // an earlier worker may have left a part of its result
  const { reading } = task.options;
  const sink = sinkInto(answer, state);
  const { totals, reading: decided } =
    reading === undefined ? await answerFile(file, sink) : await answerOnce(file, reading, sink);
  await answer.finish();
  return { reading: decided, totals, size: answer.size, ...own };
}

/** Reads as much of a file as shows whether it can be read. Throws `UnreadableFile` if not. */
async function readHead(file: PeopleFile, size: number): Promise<Omit<TaskDone, 'columns'>> {
  const reading = await file.suppose();
  const pass = file.answer(reading, undefined, size > ALL_HEAD);
  try {
    await pass.pieces[Symbol.asyncIterator]().next();
  } finally {
    await pass.close?.();
  }
  return { reading, totals: pass.totals(), size: 0 };
}

/** Returns the bytes with what a thread tells of its reading. */
const watched = (bytes: StoredBytes, state: TaskState): Pick<StoredBytes, 'size' | 'read'> => ({
  size: bytes.size,
  read: async (from, length) => {
    state.check();
    state.read = from + length;
    return bytes.read(from, length);
  },
});

/** Takes the answer, and tells how far it is. */
function sinkInto(answer: StoredBytes, state: TaskState) {
  let totals: FilePass['totals'] | null = null;
  return {
    begin: (pass: FilePass): void => void ({ totals } = pass),
    step: (): void => state.check(),
    write: async (piece: Uint8Array): Promise<void> => {
      await answer.append(piece);
      state.rows = totals?.().rows ?? 0;
      state.written = answer.size;
    },
    restart: async (): Promise<void> => answer.truncate(),
  };
}

/** Opens the file of a task as one of people. `onColumns` learns how many columns a CSV has. */
async function openPeople(
  { options, supposed, book, duplicateMemory }: ThreadTask,
  upload: Pick<StoredBytes, 'size' | 'read'>,
  state: TaskState,
  onColumns: (columns: number) => void,
): Promise<PeopleFile> {
  const given: LoteOptions = {
    ...options,
    optionFor: columnOption,
    duplicateMemory,
    onUnderstood: ({ columns, others = [] }) => onColumns(columns === undefined ? 0 : columns.size + others.length),
  };
  if (book === null)
    return textFile({ chunks: () => piecesOf(upload) }, { ...given, reading: options.reading ?? supposed });
  const onMemory = (bytes: number): void => {
    if (bytes > WORKBOOK_MEMORY) throw new FileRefused([{ cause: 'lote_memoria' }]);
  };
  const pause = (): undefined => {
    state.check();
  };
  const opened = await openSheet(upload, { hoja: book.hoja, codec: nodeCodec(), onMemory, pause });
  const sheet = await SheetLote.open(opened, given);
  if (book.comesBack) return sheet;
  return textFile({ chunks: () => sheet.csv() }, { ...sheet.options, reading: options.reading ?? sheet.suggested });
}

async function openBytes(bytes: TaskBytes): Promise<{ readonly upload: StoredBytes; readonly answer: StoredBytes }> {
  if ('fd' in bytes) return { upload: new DiskFile(bytes.fd, bytes.size), answer: new DiskFile(bytes.answerFd) };
  const store = await openFor(bytes.databaseUrl);
  const { id, archivo } = bytes.lease;
  return { upload: fileOfJob(store, id, archivo), answer: new NewResult(store, bytes.lease) };
}

/** The connections of this thread to each database. */
const stores = new Map<string, Promise<JobStore>>();
const THREAD_CONNECTIONS = 2;

/** Opens the database of a job, which exists. Whatever prevents that is an error of the database: the job waits. */
async function openFor(databaseUrl: string): Promise<JobStore> {
  const opening = stores.get(databaseUrl) ?? openJobStore(databaseUrl, THREAD_CONNECTIONS, true);
  stores.set(databaseUrl, opening);
  return opening.catch((error: unknown) => {
    stores.delete(databaseUrl); // the next task tries again
    throw error instanceof StoreError ? error : new StoreError(error, false);
  });
}

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
