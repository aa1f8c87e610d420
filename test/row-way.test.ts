/** The table of docs/architecture.md names the files that run for every row. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const count = fileURLToPath(new URL('row-way/count.mjs', import.meta.url));
const counted = JSON.parse(execFileSync(process.execPath, [count], { encoding: 'utf8' })) as Record<string, string[]>;
const document = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');

/** Returns the files in the row of the table that begins so. */
const listed = (beginning: string): string[] =>
  Array.from(
    (document.split('\n').find((line) => line.startsWith(`| ${beginning} |`)) ?? '').matchAll(/`(packages[^`]+)`/g),
    ([, file = '']) => file,
  );

it.each([
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
  ['sheet', 'a sheet'],
])('a row of %s runs the files in the table', (format, named) => {
  const plain = [...listed('of any format'), ...listed(`of ${named}, besides`)];
  expect(counted[`${format} plain`]).toEqual(plain.toSorted());
  const odd = [
    ...plain,
    ...listed('with a doubt or an error, besides'),
    ...listed(`of ${named} with a doubt or an error, besides`),
  ];
  expect(counted[`${format} odd`]).toEqual(odd.toSorted());
});
