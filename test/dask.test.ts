/**
 * Answers a file on a cluster of Dask with two workers, of which one is killed midway: the answer has the bytes of one `curp lote`. ROWS=20000000
 * tries more rows.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import { inventFile } from '@curp-service/lote/inventar';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BIN } from '../packages/cli/test/curp.js';
import { root } from './clone.js';
import { PYTHON, has } from './tools.js';

const ROWS = Number(process.env['ROWS'] ?? (process.env['CI'] === undefined ? 50_000 : 1_000_000));
const CURP = `${process.execPath} ${BIN}`;

/** Starts a process of Dask, and returns it with the text that it has printed once it matches. */
async function start(folder: string, ready: RegExp, ...words: string[]) {
  const child = spawn(PYTHON, ['-m', ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stderr.on('data', (bytes: Buffer) => {
    printed += String(bytes);
    const [found] = ready.exec(printed) ?? [];
    if (found !== undefined) resolve(found);
  });
  child.once('exit', () => reject(new Error(printed)));
  return { child, found: await promise };
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
};

/** Kills a process as soon as a folder has a file of this kind. */
function killAt(folder: string, kind: RegExp, child: ChildProcess): void {
  const watcher = watch(folder, () => {
    if (!readdirSync(folder).some((name) => kind.test(name))) return;
    child.kill('SIGKILL');
    watcher.close();
  });
  onTestFinished(() => watcher.close());
}

describe.skipIf(!has('dask'))('examples/dask_lote.py (needs dask)', () => {
  it(`answers ${ROWS} rows with the bytes of one curp lote, although a worker dies`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'curp-dask-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'todo.csv');
    const twice = function* (): Generator<string, void> {
      yield* inventFile(ROWS, { conErrores: true });
      yield [...inventFile(100, { conErrores: true })].join('').replace(/^.*\n/, '');
    };
    await pipeline(twice, createWriteStream(file));
    const scheduler = await start(
      folder,
      /tcp:\/\/\S+:\d+/,
      'distributed.cli.dask_scheduler',
      '--port',
      '0',
      '--no-dashboard',
      '--host',
      '127.0.0.1',
    );
    const words = ['distributed.cli.dask_worker', scheduler.found, '--nthreads', '1', '--no-nanny', '--no-dashboard'];
    const workers = await Promise.all([0, 1].map(async () => start(folder, /Registered to/, ...words)));
    const [dying] = workers;
    if (dying !== undefined) killAt(folder, /-0002\.csv\.huellas$/, dying.child);
    const script = [join(root, 'examples/dask_lote.py'), scheduler.found, folder, file, join(folder, 'partes.csv')];
    const run = spawn(PYTHON, [...script, '6', '--sexo', 'hm'], { env: { ...process.env, CURP }, stdio: 'inherit' });
    const [code] = await once(run, 'exit');
    expect(code).toBe(1);
    expect(dying?.child.signalCode).toBe('SIGKILL');
    spawnSync(process.execPath, [BIN, 'lote', file, '--sexo', 'hm', '-o', join(folder, 'uno.csv'), '--silencio']);
    expect(await hashOf(join(folder, 'partes.csv'))).toBe(await hashOf(join(folder, 'uno.csv')));
  });
});
