/** The answers of the service about its health, under overload, while stopping, with a failing store, and after a bug. */
import { describe, expect, it, vi } from 'vitest';
import { BUILD } from '../src/version.js';
import type { Operation } from '../src/routes/operation.js';
import { Store } from '../src/store/projects.js';
import { openSqlite } from '../src/store/sqlite.js';
import { PERSONA, openService } from './service.js';
import { SOON } from './soon.js';

const failing = async (): Promise<never> => Promise.reject(new Error('database is locked'));

describe('the health of the service', () => {
  it('is plain text', async () => {
    const service = openService();
    expect(await service.request('/readyz')).toMatchObject({ status: 200, texto: 'ok\n' });
    expect(await service.request('/livez')).toMatchObject({ status: 200, texto: `ok ${BUILD}\n` });
  });

  it('is bad at readyz from the beat that fails to the next one, and livez does not say so', async () => {
    const service = openService();
    const { heart } = service.store;
    vi.spyOn(heart, 'ping').mockImplementationOnce(failing);
    await heart.beat().catch(() => null);
    expect(await service.request('/readyz')).toMatchObject({ status: 503, texto: 'store unreachable\n' });
    expect(await service.request('/livez')).toMatchObject({ status: 200 });
    await heart.beat();
    expect(await service.request('/readyz')).toMatchObject({ status: 200 });
  });
});

describe('the state of the store in the metrics', () => {
  it.each([
    ['ok', async () => Promise.resolve('ok' as const), 200, 'ok'],
    ['read_only', async () => Promise.resolve('read_only' as const), 503, 'store read-only'],
    ['unreachable', failing, 503, 'store unreachable'],
    ['timeout', async () => new Promise<never>(() => {}), 503, 'store timeout'],
  ])('is %s, as readyz says', async (state, ping, status, texto) => {
    const service = openService();
    const { heart } = service.store;
    vi.spyOn(heart, 'ping').mockImplementation(ping);
    void heart.beat().catch(() => null);
    await vi.waitUntil(() => heart.state === state, SOON);
    expect(await service.request('/readyz')).toMatchObject({ status, texto: `${texto}\n` });
    // One series, whatever the reason, so that an alert on it continues while the reason changes.
    expect(service.metrics()).toContain(`\ncurp_store_up ${state === 'ok' ? 1 : 0}\n`);
    expect(service.metrics().match(/^curp_store_state\{state="\w+"\} 1$/gm)).toEqual([
      `curp_store_state{state="${state}"} 1`,
    ]);
  });

  it('shows a beat that fails', async () => {
    const driver = openSqlite(':memory:');
    const store = new Store(driver);
    const service = openService({}, { store });
    await store.heart.begin();
    await driver.query("CREATE TRIGGER sin_permiso BEFORE INSERT ON servicios BEGIN SELECT RAISE(ABORT, 'no'); END");
    await store.heart.beat().catch(() => null);
    expect(await service.request('/readyz')).toMatchObject({ status: 503, texto: 'store refuses writes\n' });
  });

  it('shows writes that fail although the database can be read, until none fails for a while', async () => {
    const driver = openSqlite(':memory:');
    const service = openService({}, { store: new Store(driver) });
    const { token } = await service.createProject();
    await driver.query("CREATE TRIGGER lleno BEFORE INSERT ON usos BEGIN SELECT RAISE(ABORT, 'full'); END");
    await service.request(`/curp/entidades?token=${token}`);
    await vi.waitFor(async () => {
      expect(await service.request('/readyz')).toMatchObject({ status: 503, texto: 'store refuses writes\n' });
    }, SOON);
    expect(service.metrics()).toMatch(/\ncurp_store_up 0\n/);
    expect(service.metrics()).toContain('curp_store_state{state="write_failures"} 1\n');
    expect(service.metrics()).toMatch(/\ncurp_usage_waiting 1\n/);
    expect(service.metrics()).toMatch(/\ncurp_usage_write_failures_total [1-9]/);
    await driver.query('DROP TRIGGER lleno');
    await vi.waitFor(async () => {
      await service.store.heart.beat();
      expect(await service.request('/readyz')).toMatchObject({ status: 200, texto: 'ok\n' });
    }, SOON);
    await vi.waitFor(() => expect(service.metrics()).toMatch(/\ncurp_usage_waiting 0\n/), SOON);
    expect(service.metrics()).toMatch(/\ncurp_usage_oldest_waiting_seconds 0\n/);
  });

  it('includes the connections of a pool', () => {
    const service = openService();
    expect(service.metrics()).not.toContain('curp_store_connections');
    vi.spyOn(service.store, 'connections').mockReturnValue({ total: 3, idle: 1, waiting: 2 });
    for (const line of ['curp_store_connections 3', 'curp_store_connections_idle 1', 'curp_store_waiting 2']) {
      expect(service.metrics()).toContain(`${line}\n`);
    }
  });
});

describe('a store that fails', () => {
  it('is answered with code 9, and the service continues', async () => {
    const service = openService();
    const { token } = await service.createProject({ cuota: 5 });
    const open = vi.spyOn(service.store, 'openToken').mockImplementationOnce(failing);
    const url = `/curp/entidades?token=${token}`;
    expect(await service.request(url)).toMatchObject({
      status: 503,
      sobre: { code_error: 9, response: {} },
      headers: { 'retry-after': '5' },
    });
    expect(open).toHaveBeenCalledTimes(1);
    vi.spyOn(service.store, 'takeQuota').mockImplementationOnce(failing);
    expect(await service.request(url)).toMatchObject({ status: 503, sobre: { code_error: 9 } });
    expect(await service.request(url)).toMatchObject({ status: 200 });
    // It is logged once, however many requests it refuses.
    expect(service.log.filter((line) => line.includes('"msg":"store"')).length).toBe(1);
  });

  it('does not lose usage', async () => {
    const service = openService();
    const { token, proyecto } = await service.createProject();
    const add = vi.spyOn(service.store, 'addUsage').mockImplementation(failing);
    await service.request(`/curp/entidades?token=${token}`);
    await vi.waitUntil(() => add.mock.calls.length > 0, SOON);
    add.mockRestore();
    await service.request(`/curp/entidades?token=${token}`);
    await service.close();
    expect(await service.store.usage(proyecto.id, '2026-11-15', '2026-11-15')).toMatchObject([{ cuenta: 2 }]);
  });
});

describe('a bug', () => {
  const broken: Operation = {
    name: 'rota',
    summary: ['', ''],
    about: ['', ''],
    parameters: [],
    codes: [],
    example: {},
    schema: {},
    run: () => {
      throw new Error('bug');
    },
  };

  it('is answered with code 9, or 417 in a calculation, and status 500, and takes no quota', async () => {
    const service = openService({}, { operations: [broken, { ...broken, name: 'calculo', codes: [417] }] });
    const { token, proyecto } = await service.createProject({ cuota: 5 });
    expect(await service.request(`/curp/rota?token=${token}`)).toMatchObject({
      status: 500,
      sobre: { code_error: 9, response: {} },
    });
    expect(await service.request(`/curp/calculo?token=${token}`)).toMatchObject({
      status: 500,
      sobre: { code_error: 417, response: {} },
    });
    await service.close();
    expect(await service.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });
});

describe('failures of the service', () => {
  it('are counted by cause, from zero, unlike those of clients', async () => {
    const service = openService();
    expect(service.metrics()).toContain('curp_failures_total{causa="lotes_sin_espacio"} 0\n');
    vi.spyOn(service.store, 'openToken').mockImplementation(failing);
    const { token } = await service.createProject();
    await service.request(`/curp/entidades?token=${token}`);
    await service.operate('validar', {});
    const failures = service.metrics().match(/^curp_failures_total.+ [1-9]\d*$/gm);
    expect(failures).toEqual(['curp_failures_total{causa="almacen"} 1']);
    expect(service.metrics()).not.toContain('causa="transferencia"');
  });
});

describe('a service under load', () => {
  it('refuses requests while the process lags, and accepts them again afterwards', async () => {
    const service = openService({}, { maxLagMs: 300 });
    const url = '/curp/entidades?token=pruebas';
    const occupy = async (): Promise<void> => {
      const end = performance.now() + 900;
      while (performance.now() < end); // The process lags as in a request that takes too long.
      await new Promise((done) => setTimeout(done, 1));
    };
    await occupy();
    await occupy();
    expect((await service.request('/livez')).status).toBe(200);
    await occupy();
    expect(await service.request(url)).toMatchObject({
      status: 503,
      sobre: { code_error: 9 },
      headers: { 'retry-after': '5' },
    });
    expect(await service.request('/livez')).toMatchObject({ status: 200 });
    await vi.waitUntil(async () => (await service.request(url)).status === 200, SOON);
  });

  it('counts requests by operation and code in its metrics', async () => {
    const service = openService();
    await service.operate('calcular_curp', PERSONA);
    await service.operate('calcular_curp', {});
    await service.request('/curp/otra');
    const metrics = service.metrics();
    for (const line of [
      'curp_requests_total{operacion="calcular_curp",code_error="0"} 1',
      'curp_requests_total{operacion="calcular_curp",code_error="400"} 1',
      'curp_requests_total{operacion="desconocida",code_error="6"} 1',
      'curp_request_duration_seconds_count{operacion="calcular_curp"} 2',
      'curp_quota_denials_total 0',
      'nodejs_eventloop_lag_seconds ',
      `curp_build_info{version="0.3.0-dev",commit="unknown",node="${process.versions.node}"} 1`,
      'process_start_time_seconds ',
    ]) {
      expect(metrics).toContain(line);
    }
  });
});
