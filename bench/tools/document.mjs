/** The parts of the documents that benchmarks write: what stands between `<!-- bench: NAME -->` and `<!-- /bench -->`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { repo } from './paths.mjs';

/** Puts another text into a document's part, made of the present one; a document without that part stays as it is. */
export function replacePart(path, name, textOf) {
  const part = new RegExp(`(<!-- bench: ${name} -->\n)([^]*?)(<!-- /bench -->)`);
  const replaced = readFileSync(repo(path), 'utf8').replace(
    part,
    (_, open, present, close) => `${open}\n${textOf(present.trim())}\n\n${close}`,
  );
  writeFileSync(repo(path), replaced);
}
