/** Does what a newcomer does: runs the commands of the README after `npm ci`, with nothing built, an empty home and no variables. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../packages/server/test/faults/replica.js';
import { copyClone, root } from '../clone.js';

const README = readFileSync(`${root}README.md`, 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'curp-newcomer-'));
const clone = join(folder, 'curp-service');
const modules = join(clone, 'node_modules');

/** npm puts its own programs and those of this clone first on the `PATH`; a newcomer has none of them. */
const PATH = process.env['PATH']
  ?.split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter);
const HOME = join(folder, 'home');

/** Puts the installed packages into the clone. */
function copyPackages(): void {
  // Links take no time; another disk needs copies.
  if (spawnSync('cp', ['-al', `${root}node_modules`, modules]).status !== 0) {
    rmSync(modules, { recursive: true, force: true });
    execFileSync('cp', ['-a', `${root}node_modules`, modules]);
  }
  rmSync(join(modules, '.cache'), { recursive: true, force: true });
}

/** The npm and the Node of Debian 12: each leaves something out of an installation that a newer one puts in. */
const DEBIAN = ['npm@9.2.0', `node-linux-${process.arch}@18.20.4`];

/** Returns the environment of a Debian machine. Its npm reads the settings of this machine, such as a proxy and certificates. */
function debianEnvironment(): NodeJS.ProcessEnv {
  if (process.platform !== 'linux') return {};
  const programs = join(folder, 'debian');
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', programs, ...DEBIAN]);
  const setting = (name: string): string => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  return {
    PATH: [join(programs, 'node_modules/.bin'), PATH].join(delimiter),
    npm_config_globalconfig: setting('globalconfig'),
    npm_config_userconfig: setting('userconfig'),
  };
}

beforeEach(() => {
  for (const path of [clone, HOME]) rmSync(path, { recursive: true, force: true });
  for (const path of [clone, HOME]) mkdirSync(path);
  copyClone(clone);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command in the clone and returns what it prints. A failure shows all of it. */
function run(command: string, env: NodeJS.ProcessEnv = {}): string {
  const options = { cwd: clone, env: { PATH, HOME, ...env }, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
  if (status !== 0) throw new Error(`${command}: exit code ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Returns the last of the processes that a process started: npm starts a shell, and that starts the service. */
function lastChild(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
  return child ? lastChild(child) : pid;
}

/** Starts the service by a command and waits until it says its address. */
async function start(command: string, port: number, debian: NodeJS.ProcessEnv) {
  // Somebody may use the ports of the README.
  const env = { PATH, HOME, PORT: String(port), ADMIN_PORT: '0', ...debian };
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(lastChild(child.pid ?? 0), 'SIGKILL');
    await ended;
  });
  const ready = vi.waitFor(() => expect(output).toContain(`http://127.0.0.1:${port}`), {
    timeout: 600_000,
    interval: 100,
  });
  await Promise.race([ready, ended]);
  if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}:\n${output}`);
  return {
    async stop(): Promise<unknown> {
      process.kill(lastChild(child.pid ?? 0), 'SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}

/** Fetches a page and the files that it names, and returns the status of each. */
async function fetchPage(page: string): Promise<[file: string, status: number][]> {
  const response = await fetch(page);
  const files = Array.from((await response.text()).matchAll(/(?:src|href)="([^"#:]+)"/g), ([, file = '']) => file);
  const statuses = files.map(async (file): Promise<[string, number]> => [
    file,
    (await fetch(new URL(file, page))).status,
  ]);
  return [[page, response.status], ...(await Promise.all(statuses))];
}

it('the first command starts the service on Debian 12, even without the tools of tests, answers as the README shows, and ends in order', async () => {
  const [, command = ''] = /```sh\nnpm ci && (npm .+)\n```/.exec(README) ?? [];
  const debian = debianEnvironment();
  run('npm ci --omit=dev', debian);
  const [, curl = '', answer = ''] =
    /<!-- example: curl -->\s+```sh\n([^]*?)```\s+```json\n([^]*?)```/.exec(README) ?? [];
  const port = await freePort();
  const here = (text: string): string => text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  const service = await start(command, port, debian);
  expect(run(here(curl)).trim()).toBe(answer.trim());
  const pages = Array.from(README.matchAll(/<(http:\/\/127\.0\.0\.1:3000\/[^>]*)>/g), ([, page = '']) => here(page));
  const found = await Promise.all(pages.map(fetchPage));
  expect(found.map((files) => files.length > 1)).toEqual([true, true]);
  expect(found.flat().filter(([, status]) => status !== 200)).toEqual([]);
  expect(await service.stop()).toBe(0);
});

/** The commands of the README that `npm test` and `npm run test:release` run, or that need a package that is built. */
const ELSEWHERE = /^npm (ci|start|test|run release|install)\b/;
/** The shortest useful run of a command that takes long. */
const SHORT: Readonly<Record<string, string>> = {
  'npm run bench': ' -- start --vueltas 1 --imprimir',
  'npm run conformance': ' -- @curp-service/core',
};
const commands = Array.from(README.matchAll(/`(?:npm ci && )?(npm [^`]+)`/g), ([, command = '']) => command);

it('the other commands work, the first where nothing is built, and each builds before it begins', () => {
  copyPackages();
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };
  for (const command of commands.filter((each) => !ELSEWHERE.test(each))) {
    const [, script = 'build'] = /^npm run (\S+)/.exec(command) ?? [];
    expect(scripts[script]).toMatch(/^(npm run build && |node build\.mjs$)/);
    // Packages of others, with which some commands compare, are left out: the network may be slow.
    run(command + (SHORT[command] ?? ''), { npm_config_offline: 'true' });
  }
  const [path = ''] = /PATH="\$PWD.*?(?=`)/.exec(README) ?? [];
  expect(run(`${path}; curp --version`)).toMatch(/^\d+\.\d+\.\d+(?:-dev)?\n$/);
});
