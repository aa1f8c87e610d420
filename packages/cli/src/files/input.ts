/** Opens the input: a file, a pipe or standard input. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { WorkbookInput } from '@curp-service/lote/xlsx';
import { text } from '../environment.js';
import { EXIT, failure, reasonOf } from '../failure.js';
import type { Progress } from '../terminal/progress.js';
import { PIPE } from './format.js';
import { decompress } from './streams.js';

const CHUNK_SIZE = 1 << 18;

type Counter = Progress & { done: number };

export interface InputFile {
  readonly stats: Stats;
  readonly progress: Progress;
  /** True if `chunks`, `decompressed` and `source` return the same bytes each time. */
  readonly canReread: boolean;
  /** Returns some stretches of a file, from its head to its tail; all of a small one. */
  readonly stretches: () => readonly Uint8Array[];
  /** Use each chunk before asking for the next: its memory is used again. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  readonly decompressed: () => AsyncIterable<Uint8Array>;
  /** All bytes, which can be read at any offset. */
  readonly source: () => WorkbookInput;
  /** Stops reading and closes the file, so that an open pipe does not keep the process alive. */
  readonly close: () => void;
}

export function openInput(path: string): InputFile {
  const toFailure = (error: unknown): unknown => readFailure(error, path);
  try {
    const fd = path === PIPE ? 0 : openSync(path, 'r');
    const stats = fstatSync(fd);
    const progress = { done: 0, total: stats.isFile() ? stats.size : null };
    const stream = stats.isFIFO() || stats.isSocket() || isatty(fd) ? streamOf(fd) : null;
    const canReread = stats.isFile() && fd !== 0;
    const chunks = (): AsyncIterable<Uint8Array> =>
      stream === null ? fileChunks(fd, canReread, progress) : counted(stream, progress);
    const orFail = <T>(read: () => T): T => {
      try {
        return read();
      } catch (error) {
        throw toFailure(error);
      }
    };
    return {
      stats,
      progress,
      canReread,
      stretches: () => orFail(() => stretchesOf(fd, stats.size)),
      chunks: () => orReadFailure(chunks(), toFailure),
      decompressed: () => orReadFailure(decompress(chunks()), toFailure),
      source: () => (canReread ? sourceOf(fd, progress, orFail) : orFail(() => new Uint8Array(readFileSync(fd)))),
      close: () => {
        stream?.destroy();
        if (stream === null && fd !== 0) closeSync(fd);
      },
    };
  } catch (error) {
    throw toFailure(error);
  }
}

/** Synchronous reads are the fastest for a file; the pause after each lets signals and timers run. */
async function* fileChunks(fd: number, fromStart: boolean, progress: Counter): AsyncGenerator<Uint8Array, void> {
  const chunk = new Uint8Array(CHUNK_SIZE);
  const read = (): number => readSync(fd, chunk, { position: fromStart ? progress.done : null });
  progress.done = 0;
  for (let size = read(); size > 0; size = read()) {
    progress.done += size;
    yield chunk.subarray(0, size);
    await setImmediate();
  }
}

/** Reads a workbook from its beginning to its end, except for its directory: the offset is the progress. */
const sourceOf = (fd: number, progress: Counter, orFail: <T>(read: () => T) => T): WorkbookInput => ({
  size: progress.total ?? 0,
  read: async (offset, length) => {
    progress.done = offset;
    return orFail(() => readAt(fd, offset, length));
  },
});

/** A file of this size or less is sampled as a whole. */
const SMALL = 1 << 20;
const STRETCHES = 8;
const STRETCH_SIZE = 1 << 15;

function stretchesOf(fd: number, size: number): Uint8Array[] {
  if (size <= SMALL) return [readAt(fd, 0, size)];
  const last = size - STRETCH_SIZE;
  // Stretches begin at even offsets, where the characters of UTF-16 begin.
  return Array.from({ length: STRETCHES }, (_, i) =>
    readAt(fd, Math.floor((last * i) / (STRETCHES - 1) / 2) * 2, STRETCH_SIZE + 1),
  );
}

/** Reads `length` bytes, or fewer at the end of the file. */
function readAt(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (let size = -1; size !== 0; end += size) size = readSync(fd, bytes, end, length - end, position + end);
  return bytes.subarray(0, end);
}

/** Not `fs.createReadStream`: its thread, waiting for a pipe, would keep the process from ending. */
const streamOf = (fd: number): Readable =>
  fd === 0 ? process.stdin : new Socket({ fd, readable: true, writable: false });

async function* counted(stream: AsyncIterable<Uint8Array>, progress: Counter): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of stream) {
    progress.done += chunk.length;
    yield chunk;
  }
}

async function* orReadFailure(
  chunks: AsyncIterable<Uint8Array>,
  toFailure: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw toFailure(error);
  }
}

/** Turns an error of the system or of zlib into a message for the user; any other is a bug. */
function readFailure(error: unknown, path: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const name = path === PIPE ? text('la entrada', 'the input') : path;
  const reason = reasonOf(error);
  return failure(EXIT.IO, `No se puede leer ${name} (${reason}).`, `Cannot read ${name} (${reason}).`);
}
