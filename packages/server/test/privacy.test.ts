/** No name, date, key or token reaches a log line, a metric or an error, at any level. */
import { Lote } from '@curp-service/lote';
import { describe, expect, it, vi } from 'vitest';
import type { Operation } from '../src/routes/operation.js';
import { CURP, PERSONA, SECRETOS, abrirServicio } from './service.js';
import { Subida, subir } from './upload.js';

const RASTROS = [
  'Zenobia',
  'ZENOBIA',
  'Quetzalli',
  'QUETZALLI',
  'Yáñez',
  'Y%C3%A1',
  'YÁÑEZ',
  '1957',
  '571123',
  'QUYZ',
  'abretesesamo',
  CURP,
];

const rota: Operation = {
  name: 'rota',
  summary: '',
  description: '',
  parameters: [
    'nombres',
    'apellido_paterno',
    'apellido_materno',
    'anio_nacimiento',
    'mes_nacimiento',
    'dia_nacimiento',
  ],
  codes: [417],
  example: {},
  schema: (t) => t.Object({}),
  run: (valores) => {
    // A message of several lines, one of which looks like a place in the code.
    throw new TypeError(`cannot read ${JSON.stringify(valores)}\n    at ${CURP} (${CURP}.js:1:1)`, { cause: valores });
  },
};

describe('personal data are never written', () => {
  it('for any request, whether it succeeds or fails', async () => {
    const servicio = abrirServicio();
    const conRota = abrirServicio({}, { operations: [rota, { ...rota, name: 'rota2', codes: [] }] });
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 2, limite: 4 });
    const consulta = new URLSearchParams(SECRETOS).toString();
    const headers = {
      'user-agent': 'abretesesamo',
      cookie: 'abretesesamo',
      'x-request-id': CURP,
      referer: `http://x/?${consulta}`,
    };
    for (const t of ['pruebas', token, 'abretesesamo', `curp_abretesesamo`]) {
      for (const operacion of [
        'calcular_curp',
        'validar',
        'cotejar',
        'obtener_datos',
        'entidades',
        CURP,
        `validar/${CURP}`,
      ]) {
        for (const extra of ['', '&sexo=x', '&nombres=%zz', '&detalle=9', `&curp=${CURP}`, '&x=abretesesamo']) {
          await servicio.pedir({ url: `/curp/${operacion}?token=${t}&${consulta}${extra}`, headers });
        }
        for (const method of ['POST', 'PUT', 'OPTIONS'] as const) {
          const payload = JSON.stringify({ token: t, ...SECRETOS, curp: CURP });
          await servicio.pedir({
            method,
            url: `/curp/${operacion}`,
            headers: { ...headers, 'content-type': 'application/json' },
            payload,
          });
          await servicio.pedir({
            method,
            url: `/curp/${operacion}`,
            headers: { ...headers, 'content-type': 'text/abretesesamo' },
            payload,
          });
          await servicio.pedir({
            method,
            url: `/curp/${operacion}`,
            headers: { ...headers, 'content-type': 'application/json' },
            payload: payload.slice(1),
          });
        }
      }
    }
    for (const operacion of ['rota', 'rota2'])
      await conRota.pedir({ url: `/curp/${operacion}?token=pruebas&${consulta}`, headers });
    const escrito = [...servicio.log, ...conRota.log, servicio.metricas(), conRota.metricas()].join('\n');
    for (const rastro of [...RASTROS, token, token.slice(0, 20)]) expect(escrito).not.toContain(rastro);
    expect(escrito).toContain(proyecto.id);
    expect(servicio.log.length).toBeGreaterThan(100);
    expect(conRota.log.join('')).toContain('privacy.test.ts'); // where in the code it arose
  });

  it('for a file, whether it succeeds or fails', async () => {
    const servicio = abrirServicio();
    const puerto = await servicio.escuchar();
    const { token, proyecto } = await servicio.crearProyecto({ cuota: 2 });
    const conCurp = { ...SECRETOS, curp: CURP };
    const cabecera = Object.keys(conCurp).join(',');
    const fila = Object.values(conCurp).join(',');
    const archivos = [
      `${cabecera}\n${fila}\n${fila}\n${fila}\n`, // the last one is beyond the quota
      `${cabecera}\n${fila},de más\n"${fila}\n`,
      `${fila}\n${fila}\n`, // no header: what stands there are data
      `nombres,${fila}\n${fila}\n`,
      `${JSON.stringify(conCurp)}\n${JSON.stringify({ ...SECRETOS, anio_nacimiento: 1957 })}\n{"Zenobiaxq`,
    ];
    for (const t of ['pruebas', token, 'abretesesamo']) {
      for (const tipo of ['text/csv', 'application/x-ndjson', 'text/abretesesamo', 'text/csv; charset=abretesesamo']) {
        for (const consulta of [
          '',
          '&operacion=validar',
          '&operacion=Zenobiaxq',
          '&columna_nombres=Zenobiaxq',
          '&x=%zz',
        ]) {
          const headers = { 'content-type': tipo, 'user-agent': 'abretesesamo' };
          for (const archivo of archivos) await subir(puerto, archivo, `token=${t}${consulta}`, headers);
        }
      }
    }
    const cortada = new Subida(puerto).enviar(`${cabecera}\n${fila}\n`);
    await cortada.lineas(2);
    cortada.peticion.destroy();
    await vi.waitUntil(() => servicio.log.some((linea) => linea.includes('"cortado":true')), 20_000);
    vi.spyOn(Lote.prototype, 'finish').mockImplementation(() => {
      throw new TypeError(`cannot read ${fila}`);
    });
    await subir(puerto, `${cabecera}\n${fila}\n`);
    vi.restoreAllMocks();
    const escrito = [...servicio.log, servicio.metricas()].join('\n');
    for (const rastro of [...RASTROS, token, token.slice(0, 20)]) expect(escrito).not.toContain(rastro);
    expect(escrito).toContain(proyecto.id);
    expect(escrito).toContain('"msg":"bug"');
    expect(servicio.log.length).toBeGreaterThan(200);
  });

  it('a log line has only these fields', async () => {
    const servicio = abrirServicio();
    await servicio.operar('calcular_curp', PERSONA);
    expect(JSON.parse(servicio.log.at(-1) ?? '')).toEqual({
      level: 'debug',
      time: expect.any(String) as string,
      operacion: 'calcular_curp',
      status: 200,
      code_error: 0,
      ms: expect.any(Number) as number,
      proyecto: 'pruebas',
      request_id: expect.stringMatching(/^[0-9a-f]{10}-\d+$/) as string,
      msg: 'request',
    });
  });

  it('successes are not logged at info', async () => {
    const servicio = abrirServicio({ logLevel: 'info' });
    await servicio.operar('calcular_curp', PERSONA);
    expect(servicio.log).toEqual([]);
    await servicio.operar('calcular_curp', {});
    expect(servicio.log.length).toBe(1);
  });

  it('no cache keeps an answer, and no address is passed on', async () => {
    const servicio = abrirServicio();
    for (const url of ['/curp/validar?token=pruebas&curp=X', '/curp/validar', '/curp/nada', '/nada']) {
      expect((await servicio.pedir(url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('a message never repeats what was sent', async () => {
    const servicio = abrirServicio();
    for (const cambio of [
      { sexo: 'Zenobia' },
      { entidad: 'Zenobia' },
      { anio_nacimiento: 'Zenobia' },
      { detalle: 'Zenobia' },
      { nombres: '1957' },
    ]) {
      expect(JSON.stringify(await servicio.operar('calcular_curp', { ...SECRETOS, ...cambio }))).not.toMatch(
        /Zenobia|1957/,
      );
    }
    expect(JSON.stringify(await servicio.operar('obtener_datos', { curp: 'ZENOBIA' }))).not.toContain('ZENOBIA');
  });
});

describe('the id of a request', () => {
  const pedido = async (trustProxy: boolean, id: string) => {
    const { headers } = await abrirServicio({ trustProxy }).pedir({
      url: '/curp/nada',
      headers: { 'x-request-id': id },
    });
    return headers['x-request-id'];
  };
  const uuid = '0d9a3c52-6f1e-4a57-9d8a-2f5f0c6b7e11';

  it('is taken from a trusted proxy if it has the right form', async () => {
    expect(await pedido(true, uuid)).toBe(uuid);
    expect(await pedido(true, uuid.replaceAll('-', ''))).toBe(uuid.replaceAll('-', ''));
    expect(await pedido(true, CURP)).toMatch(/^[0-9a-f]{10}-1$/);
    expect(await pedido(false, uuid)).toMatch(/^[0-9a-f]{10}-1$/);
  });
});
