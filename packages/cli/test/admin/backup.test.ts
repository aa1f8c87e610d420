/**
 * Copies of a SQLite database that a service uses, by three programs. Afterwards the service still writes to the files that
 * have its name: whatever it confirmed is there after `kill -9`, and the copy serves too.
 */
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { csv, csvLine } from '../records.js';
import { createToken, openStore, sha256 } from '@curp-service/server/admin';
import { query } from '../../../server/test/databases.js';
import { COMPILE_CACHE, ServiceProcess, cleanUp, newFolder } from '../../../server/test/process.js';
import { SOON } from '../../../server/test/soon.js';
import { GOOD, HEADER } from '../../../server/test/upload.js';
import { PYTHON, has } from '../../../../test/tools.js';

afterAll(cleanUp);

const CURP = fileURLToPath(new URL('../../bin/curp.js', import.meta.url));
const KEY = 'OETR900517MDFLNN05';
const run = promisify(execFile);

const COPY = `import sqlite3
source, copy = sqlite3.connect('data/curp.db', timeout=60), sqlite3.connect('copia.db')
source.backup(copy)
copy.close()
source.close()`;

const PROGRAMS = [
  { name: 'curp respaldar', program: process.execPath, args: [CURP, 'respaldar', 'copia.db'], isThere: true },
  {
    name: 'sqlite3 (needs sqlite3)',
    program: 'sqlite3',
    args: ['-cmd', '.timeout 60000', 'data/curp.db', "VACUUM INTO 'copia.db'"],
    isThere: has('sqlite3'),
  },
  {
    name: 'sqlite3 in Python (needs python3)',
    program: PYTHON,
    args: ['-c', COPY],
    isThere: has('python3'),
  },
];

/** Returns the locks that a process holds on a file, as `/proc/locks` shows them. */
const locksOn = (file: string, pid: number): readonly string[] =>
  readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .filter((line) => line.includes(` ${pid} `) && line.includes(`:${statSync(file).ino} `));

describe.skipIf(process.platform !== 'linux').each(PROGRAMS)('$name (needs Linux)', ({ program, args, isThere }) => {
  it.skipIf(!isThere)('copies under load, and leaves the service its files', { timeout: 240_000 }, async () => {
    const folder = newFolder();
    const url = `sqlite:${join(folder, 'data/curp.db')}`;
    const env = { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE, DATABASE_URL: 'sqlite:data/curp.db' };
    const first = await ServiceProcess.start({ DATABASE_URL: url }, folder);
    const holdsLocks = (): void => {
      for (const file of ['curp.db', 'curp.db-shm']) {
        expect([file, ...locksOn(join(folder, 'data', file), first.pid)]).not.toEqual([file]);
      }
    };
    holdsLocks();
    const store = await openStore(url);
    const create = async (name: string): Promise<{ id: string; token: string }> => {
      const token = createToken();
      return { ...(await store.createProject(name, { limite: null, cuota: null }, sha256(token))), token };
    };
    const [early, doomed] = [await create('antes'), await create('por revocar')];
    const status = async (service: ServiceProcess, token: string): Promise<number> =>
      (await service.request(`/curp/entidades?token=${token}`)).status;
    const jobs = `http://127.0.0.1:${first.port}/curp/lotes`;
    const send = async (): Promise<string> => {
      const sent = await fetch(`${jobs}?token=${early.token}`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: HEADER + GOOD.repeat(200),
      });
      expect(sent.status).toBe(202);
      return ((await sent.json()) as { response: { id: string } }).response.id;
    };
    expect(await status(first, doomed.token)).toBe(200);

    const loading = new AbortController();
    const load = (async () => {
      for (; !loading.signal.aborted; await setTimeout(5)) {
        expect(await status(first, early.token)).toBe(200);
        await fetch(`${jobs}/${await send()}?token=${early.token}`, { method: 'DELETE' });
      }
    })();
    load.catch(() => null); // It is awaited below.
    const copied = run(program, args, { cwd: folder, env });
    writeFileSync(join(folder, 'padron.csv'), csv(...Array.from({ length: 2000 }, (_, n) => csvLine(n))));
    await run(process.execPath, [CURP, 'padron', 'importar', 'padron.csv', '--reemplazar'], { cwd: folder, env });
    await copied;
    await run(process.execPath, [CURP, 'proyectos', 'listar'], { cwd: folder, env });
    loading.abort();
    await load;
    holdsLocks();

    const late = await create('después');
    await store.changeProject(doomed.id, { estado: 'revocado' });
    await vi.waitFor(async () => expect(await status(first, doomed.token)).toBe(403), SOON);
    expect(await status(first, late.token)).toBe(200);
    const job = await send();
    await store.close();
    holdsLocks();
    await first.stop('SIGKILL');

    const second = await ServiceProcess.start({ DATABASE_URL: url }, folder);
    expect(await status(second, late.token)).toBe(200);
    expect(await status(second, doomed.token)).toBe(403);
    const result = `http://127.0.0.1:${second.port}/curp/lotes/${job}/resultado?token=${early.token}`;
    await vi.waitFor(async () => expect((await (await fetch(result)).text()).split(KEY)).toHaveLength(201), SOON);
    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await query(url, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await query(url, `SELECT SUM(cuenta) > 200 AS n FROM usos WHERE proyecto = $1`, [early.id])).toEqual([
      { n: 1 },
    ]);

    const copy = await ServiceProcess.start({ DATABASE_URL: `sqlite:${join(folder, 'copia.db')}` }, folder);
    expect(await status(copy, early.token)).toBe(200);
    expect(await status(copy, doomed.token)).toBe(200);
    expect(await status(copy, late.token)).toBe(401);
    expect(await copy.stop('SIGTERM')).toBe(0);
  });
});
