/** No name, date, key or token reaches a log line, a metric or an error, at any level. */
import { describe, expect, it, vi } from 'vitest';
import type { Operation } from '../src/routes/operation.js';
import { CURP, PERSONA, SECRETS, openService } from './service.js';
import { Upload, uploadFile } from './upload.js';
import { Pool } from '../src/files/pool.js';
import { FAILING_WORKER } from './broken-worker.js';
import { SOON } from './soon.js';

/** No figure of a log or a metric can contain one of these: a year or six digits could be one by chance. */
const TRACES = [
  'Zenobia',
  'ZENOBIA',
  'Quetzalli',
  'QUETZALLI',
  'Yáñez',
  'Y%C3%A1',
  'YÁÑEZ',
  '1957-11',
  '23/11/1957',
  'nacimiento=1957',
  '"1957"',
  ',1957,',
  '571123M',
  'QUYZ',
  'abretesesamo',
  CURP,
];

const broken: Operation = {
  name: 'rota',
  summary: ['', ''],
  about: ['', ''],
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
  schema: {},
  run: (valores) => {
    // The message has several lines, one of which looks like a position in the code.
    throw new TypeError(`cannot read ${JSON.stringify(valores)}\n    at ${CURP} (${CURP}.js:1:1)`, { cause: valores });
  },
};

describe('personal data are never written', () => {
  it('for any request, whether it succeeds or fails', async () => {
    const service = openService();
    const withBroken = openService({}, { operations: [broken, { ...broken, name: 'rota2', codes: [] }] });
    const { token, proyecto } = await service.createProject({ cuota: 2, limite: 4 });
    const query = new URLSearchParams(SECRETS).toString();
    const headers = {
      'user-agent': 'abretesesamo',
      cookie: 'abretesesamo',
      'x-request-id': CURP,
      referer: `http://x/?${query}`,
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
          await service.request({ url: `/curp/${operacion}?token=${t}&${query}${extra}`, headers });
        }
        for (const method of ['POST', 'PUT', 'OPTIONS'] as const) {
          const payload = JSON.stringify({ token: t, ...SECRETS, curp: CURP });
          await service.request({
            method,
            url: `/curp/${operacion}`,
            headers: { ...headers, 'content-type': 'application/json' },
            payload,
          });
          await service.request({
            method,
            url: `/curp/${operacion}`,
            headers: { ...headers, 'content-type': 'text/abretesesamo' },
            payload,
          });
          await service.request({
            method,
            url: `/curp/${operacion}`,
            headers: { ...headers, 'content-type': 'application/json' },
            payload: payload.slice(1),
          });
        }
      }
    }
    for (const operacion of ['rota', 'rota2'])
      await withBroken.request({ url: `/curp/${operacion}?token=pruebas&${query}`, headers });
    const all = [...service.log, ...withBroken.log, service.metrics(), withBroken.metrics()];
    const written = all.join('\n');
    for (const trace of [...TRACES, token, token.slice(0, 20)]) expect(written).not.toContain(trace);
    expect(written).toContain(proyecto.id);
    expect(service.log.length).toBeGreaterThan(50);
    expect(withBroken.log.join('')).toContain('privacy.test.ts'); // This is where in the code it arose.
  });

  it('for a file, whether it succeeds or fails', async () => {
    const service = openService();
    const port = await service.listen();
    const { token, proyecto } = await service.createProject({ cuota: 2 });
    const withCurp = { ...SECRETS, curp: CURP };
    const header = Object.keys(withCurp).join(',');
    const row = Object.values(withCurp).join(',');
    const files = [
      `${header}\n${row}\n${row}\n${row}\n`, // The last row is beyond the quota.
      `${header}\n${row},de más\n"${row}\n`,
      `${row}\n${row}\n`, // The file has no header, so its first row is data.
      `nombres,${row}\n${row}\n`,
      `${JSON.stringify(withCurp)}\n${JSON.stringify({ ...SECRETS, anio_nacimiento: 1957 })}\n{"Zenobiaxq`,
    ];
    for (const t of ['pruebas', token, 'abretesesamo']) {
      for (const type of ['text/csv', 'application/x-ndjson', 'text/abretesesamo', 'text/csv; charset=abretesesamo']) {
        for (const query of [
          '',
          '&sexo=hm',
          '&operacion=validar',
          '&operacion=Zenobiaxq',
          '&columna_nombres=Zenobiaxq',
          '&x=%zz',
        ]) {
          const headers = { 'content-type': type, 'user-agent': 'abretesesamo' };
          for (const file of files) await uploadFile(port, file, `token=${t}${query}`, headers);
        }
      }
    }
    const cut = new Upload(port).send(`${header}\n${row}\n`);
    await vi.waitUntil(() => service.metrics().includes('\ncurp_lote_files 1\n'), SOON);
    cut.request.destroy();
    await vi.waitUntil(() => service.log.some((line) => line.includes('"cortado":true')), 20_000);
    const failing = openService({}, { pool: new Pool({ worker: FAILING_WORKER }) });
    await uploadFile(await failing.listen(), `${header}\n${row}\n`);
    const written = [...service.log, ...failing.log, service.metrics()].join('\n');
    for (const trace of [...TRACES, token, token.slice(0, 20)]) expect(written).not.toContain(trace);
    expect(written).toContain(proyecto.id);
    expect(written).toContain('"msg":"bug"');
    expect(service.log.length).toBeGreaterThan(80);
  });

  it('in a log line, which has only these fields', async () => {
    const service = openService();
    await service.operate('calcular_curp', PERSONA);
    expect(JSON.parse(service.log.at(-1) ?? '')).toEqual({
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

  it('at the level info, which logs no successes', async () => {
    const service = openService({ logLevel: 'info' });
    await service.operate('calcular_curp', PERSONA);
    expect(service.log).toEqual([]);
    await service.operate('calcular_curp', {});
    expect(service.log.length).toBe(1);
  });

  it('by a cache or a referrer', async () => {
    const service = openService();
    for (const url of ['/curp/validar?token=pruebas&curp=X', '/curp/validar', '/curp/nada', '/nada']) {
      expect((await service.request(url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('in a message, which never repeats what was sent', async () => {
    const service = openService();
    for (const change of [
      { sexo: 'Zenobia' },
      { entidad: 'Zenobia' },
      { anio_nacimiento: 'Zenobia' },
      { detalle: 'Zenobia' },
      { nombres: '1957' },
    ]) {
      expect(JSON.stringify(await service.operate('calcular_curp', { ...SECRETS, ...change }))).not.toMatch(
        /Zenobia|1957/,
      );
    }
    expect(JSON.stringify(await service.operate('obtener_datos', { curp: 'ZENOBIA' }))).not.toContain('ZENOBIA');
  });
});

describe('the id of a request', () => {
  const asked = async (trustProxy: boolean, id: string) => {
    const { headers } = await openService({ trustProxy }).request({
      url: '/curp/nada',
      headers: { 'x-request-id': id },
    });
    return headers['x-request-id'];
  };
  const uuid = '0d9a3c52-6f1e-4a57-9d8a-2f5f0c6b7e11';

  it('comes from a trusted proxy if it has the right form', async () => {
    expect(await asked(true, uuid)).toBe(uuid);
    expect(await asked(true, uuid.replaceAll('-', ''))).toBe(uuid.replaceAll('-', ''));
    expect(await asked(true, CURP)).toMatch(/^[0-9a-f]{10}-1$/);
    expect(await asked(false, uuid)).toMatch(/^[0-9a-f]{10}-1$/);
  });
});
