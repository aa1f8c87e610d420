/** The answers for the rows of a workbook pass through the pieces of a job unchanged. */
import { expect, it } from 'vitest';
import { readSheetAnswer, writeAnswers } from '../src/jobs/job.js';

it('the answers of a piece of a workbook keep keys, texts and marks, one line for each row', () => {
  const cells = [
    { texts: ['', 'Falta «Sexo».'], mark: 'error' as const },
    { texts: ['RUGA990909MOCZLN04', '¿[Sí]?\n'], mark: 'review' as const },
    { texts: ['RUGA990909MOCZLN04', '2', ''], mark: undefined },
  ];
  const written = writeAnswers([null, Buffer.from('RUGA990909MOCZLN04'), ...cells]);
  const lines = Buffer.from(written).toString().split('\n');
  expect(lines.map(readSheetAnswer)).toEqual([null, { texts: ['RUGA990909MOCZLN04'] }, ...cells, null]);
});
