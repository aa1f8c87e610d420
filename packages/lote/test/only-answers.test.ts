/** `onlyAnswers` writes a line for each row, which ends as the whole row does. */
import { expect, it } from 'vitest';
import { HEADER, KEY, RENATA } from './people.js';
import { runText } from './run-lote.js';

const ROW = `${RENATA},${KEY}`;
const FILE = [
  'Relación de personas',
  '',
  `${HEADER},curp`,
  ROW,
  '',
  ROW.replace('1990-05-17', 'ayer'),
  ROW.replace('Renata', 'Irma'),
  `${ROW},de más`,
  ROW.replace('Renata', '"Rena"ta'),
  `${'x'.repeat(2 ** 20 + 1)},`,
  ROW,
  '',
].join('\n');

it.each(['calcular', 'cotejar', 'validar'] as const)('with %s', (operacion) => {
  const options = { operacion, homonimos: operacion !== 'validar' };
  const [whole = [], answers = []] = [runText(options, FILE), runText({ ...options, onlyAnswers: true }, FILE)].map(
    (text) => text.split('\n'),
  );
  expect(answers).toHaveLength(whole.length);
  expect(answers.slice(0, 2)).toEqual(['', '']);
  for (const [i, row] of whole.entries()) {
    if (i < 2) continue;
    expect(row.endsWith(answers[i] ?? '?')).toBe(true);
    expect(answers[i]?.startsWith(',')).toBe(row !== '');
  }
});
