/** `obtener_datos` with any source: its questions, its answers, and what it counts. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { CODES } from '@curp-service/contract/codes/service';
import { success } from '@curp-service/contract/envelope';
import { type Found, type Registry, enCadena } from '../src/registry/registry.js';
import { CLAVE, REGISTRO } from './fake-upstream.js';
import { CURP, abrirServicio } from './service.js';

/** A source that has one record. */
const UNO: Registry = { find: (curp) => (curp === CLAVE ? REGISTRO : 'no_registrada') };

/** A source that always answers the same, and the keys it was asked for. */
function siempre(hallado: Found): Registry & { readonly preguntas: string[] } {
  const preguntas: string[] = [];
  const buscar = async (curp: string): Promise<Found> => {
    preguntas.push(curp);
    return Promise.resolve(hallado);
  };
  return { preguntas, find: buscar, metrics: () => [`de_${preguntas.length} 1`] };
}

const ruta = (curp: string): string => `/curp/obtener_datos?token=pruebas&curp=${curp}`;

describe('the answer', () => {
  const servicio = abrirServicio({}, { registry: UNO });

  it('0: the record', async () => {
    const { envelope: sobre } = success(REGISTRO);
    expect(await servicio.pedir(ruta(CLAVE))).toMatchObject({ status: 200, sobre });
    expect(await servicio.operar('obtener_datos', { curp: ` ${CLAVE.toLowerCase()} ` })).toEqual(sobre);
    const headers = { authorization: 'Bearer pruebas', 'content-type': 'application/json' };
    const peticion = { method: 'POST', url: '/curp/obtener_datos', headers, payload: { curp: CLAVE } } as const;
    expect((await servicio.pedir(peticion)).sobre).toEqual(sobre);
  });

  it('300: not registered', async () => {
    const { status, sobre } = await servicio.pedir(ruta(CURP));
    const error_message = CODES.no_registrada.es;
    const errores = [{ code_error: 300, parametro: 'curp', error_message }];
    expect(status).toBe(400);
    expect(sobre).toEqual({ error: true, code_error: 300, error_message, response: { errores } });
    const enIngles = await servicio.pedir({ url: ruta(CURP), headers: { 'accept-language': 'en' } });
    expect(enIngles.sobre).toMatchObject({ code_error: 300, error_message: CODES.no_registrada.en });
  });

  it('200: the source does not answer, and Retry-After is set', async () => {
    const sinRespuesta = abrirServicio({}, { registry: siempre('sin_respuesta') });
    const { status, sobre, headers } = await sinRespuesta.pedir(ruta(CLAVE));
    expect({ status, retry: headers['retry-after'] }).toEqual({ status: 503, retry: '5' });
    expect(sobre).toMatchObject({ code_error: 200, error_message: CODES.sin_respuesta.es, response: {} });
  });

  it('a malformed key is not looked up', async () => {
    const registry = siempre(REGISTRO);
    const otro = abrirServicio({}, { registry });
    expect(await otro.operar('obtener_datos', { curp: '' })).toMatchObject({ code_error: 100 });
    expect(await otro.operar('obtener_datos', { curp: CLAVE.slice(1) })).toMatchObject({ code_error: 101 });
    const mal = (await otro.operar('obtener_datos', { curp: 'O1TR9A0517MDFLNN06' })).response.errores;
    expect(mal?.map(({ error_message }) => error_message)).toEqual([
      'La `curp` no está bien formada: en la posición 2, aquí va una vocal o X.',
      'La `curp` no está bien formada: en la posición 6, aquí va una cifra.',
    ]);
    expect(registry.preguntas).toEqual([]);
  });

  it('9: a source with a bug', async () => {
    const roto = abrirServicio({}, { registry: { find: async () => Promise.reject(new Error(CLAVE)) } });
    expect(await roto.pedir(ruta(CLAVE))).toMatchObject({ status: 500, sobre: { code_error: 9 } });
    expect(roto.log.join('')).toContain('"msg":"bug"');
    expect(roto.log.join('')).not.toContain(CLAVE);
  });
});

it('the example in docs/api.md is the record of the reference', () => {
  const documento = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  expect(documento).toContain(JSON.stringify(success(REGISTRO).envelope));
});

it('only a record that was found counts as usage and quota', async () => {
  const servicio = abrirServicio({}, { registry: enCadena([UNO]) });
  const { token, proyecto } = await servicio.crearProyecto({ cuota: 1 });
  for (const codigo of [300, 300, 300]) {
    expect((await servicio.operar('obtener_datos', { curp: CURP }, token)).code_error).toBe(codigo);
  }
  expect((await servicio.operar('obtener_datos', { curp: CLAVE }, token)).code_error).toBe(0);
  expect((await servicio.operar('obtener_datos', { curp: CLAVE }, token)).code_error).toBe(4);
  await servicio.cerrar();
  expect(await servicio.store.usage(proyecto.id, '2026-11-15', '2026-11-15')).toMatchObject([
    { operacion: 'obtener_datos', cuenta: 1 },
  ]);
});

describe('several sources', () => {
  const signal = new AbortController().signal;

  it.each<[primera: Found, segunda: Found, hallado: Found, preguntada: boolean]>([
    [REGISTRO, 'sin_respuesta', REGISTRO, false],
    ['no_registrada', REGISTRO, REGISTRO, true],
    ['no_registrada', 'no_registrada', 'no_registrada', true],
    ['no_registrada', 'sin_respuesta', 'sin_respuesta', true],
    ['sin_respuesta', REGISTRO, 'sin_respuesta', false],
  ])('%#: the next source is asked for a key that the first does not have', async (primera, segunda, hallado, preguntada) => {
    const otra = siempre(segunda);
    expect(await enCadena([siempre(primera), otra]).find(CLAVE, signal)).toBe(hallado);
    expect(otra.preguntas).toEqual(preguntada ? [CLAVE] : []);
  });

  it('share their metrics and are closed together', async () => {
    const close = vi.fn<() => void>();
    const registry = enCadena([UNO, siempre('no_registrada'), { ...siempre('no_registrada'), close }]);
    const servicio = abrirServicio({}, { registry });
    await servicio.operar('obtener_datos', { curp: CURP });
    expect(servicio.metricas()).toContain('\nde_1 1\nde_1 1\n');
    registry.close?.();
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe('a slow source', () => {
  /** A source that answers on command and records which searches were given up. */
  function lenta() {
    const buscando: { readonly signal: AbortSignal; readonly contestar: (hallado: Found) => void }[] = [];
    const buscar: Registry['find'] = async (_, signal) =>
      new Promise((contestar) => {
        buscando.push({ signal, contestar });
        signal.addEventListener('abort', () => contestar('sin_respuesta'));
      });
    return { buscando, find: buscar };
  }

  it('learns that the client left, and that is no failure of the service', async () => {
    const registry = lenta();
    const servicio = abrirServicio({}, { registry });
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 1 });
    const puerto = await servicio.escuchar();
    const peticion = request(`http://127.0.0.1:${puerto}/curp/obtener_datos?token=${token}&curp=${CLAVE}`);
    peticion.on('error', () => undefined).end();
    await vi.waitUntil(() => registry.buscando.length === 1, 20_000);
    peticion.destroy();
    await vi.waitUntil(() => servicio.log.some((linea) => linea.includes('"msg":"request"')), 20_000);
    expect(registry.buscando[0]?.signal.aborted).toBe(true);
    expect(JSON.parse(servicio.log.at(-1) ?? '')).toMatchObject({
      level: 'info',
      code_error: 8,
      proyecto: proyecto.id,
    });
    await servicio.cerrar();
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('gives the unit of quota back even if it ends after the stop began and its client left', async () => {
    const registry = lenta();
    const servicio = abrirServicio(
      {},
      {
        registry: { find: async (...datos) => wait(500, await registry.find(...datos)) },
      },
    );
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 1 });
    const puerto = await servicio.escuchar();
    const peticion = request(`http://127.0.0.1:${puerto}/curp/obtener_datos?token=${token}&curp=${CLAVE}`);
    peticion.on('error', () => undefined).end();
    await vi.waitUntil(() => registry.buscando.length === 1, 20_000);
    peticion.destroy();
    await servicio.cerrar();
    expect(await servicio.store.quotaTaken(proyecto.id, '2026-11')).toBe(0);
  });

  it('is waited for at a stop', async () => {
    const registry = lenta();
    const servicio = abrirServicio({}, { registry });
    const puerto = await servicio.escuchar();
    const respuesta = fetch(`http://127.0.0.1:${puerto}${ruta(CLAVE)}`);
    await vi.waitUntil(() => registry.buscando.length === 1, 20_000);
    const cierre = servicio.cerrar();
    registry.buscando[0]?.contestar(REGISTRO);
    expect(await (await respuesta).json()).toMatchObject({ code_error: 0, response: REGISTRO });
    await cierre;
  });
});
