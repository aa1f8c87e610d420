/** Copies this clone as git has it, so that a command of a document finds nothing that was built or written here. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Copies the files that git knows, as they are in this folder. */
export function copyClone(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files) if (file !== '' && existsSync(root + file)) cpSync(root + file, join(folder, file));
}
