/** Two instances of the service, one the upstream of the other. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { UpstreamConfig } from '../src/config.js';
import { openStore } from '../src/store/open.js';
import { KEY, EXAMPLE_RECORD, TOKEN, openUpstream, answerRecord, tracesIn } from './fake-upstream.js';
import { Proceso, limpiar, nuevaCarpeta } from './process.js';
import { CURP, type Servicio, abrirServicio } from './service.js';

/** Waits of random length are short ones here. */
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0.1));
afterAll(async () => {
  vi.restoreAllMocks();
  await limpiar();
});

const buscar = (curp: string) => (curp === KEY ? EXAMPLE_RECORD : 'no_registrada');

const upstreamEn = (url: string, token: string, ajustes: Partial<UpstreamConfig> = {}): UpstreamConfig => ({
  ...({ method: 'POST', timeoutMs: 25_000, concurrency: 4 } as const),
  url,
  token,
  ...ajustes,
});

/** A service that asks another, and the other. */
async function dosServicios(ajustes: Partial<UpstreamConfig> = {}) {
  const otro = abrirServicio({}, { registry: { find: buscar } });
  const { token, proyecto } = await otro.crearProyecto({ cuota: 2 });
  const url = `http://127.0.0.1:${await otro.escuchar()}`;
  const servicio = abrirServicio({ upstream: upstreamEn(url, token, ajustes) });
  return { otro, servicio, url, token, proyecto };
}

const codigo = async (servicio: Servicio, curp: string): Promise<number> =>
  (await servicio.operar('obtener_datos', { curp })).code_error;

describe.each(['POST', 'GET'] as const)('by %s', (method) => {
  it('what the other has is answered as the other does, until its quota ends', async () => {
    const { servicio } = await dosServicios({ method });
    expect(await servicio.operar('obtener_datos', { curp: KEY.toLowerCase() })).toEqual({
      error: false,
      code_error: 0,
      error_message: null,
      response: EXAMPLE_RECORD,
    });
    for (const [curp, esperado] of [
      [CURP, 300],
      [KEY, 0],
      [KEY, 200],
    ] as const) {
      expect(await codigo(servicio, curp)).toBe(esperado);
    }
    expect(servicio.metricas()).toMatch(/^curp_upstream_lookups_total\{resultado="rechazada"\} 1$/m);
  });

  it('an address holds what it must', async () => {
    const fuente = await openUpstream(answerRecord);
    const servicio = abrirServicio({ upstream: upstreamEn(`${fuente.url}/base`, TOKEN, { method }) });
    expect(await codigo(servicio, KEY)).toBe(0);
    const [recibida] = fuente.received;
    const enGet = { method, url: `/base/curp/obtener_datos?curp=${KEY}&token=${TOKEN}`, cuerpo: '' };
    const enPost = { method, url: '/base/curp/obtener_datos', cuerpo: JSON.stringify({ curp: KEY }) };
    expect(recibida).toMatchObject(method === 'GET' ? enGet : enPost);
    expect(recibida?.headers['authorization']).toBe(method === 'GET' ? undefined : `Bearer ${TOKEN}`);
  });
});

describe('200', () => {
  it('the other has no source', async () => {
    const otro = abrirServicio();
    const url = `http://127.0.0.1:${await otro.escuchar()}`;
    const { sobre, status } = await abrirServicio({ upstream: upstreamEn(url, 'pruebas') }).pedir(
      `/curp/obtener_datos?token=pruebas&curp=${KEY}`,
    );
    expect({ status, codigo: sobre.code_error }).toEqual({ status: 503, codigo: 200 });
  });

  it('the source of the other does not answer, and is asked once', async () => {
    const mudo = vi.fn<() => 'sin_respuesta'>(() => 'sin_respuesta');
    const otro = abrirServicio({}, { registry: { find: mudo } });
    const url = `http://127.0.0.1:${await otro.escuchar()}`;
    expect(await codigo(abrirServicio({ upstream: upstreamEn(url, 'pruebas') }), KEY)).toBe(200);
    expect(mudo).toHaveBeenCalledTimes(1);
  });

  it('the other does not know the token, or closed the project', async () => {
    const { otro, servicio, url, proyecto } = await dosServicios();
    const sinToken = abrirServicio({ upstream: upstreamEn(url, 'otro') });
    expect(await codigo(sinToken, KEY)).toBe(200);
    expect(sinToken.log.find((linea) => linea.includes('"msg":"upstream"'))).toContain(
      '"motivo":"rechazada","status":401',
    );
    await otro.store.changeProject(proyecto.id, { estado: 'revocado' });
    expect(await codigo(servicio, KEY)).toBe(200);
  });

  it('the other is gone; all else is served, and the service is ready', async () => {
    const { otro, servicio } = await dosServicios();
    expect(await codigo(servicio, KEY)).toBe(0);
    await otro.cerrar();
    for (let i = 0; i < 6; i++) expect(await codigo(servicio, KEY)).toBe(200);
    expect(servicio.metricas()).toMatch(/^curp_upstream_breaker_state 2$/m);
    expect(await servicio.operar('validar', { curp: KEY })).toMatchObject({ code_error: 0 });
    expect(await servicio.pedir('/readyz')).toMatchObject({ status: 200 });
  });
});

it('nothing of a record or of the token is written, to disk or to the log', async () => {
  const { servicio: primero, otro, url, token } = await dosServicios();
  const carpeta = nuevaCarpeta();
  const store = await openStore(`sqlite:${join(carpeta, 'curp.db')}`);
  const segundo = abrirServicio({ upstream: upstreamEn(url, token) }, { store });
  const { token: propio } = await segundo.crearProyecto({ cuota: 10 });
  expect(await segundo.operar('obtener_datos', { curp: KEY }, propio)).toMatchObject({ response: EXAMPLE_RECORD });
  expect(await codigo(segundo, CURP)).toBe(300);
  expect(await codigo(primero, KEY)).toBe(0);
  expect(await codigo(primero, KEY)).toBe(200);
  await segundo.cerrar();
  const enDisco = readdirSync(carpeta).map((archivo) => readFileSync(join(carpeta, archivo), 'latin1'));
  await store.close();
  expect(enDisco.join('')).toContain('obtener_datos'); // what is counted is there
  const servicios = [primero, segundo, otro];
  const escrito = [...enDisco, ...servicios.flatMap((uno) => [...uno.log, uno.metricas()])].join('\n');
  expect(tracesIn(escrito, [CURP, token, propio])).toEqual([]);
});

it('the process asks it, as its environment says', async () => {
  const { otro, url, token } = await dosServicios();
  const proceso = await Proceso.iniciar({ UPSTREAM_URL: `${url}/`, UPSTREAM_TOKEN: token, LOG_LEVEL: 'trace' });
  const ruta = `/curp/obtener_datos?token=pruebas&curp=`;
  expect(await proceso.pedir(ruta + KEY)).toMatchObject({ status: 200, sobre: { response: EXAMPLE_RECORD } });
  expect(await proceso.pedir(ruta + CURP)).toMatchObject({ status: 400, sobre: { code_error: 300 } });
  await otro.cerrar();
  expect(await proceso.pedir(ruta + KEY)).toMatchObject({ status: 503, sobre: { code_error: 200 } });
  expect(await proceso.terminar('SIGTERM')).toBe(0);
  expect(tracesIn(proceso.salida + proceso.errores, [CURP, token])).toEqual([]);
});
