/** The page at `/`: its files, compressed where that is understood, and not sent twice. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { abrirServicio } from './service.js';

const pagina = mkdtempSync(join(tmpdir(), 'curp-pagina-'));
writeFileSync(join(pagina, 'index.html'), '<!doctype html><title>ñ</title>');
writeFileSync(join(pagina, 'pagina.js'), 'void 0;');
afterAll(() => rmSync(pagina, { recursive: true }));

const servicio = abrirServicio({}, { page: pagina });

it.each(['/', '/index.html'])('%s', async (url) => {
  const { status, headers, texto } = await servicio.pedir(url);
  expect(status).toBe(200);
  expect(texto).toContain('<title>ñ</title>');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
    'x-content-type-options': 'nosniff',
  });
});

it('is compressed for those who say so', async () => {
  const puerto = await servicio.escuchar();
  const respuesta = await fetch(`http://127.0.0.1:${puerto}/pagina.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect(respuesta.headers.get('content-encoding')).toBe('gzip');
  expect(await respuesta.text()).toBe('void 0;');
});

it('is not sent again to whoever has it', async () => {
  const { headers } = await servicio.pedir('/pagina.js');
  const otra = await servicio.pedir({ url: '/pagina.js', headers: { 'if-none-match': headers['etag'] ?? '' } });
  expect(otra).toMatchObject({ status: 304, texto: '' });
});

it('is not there where there is none', async () => {
  expect(await abrirServicio().pedir('/')).toMatchObject({ status: 404, sobre: { code_error: 6 } });
});

it('takes nothing from outside its folder', async () => {
  for (const url of ['/../package.json', '/..%2fpackage.json', '/pagina.js/../../x']) {
    expect((await servicio.pedir(url)).status).toBe(404);
  }
});
