/** The store on PostgreSQL: the contract, and the behaviour of this database. */
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { cannotUse } from '../src/store/failure.js';
import { openStore } from '../src/store/open.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { cutConnections, newDatabase, query } from './postgres.js';
import { storeContract } from './store.contract.js';
import { SOON } from './soon.js';

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

async function open(address = url, pool?: number) {
  const store = await openStore(address, pool === undefined ? {} : { pool });
  onTestFinished(async () => store.close());
  return store;
}

storeContract('PostgreSQL', async (now) => {
  const store = await openStore(url, { now });
  await query(url, 'TRUNCATE proyectos, tokens, cuotas, usos, escrituras');
  onTestFinished(async () => store.close());
  return store;
});

it('the store creates its tables once when several processes open it at the same time', async () => {
  const fresh = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 8 }, async () => open(fresh)));
  await Promise.all(stores.map(async (store) => store.heart.ping()));
  const versions = await query(fresh, 'SELECT version FROM esquema ORDER BY version');
  expect(versions).toEqual(versions.map((_, i) => ({ version: i + 1 })));
});

it('the store tells a clash of the number of an act, whose counter is behind, from a name that exists', async () => {
  const behind = await newDatabase();
  const store = await open(behind);
  await store.createProject('Uno', { limite: null, cuota: null }, 'a'.repeat(64));
  await query(behind, "SELECT setval(pg_get_serial_sequence('auditoria', 'numero'), 1, false)");
  const error: unknown = await store
    .createProject('Dos', { limite: null, cuota: null }, 'b'.repeat(64))
    .catch((e: unknown) => e);
  expect(cannotUse(error, behind, 'en')).toMatch(/\(23505 auditoria\)\. There is a row .+ numbering of `auditoria`/);
});

it('the store needs only the rights to read and write once its tables exist', async () => {
  await open();
  await query(url, `CREATE ROLE servidor LOGIN PASSWORD 'x'`);
  await query(url, 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO servidor');
  const store = await open(Object.assign(new URL(url), { username: 'servidor', password: 'x' }).href);
  const { id } = await store.createProject('de otro', { limite: null, cuota: 5 }, 'e'.repeat(64));
  expect(await store.takeQuota(id, '2026-11', 5)).toBe(5);
});

it('the store reports a read-only database, and refuses its writes as if it were away', async () => {
  const fresh = await newDatabase();
  const store = await open(fresh);
  expect(await store.heart.ping()).toBe('ok');
  await query(fresh, `ALTER DATABASE ${new URL(fresh).pathname.slice(1)} SET default_transaction_read_only = on`);
  await cutConnections(fresh);
  const readOnly = await open(fresh);
  expect(await readOnly.heart.ping()).toBe('read_only');
  expect(readOnly.connections()).toMatchObject({ total: 1, idle: 1, waiting: 0 });
  const write = readOnly.createProject('x', { limite: null, cuota: null }, 'f'.repeat(64));
  await expect(write).rejects.toMatchObject({ name: 'StoreError', code: '25006', sent: false });
});

it('the store treats any refusal as a database that is away', async () => {
  const fresh = await newDatabase();
  const store = await open(fresh);
  const { id } = await store.createProject('x', { limite: null, cuota: 5 }, 'f'.repeat(64));
  await query(
    fresh,
    `CREATE FUNCTION lleno() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$`,
  );
  await query(fresh, 'CREATE TRIGGER lleno BEFORE INSERT ON cuotas EXECUTE FUNCTION lleno()');
  await expect(store.takeQuota(id, '2026-11', 1)).rejects.toMatchObject({ name: 'StoreError', code: '53100' });
  await query(
    fresh,
    `CREATE OR REPLACE FUNCTION lleno() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'lock' USING ERRCODE = '55P03'; END $$`,
  );
  await expect(store.takeQuota(id, '2026-11', 1)).rejects.toMatchObject({ name: 'StoreError', code: '55P03' });
  await query(fresh, 'DROP TRIGGER lleno ON cuotas');
  expect(await store.takeQuota(id, '2026-11', 1)).toBe(1);
});

it('the store opens no more connections than its pool allows, under its own name', async () => {
  const fresh = await newDatabase();
  const store = await open(fresh, 3);
  const { id } = await store.createProject('muchas', { limite: null, cuota: 1000 }, 'a'.repeat(64));
  let most = 0;
  const count = async (): Promise<void> => {
    const connections = await query(
      fresh,
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'curp-service'`,
    );
    most = Math.max(most, connections.length);
  };
  await Promise.all([...Array.from({ length: 100 }, async () => store.takeQuota(id, '2026-11', 1)), count()]);
  await count();
  expect(most).toBe(3);
});

/** Returns a project whose quota row another program keeps locked until `unlock`. */
async function lockedProject(address: string) {
  const store = await open(address);
  const name = createToken();
  const { id } = await store.createProject(name, { limite: null, cuota: 10 }, sha256(name));
  await store.takeQuota(id, '2026-11', 4);
  const other = new pg.Client(url);
  await other.connect();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM cuotas WHERE proyecto = $1 FOR UPDATE', [id]);
  return { store, id, unlock: async () => other.end() };
}

it('the store gives up waiting for a lock after its time limit, and the connection stays usable', async () => {
  // The URL may change the usual limit of 5 seconds.
  const { store, id, unlock } = await lockedProject(`${url}?statement_timeout=200`);
  await expect(store.takeQuota(id, '2026-11', 1)).rejects.toMatchObject({ code: '57014' });
  expect(await store.quotaTaken(id, '2026-11')).toBe(4);
  await unlock();
  expect(await store.takeQuota(id, '2026-11', 1)).toBe(1);
});

it('the store distinguishes a statement that may have been executed from one that was never sent', async () => {
  const { store, id, unlock } = await lockedProject(url);
  const cut = store.returnQuota(id, '2026-11', 1).catch((error: unknown) => error);
  await vi.waitUntil(async () => {
    const waiting = await query(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length === 1;
  }, SOON);
  await cutConnections(url);
  expect(await cut).toMatchObject({ name: 'StoreError', sent: true, code: '57P01' });
  await unlock();
  const allowConnections = async (allow: boolean): Promise<unknown> =>
    query(
      Object.assign(new URL(url), { pathname: 'postgres' }).href,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} ALLOW_CONNECTIONS ${allow}`,
    );
  await allowConnections(false);
  await expect(store.returnQuota(id, '2026-11', 1)).rejects.toMatchObject({ sent: false, code: '55000' });
  await allowConnections(true);
  expect(await store.quotaTaken(id, '2026-11')).toBe(4);
});
