/** Opens the input: a file, a pipe or standard input. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Source } from '@curp-service/lote';
import type { WorkbookInput } from '@curp-service/lote/xlsx';
import { text } from '../environment.js';
import { EXIT, commandFailure, systemReason } from '../failure.js';
import type { Progress } from '../terminal/progress.js';
import { PIPE } from './format.js';
import { CHUNK_SIZE, decompress } from './streams.js';

type Counter = Progress & { done: number };

export interface InputFile {
  readonly stats: Stats;
  readonly progress: Progress;
  /** The bytes at any offset; `null` if they can be read only once. */
  readonly bytes: Source | null;
  /** Use each chunk before asking for the next: its memory is used again. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  readonly decompressed: () => AsyncIterable<Uint8Array>;
  /** The bytes of a workbook; those of a pipe are all in memory. */
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
    const bytes = canReread ? fileSource(fd, progress, orFail) : null;
    return {
      stats,
      progress,
      bytes,
      chunks: () => orReadFailure(chunks(), toFailure),
      decompressed: () => orReadFailure(decompress(chunks()), toFailure),
      source: () => bytes ?? orFail(() => new Uint8Array(readFileSync(fd))),
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
  let at = 0;
  const read = (): number => readSync(fd, chunk, { position: fromStart ? at : null });
  for (let size = read(); size > 0; size = read()) {
    at += size;
    progress.done = at;
    yield chunk.subarray(0, size);
    await setImmediate();
  }
}

/** Reads a workbook from its beginning to its end, except for its directory: the offset is the progress. */
const fileSource = (fd: number, progress: Counter, orFail: <T>(read: () => T) => T): Source => ({
  size: progress.total ?? 0,
  read: async (offset, length) => {
    progress.done = offset;
    return orFail(() => readAt(fd, offset, length));
  },
});

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
  const reason = systemReason(error);
  return commandFailure(EXIT.IO, `No se puede leer ${name} (${reason}).`, `Cannot read ${name} (${reason}).`);
}
