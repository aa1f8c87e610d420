/** The table of docs/architecture.md names the files that run for every row: a plain row has none but the kernel. */
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

it.each(['csv', 'ndjson', 'sheet'])('a plain row of %s runs no file but the kernel', (format) => {
  expect(counted[`${format} plain`]).toEqual([]);
});

it.each([
  ['csv', 'CSV, besides'],
  ['ndjson', 'NDJSON, besides'],
  ['sheet', 'a sheet, besides'],
])('an odd row of %s runs the files in the table', (format, beginning) => {
  expect(counted[`${format} odd`]).toEqual([...listed('any format'), ...listed(beginning)].toSorted());
});
