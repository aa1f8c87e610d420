/** The service behind PgBouncer in its transaction mode. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JobClient, openJobReplica } from './jobs.js';
import { newDatabase, query } from './postgres.js';
import { GOOD, HEADER, distinct } from './upload.js';
import { SOON } from './soon.js';
import { has } from '../../../test/tools.js';

const NOBODY = 65_534;
/** Starts PgBouncer before the server of a URL, and returns the URL that leads through it. */
async function startPgBouncer(url: string): Promise<string> {
  const { hostname, port, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'curp-pgbouncer-'));
  const door = createServer().listen(0, '127.0.0.1');
  await once(door, 'listening');
  const own = (door.address() as AddressInfo).port;
  door.close();
  const [users, settings] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')];
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  );
  chmodSync(folder, 0o755);
  for (const path of [users, settings]) if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const bouncer = spawn('pgbouncer', [settings], { stdio: 'ignore', ...user });
  onTestFinished(async () => {
    const ended = once(bouncer, 'exit');
    bouncer.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true });
  });
  await vi.waitUntil(
    async () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(own, '127.0.0.1', () => resolve(socket.end() !== null)).on('error', () =>
          resolve(false),
        );
      }),
    SOON,
  );
  return Object.assign(new URL(url), { port: String(own) }).href;
}

describe.skipIf(!has('pgbouncer'))('behind PgBouncer in transaction mode (needs pgbouncer)', () => {
  it('tables, quotas, changes and jobs work, with fewer connections than the service opens', async () => {
    const direct = await newDatabase();
    const url = await startPgBouncer(direct);
    const [replica, other] = [await openJobReplica(url), await openJobReplica(url)];
    const { token, proyecto } = await replica.createProject({ cuota: 1000 });
    const code = async (): Promise<number> => (await other.operate('entidades', {}, token)).code_error;
    expect(await Promise.all(Array.from({ length: 30 }, code))).toEqual(Array.from({ length: 30 }, () => 0));

    const client = new JobClient(replica.base, token);
    const id = await client.send(HEADER + distinct(GOOD.repeat(3)));
    await client.waitFor(id);
    expect((await client.download(id)).text).toContain('OETR900517MDFLNN05');
    const [row] = await query<{ n: string }>(
      direct,
      `SELECT COUNT(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(Number(row?.n)).toBeLessThanOrEqual(5);

    // Nothing notifies the other replica of the change: it asks again after some seconds.
    await replica.store.changeProject(proyecto.id, { estado: 'revocado' });
    other.now += 5000;
    await vi.waitUntil(async () => (await code()) === 3, SOON);
  });
});
