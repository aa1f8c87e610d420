/** The task of a thread: reads the upload of a file, and answers it. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import {
  type FilePass,
  type LoteOptions,
  type PeopleFile,
  type RowWork,
  SheetLote,
  answerFile,
  answerOnce,
  textFile,
} from '@curp-service/lote';
import { openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import { StoreError } from '../store/driver.js';
import type { JobStore } from '../store/jobs.js';
import { openJobStore } from '../store/open.js';
import { NewResult, fileOfJob } from './job-files.js';
import { columnOption } from './options.js';
import { type StoredBytes, piecesOf } from './stored-bytes.js';
import { FileRefused, type TaskDone, type ThreadTask, type TaskBytes, type TaskState } from './task.js';
import { DiskFile } from './temp-files.js';

/** The head of a file with so many bytes is all of it. */
const ALL_HEAD = 1 << 18;
/** The most bytes that the texts, the large parts and the long rows of a workbook may take. */
const WORKBOOK_MEMORY = 64 << 20;

export async function answerTask(task: ThreadTask, state: TaskState): Promise<TaskDone> {
  const { upload, answer } = await openBytes(task.bytes);
  const own = { columns: 0 };
  const file = await openPeople(task, watched(upload, state), state, (columns) => (own.columns = columns));
  if (task.onlyHead === true) return { ...(await readHead(file, upload.size)), ...own };
  await answer.truncate(); // an earlier worker may have left a part of its result
  const { reading } = task.options;
  const sink = sinkInto(answer, state, task.allowed);
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

/** Takes the answer, and counts its good rows if not all are allowed. */
function sinkInto(answer: StoredBytes, state: TaskState, allowed: ThreadTask['allowed']) {
  let isFirst = true;
  let totals: FilePass['totals'] | null = null;
  return {
    begin: (pass: FilePass): void => {
      isFirst = true;
      ({ totals } = pass);
    },
    step: (work: RowWork): void => {
      state.check();
      if (allowed === null) return;
      if (isFirst) work.limit(allowed.rows);
      isFirst = false;
      if (work.waiting) work.exhaust(allowed.beyond satisfies ErrorEntry);
    },
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
  { options, book, duplicateMemory }: ThreadTask,
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
  if (book === null) return textFile({ chunks: () => piecesOf(upload) }, given);
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
