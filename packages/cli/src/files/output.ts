/** Writes the output: to a file that gets its name once it is complete, to a device, or to standard output. */
import {
  type Stats,
  closeSync,
  fchmodSync,
  fdatasync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { nameWithoutReplacing, removeAbandoned, temporaryFor } from './temporary.js';

export interface Output {
  /** The caller may reuse the bytes once it resolves. */
  readonly write: (bytes: Uint8Array) => void | Promise<void>;
  /** Takes back everything that was written. Absent: others may have read it. */
  readonly restart?: () => void;
  /** Makes the complete output permanent. */
  readonly finish: () => Promise<void>;
  /** Deletes an incomplete output. `false` if what was written stays. */
  readonly abandon: () => boolean;
}

/** The reader closed the pipe, as `head` does, and rows are lost. */
export class PipeClosed extends Failure {
  constructor() {
    super(EXIT.IO);
  }
}

const flushToDisk = promisify(fdatasync);
/** The rows are personal data. A replaced file keeps its own permissions. */
export const OWNER_ONLY = 0o600;

/** `previous`: the file that will be replaced. `force`: also one that appears meanwhile. */
export function toFile(path: string, previous: Stats | null, force: boolean, text: Translate): Output {
  removeAbandoned(path);
  const temporary = temporaryFor(path);
  const orFail = orWriteFailure(path, text);
  const fd = orFail(() => openSync(temporary, 'ax', OWNER_ONLY));
  let unfinished = true;
  return {
    write: (bytes) => orFail(() => writeAll(fd, bytes)),
    restart: () => orFail(() => ftruncateSync(fd)),
    finish: async () => {
      const error = await flushToDisk(fd).then(
        () => null,
        (failed: unknown) => failed,
      );
      orFail(() => {
        if (error !== null) throw error;
        if (previous !== null) fchmodSync(fd, previous.mode & 0o777);
        closeSync(fd);
        if (force) renameSync(temporary, path);
        else if (!nameWithoutReplacing(temporary, path)) throw existsAlready(path, text);
      });
      unfinished = false;
    },
    abandon: () => {
      if (unfinished) rmSync(temporary, { force: true });
      return unfinished;
    },
  };
}

export const existsAlready = (path: string, text: Translate): Failure =>
  new Failure(
    EXIT.USAGE,
    text(
      `Ya existe ${path}: elija otro nombre, o use --forzar para reemplazarlo.`,
      `${path} exists already: choose another name, or use --forzar to replace it.`,
    ),
  );

/** For a device, or for standard output redirected to a file. */
export const toDescriptor = (fd: number, name: string, text: Translate): Output => ({
  write: (bytes) => orWriteFailure(name, text)(() => writeAll(fd, bytes)),
  finish: async () => {},
  abandon: () => false,
});

/** For a pipe or a terminal: waits for the reader. */
export const toStdout = (): Output => ({
  write: async (bytes) =>
    new Promise((resolve, reject) => {
      // Other errors reach the listener on `process.stdout`, which reports them.
      process.stdout.write(bytes, (error) => (error ? reject(new PipeClosed()) : resolve()));
    }),
  finish: async () => {},
  abandon: () => false,
});

/** `writeSync` may write less than it was given, as on a disk that fills up. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) from += writeSync(fd, bytes, from);
}

/** Runs an action on a file and turns an error of the system into a message for the user. */
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

/** Writes a whole text. */
export const writeText = (path: string, content: string, text: Translate): void =>
  orWriteFailure(path, text)(() => writeFileSync(path, content));
