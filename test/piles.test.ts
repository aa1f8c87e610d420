/** A file of doubtful rows ends in the same three piles, row by row, by the command line, over HTTP, as a job and on the page. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { CurpClient } from '../packages/client/src/index.js';
import { startJobService, textOf } from '../packages/client/test/service.js';
import { inBrowser } from '../packages/web/test/browser.js';
import { chooseFile, downloaded, open, piles, run } from '../packages/web/test/files-page.js';
import { root } from './pack.js';

const folder = mkdtempSync(join(tmpdir(), 'curp-piles-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NAMES = [
  'Renata',
  'REN4TA',
  'Ren\\u00e1ta',
  'Lic. Renata',
  'Gpe.',
  'RENАTA',
  'HIJO DE',
  'VACANTE',
  'Ren#ta',
  'R/N',
  'Ma.Luz',

  '',
  'Ren\u00a0ata',
  'LàURA',
  'Noé',
  'María–José',
  "D'Ana",
];
const ROWS = [
  ...NAMES.map((name) => `${name},Olvera,Tinajero,17/05/1990,M,09`),
  'Renata,Hdez,NO TIENE,17/05/1990,M,09',
  'Renata,Olvera,(sin dato),17/05/1990,M,09',
  'Renata,Olvera,Tinajero,1900-01-01,M,09',
  'Renata,Olvera,Tinajero,31/02/1990,M,09',
  'TOTAL,3,,,,',
];
const FILE = `nombres,primer apellido,segundo apellido,fecha de nacimiento,sexo (H/M),estado de nacimiento\n${ROWS.join('\n')}\n`;

const byCommand = async (): Promise<string> => {
  const [input, output] = [join(folder, 'gente.csv'), join(folder, 'claves.csv')];
  writeFileSync(input, FILE);
  const words = [`${root}packages/cli/bin/curp.js`, 'lote', input, '-o', output, '--forzar', '--silencio'];
  const { code } = (await promisify(execFile)(process.execPath, words).catch((error: { code: number }) => error)) as {
    code?: number;
  };
  expect(code).toBe(1); // Some rows are for review.
  return readFileSync(output, 'utf8');
};

it('a file has the same piles by the command line, over HTTP and as a job', async () => {
  const expected = await byCommand();
  const client = new CurpClient({ url: (await startJobService()).url, token: 'pruebas', language: 'es' });
  const options = { formato: 'csv' } as const;
  expect(await textOf(await client.lote(new Blob([FILE]), options))).toBe(expected);
  const { id } = await client.createJob(new Blob([FILE]), options);
  await client.waitForJob(id, { everyMs: 20 });
  expect(await textOf(await client.jobResult(id))).toBe(expected);
});

inBrowser('on the page (needs chromium)', () => {
  it('a file has the same piles as by the command line', async () => {
    const expected = await byCommand();
    const page = await open();
    await chooseFile(page, 'gente.csv', FILE);
    await run(page);
    const { content } = await downloaded(page, 'CSV');
    expect(content.toString().replace('\ufeff', '')).toBe(expected);
    const [ready = '', reviews = '', errors = ''] = await piles(page);
    expect(Number(ready) + Number(reviews) + Number(errors)).toBe(ROWS.length - 1);
  });
});
