/** Writes the output: to a file that gets its name once it is complete, to a device, or to standard output. */
import * as fs from 'node:fs';
import { promisify } from 'node:util';
import { isatty } from 'node:tty';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { tell } from '../environment.js';
import { type CommandFailure, EXIT, commandFailure, systemReason } from '../failure.js';
import { OWNER_ONLY, writeAll } from './bytes.js';
import { PIPE } from './format.js';
import { CHUNK_SIZE } from './streams.js';
import { TemporaryFile } from './temporary.js';
import { words } from '../textos/words.js';

export interface FileOutput {
  /** The caller may reuse the bytes once the promise resolves. */
  readonly write: (bytes: Uint8Array) => void | Promise<void>;
  /** Takes back everything that was written. Absent if a reader may already have it. */
  readonly restart?: () => void;
  /** Makes the complete output permanent. */
  readonly finish: () => Promise<void>;
  /** Deletes an incomplete output. Returns `false` if something that was written stays. */
  readonly abandon: () => boolean;
}

/** Keeps an answer until it is complete. */
export interface AnswerStore extends Pick<FileOutput, 'write'> {
  /** Takes back everything that was written. */
  readonly restart: () => void;
  /** Gives the answer out. */
  readonly send: () => Promise<void>;
  readonly close: () => void;
}

/** Returns where the answer is kept: in the output itself if that can begin again, otherwise in a temporary file. */
export function answerStore(output: FileOutput): AnswerStore {
  const { write, restart } = output;
  if (restart !== undefined) return { write, restart, send: async () => {}, close: () => {} };
  const temporary = new TemporaryFile();
  return {
    write: (bytes) => temporary.append(bytes),
    restart: () => temporary.clear(),
    send: async () => {
      for (let at = 0; at < temporary.size; at += CHUNK_SIZE) await write(temporary.read(at, CHUNK_SIZE));
    },
    close: () => temporary.close(),
  };
}

/** The reader closed the pipe, as `head` does, and rows are lost. */
const pipeClosed = (): CommandFailure => commandFailure(EXIT.IO, ...words('files_se_cerro_la'));

const flushToDisk = promisify(fs.fdatasync);
/** The permissions of a new file, from which the system removes those of the user's umask. */
const BY_UMASK = 0o666;

/**
 * Writes to a file. `previous`: the file to replace, whose owner, group and permissions stay. `force`: also replaces a file that appears
 * meanwhile. Only its owner can read the incomplete output, which a killed command leaves behind.
 */
function toFile(path: string, previous: fs.Stats | null, force: boolean, mode: number): FileOutput {
  removeAbandoned(path);
  const temporary = temporaryFor(path);
  const orFail = orWriteFailure(path);
  const fd = orFail(() => openFor(temporary, previous));
  let unfinished = true;
  return {
    write: (bytes) => orFail(() => writeAll(fd, bytes)),
    restart: () => orFail(() => fs.ftruncateSync(fd)),
    finish: async () => {
      const error = await flushToDisk(fd).then(
        () => null,
        (failed: unknown) => failed,
      );
      orFail(() => {
        if (error !== null) throw error;
        fs.fchmodSync(fd, (previous?.mode ?? mode & ~process.umask()) & 0o777);
        fs.closeSync(fd);
        if (force) fs.renameSync(temporary, path);
        else if (!nameWithoutReplacing(temporary, path)) throw existsAlready(path);
      });
      unfinished = false;
    },
    abandon: () => {
      if (unfinished) fs.rmSync(temporary, { force: true });
      return unfinished;
    },
  };
}

/** Opens a new file that belongs to the owner and the group of the one that it will replace. Throws before any work if this user may not give it away. */
function openFor(temporary: string, previous: fs.Stats | null): number {
  const fd = fs.openSync(temporary, 'ax', OWNER_ONLY);
  const { uid, gid } = fs.fstatSync(fd);
  if (previous === null || (previous.uid === uid && previous.gid === gid)) return fd;
  try {
    fs.fchownSync(fd, previous.uid, previous.gid);
  } catch (error) {
    fs.closeSync(fd);
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  return fd;
}

const existsAlready = (path: string): CommandFailure =>
  commandFailure(EXIT.USAGE, ...words('files_ya_existe_elija', { path }));

/** Writes to a place that keeps what it was given. Nothing is left of it only if it was given nothing. */
function toReader(write: FileOutput['write'], more: Pick<FileOutput, 'restart'> = {}): FileOutput {
  let isUntouched = true;
  return {
    write: (bytes) => {
      isUntouched = false;
      return write(bytes);
    },
    finish: async () => {},
    abandon: () => isUntouched,
    ...more,
  };
}

/** Writes to a device, or to standard output redirected to a file. The null device keeps nothing that would have to be taken back. */
const toDescriptor = (fd: number, name: string, stats: fs.Stats): FileOutput =>
  toReader(
    (bytes) => orWriteFailure(name)(() => writeAll(fd, bytes)),
    isNullDevice(stats) ? { restart: () => {} } : {},
  );

/** Writes to a pipe or a terminal, and waits for the reader. */
const toStdout = (): FileOutput =>
  toReader(
    async (bytes) =>
      new Promise((resolve, reject) => {
        // Other errors reach the listener on `process.stdout`, which reports them.
        process.stdout.write(bytes, (error) => (error ? reject(pipeClosed()) : resolve()));
      }),
  );

/** Runs an action on a file and turns an error of the system into a message for the user. */
export const orWriteFailure =
  (name: string) =>
  <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EPIPE') throw pipeClosed();
      const reason = systemReason(error);
      throw commandFailure(EXIT.IO, ...words('files_no_se_puede_escribir', { name, reason }));
    }
  };

/** Opens the output. `input`: the file that must not be overwritten, if one is being read. `mode`: the permissions of a new file. */
export const openOutput = (path: string, input: fs.Stats | null, force: boolean, mode = BY_UMASK): FileOutput =>
  orWriteFailure(path)(() => open(path, input, force, mode));

function open(path: string, input: fs.Stats | null, force: boolean, mode: number): FileOutput {
  const stats = path === PIPE ? fs.fstatSync(1) : (fs.statSync(path, { throwIfNoEntry: false }) ?? null);
  if (stats === null) {
    const isDanglingLink = fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isDanglingLink && !force) throw existsAlready(path);
    return toFile(path, null, force, mode);
  }
  const usageFailure = (es: string, en: string): CommandFailure => commandFailure(EXIT.USAGE, es, en);
  if (stats.isFile() && stats.dev === input?.dev && stats.ino === input.ino) {
    throw usageFailure(...words('files_salida_es_el'));
  }
  if (path === PIPE) {
    if (isClosed(stats)) {
      throw commandFailure(EXIT.IO, ...words('files_la_salida_estandar'));
    }
    const isStream = stats.isFIFO() || stats.isSocket() || isatty(1);
    return isStream ? toStdout() : toDescriptor(1, tell('files_la_salida'), stats);
  }
  if (stats.isDirectory()) throw usageFailure(...words('files_es_una_carpeta', { path }));
  // A device is written to, not replaced by a file.
  if (!stats.isFile()) return toDescriptor(fs.openSync(path, 'w'), path, stats);
  if (!force) throw existsAlready(path);
  return toFile(fs.realpathSync(path), stats, force, mode);
}

const NULL_DEVICE = '/dev/null';
const READ_AND_WRITE = 2;

const isNullDevice = ({ rdev }: fs.Stats): boolean =>
  rdev !== 0 && rdev === fs.statSync(NULL_DEVICE, { throwIfNoEntry: false })?.rdev;

/**
 * Returns whether standard output was closed before the start. Node then opens the null device in its place, for
 * reading and writing; a shell that discards the output opens it for writing only.
 */
function isClosed(stats: fs.Stats): boolean {
  if (process.platform !== 'linux' || !isNullDevice(stats)) return false;
  const flags = /^flags:\s*(\d+)$/m.exec(fs.readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '0';
  return (Number.parseInt(flags, 8) & 3) === READ_AND_WRITE;
}

/** Names this machine, because other machines use the same process numbers. Loading `node:crypto` would take a tenth of the start. */
const HOST = crc32(hostname()).toString(16).padStart(8, '0');
const TEMPORARY_NAME = new RegExp(String.raw`^\..+\.curp-${HOST}-(\d+)-\w+\.tmp$`);
/** File systems without hard links answer with one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

export function temporaryFor(path: string): string {
  const random = Math.random().toString(36).slice(2, 6);
  return join(dirname(path), `.${basename(path).slice(0, 60)}.curp-${HOST}-${process.pid}-${random}.tmp`);
}

/** Removes the temporary files beside `path` whose process is gone. A folder that cannot be listed keeps them. */
export function removeAbandoned(path: string): void {
  const folder = dirname(path);
  try {
    for (const name of fs.readdirSync(folder)) {
      const pid = TEMPORARY_NAME.exec(name)?.[1];
      const file = join(folder, name);
      if (pid === undefined || isRunning(Number(pid))) continue;
      if (fs.lstatSync(file).uid === process.getuid?.()) fs.rmSync(file, { force: true });
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** Gives the temporary file its name without replacing another. Returns `false` if a file of that name exists. */
export function nameWithoutReplacing(temporary: string, path: string): boolean {
  try {
    fs.linkSync(temporary, path);
    fs.rmSync(temporary);
    return true;
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code)) throw error;
    if (fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    fs.renameSync(temporary, path);
    return true;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
