/** Writes the data of the suite (`casos/`, `norma.json`, `curp.schema.json`): `node conformance/generate.mjs`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFiles } from './generator/files.mjs';

const folder = fileURLToPath(new URL('./', import.meta.url));
const files = dataFiles();
rmSync(`${folder}casos`, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(folder + path), { recursive: true });
  writeFileSync(folder + path, text);
}
process.stdout.write(`${files.size} files\n`);
