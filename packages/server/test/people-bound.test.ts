/** A file with more people than the service remembers: the answer names the last row that was compared with all others. */
import { expect, it } from 'vitest';
import { workbookOf } from '../../lote/test/workbook.js';
import { databaseFor, newSqlite } from './databases.js';
import { JobClient, openJobReplica, poolForPeople } from './jobs.js';
import { openService } from './service.js';
import { GOOD, HEADER, distinct, uploadFile } from './upload.js';

const XLSX = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
const PEOPLE = distinct(GOOD.repeat(4)).trimEnd().split('\n');
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = PEOPLE;
/** The third person finds no room: her second row is not told, that of the first is. */
const ROWS = [FIRST, SECOND, THIRD, THIRD, FIRST, FOURTH];
const FILE = `${HEADER}${ROWS.join('\n')}\n`;

const database = databaseFor(async () => newSqlite());

/** Returns whether each row is told as that of a person who was there before. */
const areTold = (csv: string): boolean[] =>
  csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.includes('Es la misma persona que en la fila'));

it('over HTTP, in a trailer', async () => {
  const port = await openService({}, { pool: poolForPeople(2) }).listen();
  const { trailers, text } = await uploadFile(port, FILE);
  expect(areTold(text)).toEqual([false, false, false, false, true, false]);
  expect(trailers).toMatchObject({ 'lote-filas': '6', 'lote-revisar': '1', 'lote-comparadas-hasta': '3' });
});

it('of two sheets, with the row of the sheet that found no room', async () => {
  const port = await openService({}, { pool: poolForPeople(3) }).listen();
  const cells = (...rows: readonly string[]): string[][] => [HEADER.trimEnd(), ...rows].map((row) => row.split(','));
  const book = workbookOf({ Notas: [['x']], '1A': cells(FIRST, SECOND), '1B': cells(THIRD, FOURTH, FIRST) });
  const { trailers } = await uploadFile(port, Buffer.from(book), 'token=pruebas&hoja=todas', XLSX);
  expect(trailers).toMatchObject({ 'lote-filas': '5', 'lote-revisar': '1', 'lote-comparadas-hasta': '2' });
});

it('in a job, in its status and with its result', async () => {
  const { base } = await openJobReplica(database.url, { pool: poolForPeople(2) });
  const client = new JobClient(base);
  const id = await client.send(FILE);
  expect(await client.waitFor(id)).toMatchObject({ filas_hechas: 6, revisar: 1, comparadas_hasta: 3 });
  const { text, headers } = await client.download(id);
  expect(areTold(text)).toEqual([false, false, false, false, true, false]);
  expect(headers.get('lote-comparadas-hasta')).toBe('3');
});
