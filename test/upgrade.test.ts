/** Runs the commands of docs/upgrade.md: a copy made while the service serves has mode 600, and restores what was lost. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../packages/server/src/admin.js';
import { createToken, sha256 } from '../packages/server/src/access/tokens.js';
import { Postgres } from '../packages/server/test/postgres-server.js';
import { ServiceProcess, cleanUp, newFolder } from '../packages/server/test/process.js';

afterAll(cleanUp);

const document = readFileSync(new URL('../docs/upgrade.md', import.meta.url), 'utf8');
const commands = new Map(
  Array.from(document.matchAll(/<!-- run: (.+) -->\s+```sh\n([^]*?)```/g), ([, name = '', code = '']) => [name, code]),
);
const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
/** `pg_dump` refuses a newer server, so it comes with the server that it copies. */
const [bin] = globSync('/usr/lib/postgresql/*/bin/{initdb,pg_dump}').map((file) => dirname(file));

it('the commands of docs/upgrade.md are those that run here', () => {
  expect(document.match(/```sh/g)?.length).toBe(commands.size);
  expect([...commands.keys()]).toEqual(['sqlite backup', 'postgres backup', 'sqlite restore', 'postgres restore']);
});

describe.each([
  { kind: 'sqlite', copy: 'curp-copy.db', missing: false },
  { kind: 'postgres', copy: 'curp-copy.dump', missing: bin === undefined },
])('$kind', ({ kind, copy, missing }) => {
  const folder = newFolder();
  let env: Record<string, string> = {
    PATH: `${BIN}:${bin ?? ''}:${process.env['PATH'] ?? ''}`,
    DATABASE_URL: 'sqlite:data/curp.db',
  };
  let postgres: Postgres | null = null;
  beforeAll(async () => {
    if (missing || kind === 'sqlite') return;
    postgres = await Postgres.create(bin);
    const address = Object.assign(new URL(postgres.url()), { password: '' }).href;
    env = { ...env, DATABASE_URL: postgres.url(), ADDRESS: address, PGPASSWORD: postgres.password };
  });
  afterAll(async () => postgres?.remove());

  const run = (name: string): string =>
    execFileSync('sh', ['-ec', commands.get(`${kind} ${name}`) ?? 'false'], { cwd: folder, env, encoding: 'utf8' });

  it.skipIf(missing)('a backup is private, and a restore brings a project and its token back', async () => {
    const token = createToken();
    const first = await ServiceProcess.start(env, folder);
    const url = kind === 'sqlite' ? `sqlite:${join(folder, 'data/curp.db')}` : (env['DATABASE_URL'] ?? '');
    const store = await openStore(url);
    const { id } = await store.createProject('Prueba', { limite: null, cuota: null }, sha256(token));
    const status = async (service: ServiceProcess): Promise<number> =>
      (await service.request(`/curp/entidades?token=${token}`)).status;
    expect(await status(first)).toBe(200);
    expect(run('backup')).toMatch(kind === 'sqlite' ? /^Copia completa y comprobada: curp-copy\.db/ : /^\d\d\n$/);
    expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600);
    await store.changeProject(id, { estado: 'revocado' });
    await store.close();
    expect(await first.stop('SIGTERM')).toBe(0);
    run('restore');
    const second = await ServiceProcess.start(env, folder);
    expect(await status(second)).toBe(200);
    expect(await second.stop('SIGTERM')).toBe(0);
    if (kind === 'sqlite') expect(statSync(join(folder, 'data/curp.db')).mode & 0o777).toBe(0o600);
  });
});
