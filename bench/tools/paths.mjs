/** Finds files of the repository, and creates temporary folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a file in the repository. */
export const repo = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Runs `work` with a temporary folder, and removes it even on interruption. `work` receives a function from names to paths. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'curp-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    return await work((name) => join(folder, name));
  } finally {
    process.off('exit', remove);
    remove();
  }
}
