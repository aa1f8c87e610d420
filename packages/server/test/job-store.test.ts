/** The job store on SQLite and on PostgreSQL: the contract. */
import { beforeAll, onTestFinished } from 'vitest';
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
  await query(url, 'TRUNCATE lotes, lote_chunks, lote_totales, proyectos, tokens, cuotas, usos');
  return opened;
});
