/** `npm start` works in a checkout that its user may not write, and a signal to npm reaches the service. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SOON } from '../packages/server/test/soon.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const START = 'packages/server/start.mjs';
const AS_NOBODY = ['--reuid=65534', '--regid=65534', '--clear-groups'];
const canRead = spawnSync('setpriv', [...AS_NOBODY, 'cat', root + START]).status === 0;

function newFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'curp-start-'));
  chmodSync(folder, mode);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it.skipIf(!canRead)('npm start by another user serves, and SIGTERM ends it in order (needs root)', async () => {
  const folder = newFolder(0o777);
  const database = join(folder, 'curp.db');
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    DATABASE_URL: `sqlite:${database}`,
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const npm = spawn('setpriv', [...AS_NOBODY, 'npm', 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(npm, 'exit');
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await vi.waitFor(() => expect(output).toContain('http://127.0.0.1:'), SOON);
  expect(existsSync(`${database}-wal`)).toBe(true);
  npm.kill('SIGTERM');
  await ended;
  // SQLite deletes its log when the service closes the database, and not if the service is killed.
  await vi.waitFor(() => expect(existsSync(`${database}-wal`)).toBe(false), SOON);
});

it.skipIf(!canRead)('npm start by another user says that the service is not built (needs root)', () => {
  const folder = newFolder(0o755);
  mkdirSync(join(folder, 'packages/server'), { recursive: true });
  copyFileSync(root + START, join(folder, START));
  const { stderr, status } = spawnSync('setpriv', [...AS_NOBODY, process.execPath, join(folder, START)]);
  expect([status, stderr.toString()]).toEqual([1, expect.stringMatching(/^The service is not built, .*\n$/)]);
});

it('no script of a manifest needs a POSIX shell to start', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: { start: string } };
  expect(scripts.start).toMatch(/^node [\w=./ -]+$/);
  for (const manifest of globSync('{package,packages/*/package}.json', { cwd: root }))
    expect(readFileSync(root + manifest, 'utf8')).not.toMatch(/\bexec\b/);
});
