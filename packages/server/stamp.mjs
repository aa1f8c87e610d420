/** Writes the commit into the built `version.js`: that of `COMMIT`, as in an image without git, or of this checkout. */
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const built = `${here}dist/version.js`;

/** Twelve digits, whatever the size of the repository, so that every clone builds the same bytes. */
const DESCRIBE = ['describe', '--always', '--abbrev=12', '--exclude=*', '--dirty'];

export function readCommit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  const { status, stdout } = spawnSync('git', DESCRIBE, { cwd: here, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const name = readCommit();
  // It becomes a label of metrics and part of a version.
  if (!/^[\w-]{1,64}$/.test(name)) throw new Error('COMMIT: letters, digits and - only');
  writeFileSync(built, readFileSync(built, 'utf8').replace(/COMMIT = '.*'/, `COMMIT = '${name}'`));
}
