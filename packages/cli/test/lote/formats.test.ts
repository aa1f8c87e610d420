/** `curp lote` reads and writes every format, in files and pipes. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, openSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ADDED, GOOD_ROWS, CURP_INIGO, HEADER, DONE, LIBREOFFICE, PEOPLE, fileWorkspace, OBJECT } from '../files.js';
import { BIN } from '../curp.js';
import { openOutput } from '../../src/files/output.js';

const withTabs = (csv: string): string => csv.replaceAll(',', '\t');

describe('curp lote from a file to a file', () => {
  it.each([
    ['p.csv', 's.csv', PEOPLE, DONE],
    ['p.txt', 's.csv', PEOPLE, DONE],
    ['P.CSV', 'S.TXT', PEOPLE, DONE],
    ['p.tsv', 's.tsv', withTabs(PEOPLE), withTabs(DONE)],
  ])('writes %s to %s', (input, output, content, done) => {
    const { write, read, lote, list } = fileWorkspace();
    write(input, content);
    expect(lote([input, '-o', output, '--silencio'])).toMatchObject({ text: '', stderr: '', status: 1 });
    expect(read(output).toString()).toBe(done);
    expect(list()).toEqual([input, output].toSorted());
  });

  it.each(['p.ndjson', 'p.jsonl'])('writes %s to NDJSON', (input) => {
    const { write, read, lote } = fileWorkspace();
    write(input, `${OBJECT}}\n[1]\n`);
    expect(lote([input, '-o', 's.ndjson', '--silencio']).status).toBe(1);
    const [good, bad] = read('s.ndjson').toString().trimEnd().split('\n');
    expect(good).toBe(`${OBJECT},"curp":"${CURP_INIGO}","avisos":[],"code_error":0,"error_message":null,"motivos":[]}`);
    expect(JSON.parse(bad ?? '')).toMatchObject({ linea: '[1]', curp: null, code_error: 8 });
  });

  it('knows gzip by its bytes, in a pipe and under any name', () => {
    const { write, read, lote } = fileWorkspace();
    const compressed = gzipSync(PEOPLE);
    write('p.csv', compressed);
    write('q.csv.gz', PEOPLE); // as a browser saves a file that it inflated
    for (const input of ['p.csv', 'q.csv.gz', '-']) {
      expect(lote([input, '-o', 's.csv', '--forzar'], { input: compressed }).status).toBe(1);
      expect(read('s.csv').toString()).toBe(DONE);
    }
  });

  it('reads gzip, even in several members, and writes it', () => {
    const { write, read, lote } = fileWorkspace();
    const half = PEOPLE.indexOf('Íñigo');
    write('p.csv.gz', Buffer.concat([gzipSync(PEOPLE.slice(0, half)), gzipSync(PEOPLE.slice(half))]));
    expect(lote(['p.csv.gz', '-o', 's.csv']).status).toBe(1);
    expect(read('s.csv').toString()).toBe(DONE);
    expect(lote(['s.csv', '-o', 't.csv.gz', '--operacion', 'cotejar']).status).toBe(1);
    expect(gunzipSync(read('t.csv.gz')).toString()).toContain(`${CURP_INIGO},,0,,identica,${CURP_INIGO},,,0,\n`);
    write('p.ndjson.gz', gzipSync(`${OBJECT}}\n`));
    expect(lote(['p.ndjson.gz', '-o', 's.ndjson.gz']).status).toBe(0);
    expect(gunzipSync(read('s.ndjson.gz')).toString()).toContain(CURP_INIGO);
  });

  it('adds the new columns to a file without rows', () => {
    const { write, read, lote } = fileWorkspace();
    write('p.csv', `${HEADER}\n`);
    expect(lote(['p.csv', '-o', 's.csv', '--silencio']).status).toBe(0);
    expect(read('s.csv').toString()).toBe(`${HEADER},${ADDED}\n`);
  });

  it('gives a new output the permissions of the umask, and a replaced one keeps its own', () => {
    const { dir, write, lote } = fileWorkspace();
    const before = process.umask();
    onTestFinished(() => void process.umask(before));
    write('p.csv', GOOD_ROWS);
    for (const [umask, mode] of [
      [0o077, 0o600],
      [0o022, 0o644],
    ] as const) {
      process.umask(umask);
      lote(['p.csv', '-o', `${umask}.csv`]);
      expect(statSync(join(dir, `${umask}.csv`)).mode & 0o777).toBe(mode);
    }
    lote(['p.csv', '-o', 's.csv']);
    chmodSync(join(dir, 's.csv'), 0o640);
    symlinkSync('s.csv', join(dir, 'enlace.csv'));
    expect(lote(['p.csv', '-o', 'enlace.csv', '--forzar', '--excel']).status).toBe(0);
    expect(lstatSync(join(dir, 'enlace.csv')).isSymbolicLink()).toBe(true);
    expect(statSync(join(dir, 's.csv')).mode & 0o777).toBe(0o640);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'keeps the owner, the group and the permissions of an output that it replaces (needs root)',
    () => {
      const { dir, write, lote } = fileWorkspace();
      write('p.csv', GOOD_ROWS);
      write('s.csv', 'antes');
      const path = join(dir, 's.csv');
      chmodSync(path, 0o640);
      chownSync(path, 1234, 4321);
      expect(lote(['p.csv', '-o', 's.csv', '--forzar', '--excel']).status).toBe(0);
      expect(statSync(path)).toMatchObject({ uid: 1234, gid: 4321, mode: 0o100640 });
    },
  );
});

describe('curp lote through pipes', () => {
  it('writes CSV to standard output by default', () => {
    const { lote } = fileWorkspace();
    for (const args of [['-'], ['-', '-o', '-'], ['-', '--formato', 'csv'], ['/dev/stdin']]) {
      expect(lote([...args, '--silencio'], { input: PEOPLE })).toMatchObject({
        text: DONE,
        stderr: '',
        status: 1,
      });
    }
  });

  it('recognises NDJSON by its first character', () => {
    const { lote } = fileWorkspace();
    expect(lote(['-', '--silencio'], { input: `\uFEFF \n${OBJECT}}\n` }).text).toContain(CURP_INIGO);
    expect(lote(['-', '--formato', 'ndjson'], { input: 'x\n' }).text).toMatch(/^\{"linea":"x"/);
  });

  it('accepts files as standard input and output', () => {
    const { dir, write, read, lote } = fileWorkspace();
    write('p.csv', PEOPLE);
    const stdio = [openSync(join(dir, 'p.csv'), 'r'), openSync(join(dir, 's.csv'), 'w'), 'pipe'] as const;
    expect(lote(['-', '--silencio'], { stdio: [...stdio] }).status).toBe(1);
    expect(read('s.csv').toString()).toBe(DONE);
  });

  it('accepts named pipes as input and output', () => {
    const { dir, env, write } = fileWorkspace();
    write('p.csv', PEOPLE);
    const order = `mkfifo a b; cat p.csv > a & cat b & "$@" lote a -o b --silencio; echo $? >&2; wait`;
    const { stdout, stderr } = spawnSync('sh', ['-c', order, 'sh', process.execPath, BIN], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect({ stdout, stderr }).toEqual({ stdout: DONE, stderr: '1\n' });
  });

  it('writes the format that the name of the output says', () => {
    const { read, lote } = fileWorkspace();
    expect(lote(['-', '-o', 's.csv.gz', '--silencio'], { input: PEOPLE }).status).toBe(1);
    expect(gunzipSync(read('s.csv.gz')).toString()).toBe(DONE);
  });

  it('accepts a device as output', () => {
    expect(fileWorkspace().lote(['-', '-o', '/dev/null', '--silencio'], { input: GOOD_ROWS }).status).toBe(0);
  });

  it('is written to the null device without a survey of all rows before: it may be written twice', () => {
    expect(openOutput('/dev/null', null, false)).toHaveProperty('restart');
  });
});

describe('curp lote with workbooks', () => {
  it('reads the sheet of --hoja, and writes tabs to a .tsv', () => {
    const { read, lote } = fileWorkspace();
    const args = [`${LIBREOFFICE}personas.xlsx`, '-o', 's.tsv', '--hoja', 'Personas'];
    expect(lote(args).stderr).toContain('XLSX, Personas');
    expect(read('s.tsv').toString()).toContain('\tMUAL840312HNLXLS03\t\t0\t\n');
    expect(lote([`${LIBREOFFICE}personas.xlsx`, '--hoja', 'Nómina'])).toMatchObject({
      stderr: 'El libro no tiene una hoja «Nómina»: elija una de «Personas».\n',
      status: 2,
    });
  });
});
