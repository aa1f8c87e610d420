/** The tables of docs/architecture.md name, and count, the files of code that run for a row, for a file in the service, and for a request of one key. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

function countedBy(script: string): Record<string, string[]> {
  const path = fileURLToPath(new URL(`row-way/${script}`, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [path], { encoding: 'utf8' })) as Record<string, string[]>;
}
const counted = countedBy('count.mjs');
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

const passed = countedBy('count-service.mjs');

it('a file of `POST /curp/lote`, one of a job, and a request of one key pass the files in the tables', () => {
  const [ofBoth, ofLote, ofJob] = ['`POST /curp/lote` and a job', '`POST /curp/lote`, besides', 'a job, besides'].map(
    listed,
  );
  expect(passed['lote']).toEqual([...(ofBoth ?? []), ...(ofLote ?? [])].toSorted());
  expect(passed['job']).toEqual([...(ofBoth ?? []), ...(ofJob ?? [])].toSorted());
  expect(passed['request']).toEqual(listed('of one key').toSorted());
});

it('the document counts the files of each way', () => {
  const [, ...told] =
    /: (\d+) for a row of CSV, (\d+) for one of a sheet, (\d+) for a file .*, (\d+) for a job, and (\d+) for a request/.exec(
      document.replaceAll(/\s+/g, ' '),
    ) ?? [];
  const ways = [counted['csv plain'], counted['sheet plain'], passed['lote'], passed['job'], passed['request']];
  expect(told.map(Number)).toEqual(ways.map((files) => files?.length));
});
