/** The shared store: the contract, and what is PostgreSQL's own. */
import { beforeAll, onTestFinished } from 'vitest';
import { openStore } from '../src/store/open.js';
import { baseNueva, consultar } from './postgres.js';
import { storeContract } from './store.contract.js';

let url: string;
beforeAll(async () => {
  url = await baseNueva();
});

storeContract('PostgreSQL', async (now) => {
  const store = await openStore(url, { now });
  await consultar(url, 'TRUNCATE proyectos, tokens, cuotas, usos, escrituras');
  onTestFinished(async () => store.close());
  return store;
});
