/** Opens the input: a file, a pipe or standard input. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import type { Progress } from '../terminal/progress.js';
import { PIPE } from './format.js';
import { decompress } from './gzip.js';

const CHUNK_SIZE = 1 << 18;

type Counter = Progress & { done: number };

export interface Input {
  readonly stats: Stats;
  readonly progress: Progress;
  /** Use each chunk before asking for the next: its memory is used again. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  readonly decompressed: () => AsyncIterable<Uint8Array>;
  readonly whole: () => Uint8Array;
  /** Stops reading, so that an open pipe does not keep the process alive. */
  readonly close: () => void;
}

export function openInput(path: string, text: Translate): Input {
  const toFailure = (error: unknown): unknown => readFailure(error, path, text);
  try {
    const fd = path === PIPE ? 0 : openSync(path, 'r');
    const stats = fstatSync(fd);
    const progress = { done: 0, total: stats.isFile() ? stats.size : null };
    const stream = stats.isFIFO() || stats.isSocket() || isatty(fd) ? streamOf(fd) : null;
    const chunks = (): AsyncIterable<Uint8Array> =>
      stream === null ? fileChunks(fd, progress) : counted(stream, progress);
    return {
      stats,
      progress,
      chunks: () => orReadFailure(chunks(), toFailure),
      decompressed: () => orReadFailure(decompress(chunks()), toFailure),
      whole: () => {
        try {
          return readFileSync(fd);
        } catch (error) {
          throw toFailure(error);
        }
      },
      close: () => stream?.destroy(),
    };
  } catch (error) {
    throw toFailure(error);
  }
}

/** Synchronous reads are the fastest for a file; the pause after each lets signals and timers run. */
async function* fileChunks(fd: number, progress: Counter): AsyncGenerator<Uint8Array, void> {
  const chunk = new Uint8Array(CHUNK_SIZE);
  try {
    for (let size = readSync(fd, chunk); size > 0; size = readSync(fd, chunk)) {
      progress.done += size;
      yield chunk.subarray(0, size);
      await setImmediate();
    }
  } finally {
    closeSync(fd);
  }
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
function readFailure(error: unknown, path: string, text: Translate): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const name = path === PIPE ? text('la entrada', 'the input') : path;
  return new Failure(
    EXIT.IO,
    text(`No se puede leer ${name} (${error.message}).`, `${name} cannot be read (${error.message}).`),
  );
}
