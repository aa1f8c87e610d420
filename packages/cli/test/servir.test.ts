/** `curp servir` runs the service as `npm start` does, with its signals and exit codes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, EN, startService, workspace } from './curp.js';
import { MAIN } from '../../server/test/process.js';
import { has } from '../../../test/tools.js';
import { inTerminal } from './terminal.js';

const NO_EXECVE = { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' } as const;

/** Starts a service in a new folder, whose `.env` has an invalid port. */
async function startInFolder(others: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { dir, env } = workspace();
  writeFileSync(join(dir, '.env'), 'PORT=nada\n');
  return startService(dir, { ...env, ...others }, ...words);
}

describe.each([
  ['in place of the process of curp', {}],
  ['in the process of curp, without execve', NO_EXECVE],
])('%s', (_, others) => {
  it.each(['SIGTERM', 'SIGINT'] as const)('serves, and exits with 0 at %s', async (signal) => {
    const { child, base, end } = await startInFolder(others, '--port', '0');
    expect((await fetch(`${base}/curp/entidades?token=pruebas`)).status).toBe(200);
    child.kill(signal);
    child.kill(signal);
    expect(await end).toEqual([0, null]);
  });

  it('goes on at SIGHUP and SIGUSR1, and opens no debugger', async () => {
    const { child, base, end } = await startInFolder(others, '--port', '0');
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    for (const signal of ['SIGHUP', 'SIGUSR1'] as const) child.kill(signal);
    for (let i = 0; i < 3; i += 1) expect((await fetch(`${base}/livez`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await end).toEqual([0, null]);
    expect(told).toBe(''); // Node would say on which port its debugger listens
  });
});

it.skipIf(!existsSync('/proc/self/cmdline'))(
  'servir passes the flags of `npm start` to Node (needs Linux)',
  async () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      scripts: { start: string };
    };
    const { child } = await startInFolder({}, '--port', '0');
    const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
    const mainIndex = words.findIndex((argument) => argument === MAIN);
    expect(scripts.start).toContain(`node ${words.slice(1, mainIndex).join(' ')} packages/server/`);
  },
);

it('servir prefers options to the environment, and the environment to .env', async () => {
  const { base } = await startInFolder({ PORT: '1', HOST: '192.0.2.1' }, '--port', '0', '--host', 'localhost');
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await startInFolder({ PORT: '0' })).base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it('servir refuses wrong ports and hosts', () => {
  const { curp, withEnv } = workspace();
  expect(curp('servir', '--port', '65536')).toEqual({
    stdout: '',
    stderr: '--port debe ser un puerto de 0 a 65535 (0 elige uno libre).\nVea: curp servir --help\n',
    status: 2,
  });
  expect(withEnv(EN)('servir', '--host', 'a b').stderr).toMatch(/^--host must be an address or name of this machine/);
  expect(withEnv({ PORT: 'x' })('servir')).toMatchObject({
    stderr: expect.stringMatching(/^PORT debe ser /),
    status: 78,
  });
  expect(withEnv({ ...NO_EXECVE, PORT: 'x' })('servir')).toMatchObject({ status: 78 });
});

it.skipIf(!has('python3'))('servir exits with 0 at Ctrl-C on a terminal (needs python3)', () => {
  const { screen, status } = inTerminal(
    workspace(),
    [process.execPath, BIN, 'servir', '--port', '0'],
    [['Página', '\u0003\u0003']],
    { ADMIN_PORT: '0' },
  );
  expect(screen).toMatch(/^Página y API en .*\n\^C(\^C)?$/);
  expect(status).toBe(0);
});
