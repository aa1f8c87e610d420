/** Checks the files for deployment, as far as possible without a container engine. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EXIT } from '../packages/cli/src/failure.js';
import { SOON } from '../packages/server/test/soon.js';
import { has } from './tools.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

it('nginx logs no address, which might contain personal data', () => {
  const conf = read('deploy/nginx.conf');
  const [format = ''] = /log_format [^;]+;/.exec(conf) ?? [];
  expect(format).toContain('$request_id');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|arg_\w+|http_\w+|cookie_\w+)\b(?!_)/);
  expect(conf.match(/access_log [^;]+;/g)).toEqual(['access_log /dev/stdout sin_datos;']);
  expect(conf.match(/error_log [^;]+;/g)).toEqual(['error_log /dev/stderr emerg;']);
});

it('the answers of nginx itself are in the envelope', () => {
  const envelopes = Array.from(
    read('deploy/nginx.conf').matchAll(/(\w+) '(\{.+\})';/g),
    ([, status, envelope = '']) => [status, JSON.parse(envelope) as unknown],
  );
  expect(envelopes).toMatchObject([
    ['405', { error: true, code_error: 7, response: {} }],
    ['413', { error: true, code_error: 8, response: {} }],
    ['429', { error: true, code_error: 5, response: {} }],
    ['501', { error: true, code_error: 8, response: {} }],
    ['505', { error: true, code_error: 8, response: {} }],
    ['default', { error: true, code_error: 8, response: {} }],
    ['503', { error: true, code_error: 9, response: {} }],
  ]);
});

it('compose.yaml reloads nginx when the addresses of the replicas change, and only then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'curp-compose-'));
  const file = (name: string): string => join(folder, name);
  const program = (name: string, lines: string): void =>
    writeFileSync(file(name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  program('getent', `cat ${file('addresses')}; touch ${file('asked')}`);
  program('nginx', `if [ "$1" = -s ]; then echo "$2" >> ${file('signals')}; else exec sleep 60; fi`);
  writeFileSync(file('addresses'), '10.0.0.1 STREAM replicas\n10.0.0.2 STREAM replicas\n');
  const [, script = ''] = /- \|\n([^]+?)\n {4}ports:/.exec(read('compose.yaml')) ?? [];
  const command = script.replaceAll('$$', '$').replace('sleep 5', 'sleep 0.1');
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const child = spawn('sh', ['-c', command], { env, stdio: 'ignore', detached: true });
  onTestFinished(async () => {
    process.kill(-(child.pid ?? 0), 'SIGKILL'); // The loop ends too.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  const askedAgain = async (): Promise<void> => {
    rmSync(file('asked'), { force: true });
    await vi.waitUntil(() => existsSync(file('asked')), SOON);
  };
  await askedAgain();
  writeFileSync(file('addresses'), '10.0.0.2 STREAM replicas\n10.0.0.1 STREAM replicas\n'); // The addresses are in another order.
  await askedAgain();
  await askedAgain();
  expect(existsSync(file('signals'))).toBe(false);
  writeFileSync(file('addresses'), '10.0.0.2 STREAM replicas\n10.0.0.3 STREAM replicas\n');
  await vi.waitUntil(() => existsSync(file('signals')), SOON);
  writeFileSync(file('addresses'), ''); // The name server is away.
  await askedAgain();
  await askedAgain();
  expect(readFileSync(file('signals'), 'utf8')).toBe('reload\n');
});

it('the image is built from every package, contains the bundle and does not run as root', () => {
  const dockerfile = read('Dockerfile');
  for (const manifest of globSync('packages/*/package.json', { cwd: root }))
    expect(dockerfile).toContain(`COPY ${manifest} `);
  expect(dockerfile).toContain('\nRUN node build.mjs\n');
  const [, sources = ''] = /SOURCES = \[([^]*?)\]/.exec(read('build.mjs')) ?? [];
  for (const [, name = ''] of sources.matchAll(/'(.+?)'/g)) {
    expect(dockerfile).toMatch(new RegExp(`^COPY (.* )?${name} `, 'm'));
    expect(read('.dockerignore')).toContain(`\n!${name}\n`);
  }
  for (const folder of ['bin', 'dist/bundle'])
    expect(dockerfile).toContain(`COPY --from=build /app/packages/cli/${folder} packages/cli/${folder}\n`);
  expect(dockerfile.lastIndexOf('USER node')).toBeGreaterThan(dockerfile.lastIndexOf('FROM '));
});

it('systemd gives up on wrong settings, and never on a database that is away', () => {
  const unit = read('deploy/curp-service.service');
  expect(unit).toContain('\nRestart=on-failure\n');
  expect(unit).toContain('\nStartLimitIntervalSec=0\n');
  const [, codes = ''] = /^RestartPreventExitStatus=(.+)$/m.exec(unit) ?? [];
  expect(codes.split(' ')).toEqual([String(EXIT.USAGE), String(EXIT.CONFIG)]);
});

it.skipIf(!has('systemd-analyze'))('systemd accepts the unit and finds little exposed (needs systemd-analyze)', () => {
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
