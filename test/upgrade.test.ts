/** Runs the commands of the chapter of docs/operations.md on upgrades: a copy made while the service serves has mode 600, restores what was lost, and undoes an upgrade. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../packages/server/src/admin.js';
import { createToken, sha256 } from '../packages/server/src/access/tokens.js';
import { query } from '../packages/server/test/databases.js';
import { EARLIER_DATABASES, readDatabase } from '../packages/server/test/earlier-builds.js';
import { query as queryPostgres } from '../packages/server/test/postgres.js';
import { Postgres } from '../packages/server/test/postgres-server.js';
import { ServiceProcess, cleanUp, newFolder } from '../packages/server/test/process.js';
import { chapterOf } from './chapter.js';
import { POSTGRES_PROGRAMS, has } from './tools.js';

afterAll(cleanUp);

const document = chapterOf('docs/operations.md', 'Upgrade, rollback, backup and restore');
const commands = new Map(
  Array.from(document.matchAll(/<!-- run: (.+) -->\s+```sh\n([^]*?)```/g), ([, name = '', code = '']) => [name, code]),
);
const BIN = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));

it('the commands of the chapter are those that run here', () => {
  expect(document.match(/```sh/g)?.length).toBe(commands.size);
  expect([...commands.keys()]).toEqual(['sqlite backup', 'postgres backup', 'sqlite restore', 'postgres restore']);
});

/** The databases of a server, and the variables for the commands that copy and restore one of them. */
function settingsOf(postgres: Postgres): Record<string, string> {
  const address = (url: string): string => Object.assign(new URL(url), { password: '' }).href;
  return {
    DATABASE_URL: postgres.url(),
    ADDRESS: address(postgres.url()),
    NEW: address(postgres.url('curp_restored')),
    PGPASSWORD: postgres.password,
  };
}

const PATH = `${BIN}:${POSTGRES_PROGRAMS ?? ''}:${process.env['PATH'] ?? ''}`;
const runIn = (cwd: string, env: Readonly<Record<string, string>>, name: string): string =>
  execFileSync('sh', ['-ec', commands.get(name) ?? 'false'], { cwd, env, encoding: 'utf8' });

describe.each([
  { kind: 'sqlite', need: '', copy: 'curp-copy.db', missing: false },
  { kind: 'postgres', need: ' (needs pg_dump)', copy: 'curp-copy.dump', missing: !has('pg_dump') },
])('$kind$need', ({ kind, copy, missing }) => {
  const folder = newFolder();
  let env: Record<string, string> = { PATH, DATABASE_URL: 'sqlite:data/curp.db' };
  let postgres: Postgres | null = null;
  beforeAll(async () => {
    if (missing || kind === 'sqlite') return;
    postgres = await Postgres.create(POSTGRES_PROGRAMS);
    env = { ...env, ...settingsOf(postgres) };
  });
  afterAll(async () => postgres?.remove());

  const run = (name: string): string => runIn(folder, env, `${kind} ${name}`);

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
    const afterwards = postgres === null ? env : { ...env, DATABASE_URL: postgres.url('curp_restored') };
    const second = await ServiceProcess.start(afterwards, folder);
    expect(await status(second)).toBe(200);
    expect(await second.stop('SIGTERM')).toBe(0);
    if (kind === 'sqlite') expect(statSync(join(folder, 'data/curp.db')).mode & 0o777).toBe(0o600);
  });
});

describe('a rollback after today served', () => {
  const databases = (end: string): string[] => EARLIER_DATABASES.filter((name) => name.endsWith(end));
  const serve = async (env: Readonly<Record<string, string>>, folder: string): Promise<void> => {
    const service = await ServiceProcess.start(env, folder);
    expect(await service.stop('SIGTERM')).toBe(0);
  };

  it.each(databases('.db'))('%s has its tables and rows again', async (name) => {
    const folder = newFolder();
    mkdirSync(join(folder, 'data'));
    const file = join(folder, 'data/curp.db');
    for (const path of [file, join(folder, 'curp-copy.db')]) writeFileSync(path, readDatabase(name), { mode: 0o600 });
    const env = { PATH, DATABASE_URL: 'sqlite:data/curp.db' };
    await serve(env, folder);
    runIn(folder, env, 'sqlite restore');
    expect(readFileSync(file).equals(readDatabase(name))).toBe(true);
    expect(await query(`sqlite:${file}`, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it.skipIf(!has('pg_dump')).each(databases('.sql'))(
    '%s (needs pg_dump) has its tables and rows again',
    async (name) => {
      const postgres = await Postgres.create(POSTGRES_PROGRAMS);
      const folder = newFolder();
      const env = { PATH, ...settingsOf(postgres) };
      const dump = (url: string): string =>
        execFileSync(join(POSTGRES_PROGRAMS ?? '', 'pg_dump'), ['--inserts', url], {
          encoding: 'utf8',
          maxBuffer: 1 << 30,
        }).replaceAll(/^\\.*$/gm, '');
      try {
        await queryPostgres(postgres.url(), readDatabase(name).toString());
        const before = dump(postgres.url());
        runIn(folder, env, 'postgres backup');
        await serve(env, folder);
        expect(dump(postgres.url())).not.toBe(before);
        runIn(folder, env, 'postgres restore');
        expect(dump(postgres.url('curp_restored'))).toBe(before);
      } finally {
        await postgres.remove();
      }
    },
  );
});
