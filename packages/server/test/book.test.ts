/** The answers of a workbook's rows come out of a job's pieces as they went in. */
import { expect, it } from 'vitest';
import { readSheetAnswer, writeAnswers } from '../src/jobs/job.js';

it('keeps keys, texts and marks, a line a row', () => {
  const cells = [
    { texts: ['', 'Falta «Sexo».'], mark: 'error' as const },
    { texts: ['RUGA990909MOCZLN04', '¿[Sí]?\n'], mark: 'review' as const },
    { texts: ['RUGA990909MOCZLN04', '2', ''], mark: undefined },
  ];
  const written = writeAnswers([null, Buffer.from('RUGA990909MOCZLN04'), ...cells]);
  const lines = Buffer.from(written).toString().split('\n');
  expect(lines.map(readSheetAnswer)).toEqual([null, { texts: ['RUGA990909MOCZLN04'] }, ...cells, null]);
});
