/** Several replicas over one PostgreSQL: what one is told, all know; and all of them together never exceed a quota. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken, mexicoMonth, openStore, sha256 } from '../src/admin.js';
import type { OnChange } from '../src/store/store.js';
import { newDatabase, query, cutConnections } from './postgres.js';
import { Proceso, limpiar } from './process.js';
import { openReplica } from './replica.js';
import { CURP, type Servicio } from './service.js';

const PRONTO = { timeout: 20_000, interval: 20 };

let url: string;
beforeAll(async () => {
  url = await newDatabase();
});
afterAll(limpiar);

const codigoDe = async (replica: Servicio, token: string): Promise<number> =>
  (await replica.operar('entidades', {}, token)).code_error;

/** Until both of them hear what happens. */
const escuchan = async (cuantas: number): Promise<unknown> =>
  vi.waitUntil(async () => {
    const oyentes = await query(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    return oyentes.length === cuantas;
  }, PRONTO);

async function dosReplicas() {
  const [una, otra] = [await openReplica(url), await openReplica(url)];
  await escuchan(2);
  const { proyecto, token } = await una.crearProyecto();
  expect([await codigoDe(una, token), await codigoDe(otra, token)]).toEqual([0, 0]);
  return { una, otra, proyecto, token };
}

describe('a change by one replica reaches the other', () => {
  it.each<[cambio: string, codigo: number, hacer: (servicio: Servicio, proyecto: string) => Promise<unknown>]>([
    ['a project revoked', 3, async ({ store }, id) => store.changeProject(id, { estado: 'revocado' })],
    ['a quota of nothing', 4, async ({ store }, id) => store.changeProject(id, { cuota: 0 })],
    ['a token rotated', 2, async ({ store, now }, id) => store.rotateToken(id, sha256(createToken()), now)],
    [
      'a token revoked',
      2,
      async ({ store }, id) => {
        const suyo = (await store.listProjects()).find((proyecto) => proyecto.id === id);
        return store.revokeToken(id, suyo?.tokens[0]?.id ?? '');
      },
    ],
  ])('%s, by its own word', async (_, codigo, hacer) => {
    const { una, otra, proyecto, token } = await dosReplicas();
    await hacer(una, proyecto.id);
    // The clocks stand still: what is remembered does not grow old.
    await vi.waitUntil(async () => (await codigoDe(otra, token)) === codigo, PRONTO);
    await vi.waitUntil(async () => (await codigoDe(una, token)) === codigo, PRONTO);
  });

  it('in whose ear it was not said, for the connection was cut', async () => {
    const { una, otra, proyecto, token } = await dosReplicas();
    expect(await cutConnections(url, '%escucha')).toBe(2);
    await una.store.changeProject(proyecto.id, { estado: 'revocado' });
    await vi.waitUntil(async () => (await codigoDe(otra, token)) === 3, PRONTO);
    await escuchan(2);
  });

  it('and of which nothing was said, in 5 seconds', async () => {
    const { una, otra, proyecto, token } = await dosReplicas();
    await query(url, `UPDATE proyectos SET estado = 'revocado' WHERE id = $1`, [proyecto.id]);
    await setTimeout(200);
    for (const replica of [una, otra]) {
      expect(await codigoDe(replica, token)).toBe(0);
      replica.now += 4000;
      expect(await codigoDe(replica, token)).toBe(3);
    }
  });

  it('and no other project is asked about again', async () => {
    const { una, otra, proyecto } = await dosReplicas();
    const ajeno = await una.crearProyecto();
    await codigoDe(otra, ajeno.token);
    const abrir = vi.spyOn(otra.store, 'openToken');
    const avisos = vi.fn<OnChange>();
    const callar = otra.store.listen(avisos);
    await vi.waitUntil(() => avisos.mock.calls.length === 1, PRONTO); // from here on it hears
    await una.store.changeProject(proyecto.id, { cuota: 5 });
    await vi.waitUntil(() => avisos.mock.calls.length === 2, PRONTO);
    await callar();
    expect(avisos.mock.calls).toEqual([[null], [proyecto.id]]);
    expect(await codigoDe(otra, ajeno.token)).toBe(0);
    expect(abrir).not.toHaveBeenCalled();
  });
});

describe('the quota of a project', () => {
  it('is not exceeded by replicas that take it at once, and wholly used', async () => {
    const replicas = await Promise.all([1, 2, 3].map(async () => openReplica(url)));
    const [primera] = replicas;
    const { proyecto, token } = (await primera?.crearProyecto({ cuota: 700 })) ?? expect.fail();
    const usar = async (replica: Servicio): Promise<number> => {
      let exitos = 0;
      while ((await codigoDe(replica, token)) === 0) exitos += 1;
      return exitos;
    };
    const exitos = await Promise.all([...replicas, ...replicas].map(usar));
    const total = exitos.reduce((suma, suyos) => suma + suyos, 0);
    await Promise.all(replicas.map(async (replica) => replica.cerrar()));
    expect(total).toBe(700);
    const { store } = primera ?? expect.fail();
    expect(await store.quotaTaken(proyecto.id, '2026-11')).toBe(700);
    const usos = await store.usage(proyecto.id, '2026-11-15', '2026-11-15');
    expect(usos).toMatchObject([{ operacion: 'entidades', cuenta: 700 }]);
  });

  it('is not exceeded where one of them is killed', async () => {
    const store = await openStore(url);
    const token = createToken();
    const { id } = await store.createProject('muerta', { limite: null, cuota: 500 }, sha256(token));
    const ruta = `/curp/validar?token=${token}&curp=${CURP}`;
    const [muerta, ...vivas] = await Promise.all([1, 2, 3].map(async () => Proceso.iniciar({ DATABASE_URL: url })));
    let exitos = 0;
    const usar = async (proceso: Proceso | undefined): Promise<void> => {
      for (;;) {
        const codigo = await proceso?.pedir(ruta).then(
          ({ sobre }) => sobre.code_error,
          () => null,
        );
        if (codigo !== 0) return expect([4, null]).toContain(codigo);
        exitos += 1;
        if (exitos === 100) void muerta?.terminar('SIGKILL');
      }
    };
    const clientes = 3;
    await Promise.all(
      [muerta, ...vivas].flatMap((proceso) => Array.from({ length: clientes }, async () => usar(proceso))),
    );
    await Promise.all(vivas.map(async (proceso) => proceso.terminar('SIGTERM')));
    const bloque = 5;
    expect(await store.quotaTaken(id, mexicoMonth(Date.now()))).toBe(500);
    expect(exitos).toBeLessThanOrEqual(500);
    expect(exitos).toBeGreaterThanOrEqual(500 - bloque - clientes);
    await store.close();
  });
});
