/** The job store on PostgreSQL: the contract. */
import { beforeAll, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open.js';
import { openPostgres } from '../src/store/postgres.js';
import { SqlJobs } from '../src/store/sql/jobs.js';
import { jobStoreContract } from './job-store.contract.js';
import { newDatabase, query } from './postgres.js';

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

jobStoreContract('PostgreSQL', async () => {
  const [jobs, store] = [new SqlJobs(await openPostgres(url, 3)), await openStore(url)];
  await query(url, 'TRUNCATE lotes, lote_piezas, lote_turnos, proyectos, tokens, cuotas, usos');
  onTestFinished(async () => {
    await Promise.all([jobs.close(), store.close()]);
  });
  return { jobs, store };
});
