/** Rows whose root an earlier row had are marked. */
import { describe, expect, it } from 'vitest';
import { Roots } from '../src/answer/homonyms.js';
import { slow, toBytes, rows, objects } from './run-lote.js';
import { HEADER, NUSTA, RENATA, line } from './people.js';

const marks = (input: string, options = {}): string[] =>
  rows({ homonimos: true, ...options }, input).map((row) => row['misma_raiz_que'] ?? '?');

describe('homonyms in CSV', () => {
  it('are marked with the row number of the first, as a spreadsheet counts', () => {
    expect(marks([HEADER, RENATA, NUSTA, RENATA, 'Renata,Olvera', NUSTA, RENATA].join('\n'))).toEqual([
      '',
      '',
      '2',
      '',
      '3',
      '2',
    ]);
  });

  it('are numbered with empty lines counted, and rows of several lines counted once', () => {
    expect(marks([HEADER, '', '"Re\nnata",,,,,', '', RENATA, RENATA].join('\r\n'))).toEqual(['', '', '5']);
  });
});

it.each([
  ['the key is their own', 'OETR900517MDFLNN05'],
  ['the key is another', 'OETR900517MDFLNN13'],
  ['the name is for review', 'OETR900517MDFLNN05', 'Lic. Renata'],
])('Lote marks homonyms in cotejar by the calculated key: %s', (_, key, name = 'Renata') => {
  const row = `${RENATA.replace('Renata', name)},${key}`;
  expect(marks([`${HEADER},curp`, row, row].join('\n'), { operacion: 'cotejar' })).toEqual(['', '2']);
});

it('Lote marks no row without a calculated key', () => {
  expect(
    marks([HEADER, 'Renata', 'Renata', RENATA.replace(',M,', ',Z,'), RENATA.replace(',M,', ',Z,')].join('\n')),
  ).toEqual(['', '', '', '']);
  const key = 'OETR900517MDFLNN05';
  expect(marks(['curp', key, key, ''].join('\n'), { operacion: 'validar' })).toEqual(['', '']);
});

slow('marks rows far apart, when the table has grown', () => {
  const days = Array.from({ length: 5000 }, (_, i) => new Date(i * 86_400_000).toISOString().slice(0, 10));
  const people = days.map((dia) => RENATA.replace('1990-05-17', dia));
  const expected = days.map((_, i) => String(i + 2));
  expect(marks([HEADER, ...people, ...people].join('\n'))).toEqual([...days.map(() => ''), ...expected]);
});

it('homonyms in NDJSON are marked with the line number of the first', () => {
  const lines = [line(), '\n', line({ nombres: 'Zoe' }), '{}\n', line({ nombres: 'Zoe' }), line()];
  expect(objects({ homonimos: true }, lines.join('')).map((o) => o['misma_raiz_que'])).toEqual([
    null,
    null,
    null,
    3,
    1,
  ]);
});

it('homonyms in NDJSON are marked in cotejar by the calculated key', () => {
  const keys = [line({ curp: 'OETR900517MDFLNN05' }), line({ nombres: 'Zoe', curp: 'OETZ900517MDFLNX00' })];
  const lines = [...keys, '{}\n', '{}\n', ...keys].join('');
  const marked = objects({ operacion: 'cotejar', homonimos: true }, lines).map((o) => o['misma_raiz_que']);
  expect(marked).toEqual([null, null, null, null, 1, 2]);
});

it('Roots grows and forgets no root', () => {
  const roots = new Roots();
  const key = (i: number): Uint8Array => toBytes(`XXXX${String(i).padStart(12, '0')}`);
  const numbers = Array.from({ length: 10_000 }, (_, i) => i + 1);
  expect(numbers.filter((i) => roots.record(key(i), 0, i) !== 0)).toEqual([]);
  expect(numbers.filter((i) => roots.record(key(i), 0, 1_000_000) !== i)).toEqual([]);
});

slow('Roots is not slowed down by roots that collide under plain FNV-1a', () => {
  // Without a seed, all these roots would fall into one 16th of the slots.
  const key = new Uint8Array(16).fill(65);
  const roots = new Roots();
  let recorded = 0;
  for (let i = 0; recorded < 50_000; i++) {
    for (let j = 0; j < 5; j++) key[j] = 65 + ((i >> (j * 5)) & 31);
    let hash = 0x811c9dc5;
    for (let j = 0; j < 16; j++) hash = Math.imul(hash ^ (key[j] ?? 0), 0x01000193);
    if (((hash ^ (hash >>> 15)) & 0x1ffff) < 0x2000) roots.record(key, 0, ++recorded);
  }
  expect(roots.record(key, 0, 1)).toBe(recorded);
});
