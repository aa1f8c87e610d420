/** Creates a database in PostgreSQL on which a service was started once, because commands create no tables. */
import { openStore } from '@curp-service/server/admin';
import { newDatabase } from '../../../server/test/postgres.js';

export async function databaseOfService(): Promise<string> {
  const url = await newDatabase();
  await (await openStore(url)).close();
  return url;
}
