/** Generates the files of the suite: the cases, the norm as data, and the schema of a key. */
import { fileOf } from './case.mjs';
import { comparisonCases } from './comparisons.mjs';
import { dataCases } from './data.mjs';
import { editionCases } from './editions.mjs';
import { keyCases } from './keys.mjs';
import { letterCases } from './letters.mjs';
import { curpSchema, norma } from './norma.mjs';
import { printedCases } from './printed.mjs';
import { wordCases } from './words.mjs';

const json = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** Returns the text of each file by its path. Two cases never share an id or an input. */
export function dataFiles() {
  const files = new Map([
    ['norma.json', json(norma())],
    ['curp.schema.json', json(curpSchema())],
  ]);
  const [ids, inputs] = [new Set(), new Set()];
  const all = [printedCases, wordCases, letterCases, dataCases, keyCases, comparisonCases, editionCases].flatMap(
    (make) => make(),
  );
  for (const each of all) {
    if (ids.has(each.id)) throw new Error(`two cases have the id ${each.id}`);
    ids.add(each.id);
    const input = JSON.stringify([each.op, each.entrada, each.salida]);
    if (inputs.has(input)) continue;
    inputs.add(input);
    const path = `casos/${each.op}/${fileOf(each.regla)}.jsonl`;
    files.set(path, `${files.get(path) ?? ''}${JSON.stringify(each)}\n`);
  }
  return files;
}
