/** Where the rows go: a file that bears its name only once it is whole, or whatever standard output is. */
import { type Stats, closeSync, fchmodSync, fdatasync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';

export interface Output {
  /** The bytes may be used again once it is done. */
  readonly write: (bytes: Uint8Array) => void | Promise<void>;
  /** Everything is written. */
  readonly finish: () => Promise<void>;
  /** Takes back what is not whole. `true`: nothing of it is left. */
  readonly abandon: () => boolean;
}

/** Whoever reads the other end of the pipe has gone, as `head` does: nothing to be said. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed';
}

const flushToDisk = promisify(fdatasync);
/** Personal data: nobody's but the owner's, unless the file was there and had it otherwise. */
const OWNER_ONLY = 0o600;

/** `anterior`: the file that is to be replaced. */
export function toFile(path: string, previous: Stats | null, text: Translate): Output {
  const random = Math.random().toString(36).slice(2, 6);
  const temporary = join(dirname(path), `.${basename(path).slice(0, 60)}.curp-${process.pid}-${random}.tmp`);
  const orFail = orWriteFailure(path, text);
  const fd = orFail(() => openSync(temporary, 'wx', OWNER_ONLY));
  let unfinished = true;
  return {
    write: (bytes) => orFail(() => writeAll(fd, bytes)),
    finish: async () => {
      const error = await flushToDisk(fd).then(
        () => null,
        (reject: unknown) => reject,
      );
      orFail(() => {
        if (error !== null) throw error;
        if (previous !== null) fchmodSync(fd, previous.mode & 0o777);
        closeSync(fd);
        renameSync(temporary, path);
      });
      unfinished = false;
    },
    abandon: () => {
      if (unfinished) rmSync(temporary, { force: true });
      return unfinished;
    },
  };
}

/** A device, or standard output where that is a file: what is written stays. */
export const toDescriptor = (fd: number, name: string, text: Translate): Output => ({
  write: (bytes) => orWriteFailure(name, text)(() => writeAll(fd, bytes)),
  finish: async () => {},
  abandon: () => false,
});

/** Standard output where it is a pipe or a terminal: as fast as its reader reads. */
export const toStdout = (): Output => ({
  write: async (bytes) =>
    new Promise((resolve, reject) => {
      // What else it may be is said by whoever listens to the errors of the stream.
      process.stdout.write(bytes, (error) => (error ? reject(new PipeClosed()) : resolve()));
    }),
  finish: async () => {},
  abandon: () => false,
});

/** The system may write less than it is given, as on a disk that gets full. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
}

/** Does something with a file, and says in words what the system has against it. */
export const orWriteFailure =
  (name: string, text: Translate) =>
  <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EPIPE') throw new PipeClosed();
      throw new Failure(
        EXIT.IO,
        text(`No se puede escribir ${name} (${error.message}).`, `${name} cannot be written (${error.message}).`),
      );
    }
  };
