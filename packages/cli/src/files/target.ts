/** Opens the output that the user names; an existing file is replaced only with `--forzar`. */
import { type Stats, fstatSync, openSync, realpathSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';
import { PIPE } from './format.js';
import { type Output, toFile, toDescriptor, toStdout, orWriteFailure } from './output.js';

/** `input`: the file that is being read, which must not be overwritten. */
export const openOutput = (path: string, input: Stats, force: boolean, text: Translate): Output =>
  orWriteFailure(path, text)(() => open(path, input, force, text));

function open(path: string, input: Stats, force: boolean, text: Translate): Output {
  const stats = path === PIPE ? fstatSync(1) : (statSync(path, { throwIfNoEntry: false }) ?? null);
  if (stats === null) return toFile(path, null, text);
  const usageFailure = (es: string, en: string): Failure => new Failure(EXIT.USAGE, text(es, en));
  if (stats.isFile() && stats.dev === input.dev && stats.ino === input.ino) {
    throw usageFailure(
      'SALIDA es el mismo archivo que ENTRADA: elija otro.',
      'SALIDA is the same file as ENTRADA: choose another.',
    );
  }
  if (path === PIPE) {
    const isStream = stats.isFIFO() || stats.isSocket() || isatty(1);
    return isStream ? toStdout() : toDescriptor(1, text('la salida', 'the output'), text);
  }
  if (stats.isDirectory())
    throw usageFailure(`${path} es una carpeta: indique un archivo.`, `${path} is a folder: name a file.`);
  // A device is written to, not replaced by a file.
  if (!stats.isFile()) return toDescriptor(openSync(path, 'w'), path, text);
  if (!force) {
    throw usageFailure(
      `Ya existe ${path}: elija otro nombre, o use --forzar para reemplazarlo.`,
      `${path} exists already: choose another name, or use --forzar to replace it.`,
    );
  }
  return toFile(realpathSync(path), stats, text);
}
