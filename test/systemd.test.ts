/** Does what systemd does with `deploy/curp-service.service`, without systemd, and runs the commands of the chapter Deployment of docs/operations.md. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../packages/server/test/faults/replica.js';
import { cleanUp, newFolder } from '../packages/server/test/process.js';
import { SOON } from '../packages/server/test/soon.js';
import { chapterOf } from './chapter.js';
import { root } from './pack.js';

afterAll(cleanUp);

const machine = newFolder();
/** Replaces the folders of the machine, which this test may not use, by this clone and a folder of its own. */
const here = (text: string): string =>
  text
    .replaceAll('/opt/curp-service', root.replace(/\/$/, ''))
    .replaceAll('/var/lib/curp-service', join(machine, 'curp-service'))
    .replaceAll('/etc/curp-service.env', join(machine, 'curp-service.env'))
    .replaceAll('%S', machine);
const unit = here(readFileSync(`${root}deploy/curp-service.service`, 'utf8'));
const setting = (name: string): string => new RegExp(`^${name}=-?(.+)$`, 'm').exec(unit)?.[1] ?? '';
const blocks = Array.from(
  chapterOf('docs/operations.md', 'Deployment').matchAll(/^( *)```console\n([^]*?)```/gm),
  ([, indent = '', code = '']) => here(code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')),
);

/** Starts the service with those settings, as systemd would. */
function start(settings: Readonly<Record<string, string>>): ChildProcess {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(setting('EnvironmentFile'), lines.join(''), { mode: 0o600 });
  mkdirSync(setting('WorkingDirectory'), { recursive: true });
  const [program = '', ...args] = setting('ExecStart').split(' ');
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: machine, ...settings };
  const child = spawn(program, args, { cwd: setting('WorkingDirectory'), env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

async function end(child: ChildProcess): Promise<unknown> {
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  return code;
}

it('the unit serves from its folder, the documented command creates a project there, and a stop is clean', async () => {
  const PORT = String(await freePort());
  const [, installing = '', administering = ''] = blocks;
  execFileSync('sh', ['-ec', /^echo .+$/m.exec(installing)?.[0] ?? 'false']);
  const [, name = '', value = ''] = /^(\w+)=(.+)$/m.exec(readFileSync(setting('EnvironmentFile'), 'utf8')) ?? [];
  const child = start({ PORT, ADMIN_PORT: '0', [name]: value });
  const asking = /^curl .+$/m.exec(installing)?.[0].replace(':3000', `:${PORT}`) ?? 'false';
  const sh = (command: string): string =>
    execFileSync('sh', ['-ec', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  await vi.waitFor(() => expect(sh(asking)).toBe('ok\n'), SOON);
  const [token = ''] = /curp_\w+/.exec(sh(`${administering.trimEnd()} --config ${setting('EnvironmentFile')}`)) ?? [];
  const answer = await fetch(`http://127.0.0.1:${PORT}/curp/entidades?token=${token}`);
  expect(answer.status).toBe(200);
  expect(existsSync(join(machine, 'curp-service/data/curp.db'))).toBe(true);
  child.kill('SIGTERM');
  expect(await end(child)).toBe(0);
});

it('systemd does not start a service again whose settings are wrong', async () => {
  const code = await end(start({ PORT: 'x' }));
  expect(setting('RestartPreventExitStatus').split(' ')).toContain(String(code));
});

it('systemd starts a service again whose database is away', async () => {
  const code = await end(
    start({ PORT: '0', ADMIN_PORT: '0', DATABASE_URL: `postgres://u:p@127.0.0.1:${await freePort()}/x` }),
  );
  expect(code).not.toBe(0);
  expect(setting('RestartPreventExitStatus').split(' ')).not.toContain(String(code));
});

it('every command of the chapter Deployment is well formed, and names files that exist', () => {
  for (const block of blocks) {
    execFileSync('sh', ['-n', '-c', block]);
    for (const [file] of block.matchAll(/\b(?:deploy|packages)\/[\w./-]+/g)) expect(existsSync(root + file)).toBe(true);
    for (const [, script = ''] of block.matchAll(/npm run (\S+)/g)) {
      expect(readFileSync(`${root}package.json`, 'utf8')).toContain(`"${script}": `);
    }
  }
  expect(blocks.length).toBeGreaterThan(2);
});
