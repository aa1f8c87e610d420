/** Where the rows come from: a file, a pipe, standard input. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { PIPE } from './format.js';
import { decompress } from './gzip.js';

/** Large enough that asking for it costs nothing beside what is done with it. */
const CHUNK_SIZE = 1 << 18;

/** How many bytes have been read, of how many; `null`: nobody knows. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  /** What is being done, where there is more than one thing. */
  readonly phase?: string;
}

/** One that goes on. */
type Counter = Progress & { done: number };

export interface Input {
  readonly stats: Stats;
  readonly progress: Progress;
  /** Its bytes. Each piece is to be taken before the next is asked for. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  readonly decompressed: () => AsyncIterable<Uint8Array>;
  readonly whole: () => Uint8Array;
  /** Nothing more will be read: a pipe that is still open does not keep the process waiting. */
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
      decompressed: () => orReadFailure(decompress(Readable.from(copies(chunks()))), toFailure),
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

/** Reads without threads, which for a file costs the least, and lets signals and timers have their turn in between. */
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

/** A pipe, read as it comes. Not by `fs`: a thread that waits for a pipe keeps the process from ending. */
const streamOf = (fd: number): Readable =>
  fd === 0 ? process.stdin : new Socket({ fd, readable: true, writable: false });

async function* counted(stream: AsyncIterable<Uint8Array>, progress: Counter): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of stream) {
    progress.done += chunk.length;
    yield chunk;
  }
}

async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) yield chunk.slice();
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

/** An error of the system or of zlib, in words; any other is one of this program. */
function readFailure(error: unknown, path: string, text: Translate): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const name = path === PIPE ? text('la entrada', 'the input') : path;
  return new Failure(
    EXIT.IO,
    text(`No se puede leer ${name} (${error.message}).`, `${name} cannot be read (${error.message}).`),
  );
}
