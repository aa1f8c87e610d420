/** An address with several PostgreSQL servers: the service uses the one that takes writes, and follows it to another. */
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { cannotUse } from '../src/store/failure.js';
import { openStore } from '../src/store/open.js';
import { serversOf } from '../src/store/postgres-servers.js';
import { type OnChange, StoreUnreachable } from '../src/store/driver.js';
import type { Store } from '../src/store/projects.js';
import { Postgres } from './postgres-server.js';
import { query } from './postgres.js';
import { SOON } from './soon.js';

/** Every server has this user and its database. */
const LOGIN = 'relevo:secreta';

let first: Postgres;
/** The administrator's addresses of the two servers. */
let admins: readonly [string, string];
const hostOf = (url: string): string => new URL(url).host;
const urlOf = (...hosts: readonly string[]): string =>
  `postgres://${LOGIN}@${hosts.join(',')}/relevo?target_session_attrs=read-write`;

const setReadOnly = async (admin: string, readOnly: boolean): Promise<void> => {
  await query(admin, `ALTER ROLE relevo SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
};
const cut = async (admin: string): Promise<unknown> =>
  query(admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'relevo'`);

/** Waits until a store reaches a server that takes writes. */
const untilWritable = async (store: Store): Promise<unknown> =>
  vi.waitUntil(async () => (await store.ping().catch(() => null)) === 'ok', SOON);

beforeAll(async () => {
  first = await Postgres.create();
  const shared = await (await fetch(inject('postgres'))).text();
  admins = [first.url(), shared];
  for (const admin of admins) {
    await query(admin, `CREATE ROLE relevo LOGIN PASSWORD 'secreta'`);
    await query(admin, 'CREATE DATABASE relevo OWNER relevo');
  }
});
afterAll(async () => {
  await query(admins[1], 'DROP DATABASE relevo WITH (FORCE)');
  await query(admins[1], 'DROP ROLE relevo');
  await first.remove();
});

it('the address of each server has the rest of the address', () => {
  expect(
    serversOf('postgres://u:p%2Cq@a:5432,[::1]:5433,c/db?sslmode=verify-full').map((each) => each.connectionString),
  ).toEqual([
    'postgres://u:p%2Cq@a:5432/db?sslmode=verify-full',
    'postgres://u:p%2Cq@[::1]:5433/db?sslmode=verify-full',
    'postgres://u:p%2Cq@c/db?sslmode=verify-full',
  ]);
  expect(serversOf('postgres:///db').map((each) => each.connectionString)).toEqual(['postgres:///db']);
});

it('the service uses the server that takes writes, and follows it when it changes', async () => {
  const [a, b] = [hostOf(admins[0]), hostOf(admins[1])];
  // Replication would give both servers the same rows. Here each has a project of its own, which tells them apart.
  const standby = await openStore(urlOf(b));
  const ofStandby = await standby.createProject('del segundo', { limite: null, cuota: null }, 'b'.repeat(64));
  await standby.close();
  await setReadOnly(admins[1], true);

  const store = await openStore(urlOf('127.0.0.1:1', b, a));
  onTestFinished(async () => store.close());
  const heard = vi.fn<OnChange>();
  const stopListening = store.listen(heard);
  onTestFinished(stopListening);
  const ofFirst = await store.createProject('del primero', { limite: null, cuota: null }, 'a'.repeat(64));
  expect(await store.listProjects()).toMatchObject([{ id: ofFirst.id }]);
  expect(await store.ping()).toBe('ok');

  // The first server takes no more writes while its connections live, and the second takes over.
  await setReadOnly(admins[1], false);
  await setReadOnly(admins[0], true);
  await cut(admins[0]);
  await untilWritable(store);
  expect(await store.listProjects()).toMatchObject([{ id: ofStandby.id }]);
  await vi.waitUntil(async () => {
    await store.changeProject(ofStandby.id, { limite: 5 });
    return heard.mock.calls.some(([project]) => project === ofStandby.id);
  }, SOON);

  // The second stops for good, and the first is back.
  await setReadOnly(admins[0], false);
  await query(admins[1], 'ALTER ROLE relevo NOLOGIN');
  await cut(admins[1]);
  await untilWritable(store);
  expect(await store.listProjects()).toMatchObject([{ id: ofFirst.id }]);

  // None takes writes.
  await setReadOnly(admins[0], true);
  await cut(admins[0]);
  await expect(store.listProjects()).rejects.toThrow(StoreUnreachable);
  const failure = await openStore(urlOf(a, '127.0.0.1:1')).catch((error: unknown) => error);
  expect(cannotUse(failure, urlOf(a), 'en')).toContain('(25006). The database is read-only');
});
