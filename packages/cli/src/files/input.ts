/** Opens the input: a file, a pipe or standard input. */
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Source } from '@curp-service/lote';
import { tell } from '../environment.js';
import { EXIT, commandFailure, systemReason } from '../failure.js';
import type { Progress } from '../terminal/progress.js';
import { readAt } from './bytes.js';
import { PIPE } from './format.js';
import { CHUNK_SIZE, GZIP_MAGIC, inflated, isGzip } from './streams.js';
import { TemporaryFile } from './temporary.js';
import { words } from '../textos/words.js';

type Counter = Progress & { done: number; total: number | null };

export interface InputFile {
  readonly stats: Stats;
  /** The bytes that were read in the current pass. */
  readonly progress: Progress;
  /** True if the bytes can be read only once. */
  readonly isPipe: boolean;
  /** The bytes, inflated if they are gzip. Use each chunk before asking for the next: its memory is used again. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** The descriptor of a file that is not compressed; `null` of others. */
  readonly plainFile: () => Promise<number | null>;
  /** Returns the bytes, inflated, so that they can be read again: those of a pipe, or in gzip, are stored in a temporary file first. */
  readonly stored: () => Promise<RereadBytes>;
  /** Stops reading and closes the file, so that an open pipe does not keep the process alive. */
  readonly close: () => void;
}

/** Bytes that can be read from their beginning as often as wanted, and at any offset. */
interface RereadBytes extends Source {
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

export function openInput(path: string): InputFile {
  const toFailure = (error: unknown): unknown => readFailure(error, path);
  try {
    const fd = path === PIPE ? 0 : openSync(path, 'r');
    const stats = fstatSync(fd);
    const progress: Counter = { done: 0, total: stats.isFile() ? stats.size : null };
    const stream = stats.isFIFO() || stats.isSocket() || isatty(fd) ? streamOf(fd) : null;
    const canReread = stats.isFile() && fd !== 0;
    const asTheyAre = (): AsyncIterable<Uint8Array> =>
      stream === null ? fileChunks(fd, canReread, progress) : counted(stream, progress);
    const chunks = (): AsyncIterable<Uint8Array> => orReadFailure(inflated(asTheyAre()), toFailure);
    const ownBytes = (): RereadBytes => ({
      size: stats.size,
      read: async (offset, length) => {
        progress.done = offset;
        try {
          return readAt(fd, offset, length);
        } catch (error) {
          throw toFailure(error);
        }
      },
      chunks,
    });
    const isPlain = async (): Promise<boolean> => canReread && !isGzip(await ownBytes().read(0, GZIP_MAGIC.length));
    let temporary: TemporaryFile | null = null;
    return {
      stats,
      progress,
      isPipe: !canReread,
      chunks,
      plainFile: async () => ((await isPlain()) ? fd : null),
      stored: async () => {
        const own = ownBytes();
        if (await isPlain()) return own;
        temporary = new TemporaryFile();
        for await (const chunk of chunks()) temporary.append(chunk);
        return bytesIn(temporary, progress);
      },
      close: () => {
        temporary?.close();
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

/** Returns the bytes of a temporary file, whose progress counts from its beginning again. */
function bytesIn(temporary: TemporaryFile, progress: Counter): RereadBytes {
  Object.assign(progress, { done: 0, total: temporary.size });
  return {
    size: temporary.size,
    read: async (offset, length) => {
      progress.done = offset;
      return temporary.read(offset, length);
    },
    chunks: () => fileChunks(temporary.fd, true, progress),
  };
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
  const name = path === PIPE ? tell('files_la_entrada') : path;
  const reason = systemReason(error);
  return commandFailure(EXIT.IO, ...words('files_no_se_puede', { name, reason }));
}
