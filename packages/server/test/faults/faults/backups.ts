/** Copies of a SQLite database are made under load, one after another, then its only process is killed. Each copy must be whole. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { query } from '../../databases.js';
import type { Fault } from '../fault.js';
import { onSqlite } from './sqlite-killed.js';

const CURP = fileURLToPath(new URL('../../../../cli/bin/curp.js', import.meta.url));
const COPIES = 3;
const run = promisify(execFile);

export const backupsTaken: Fault = {
  name: `${COPIES} backups of SQLite under load, then its process killed with -9`,
  setUp: onSqlite,
  cause: async ({ url, folder, replicas }) => {
    for (let n = 0; n < COPIES; n += 1) {
      const copy = join(folder, `copia-${n}.db`);
      const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: url };
      await run(process.execPath, [CURP, 'respaldar', copy], { cwd: folder, env });
      const [found] = await query<{ integrity_check: string }>(`sqlite:${copy}`, 'PRAGMA integrity_check');
      if (found?.integrity_check !== 'ok') throw new Error(`a backup is damaged: ${found?.integrity_check}`);
    }
    await replicas[0]?.kill();
  },
  repair: async ({ replicas }) => replicas[0]?.start(),
};
