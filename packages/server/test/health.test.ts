/** The answers of the service about its health, under overload, while stopping, with a failing store, and after a bug. */
import { describe, expect, it, vi } from 'vitest';
import type { Operation } from '../src/routes/operation.js';
import { PERSONA, abrirServicio } from './service.js';

const falla = async (): Promise<never> => Promise.reject(new Error('database is locked'));

describe('health', () => {
  it('is plain text', async () => {
    const servicio = abrirServicio();
    for (const url of ['/livez', '/readyz']) {
      expect(await servicio.pedir(url)).toMatchObject({ status: 200, texto: 'ok\n' });
    }
  });

  it('readyz asks the store once for all who wait', async () => {
    const servicio = abrirServicio();
    const ping = vi.spyOn(servicio.store, 'ping');
    const dichas = await Promise.all(Array.from({ length: 50 }, async () => servicio.pedir('/readyz')));
    expect(new Set(dichas.map(({ status }) => status))).toEqual(new Set([200]));
    expect(ping.mock.calls.length).toBeLessThan(5);
  });

  it('readyz reports a store that fails or does not answer; livez does not ask it', async () => {
    const servicio = abrirServicio();
    const ping = vi.spyOn(servicio.store, 'ping').mockImplementation(falla);
    expect(await servicio.pedir('/readyz')).toMatchObject({ status: 503, texto: 'store unreachable\n' });
    ping.mockImplementation(async () => new Promise(() => {}));
    expect(await servicio.pedir('/readyz')).toMatchObject({ status: 503 });
    expect(await servicio.pedir('/livez')).toMatchObject({ status: 200 });
  });
});

describe('a store that fails', () => {
  it('is answered with code 9, and the service goes on', async () => {
    const servicio = abrirServicio();
    const { token } = await servicio.crearProyecto({ cuota: 5 });
    const abrir = vi.spyOn(servicio.store, 'openToken').mockImplementationOnce(falla);
    const url = `/curp/entidades?token=${token}`;
    expect(await servicio.pedir(url)).toMatchObject({
      status: 503,
      sobre: { code_error: 9, response: {} },
      headers: { 'retry-after': '5' },
    });
    expect(abrir).toHaveBeenCalledTimes(1);
    vi.spyOn(servicio.store, 'takeQuota').mockImplementationOnce(falla);
    expect(await servicio.pedir(url)).toMatchObject({ status: 503, sobre: { code_error: 9 } });
    expect(await servicio.pedir(url)).toMatchObject({ status: 200 });
    // Told once, however many requests it refuses.
    expect(servicio.log.filter((linea) => linea.includes('"msg":"store"')).length).toBe(1);
  });

  it('loses no usage', async () => {
    const servicio = abrirServicio();
    const { token, proyecto } = await servicio.crearProyecto();
    const sumar = vi.spyOn(servicio.store, 'addUsage').mockImplementation(falla);
    await servicio.pedir(`/curp/entidades?token=${token}`);
    await vi.waitUntil(() => sumar.mock.calls.length > 0, { timeout: 5000 });
    sumar.mockRestore();
    await servicio.pedir(`/curp/entidades?token=${token}`);
    await servicio.cerrar();
    expect(await servicio.store.usage(proyecto.id, '2026-11-15', '2026-11-15')).toMatchObject([{ cuenta: 2 }]);
  });
});

describe('a bug', () => {
  const rota: Operation = {
    name: 'rota',
    summary: '',
    description: '',
    parameters: [],
    codes: [],
    example: {},
    schema: (t) => t.Object({}),
    run: () => {
      throw new Error('bug');
    },
  };

  it('is answered with code 9, or 417 in a calculation, and status 500, and takes no quota', async () => {
    const servicio = abrirServicio({}, { operations: [rota, { ...rota, name: 'calculo', codes: [417] }] });
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 5 });
    expect(await servicio.pedir(`/curp/rota?token=${token}`)).toMatchObject({
      status: 500,
      sobre: { code_error: 9, response: {} },
    });
    expect(await servicio.pedir(`/curp/calculo?token=${token}`)).toMatchObject({
      status: 500,
      sobre: { code_error: 417, response: {} },
    });
    await servicio.cerrar();
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });
});

describe('overload and shutdown', () => {
  it('the service refuses requests while the process lags, and takes them again afterwards', async () => {
    const servicio = abrirServicio({}, { maxLagMs: 300 });
    const url = '/curp/entidades?token=pruebas';
    const ocupar = async (): Promise<void> => {
      const fin = performance.now() + 900;
      while (performance.now() < fin); // as a request that takes too long would
      await new Promise((listo) => setTimeout(listo, 1));
    };
    await ocupar();
    await ocupar();
    expect((await servicio.pedir('/livez')).status).toBe(200);
    await ocupar();
    expect(await servicio.pedir(url)).toMatchObject({
      status: 503,
      sobre: { code_error: 9 },
      headers: { 'retry-after': '5' },
    });
    expect(await servicio.pedir('/livez')).toMatchObject({ status: 200 });
    await vi.waitUntil(async () => (await servicio.pedir(url)).status === 200, { timeout: 5000 });
  });

  it('the metrics count by operation and code', async () => {
    const servicio = abrirServicio();
    await servicio.operar('calcular_curp', PERSONA);
    await servicio.operar('calcular_curp', {});
    await servicio.pedir('/curp/otra');
    const metricas = servicio.metricas();
    for (const linea of [
      'curp_requests_total{operacion="calcular_curp",code_error="0"} 1',
      'curp_requests_total{operacion="calcular_curp",code_error="400"} 1',
      'curp_requests_total{operacion="desconocida",code_error="6"} 1',
      'curp_request_duration_seconds_count{operacion="calcular_curp"} 2',
      'curp_quota_denials_total 0',
      'nodejs_eventloop_lag_seconds ',
    ]) {
      expect(metricas).toContain(linea);
    }
  });
});
