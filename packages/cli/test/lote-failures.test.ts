/** What becomes of the files when `curp lote` is stopped, the disk is full, or nobody reads: nothing half done. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BUENAS, ENCABEZADO, archivos, muchas } from './files.js';
import { BIN, EN, PACIENCIA } from './curp.js';

vi.setConfig(PACIENCIA);

/** Rows without end, as fast as they are read. */
const SIN_FIN = `const trozo = Buffer.from(${JSON.stringify(muchas(2).slice(ENCABEZADO.length + 1))}.repeat(2000));
process.stdout.on('error', () => process.exit());
const seguir = () => { while (process.stdout.write(trozo)); process.stdout.once('drain', seguir); };
process.stdout.write(${JSON.stringify(`${ENCABEZADO}\n`)});
seguir();`;

interface EnMarcha {
  readonly proceso: ChildProcess;
  /** How it ended: its exit code or its signal, and all that it said. */
  readonly fin: Promise<{ codigo: number | NodeJS.Signals | null; stderr: string }>;
}

/** The command at work on rows without end. */
async function enMarcha(
  { dir, env }: { dir: string; env: Readonly<Record<string, string>> },
  ...args: string[]
): Promise<EnMarcha> {
  const fuente = spawn(process.execPath, ['-e', SIN_FIN], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void fuente.kill());
  const proceso = spawn(process.execPath, [BIN, 'lote', '-', ...args], {
    cwd: dir,
    env,
    stdio: [fuente.stdout, 'pipe', 'pipe'],
  });
  fuente.stdout.destroy(); // its other end is the command's
  let stderr = '';
  proceso.stderr?.on('data', (trozo: Buffer) => (stderr += String(trozo)));
  const fin = once(proceso, 'close').then(([codigo, senal]) => ({ codigo: codigo ?? senal, stderr }));
  await once(proceso.stderr ?? proceso, 'data'); // the header is understood, and rows are being done
  return { proceso, fin };
}

const TEMPORAL = /^\.s\.csv\.curp-\d+-\w+\.tmp$/;

describe('stopped', () => {
  it.each([
    ['SIGINT', 130, ['-o', 's.csv']],
    ['SIGTERM', 143, ['-o', 's.csv']],
    ['SIGHUP', 129, ['-o', 's.csv']],
    ['SIGINT', 130, ['-o', 's.csv', '--hilos', '2']],
    ['SIGTERM', 143, ['-o', 's.csv.gz']],
    ['SIGTERM', 143, ['-o', 's.xlsx']],
  ] as const)('by %s it exits with %i: %j', async (senal, codigo, args) => {
    const sitio = archivos();
    const { proceso, fin } = await enMarcha(sitio, ...args);
    expect(sitio.hay()).toEqual([expect.stringMatching(/^\.s\./)]);
    proceso.kill(senal);
    const { codigo: como, stderr } = await fin;
    expect(como).toBe(codigo);
    expect(stderr).toMatch(new RegExp(`\nInterrumpido: ${args[1]} no se escribió\\.\n$`));
    expect(sitio.hay()).toEqual([]);
  });

  it('while it waits for its first byte', async () => {
    const sitio = archivos();
    const proceso = spawn(process.execPath, [BIN, 'lote', '-', '-o', 's.csv'], { cwd: sitio.dir, env: sitio.env });
    await vi.waitUntil(() => sitio.hay().length > 0, PACIENCIA.testTimeout);
    proceso.kill('SIGINT');
    expect(await once(proceso, 'exit')).toEqual([130, null]);
    expect(sitio.hay()).toEqual([]);
  });

  it('writing to a pipe, it says that there is more', async () => {
    const sitio = { ...archivos(), env: { ...archivos().env, ...EN } };
    const { proceso, fin } = await enMarcha(sitio, '-o', '-');
    proceso.stdout?.resume();
    proceso.kill('SIGINT');
    expect((await fin).stderr).toMatch(/\nInterrupted: the output is incomplete\.\n$/);
  });

  it('even at once, nothing looks finished', async () => {
    const sitio = archivos();
    const { proceso, fin } = await enMarcha(sitio, '-o', 's.csv');
    proceso.kill('SIGKILL');
    expect((await fin).codigo).toBe('SIGKILL');
    expect(sitio.hay()).toEqual([expect.stringMatching(TEMPORAL)]);
  });

  it('by a fault of one of its threads', async () => {
    const caida = `import { isMainThread } from 'node:worker_threads'; if (!isMainThread) setTimeout(() => { throw new RangeError('Íñigo'); }, 300);`;
    const sitio = archivos();
    const env = { ...sitio.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(caida)}` };
    const { fin } = await enMarcha({ ...sitio, env }, '-o', 's.csv', '--hilos', '2');
    const { codigo, stderr } = await fin;
    expect(codigo).toBe(70);
    expect(stderr).toMatch(/\nUn hilo se detuvo \(RangeError\)\. SALIDA no se escribió\.\n$/);
    expect(sitio.hay()).toEqual([]);
  });
});

describe('the disk exits with 74', () => {
  it.runIf(existsSync('/dev/full')).each([[[]], [['--hilos', '2']], [['-o', '/dev/full']]])('full: %j', (args) => {
    const { escribir, lote } = archivos();
    escribir('p.csv', muchas(100_000));
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
    const { stderr, status } = lote(['p.csv', ...args, '--silencio'], { stdio: [...stdio] });
    expect(stderr).toMatch(/^No se puede escribir (la salida|\/dev\/full) \(ENOSPC.*\)\.\n$/);
    expect(status).toBe(74);
  });

  it.each(['s.csv', 's.csv.gz', 's.xlsx'])('full in the middle of %s', (salida) => {
    const { dir, env, escribir, hay } = archivos();
    escribir('p.csv', muchas(50_000));
    // Files of no more than some kilobytes: what a full disk answers, but for the name of the error.
    const orden = `ulimit -f 8; exec "$@" lote p.csv -o ${salida} --silencio`;
    const { stderr, status } = spawnSync('sh', ['-c', orden, 'sh', process.execPath, BIN], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(new RegExp(`^No se puede escribir ${salida} \\(EFBIG.*\\)\\. SALIDA no se escribió\\.\n$`));
    expect(status).toBe(74);
    expect(hay()).toEqual(['p.csv']);
  });

  it.runIf(process.getuid?.() === 0)('full for real, where a small one can be made', () => {
    const { dir, escribir, hay, lote } = archivos();
    escribir('p.csv', muchas(50_000));
    const chico = join(dir, 'chico');
    mkdirSync(chico);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', chico]).status !== 0) return;
    try {
      expect(lote(['p.csv', '-o', 'chico/s.csv', '--silencio'])).toMatchObject({
        stderr: expect.stringMatching(/^No se puede escribir chico\/s\.csv \(ENOSPC.*\)\. SALIDA no se escribió\.\n$/),
        status: 74,
      });
      expect(lote(['p.csv', '-o', 'chico/s.csv', '--silencio'], { env: EN }).stderr).toMatch(
        /^chico\/s\.csv cannot be written /,
      );
    } finally {
      spawnSync('umount', [chico]);
    }
    expect(hay()).toEqual(['chico', 'p.csv']);
  });

  it('where the input is not there, is none or is broken', () => {
    const { dir, escribir, hay, lote } = archivos();
    mkdirSync(join(dir, 'c.csv'));
    escribir('roto.csv.gz', gzipSync(muchas(20_000)).subarray(0, 200));
    escribir('malo.csv.gz', BUENAS);
    const antes = hay();
    for (const [entrada, error] of [
      ['no.csv', 'ENOENT'],
      ['c.csv', 'EISDIR'],
      ['roto.csv.gz', 'unexpected end of file'],
      ['malo.csv.gz', 'incorrect header check'],
    ] as const) {
      const { stderr, status } = lote([entrada, '-o', 's.csv', '--silencio']);
      expect(stderr).toMatch(new RegExp(`^No se puede leer ${entrada} \\(${error}.*\\)\\.`));
      expect(stderr.split('\n')).toHaveLength(2);
      expect(status).toBe(74);
    }
    expect(lote(['no.csv', '-o', 's.csv'], { env: EN }).stderr).toMatch(/^no\.csv cannot be read \(ENOENT/);
    expect(lote(['malo.csv.gz', '-o', 'no/s.csv'])).toMatchObject({
      stderr: expect.stringMatching(/^No se puede escribir no\/s\.csv \(ENOENT/),
      status: 74,
    });
    expect(hay()).toEqual(antes);
  });
});

describe('a reader that goes away', () => {
  it.each([[[]], [['--hilos', '2']]])('is no reason for words: 74 %j', (args) => {
    const { dir, env, escribir } = archivos();
    escribir('p.csv', muchas(100_000));
    const orden = '"$@" | head -n 1; echo "${PIPESTATUS[0]}"';
    const mandato = [
      '--norc',
      '-c',
      orden,
      'bash',
      process.execPath,
      BIN,
      'lote',
      'p.csv',
      '-o',
      '-',
      '--silencio',
      ...args,
    ];
    const { stdout, stderr } = spawnSync('bash', mandato, { cwd: dir, env, encoding: 'utf8' });
    expect(stdout).toBe(`${ENCABEZADO},curp,code_error,error_message\n74\n`);
    expect(stderr).toBe('');
  });

  it('of what is said does not stop the work', () => {
    const { dir, env, escribir, hay } = archivos();
    escribir('p.csv', BUENAS);
    const orden = '"$@" 2>&1 >/dev/null | true; echo "${PIPESTATUS[0]}"';
    const mandato = ['--norc', '-c', orden, 'bash', process.execPath, BIN, 'lote', 'p.csv', '-o', 's.csv'];
    expect(spawnSync('bash', mandato, { cwd: dir, env, encoding: 'utf8' }).stdout).toBe('0\n');
    expect(hay()).toEqual(['p.csv', 's.csv']);
  });
});
