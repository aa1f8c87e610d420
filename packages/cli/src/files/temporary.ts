/** The file that an output is written to before it gets its name, and the removal of those that a killed process left. */
import { linkSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Processes of other machines have numbers of their own. To load `node:crypto` would take a tenth of the start. */
const HOST = crc32(hostname()).toString(16).padStart(8, '0');
const TEMPORARY = new RegExp(String.raw`^\..+\.curp-${HOST}-(\d+)-\w+\.tmp$`);
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
    for (const name of readdirSync(folder)) {
      const pid = TEMPORARY.exec(name)?.[1];
      const file = join(folder, name);
      if (pid === undefined || isRunning(Number(pid))) continue;
      if (lstatSync(file).uid === process.getuid?.()) rmSync(file, { force: true });
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

/** Gives the temporary file its name, and replaces no other. `false`: a file of that name exists. */
export function nameWithoutReplacing(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    rmSync(temporary);
    return true;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code)) throw error;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(temporary, path);
    return true;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
