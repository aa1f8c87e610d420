/** Pages of other origins: what a browser sends for them never opens the service with the token that everybody knows. */
import { describe, expect, it } from 'vitest';
import { CURP, openService } from './service.js';
import { CSV, GOOD, HEADER } from './upload.js';

const OTHERS: [name: string, headers: Readonly<Record<string, string>>][] = [
  ['an object or a frame of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a prefetch of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a page on another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8080' }],
  ['a page from disk', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['a page in an older browser', { origin: 'https://ajena.example', host: '127.0.0.1:3000' }],
  ['a form of such a page in an older browser', { origin: 'null', host: '127.0.0.1:3000' }],
];
const OWN: typeof OTHERS = [
  ['a program', {}],
  ['fetch of Node', { 'sec-fetch-mode': 'cors' }],
  ['an address that a person typed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['the page of the service', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' }],
  ['the page of the service in an older browser', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  ['the page behind a proxy with TLS', { origin: 'https://curp.example.mx', host: 'curp.example.mx' }],
];
const file = { method: 'POST' as const, payload: HEADER + GOOD };

describe('`pruebas`', () => {
  const service = openService({ padron: true });
  const requests = (headers: Readonly<Record<string, string>>) => [
    { url: `/curp/validar?token=pruebas&curp=${CURP}`, headers },
    { url: `/curp/obtener_datos?token=pruebas&curp=${CURP}`, headers },
    { url: `/curp/obtener_datos?curp=${CURP}`, headers: { ...headers, authorization: 'Bearer pruebas' } },
    { url: '/curp/lote?token=pruebas', headers: { ...headers, ...CSV }, ...file },
    { url: '/curp/lotes?token=pruebas', headers: { ...headers, ...CSV }, ...file },
    { url: `/curp/lotes/lote_${'0'.repeat(24)}?token=pruebas`, headers },
  ];

  it.each(OTHERS)('is refused to %s, with the same answer for everything', async (_, headers) => {
    for (const request of requests(headers)) {
      const { status, sobre } = await service.request(request);
      expect([status, sobre.code_error]).toEqual([401, 2]);
      expect(sobre.error_message).toContain('otro origen');
    }
  });

  it.each(OWN)('works for %s', async (_, headers) => {
    const answers = await Promise.all(requests(headers).map(async (request) => service.request(request)));
    // Not registered; and without PostgreSQL, no jobs.
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 200, 503, 503]);
  });
});

it('the token of a project works from any page that `CORS_ORIGIN` allows', async () => {
  const service = openService({ corsOrigin: ['https://ejemplo.mx'] });
  const { token } = await service.createProject();
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://ejemplo.mx' };
  const { status, headers: answered } = await service.request({
    url: `/curp/validar?token=${token}&curp=${CURP}`,
    headers,
  });
  expect(status).toBe(200);
  expect(answered['access-control-allow-origin']).toBe('https://ejemplo.mx');
});

it.each(['/curp/validar?token=pruebas', '/curp/nada', '/docs', '/openapi.json'])(
  'no page of another origin may embed the answer to %s',
  async (url) => {
    const { headers } = await openService().request(url);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  },
);
