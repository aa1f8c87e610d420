/** The page at `/` and its files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { openService } from './service.js';

const pagina = mkdtempSync(join(tmpdir(), 'curp-pagina-'));
writeFileSync(join(pagina, 'index.html'), '<!doctype html><title>ñ</title>');
writeFileSync(join(pagina, 'pagina.js'), 'void 0;');
afterAll(() => rmSync(pagina, { recursive: true }));

const service = openService({}, { page: pathToFileURL(`${pagina}/`) });

it.each(['/', '/index.html'])('%s answers the page', async (url) => {
  const { status, headers, texto } = await service.request(url);
  expect(status).toBe(200);
  expect(texto).toContain('<title>ñ</title>');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
    'x-content-type-options': 'nosniff',
  });
});

it('a service without the folder of the page has no page', async () => {
  expect(await openService().request('/')).toMatchObject({ status: 404, sobre: { code_error: 6 } });
});

it('the service serves no file outside the folder of the page', async () => {
  for (const url of ['/../package.json', '/..%2fpackage.json', '/pagina.js/../../x']) {
    expect((await service.request(url)).status).toBe(404);
  }
});
