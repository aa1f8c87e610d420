/** A file in parts: counted, added, answered and patched by commands, and the same in threads. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { NO_EVIDENCE, decideReading } from '@curp-service/lote';
import { inventFile } from '@curp-service/lote/inventar';
import { expect, it, onTestFinished } from 'vitest';
import { cutFile } from '../../src/commands/lote/stretches.js';
import { BIN } from '../curp.js';
import { HEADER, fileWorkspace } from '../files.js';

const rowsOf = (count: number, seed = 1): string[] =>
  [...inventFile(count, { conErrores: true, semilla: seed })].join('').split(/(?<=\n)/);

/** A folder with the three parts of a file, in which people of the first are also in the third. */
function partsWorkspace() {
  const files = fileWorkspace();
  const [header = '', ...rows] = rowsOf(90);
  const parts = [rows.slice(0, 40), rows.slice(40, 60), [...rows.slice(60), ...rows.slice(0, 2)]];
  const names = parts.map((_, i) => `p-${i === 2 ? 10 : i + 1}.csv`);
  parts.forEach((part, i) => files.write(names[i] ?? '', (i === 0 ? header : '') + part.join('')));
  files.write('todo.csv', header + parts.flat().join(''));
  const run = (...args: string[]) => {
    const { dir, env } = files;
    const { stderr, status } = spawnSync(process.execPath, [BIN, ...args], { cwd: dir, env, encoding: 'utf8' });
    return { stderr, status };
  };
  /** Expects that a command is refused with this sentence, and writes nothing. */
  const refuses = (sentence: RegExp | string, ...args: string[]): void => {
    const before = files.list();
    const { stderr, status } = run(...args);
    expect(stderr).toMatch(sentence);
    expect([status, files.list()]).toEqual([2, before]);
  };
  const change = (name: string, changed: Readonly<Record<string, unknown>>): void =>
    files.write(name, JSON.stringify({ ...JSON.parse(String(files.read(name))), ...changed }));
  return { ...files, header, names, run, refuses, change };
}

it('counts, adds, answers and patches the parts of a file, with the bytes of the whole', () => {
  const { names, run, lote, read, dir, write } = partsWorkspace();
  const counts = names.map((name) => name.replace('.csv', '.conteo'));
  names.forEach((name, i) => {
    expect(run('lectura', '--conteo', name, '--segun', 'p-1.csv', '-o', counts[i] ?? '').status).toBe(0);
  });
  expect(run('lectura', '--suma', ...counts.toReversed(), '-o', 'lectura.json').status).toBe(0);
  expect(run('lectura', ...names.toReversed(), '-o', 'otra.json').status).toBe(0);
  const made = ['lectura.json', 'otra.json'].map((name): unknown => ({
    ...JSON.parse(String(read(name))),
    secreto: '',
  }));
  expect(made[0]).toEqual(made[1]);
  spawnSync('mkdir', ['a', 'b'], { cwd: dir });
  const hashes = names.map((name) => `${name}.huellas`);
  names.forEach((name, i) => {
    const beside = ['--huellas', hashes[i] ?? ''];
    expect(run('lote', name, '--lectura', 'lectura.json', ...beside, '-o', join('a', name)).stderr).not.toBe('');
  });
  const lines = hashes.flatMap((name) => String(read(name)).split(/(?<=\n)/));
  const twice = lines.filter((line) => lines.some((each) => each !== line && each.slice(0, 32) === line.slice(0, 32)));
  write('lista', twice.toSorted().join(''));
  expect(twice).toHaveLength(4);
  for (const name of names)
    run('lote', join('a', name), '--lectura', 'lectura.json', '--repetidas', 'lista', '-o', join('b', name));
  const answers = names.map((name) => String(read(join('b', name))));
  expect(answers.join('')).toBe(lote(['todo.csv', '-o', '-']).text);
  expect(answers[2]).toContain('Es la misma persona que en la fila 2');
});

it('counts again the parts that were counted by another reading than all of them prove', () => {
  const { header, write, run, lote, read } = partsWorkspace();
  const birth = (date: string): string => `Renata,Olvera,Tinajero,${date},M,09,,\n`;
  write('q-1.csv', header + birth('03/04/1990').repeat(3));
  write('q-2.csv', header + birth('04/25/1991').repeat(3));
  for (const name of ['q-1', 'q-2']) run('lectura', '--conteo', `${name}.csv`, '--sexo', 'hm', '-o', `${name}.conteo`);
  const counts = ['q-1.conteo', 'q-2.conteo'];
  const { stderr, status } = run('lectura', '--suma', ...counts, '-o', 'l.json');
  expect(stderr).toContain('Cuente otra vez, con --segun y esta lectura, y sume de nuevo: q-1.csv.');
  expect(status).toBe(1);
  expect(run('lote', 'q-2.csv', '--lectura', 'l.json', '-o', 'x.csv').stderr).toContain('no está completa');
  run('lectura', '--conteo', 'q-1.csv', '--segun', 'l.json', '-o', 'q-1.conteo', '--forzar');
  expect(run('lectura', '--suma', ...counts, '-o', 'l.json', '--forzar').status).toBe(0);
  run('lote', 'q-1.csv', '--lectura', 'l.json', '-o', 'x.csv');
  write('q.csv', header + birth('03/04/1990').repeat(3) + birth('04/25/1991').repeat(3));
  expect(lote(['q.csv', '--sexo', 'hm', '-o', '-']).text.startsWith(String(read('x.csv')))).toBe(true);
});

it('refuses a part, a count, a reading or a list that does not belong, and writes nothing', () => {
  const { names, run, refuses, change, write, read, header } = partsWorkspace();
  run('lectura', ...names, '-o', 'lectura.json');
  const [first = '', second = ''] = names;
  const lote = (...args: string[]): string[] => ['lote', ...args, '--lectura', 'lectura.json', '-o', 's.csv'];
  refuses(/La misma parte está dos veces: p-1\.csv/, 'lectura', first, first, '-o', 's.json');
  refuses(
    /todo\.csv no es una parte de esa lectura: sus partes son p-1\.csv, p-2\.csv, p-10\.csv/,
    ...lote('todo.csv'),
  );
  refuses(/--sexo no va con --lectura/, ...lote(first, '--sexo', 'hm'));
  refuses(/--huellas y --repetidas van con --lectura/, 'lote', first, '--huellas', 'h', '-o', 's.csv');
  write('corto.json', String(read('lectura.json')).slice(0, 900));
  refuses(/corto\.json no es una lectura/, 'lote', first, '--lectura', 'corto.json', '-o', 's.csv');
  run('lectura', '--conteo', second, '--segun', first, '-o', '2.conteo');
  refuses(/Falta el conteo de p-1\.csv/, 'lectura', '--suma', '2.conteo', '-o', 's.json');
  refuses(/La misma parte está dos veces: p-2\.csv/, 'lectura', '--suma', '2.conteo', '2.conteo', '-o', 's.json');
  run('lectura', '--conteo', first, '-o', '1.conteo');
  run('lectura', '--conteo', 'p-10.csv', '--segun', first, '--siglo', '1930', '-o', '10.conteo');
  refuses(
    /p-10\.csv se contó con otras opciones que p-1\.csv/,
    'lectura',
    '--suma',
    '1.conteo',
    '10.conteo',
    '-o',
    's.json',
  );
  write('otro.csv', `${HEADER}\nRenata,Olvera,Tinajero,1990-05-17,M,09\n`);
  run('lectura', '--conteo', 'otro.csv', '-o', 'otro.conteo', '--sexo', 'hm');
  refuses(/otro/, 'lectura', '--suma', '1.conteo', 'otro.conteo', '-o', 's.json');
  write('abierta-1.csv', `${header}a,b,c,1990-05-17,M,09,,"sin cerrar\n`);
  write('abierta-2.csv', `Renata,Olvera,Tinajero,1990-05-17,M,09,,\n`);
  refuses(
    /abierta-1\.csv termina dentro de unas comillas/,
    'lectura',
    'abierta-1.csv',
    'abierta-2.csv',
    '--sexo',
    'hm',
    '-o',
    's.json',
  );
  write('mal', 'x\n');
  refuses(/mal, línea 1: no es una huella/, ...lote(first, '--repetidas', 'mal'));
  const line = `${'0'.repeat(32)} 00000000 1\n`;
  write('una', line);
  refuses(/una está cortado/, ...lote(first, '--repetidas', 'una'));
  write('media', (line + line).slice(0, -1));
  refuses(/media está cortado/, ...lote(first, '--repetidas', 'media'));
  write(second, String(read(second)).replace(/M/, 'H'));
  refuses(/p-2\.csv trae otras filas que cuando se contó/, ...lote(second, '--huellas', 'h'));
  change('lectura.json', { curp: '0.0.1' });
  refuses(/lectura\.json es de otra versión de este programa \(0\.0\.1;/, ...lote(first));
});

const [THREADED_HEADER = '', ...THREADED_ROWS] = rowsOf(40_000, 5);
const TWICE = [...THREADED_ROWS, ...THREADED_ROWS.slice(0, 300), ...THREADED_ROWS.slice(20_000, 20_200)];
const WITH_LINES = TWICE.map((row, i) => (i % 500 === 0 ? row.replace(/^([^,]*),/, '"$1\n$1",') : row));
const MIDDLE = Math.floor(TWICE.length / 2);

it.each([
  ['people who are in it twice', TWICE],
  ['cells of several lines', WITH_LINES],
  ['a quote that is not closed', TWICE.with(MIDDLE - 1, `"${TWICE[MIDDLE - 1]}`)],
])('answers a file in threads with the bytes of one thread: %s', (_, rows) => {
  const { write, lote, read } = fileWorkspace();
  write('p.csv', THREADED_HEADER + rows.join(''));
  const one = lote(['p.csv', '--sexo', 'hm', '-o', 'uno.csv']);
  const two = lote(['p.csv', '--sexo', 'hm', '-o', 'dos.csv', '--hilos', '2']);
  expect(read('uno.csv').equals(read('dos.csv'))).toBe(true);
  const withoutTime = (stderr: string): string => stderr.replace(/^[\d.]+ s, .*$/m, '');
  expect(withoutTime(two.stderr)).toBe(withoutTime(one.stderr));
});

it.each([
  ['between two rows', WITH_LINES, true],
  ['nowhere if each line is a part of a row', TWICE.map((row) => `"\n${row.replace(',', '",')}`), false],
  ['nowhere if it is short', TWICE.slice(0, 100), false],
])('cuts a file %s', async (_, rows, isCut) => {
  const { write, dir } = fileWorkspace();
  const text = THREADED_HEADER + rows.join('');
  write('p.csv', text);
  const fd = openSync(join(dir, 'p.csv'), 'r');
  onTestFinished(() => closeSync(fd));
  const options = { formato: 'csv', sexo: 'hm' } as const;
  const reading = decideReading(NO_EVIDENCE, options);
  const size = Buffer.byteLength(text);
  const found = await cutFile({ fd, size, threads: 2 }, { ...options, reading });
  expect(found !== null).toBe(isCut);
  const starts = found?.cuts.slice(1).map(([from]) => Buffer.from(text).subarray(from).toString()) ?? [];
  for (const start of starts) expect(rows.some((row) => start.startsWith(row))).toBe(true);
});
