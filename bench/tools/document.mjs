/** Replaces the parts of documents that benchmarks write, between `<!-- bench: NAME -->` and `<!-- /bench -->`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { repo } from './paths.mjs';

/** Replaces one part with a text that `textOf` makes from the present one. A document without that part does not change. */
export function replacePart(path, name, textOf) {
  const part = new RegExp(`(<!-- bench: ${name} -->\n)([^]*?)(<!-- /bench -->)`);
  const replaced = readFileSync(repo(path), 'utf8').replace(
    part,
    (_, open, present, close) => `${open}\n${textOf(present.trim())}\n\n${close}`,
  );
  writeFileSync(repo(path), replaced);
}
