/** The shared store: the contract, and what is PostgreSQL's own. */
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../src/store/open.js';
import { createToken, sha256 } from '../src/access/tokens.js';
import { newDatabase, query, cutConnections } from './postgres.js';
import { storeContract } from './store.contract.js';

const PRONTO = { timeout: 20_000, interval: 20 };

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});

async function abrir(direccion = url, pool?: number) {
  const store = await openStore(direccion, pool === undefined ? {} : { pool });
  onTestFinished(async () => store.close());
  return store;
}

storeContract('PostgreSQL', async (now) => {
  const store = await openStore(url, { now });
  await query(url, 'TRUNCATE proyectos, tokens, cuotas, usos, escrituras');
  onTestFinished(async () => store.close());
  return store;
});

it('makes its tables once, whoever comes first', async () => {
  const nueva = await newDatabase();
  const stores = await Promise.all(Array.from({ length: 8 }, async () => abrir(nueva)));
  await Promise.all(stores.map(async (store) => store.ping()));
  const versiones = await query(nueva, 'SELECT version FROM migraciones ORDER BY version');
  expect(versiones).toEqual(versiones.map((_, i) => ({ version: i + 1 })));
});

it('once they are made, needs no more than to read and write them', async () => {
  await abrir();
  await query(url, `CREATE ROLE servidor LOGIN PASSWORD 'x'`);
  await query(url, 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO servidor');
  const store = await abrir(Object.assign(new URL(url), { username: 'servidor', password: 'x' }).href);
  const { id } = await store.createProject('de otro', { limite: null, cuota: 5 }, 'e'.repeat(64));
  expect(await store.takeQuota(id, '2026-11', 5)).toBe(5);
});

it('takes no more connections than it may, and says whose they are', async () => {
  const nueva = await newDatabase();
  const store = await abrir(nueva, 3);
  const { id } = await store.createProject('muchas', { limite: null, cuota: 1000 }, 'a'.repeat(64));
  let mas = 0;
  const contar = async (): Promise<void> => {
    const suyas = await query(
      nueva,
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'curp-service'`,
    );
    mas = Math.max(mas, suyas.length);
  };
  await Promise.all([...Array.from({ length: 100 }, async () => store.takeQuota(id, '2026-11', 1)), contar()]);
  await contar();
  expect(mas).toBe(3);
});

/** A project of which another program holds what is taken of its quota, until it lets go. */
async function trabado(direccion: string) {
  const store = await abrir(direccion);
  const nombre = createToken();
  const { id } = await store.createProject(nombre, { limite: null, cuota: 10 }, sha256(nombre));
  await store.takeQuota(id, '2026-11', 4);
  const otro = new pg.Client(url);
  await otro.connect();
  await otro.query('BEGIN');
  await otro.query('SELECT 1 FROM cuotas WHERE proyecto = $1 FOR UPDATE', [id]);
  return { store, id, soltar: async () => otro.end() };
}

it('waits for nobody for ever', async () => {
  // The URL may set what is 5 seconds otherwise.
  const { store, id, soltar } = await trabado(`${url}?statement_timeout=200`);
  await expect(store.takeQuota(id, '2026-11', 1)).rejects.toMatchObject({ code: '57014' });
  expect(await store.quotaTaken(id, '2026-11')).toBe(4); // the connection is good for more
  await soltar();
  expect(await store.takeQuota(id, '2026-11', 1)).toBe(1);
});

it('tells what was surely not done from what may have been', async () => {
  const { store, id, soltar } = await trabado(url);
  const cortada = store.returnQuota(id, '2026-11', 1).catch((error: unknown) => error);
  await vi.waitUntil(async () => {
    const esperan = await query(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return esperan.length === 1;
  }, PRONTO);
  await cutConnections(url);
  expect(await cortada).toMatchObject({ name: 'StoreUnreachable', enviado: true, code: '57P01' });
  await soltar();
  const admitir = async (si: boolean): Promise<unknown> =>
    query(
      Object.assign(new URL(url), { pathname: 'postgres' }).href,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} ALLOW_CONNECTIONS ${si}`,
    );
  await admitir(false);
  await expect(store.returnQuota(id, '2026-11', 1)).rejects.toMatchObject({ enviado: false, code: '55000' });
  await admitir(true);
  expect(await store.quotaTaken(id, '2026-11')).toBe(4);
});
