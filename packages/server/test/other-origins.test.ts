/** Pages of other origins, proxies and other names of this machine cannot use the service with the public token `pruebas`. */
import { describe, expect, it } from 'vitest';
import { send } from './process.js';
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
  ['a program that names IPv6', { host: '[::1]:3000' }],
  ['a program that names another loopback address', { host: '127.8.9.10' }],
  ['a program that names the machine itself', { host: 'LocalHost:80' }],
];
const REMOTE: typeof OTHERS = [
  ['a page that gave its name our address', { host: 'evil.example:3000', 'sec-fetch-site': 'same-origin' }],
  ['such a page in an older browser', { host: 'evil.example', origin: 'http://evil.example' }],
  ['a name that begins like ours', { host: '127.0.0.1.evil.example' }],
  ['a name that ends like ours', { host: 'evil.localhost' }],
  ['an address of the network', { host: '192.168.1.10:3000' }],
  ['a proxy with TLS', { host: 'curp.example.mx', origin: 'https://curp.example.mx' }],
  ...['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Real-IP', 'Via', 'CF-Connecting-IP'].map(
    (name): (typeof OTHERS)[number] => [`a proxy that says so in ${name}`, { host: 'localhost', [name]: 'x' }],
  ),
];
const file = { method: 'POST' as const, payload: HEADER + GOOD };

describe('the token `pruebas`', () => {
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

  it.each(REMOTE)('is refused to %s, with what to set', async (_, headers) => {
    for (const request of requests(headers)) {
      const { status, sobre } = await service.request(request);
      expect([status, sobre.code_error]).toEqual([401, 2]);
      expect(sobre.error_message).toContain('`DEMO_TOKEN=on`');
    }
  });

  it.each(REMOTE)('works for %s if the operator turned it on', async (_, headers) => {
    const open = openService({ demoToken: true });
    expect(await open.request({ url: '/curp/entidades?token=pruebas', headers })).toMatchObject({ status: 200 });
  });

  it('needs HTTP/1.1 and a name, because proxies speak HTTP/1.0 and name the server that they ask', async () => {
    const port = await service.listen();
    const get = async (version: string, ...headers: string[]) => {
      const lines = [`GET /curp/entidades?token=pruebas HTTP/${version}`, ...headers, 'Connection: close', '', ''];
      const [answer] = await send(port, lines.join('\r\n'));
      return answer?.status;
    };
    expect(await get('1.1', `Host: 127.0.0.1:${port}`)).toBe(200);
    expect(await get('1.1')).toBe(401);
    expect(await get('1.0')).toBe(401);
    expect(await get('1.0', `Host: 127.0.0.1:${port}`)).toBe(401);
  });

  it('is an unknown token to all of them if the operator turned it off', async () => {
    const closed = openService({ demoToken: false });
    for (const [, headers] of REMOTE) {
      const { sobre } = await closed.request({ url: '/curp/entidades?token=pruebas', headers });
      expect(sobre.error_message).toContain('no existe');
    }
  });

  it.each(OWN)('works for %s', async (_, headers) => {
    const answers = await Promise.all(requests(headers).map(async (request) => service.request(request)));
    // The key is not registered, and without PostgreSQL there are no jobs.
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
