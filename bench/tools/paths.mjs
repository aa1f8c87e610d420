/** Where things are: files of the repository, and folders for the time of a benchmark. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the repository. */
export const repo = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Works with a folder that is gone afterwards, also when the work is cut short; `work` is given how to name files in it. */
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
