/** The files to deploy with: what can be held of them where no engine is at hand. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../packages/server/src/routes/index.js';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const leer = (archivo: string): string => readFileSync(`${raiz}${archivo}`, 'utf8');

it('nginx writes no address to its log, where a person might stand', () => {
  const conf = leer('deploy/nginx.conf');
  const [formato = ''] = /log_format [^;]+;/.exec(conf) ?? [];
  expect(formato).toContain('$request_id');
  expect(formato).not.toMatch(/\$(request|request_uri|uri|args|query_string|arg_\w+|http_\w+|cookie_\w+)\b(?!_)/);
  expect(conf.match(/access_log [^;]+;/g)).toEqual(['access_log /dev/stdout sin_datos;']);
  expect(conf.match(/error_log [^;]+;/g)).toEqual(['error_log /dev/stderr emerg;']);
});

it('what nginx answers by itself is in the envelope', () => {
  const sobres = Array.from(leer('deploy/nginx.conf').matchAll(/return (\d+) '(.+)';/g), ([, status, sobre = '']) => [
    Number(status),
    JSON.parse(sobre) as unknown,
  ]);
  expect(sobres).toMatchObject([
    [503, { error: true, code_error: 9, response: {} }],
    [400, { error: true, code_error: 8, response: {} }],
  ]);
});

it('nginx knows every operation', () => {
  const nombres = OPERATIONS.map(({ name: nombre }) => nombre).toSorted();
  const listas = Array.from(
    leer('deploy/nginx.conf').matchAll(/\^\/curp\/\((?:\?<nombre>)?([\w|?]+)\)/g),
    ([, lista = '']) => lista.split('|').filter((nombre) => nombre !== 'lotes?'),
  );
  expect(listas).toEqual([nombres, nombres]);
});

it('the image has every package, and runs as nobody in particular', () => {
  const dockerfile = leer('Dockerfile');
  for (const manifiesto of globSync('packages/*/package.json', { cwd: raiz })) {
    expect(dockerfile).toContain(`COPY ${manifiesto} `);
    expect(dockerfile).toContain(`/app/${manifiesto.replace('package.json', 'dist')} `);
  }
  expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('FROM '));
});
