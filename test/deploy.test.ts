/** Checks the files for deployment, as far as possible without a container engine. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { OPERATIONS } from '../packages/server/src/routes/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

it('nginx logs no address, which might hold data of a person', () => {
  const conf = read('deploy/nginx.conf');
  const [format = ''] = /log_format [^;]+;/.exec(conf) ?? [];
  expect(format).toContain('$request_id');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|arg_\w+|http_\w+|cookie_\w+)\b(?!_)/);
  expect(conf.match(/access_log [^;]+;/g)).toEqual(['access_log /dev/stdout sin_datos;']);
  expect(conf.match(/error_log [^;]+;/g)).toEqual(['error_log /dev/stderr emerg;']);
});

it('Caddy logs nothing of a request', () => {
  const conf = read('deploy/Caddyfile');
  expect(conf).toContain('request delete');
  expect(conf).toContain('level PANIC');
  const [, envelope = ''] = /respond `(.+)` 503/.exec(conf) ?? [];
  expect(JSON.parse(envelope)).toMatchObject({ error: true, code_error: 9, response: {} });
});

it('answers of nginx itself are in the envelope', () => {
  const envelopes = Array.from(
    read('deploy/nginx.conf').matchAll(/(\w+) '(\{.+\})';/g),
    ([, status, envelope = '']) => [status, JSON.parse(envelope) as unknown],
  );
  expect(envelopes).toMatchObject([
    ['405', { error: true, code_error: 7, response: {} }],
    ['501', { error: true, code_error: 8, response: {} }],
    ['505', { error: true, code_error: 8, response: {} }],
    ['default', { error: true, code_error: 8, response: {} }],
    ['503', { error: true, code_error: 9, response: {} }],
  ]);
});

it('nginx names every operation', () => {
  const names = OPERATIONS.map(({ name }) => name).toSorted();
  const lists = Array.from(
    read('deploy/nginx.conf').matchAll(/\^\/curp\/\((?:\?<nombre>)?([\w|?]+)\)/g),
    ([, list = '']) => list.split('|').filter((nombre) => nombre !== 'lotes?'),
  );
  expect(lists).toEqual([names, names]);
});

it('the image contains every package and does not run as root', () => {
  const dockerfile = read('Dockerfile');
  for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
    expect(dockerfile).toContain(`COPY ${manifest} `);
    expect(dockerfile).toContain(`/app/${manifest.replace('package.json', 'dist')} `);
  }
  expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('FROM '));
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;

it.skipIf(!hasSystemd)('systemd accepts the unit and finds little exposed (needs systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curp-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unit = join(folder, 'curp-service.service');
  // systemd looks for the program of the unit.
  const text = read('deploy/curp-service.service').replaceAll(
    '/opt/curp-service/node_modules/.bin/node',
    process.execPath,
  );
  writeFileSync(unit, text);
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect(verified.stderr).not.toContain('curp-service.service:');
  const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
  expect([status, stdout.toString()]).toEqual([0, expect.any(String)]);
});
