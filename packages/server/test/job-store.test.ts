/** The job store on SQLite and on PostgreSQL: the contract, and jobs of an earlier version. */
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { CREATE_MIGRATIONS, stepsAfter } from '../src/store/migrations.js';
import { openJobStore, openStore } from '../src/store/open.js';
import { newSqlite } from './databases.js';
import { jobStoreContract } from './job-store.contract.js';
import { newDatabase, query } from './postgres.js';

async function open(url: string) {
  const [jobs, store] = [await openJobStore(url, 3), await openStore(url)];
  onTestFinished(async () => {
    await Promise.all([jobs.close(), store.close()]);
  });
  return { jobs, store };
}

jobStoreContract('SQLite', async () => {
  const { url: file, remove } = newSqlite();
  onTestFinished(remove);
  return open(file);
});

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

jobStoreContract('PostgreSQL', async () => {
  const opened = await open(url);
  await query(url, 'TRUNCATE lotes, lote_piezas, lote_bytes, lote_turnos, proyectos, tokens, cuotas, usos');
  return opened;
});

it('on PostgreSQL, the pieces of a job of an earlier version keep their bytes', async () => {
  const database = await newDatabase();
  const earlier = stepsAfter(0, 'postgres').slice(0, 5);
  for (const step of [CREATE_MIGRATIONS, ...earlier]) await query(database, step);
  await query(
    database,
    `INSERT INTO lotes (id, proyecto, estado, opciones, creado, visto, vence) VALUES ('lote_a', 'p', 'terminado', '{}', '', '', '');
     INSERT INTO lote_piezas (lote, numero, lineas, filas, resultado) VALUES ('lote_a', 0, 1, 1, 'uno')`,
  );
  const { jobs } = await open(database);
  expect(Buffer.from((await jobs.result('lote_a', 0, 0, 9)) ?? []).toString()).toBe('uno');
});
