/** `curp lote` leaves no incomplete output when it is stopped, the disk fills up or the reader leaves. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { ADDED, CURP_INIGO, GOOD_ROWS, HEADER, fileWorkspace, manyRows } from '../files.js';
import { BIN, EN } from '../curp.js';
import { SOON } from '../../../server/test/soon.js';

interface Running {
  readonly child: ChildProcess;
  /** Returns the exit code or signal, and all of standard error. */
  readonly end: Promise<{ code: number | NodeJS.Signals | null; stderr: string }>;
}

/** Starts the command on many rows that take long, and waits until it answers them. */
async function startLong(
  { dir, env, write }: Pick<ReturnType<typeof fileWorkspace>, 'dir' | 'env' | 'write'>,
  ...args: string[]
): Promise<Running> {
  write(
    'p.csv',
    `${HEADER}\n${manyRows(300_000)
      .slice(HEADER.length + 1)
      .replaceAll(',de la Cruz,', ',Dela Cruz,')}`,
  );
  const child = spawn(process.execPath, [BIN, 'lote', 'p.csv', ...args], { cwd: dir, env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
  const end = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, stderr }));
  await once(child.stderr, 'data'); // The header has been read.
  return { child, end };
}

const TEMPORARY = /^\.s\.csv\.curp-[\da-f]{8}-\d+-\w+\.tmp$/;

describe('curp lote stopped by a signal or a fault', () => {
  it.each([
    ['SIGINT', 130, ['-o', 's.csv']],
    ['SIGTERM', 143, ['-o', 's.csv']],
    ['SIGHUP', 129, ['-o', 's.csv']],
    ['SIGTERM', 143, ['-o', 's.csv.gz']],
    ['SIGTERM', 143, ['-o', 's.xlsx']],
  ] as const)('deletes the output at %s and exits with %i: %j', async (signal, code, args) => {
    const workspace = fileWorkspace();
    const { child, end } = await startLong(workspace, ...args);
    expect(workspace.list()).toEqual([expect.stringMatching(/^\.s\./), 'p.csv']);
    child.kill(signal);
    const { code: exitCode, stderr } = await end;
    expect(exitCode).toBe(code);
    expect(stderr).toMatch(new RegExp(`\nInterrumpido: ${args[1]} no se escribió\\.\n$`));
    expect(workspace.list()).toEqual(['p.csv']);
  });

  it('ends at SIGINT while it waits for the first byte', async () => {
    const workspace = fileWorkspace();
    const child = spawn(process.execPath, [BIN, 'lote', '-', '-o', 's.csv'], {
      cwd: workspace.dir,
      env: workspace.env,
    });
    await vi.waitUntil(() => workspace.list().length > 0, SOON);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(workspace.list()).toEqual([]);
  });

  it('says at SIGINT that standard output got nothing', async () => {
    const workspace = fileWorkspace();
    const { child, end } = await startLong({ ...workspace, env: { ...workspace.env, ...EN } }, '-o', '-');
    child.kill('SIGINT');
    expect((await end).stderr).toMatch(/\nInterrupted: the output was not written\.\n$/);
  });

  it('says at SIGINT that a pipe got an incomplete output', async () => {
    const workspace = fileWorkspace();
    workspace.write('p.csv', manyRows(20_000));
    const child = spawn(process.execPath, [BIN, 'lote', 'p.csv', '-o', '-'], {
      cwd: workspace.dir,
      env: workspace.env,
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
    await once(child.stdout, 'readable'); // It waits until more is read.
    child.kill('SIGINT');
    await once(child, 'close');
    expect(stderr).toMatch(/\nInterrumpido: la salida está incompleta\.\n$/);
  });

  it('leaves at SIGKILL only the temporary file, which only its owner can read, and the next run deletes it', async () => {
    const workspace = fileWorkspace();
    const { child, end } = await startLong(workspace, '-o', 's.csv');
    child.kill('SIGKILL');
    expect((await end).code).toBe('SIGKILL');
    const left = workspace.list();
    expect(left).toEqual([expect.stringMatching(TEMPORARY), 'p.csv']);
    expect(statSync(join(workspace.dir, left[0] ?? '')).mode & 0o777).toBe(0o600);
    workspace.write('p.csv', GOOD_ROWS);
    expect(workspace.lote(['p.csv', '-o', 'otra.csv']).status).toBe(0);
    expect(workspace.list()).toEqual(['otra.csv', 'p.csv']);
  });

  it('keeps the temporary files of a working process, of another machine and of another program', async () => {
    const workspace = fileWorkspace();
    const { child, end } = await startLong(workspace, '-o', 's.csv');
    child.kill('SIGSTOP'); // It is still there, however fast it is.
    const others = ['.s.csv.curp-00000000-999999999-abcd.tmp', '.s.csv.tmp', 'curp-999999999.tmp'];
    for (const name of others) workspace.write(name, 'x');
    workspace.write('p.csv', GOOD_ROWS);
    expect(workspace.lote(['p.csv', '-o', 'otra.csv']).status).toBe(0);
    const left = workspace.list().filter((name) => !TEMPORARY.test(name) || others.includes(name));
    expect(left).toEqual([...others, 'otra.csv', 'p.csv']);
    expect(workspace.list()).toHaveLength(left.length + 1);
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    await end;
  });
});

describe('a failure of the disk exits with 74', () => {
  it.skipIf(!existsSync('/dev/full')).each([[[]], [['-o', '/dev/full']]])(
    'if standard output or the device is full: %j (needs /dev/full)',
    (args) => {
      const { write, lote } = fileWorkspace();
      write('p.csv', manyRows(20_000));
      const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
      const { stderr, status } = lote(['p.csv', ...args, '--silencio'], { stdio: [...stdio] });
      expect(stderr).toMatch(/^No se puede escribir (la salida|\/dev\/full) \(ENOSPC.*\)\.\n$/);
      expect(status).toBe(74);
    },
  );

  it.each(['s.csv', 's.csv.gz', 's.xlsx'])('if the disk fills up while it writes %s', (output) => {
    const { dir, env, write, list } = fileWorkspace();
    write('p.csv', manyRows(50_000));
    // A limit on the size of files fails like a full disk, with another error code.
    const order = `ulimit -f 8; exec "$@" lote p.csv -o ${output} --silencio`;
    const { stderr, status } = spawnSync('sh', ['-c', order, 'sh', process.execPath, BIN], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(new RegExp(`^No se puede escribir ${output} \\(EFBIG.*\\)\\. SALIDA no se escribió\\.\n$`));
    expect(status).toBe(74);
    expect(list()).toEqual(['p.csv']);
  });

  it.each([
    ['the answer to standard output', ['p.csv', '-o', '-'], { TMPDIR: '/no/existe' }, 'ENOENT'],
    ['a pipe', ['-', '-o', 's.csv'], { TMPDIR: '/no/existe' }, 'ENOENT'],
    ['a pipe on a full disk', ['-', '-o', 's.csv'], {}, 'EFBIG'],
    ['a file in gzip on a full disk', ['p.csv.gz', '-o', 's.csv'], {}, 'EFBIG'],
  ])('if %s cannot be stored, and says where', (_, args, more, code) => {
    const { dir, env, write, list } = fileWorkspace();
    const rows = manyRows(20_000);
    write('p.csv', rows);
    write('p.csv.gz', gzipSync(rows));
    const order = `${code === 'EFBIG' ? 'ulimit -f 8; ' : ''}exec "$@" --silencio < p.csv`;
    const { stderr, status } = spawnSync('sh', ['-c', order, 'sh', process.execPath, BIN, 'lote', ...args], {
      cwd: dir,
      env: { ...env, ...more },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      new RegExp(
        `^No se puede guardar un archivo temporal en /.* \\(${code}.*\\). Otra carpeta se indica con la variable TMPDIR.`,
      ),
    );
    expect(status).toBe(74);
    expect(list()).toEqual(['p.csv', 'p.csv.gz']);
  });

  it.skipIf(process.getuid?.() !== 0)('if a real small disk is full (needs root)', () => {
    const { dir, write, list, lote } = fileWorkspace();
    write('p.csv', manyRows(50_000));
    const small = join(dir, 'chico');
    mkdirSync(small);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).status !== 0) return;
    try {
      expect(lote(['p.csv', '-o', 'chico/s.csv', '--silencio'])).toMatchObject({
        stderr: expect.stringMatching(/^No se puede escribir chico\/s\.csv \(ENOSPC.*\)\. SALIDA no se escribió\.\n$/),
        status: 74,
      });
      expect(lote(['p.csv', '-o', 'chico/s.csv', '--silencio'], { env: EN }).stderr).toMatch(
        /^Cannot write chico\/s\.csv \(ENOSPC: the disk is full\)/,
      );
    } finally {
      spawnSync('umount', [small]);
    }
    expect(list()).toEqual(['chico', 'p.csv']);
  });

  it('if the input is missing, a folder or damaged', () => {
    const { dir, write, list, lote } = fileWorkspace();
    mkdirSync(join(dir, 'c.csv'));
    write('roto.csv.gz', gzipSync(manyRows(20_000)).subarray(0, 200));
    write('p.csv', GOOD_ROWS);
    const before = list();
    for (const [input, error] of [
      ['no.csv', 'ENOENT'],
      ['c.csv', 'EISDIR'],
      ['roto.csv.gz', 'unexpected end of file'],
    ] as const) {
      const { stderr, status } = lote([input, '-o', 's.csv', '--silencio']);
      expect(stderr).toMatch(new RegExp(`^No se puede leer ${input} \\(${error}.*\\)\\.`));
      expect(stderr.split('\n')).toHaveLength(2);
      expect(status).toBe(74);
    }
    expect(lote(['no.csv', '-o', 's.csv'], { env: EN }).stderr).toMatch(/^Cannot read no\.csv \(ENOENT: no such file/);
    expect(lote(['p.csv', '-o', 'no/s.csv'])).toMatchObject({
      stderr: expect.stringMatching(/^No se puede escribir no\/s\.csv \(ENOENT/),
      status: 74,
    });
    expect(list()).toEqual(before);
  });
});

describe('a file that appears while the command works', () => {
  /** Runs the command on a pipe, and writes `s.csv` before the pipe ends. */
  const runMeanwhile = async (...args: readonly string[]) => {
    const workspace = fileWorkspace();
    const child = spawn(process.execPath, [BIN, 'lote', '-', '-o', 's.csv', ...args], {
      cwd: workspace.dir,
      env: workspace.env,
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
    child.stdin.write(GOOD_ROWS);
    await vi.waitUntil(() => workspace.list().length > 0, SOON);
    workspace.write('s.csv', 'de otro');
    child.stdin.end();
    const [status] = await once(child, 'close');
    return { status, stderr, content: String(workspace.read('s.csv')), list: workspace.list() };
  };

  it('is not replaced', async () => {
    const { status, stderr, content, list } = await runMeanwhile();
    expect(status).toBe(2);
    expect(stderr).toMatch(/\nYa existe s\.csv: elija otro nombre, o use --forzar para reemplazarlo\.\n$/);
    expect(content).toBe('de otro');
    expect(list).toEqual(['s.csv']);
  });

  it('is replaced with --forzar', async () => {
    const { status, content, list } = await runMeanwhile('--forzar');
    expect(status).toBe(0);
    expect(content).toContain(CURP_INIGO);
    expect(list).toEqual(['s.csv']);
  });
});

describe('a reader that leaves', () => {
  it('ends the command with 74 and a message', () => {
    const { dir, env, write } = fileWorkspace();
    write('p.csv', manyRows(20_000));
    const order = '"$@" | head -n 1; echo "${PIPESTATUS[0]}"';
    const command = ['--norc', '-c', order, 'bash', process.execPath, BIN, 'lote', 'p.csv', '-o', '-', '--silencio'];
    const { stdout, stderr } = spawnSync('bash', command, { cwd: dir, env, encoding: 'utf8' });
    expect(stdout).toBe(`${HEADER},${ADDED}\n74\n`);
    expect(stderr).toBe('Se cerró la salida antes de tiempo: está incompleta.\n');
  });

  it.skipIf(process.platform !== 'linux')(
    'ends the command with 74 before the start, unlike the null device (needs Linux)',
    () => {
      const { dir, env, write } = fileWorkspace();
      write('p.csv', GOOD_ROWS);
      const run = (redirection: string) =>
        spawnSync(
          'sh',
          ['-c', `"$@" ${redirection}`, 'sh', process.execPath, BIN, 'lote', 'p.csv', '-o', '-', '--silencio'],
          {
            cwd: dir,
            env: { ...env, ...EN },
            encoding: 'utf8',
          },
        );
      expect(run('>&-')).toMatchObject({
        status: 74,
        stderr: 'Standard output is closed: say where to write with -o SALIDA.\n',
      });
      expect(run('>/dev/null')).toMatchObject({ status: 0, stderr: '' });
    },
  );

  it('does not stop the work if it reads standard error', () => {
    const { dir, env, write, list } = fileWorkspace();
    write('p.csv', GOOD_ROWS);
    const order = '"$@" 2>&1 >/dev/null | true; echo "${PIPESTATUS[0]}"';
    const command = ['--norc', '-c', order, 'bash', process.execPath, BIN, 'lote', 'p.csv', '-o', 's.csv'];
    expect(spawnSync('bash', command, { cwd: dir, env, encoding: 'utf8' }).stdout).toBe('0\n');
    expect(list()).toEqual(['p.csv', 's.csv']);
  });
});
