/** Opens the output that the user names; an existing file is replaced only with `--forzar`. */
import { type Stats, fstatSync, lstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { PIPE } from './format.js';
import { type Output, existsAlready, orWriteFailure, toDescriptor, toFile, toStdout } from './output.js';

/** `input`: the file that is being read, which must not be overwritten. */
export const openOutput = (path: string, input: Stats, force: boolean, text: Translate): Output =>
  orWriteFailure(path, text)(() => open(path, input, force, text));

function open(path: string, input: Stats, force: boolean, text: Translate): Output {
  const stats = path === PIPE ? fstatSync(1) : (statSync(path, { throwIfNoEntry: false }) ?? null);
  if (stats === null) {
    const isDanglingLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isDanglingLink && !force) throw existsAlready(path, text);
    return toFile(path, null, force, text);
  }
  const usageFailure = (es: string, en: string): Failure => new Failure(EXIT.USAGE, text(es, en));
  if (stats.isFile() && stats.dev === input.dev && stats.ino === input.ino) {
    throw usageFailure(
      'SALIDA es el mismo archivo que ENTRADA: elija otro.',
      'SALIDA is the same file as ENTRADA: choose another.',
    );
  }
  if (path === PIPE) {
    if (isClosed(stats)) {
      throw new Failure(
        EXIT.IO,
        text(
          'La salida estándar está cerrada: diga dónde escribir con -o SALIDA.',
          'Standard output is closed: say where to write with -o SALIDA.',
        ),
      );
    }
    const isStream = stats.isFIFO() || stats.isSocket() || isatty(1);
    return isStream ? toStdout() : toDescriptor(1, text('la salida', 'the output'), text);
  }
  if (stats.isDirectory())
    throw usageFailure(`${path} es una carpeta: indique un archivo.`, `${path} is a folder: name a file.`);
  // A device is written to, not replaced by a file.
  if (!stats.isFile()) return toDescriptor(openSync(path, 'w'), path, text);
  if (!force) throw existsAlready(path, text);
  return toFile(realpathSync(path), stats, force, text);
}

const NULL_DEVICE = '/dev/null';
const READ_AND_WRITE = 2;

/**
 * Whether standard output was closed before the start. Node then opens the null device in its place, for reading and writing;
 * a shell that discards the output opens it for writing only.
 */
function isClosed({ rdev }: Stats): boolean {
  if (process.platform !== 'linux' || rdev === 0 || rdev !== statSync(NULL_DEVICE).rdev) return false;
  const flags = /^flags:\s*(\d+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))?.[1] ?? '0';
  return (Number.parseInt(flags, 8) & 3) === READ_AND_WRITE;
}
