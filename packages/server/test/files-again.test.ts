/** A file whose rows contradict its sample is answered again, as if its reading had been known from the start. */
import { Survey, decideReading } from '@curp-service/lote';
import { expect, it } from 'vitest';
import { shortDate } from '../../contract/test/people.js';
import { newSqlite } from './databases.js';
import { JobClient, alone, openJobReplica } from './jobs.js';
import { openService } from './service.js';
import { HEADER, uploadFile } from './upload.js';

/** Every date but one may be read both ways, and no stretch of the sample has that one. */
const [BEFORE, BEHIND] = [22_000, 18_000];
const ROWS = BEFORE + 1 + BEHIND;
const CLEAR = 'Renata,Olvera,Tinajero,06/25/1990,M,09\n';
const rows = Array.from({ length: BEFORE + BEHIND }, (_, i) => {
  const state = String(1 + Math.floor(i / 8000)).padStart(2, '0');
  return `Renata,Olvera,Tinajero,${shortDate((i * 7) % 8000)},M,${state}\n`;
});
const FILE = HEADER + rows.slice(0, BEFORE).join('') + CLEAR + rows.slice(BEFORE).join('');
const survey = new Survey({ formato: 'csv' });
survey.read(Buffer.from(FILE));
const EXPECTED = alone(FILE, { reading: decideReading(survey.finish(), { formato: 'csv' }) });

it('over HTTP', async () => {
  const service = openService();
  const { status, text, trailers } = await uploadFile(await service.listen(), FILE);
  expect([status, trailers['lote-filas']]).toEqual([200, String(ROWS)]);
  expect(text === EXPECTED).toBe(true);
});

it('as a job', async () => {
  const { url, remove } = newSqlite();
  const client = new JobClient((await openJobReplica(url)).base);
  const id = await client.send(FILE);
  expect(await client.waitFor(id)).toMatchObject({ filas_hechas: ROWS, errores: [] });
  expect((await client.download(id)).text === EXPECTED).toBe(true);
  remove();
});
