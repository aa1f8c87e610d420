/** The databases that earlier builds made, with finished, running and waiting jobs. `builds/make.mjs` made them. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

interface MadeDatabase {
  readonly token: string;
  /** The jobs in the order in which they were sent, with their state when the build was killed and the result in Base64. */
  readonly jobs: readonly { readonly id: string; readonly estado: string; readonly result?: string }[];
}

const FOLDER = fileURLToPath(new URL('builds/', import.meta.url));

/** The names of the databases: `.sqlite.db` is a file of SQLite, `.postgres.sql` a script for PostgreSQL. */
export const EARLIER_DATABASES = globSync('*.gz', { cwd: FOLDER }).map((file) => basename(file, '.gz'));

export const readDatabase = (name: string): Buffer => gunzipSync(readFileSync(join(FOLDER, `${name}.gz`)));

export const readMade = (name: string): MadeDatabase =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as MadeDatabase;
