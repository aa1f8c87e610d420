/** The service started by the command line: the same process as that of `npm start`, its signals and its exit codes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BIN, EN, PACIENCIA, sitio } from './curp.js';
import { enTerminal, hayPython } from './terminal.js';

vi.setConfig(PACIENCIA);

const SIN_EXECVE = { NODE_OPTIONS: '--import=data:text/javascript,delete%20process.execve' } as const;

/** Starts it, and waits until it says where it is. */
async function servir(otras: Readonly<Record<string, string>>, ...palabras: readonly string[]) {
  const { dir, env } = sitio();
  writeFileSync(join(dir, '.env'), 'PORT=nada\n');
  const hijo = spawn(process.execPath, [BIN, 'servir', ...palabras], {
    cwd: dir,
    env: { ...env, ADMIN_PORT: '0', ...otras },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const fin = once(hijo, 'exit');
  onTestFinished(async () => {
    hijo.kill('SIGKILL');
    await fin;
  });
  const [linea] = (await once(hijo.stdout, 'data')) as [Buffer];
  const [base = ''] = /http:\S+/.exec(linea.toString()) ?? [];
  return { hijo, base, fin };
}

describe.each([
  ['in place of the command line', {}],
  ['within it, where Node cannot be replaced', SIN_EXECVE],
])('%s', (_, otras) => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('serves, and ends cleanly at %s', async (signal) => {
    const { hijo, base, fin } = await servir(otras, '--port', '0');
    expect((await fetch(`${base}/curp/entidades?token=pruebas`)).status).toBe(200);
    hijo.kill(signal);
    hijo.kill(signal);
    expect(await fin).toEqual([0, null]);
  });
});

it.runIf(existsSync('/proc/self/cmdline'))('runs as `npm start` has it, with no other process', async () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  const { hijo } = await servir({}, '--port', '0');
  const argumentos = readFileSync(`/proc/${hijo.pid}/cmdline`, 'utf8').split('\0');
  const hasta = argumentos.findIndex((argumento) => argumento.endsWith('/packages/server/dist/main.js'));
  expect(scripts.start).toContain(`exec node ${argumentos.slice(1, hasta).join(' ')} packages/server/dist/main.js`);
});

it('lets the options win over the environment, and this over .env', async () => {
  const { base } = await servir({ PORT: '1', HOST: '192.0.2.1' }, '--port', '0', '--host', 'localhost');
  expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await servir({ PORT: '0' })).base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it('refuses what cannot be', () => {
  const { curp, con } = sitio();
  expect(curp('servir', '--port', '65536')).toEqual({
    stdout: '',
    stderr: '--port debe ser un puerto de 0 a 65535 (0 elige uno libre).\nVea: curp servir --help\n',
    status: 2,
  });
  expect(con(EN)('servir', '--host', 'a b').stderr).toMatch(/^--host must be an address or name of this machine/);
  expect(con({ PORT: 'x' })('servir')).toMatchObject({ stderr: expect.stringMatching(/^PORT debe ser /), status: 78 });
  expect(con({ ...SIN_EXECVE, PORT: 'x' })('servir')).toMatchObject({ status: 78 });
});

it.skipIf(!hayPython)('ends at Ctrl-C on a terminal (python3 makes it)', () => {
  const { pantalla, status } = enTerminal(
    sitio(),
    [process.execPath, BIN, 'servir', '--port', '0'],
    [['Sirviendo', '\u0003\u0003']],
    { ADMIN_PORT: '0' },
  );
  expect(pantalla).toMatch(/^Sirviendo en .*\n\^C(\^C)?$/);
  expect(status).toBe(0);
});
