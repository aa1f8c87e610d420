/** Writes the cases of the suite: `node conformance/generate.mjs`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caseFiles } from './generator/cases.mjs';

const folder = fileURLToPath(new URL('casos/', import.meta.url));
const files = caseFiles();
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(folder + path), { recursive: true });
  writeFileSync(folder + path, text);
}
const count = Array.from(files.values()).join('').split('\n').length - 1;
process.stdout.write(`${count} cases in ${files.size} files\n`);
