/** `curp cruzar` writes A with where each row is in B, in every format, and those only in B. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFromXlsx, sheetNames } from '@curp-service/lote/xlsx';
import { expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { BIN, curp, curpInEnglish, workspace } from './curp.js';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
const A = `${HEADER}\nRenata,Olvera,Tenorio,1990-05-17,M,09\nLuis,Soto,Mora,1970-01-05,H,15\n`;
const B = `${HEADER}\nLUIS,SOTO,MORA,06/01/1970,H,15\nEva,Ruiz,Paz,1981-12-31,M,20\nRenata,Olvera,Tenorio,17/05/1990,M,09\n`;
const SAID = 'Una CURP calculada no prueba ningún registro';

function lists(): { dir: string; path: (name: string) => string } {
  const { dir } = workspace();
  const path = (name: string): string => join(dir, name);
  writeFileSync(path('a.csv'), A);
  writeFileSync(path('b.csv'), B);
  return { dir, path };
}

it('cruzar writes a CSV, those only in B beside it, and a summary that names both', async () => {
  const { path } = lists();
  const { stderr, status } = await curp('cruzar', path('a.csv'), path('b.csv'), '-o', path('c.csv'));
  expect(status).toBe(1);
  expect(readFileSync(path('c.csv'), 'utf8').split('\n')).toEqual([
    `${HEADER},cruce,fila_b,curp_b,motivo`,
    'Renata,Olvera,Tenorio,1990-05-17,M,09,misma,4,,Los mismos datos.',
    'Luis,Soto,Mora,1970-01-05,H,15,quiza,2,,Difiere el día: 1970-01-05 y 06/01/1970.',
    '',
  ]);
  expect(readFileSync(path('c-solo-b.csv'), 'utf8')).toContain('3,,Eva,Ruiz,Paz,1981-12-31,M,20,\n');
  for (const said of [
    'la misma persona, 1; quizá la misma, 1; solo en A, 0',
    `Solo en B: 1, en ${path('c-solo-b.csv')}`,
    'Lectura de la lista A:',
    'Fechas: día, mes, año, como lo prueba',
    SAID,
  ])
    expect(stderr).toContain(said);
});

it('cruzar writes a workbook with those only in B in its last sheet, for a workbook the same one', async () => {
  const { path } = lists();
  await curp('lote', path('a.csv'), '-o', path('a.xlsx'), '--silencio');
  for (const from of ['a.csv', 'a.xlsx']) {
    const { status, stdout } = await curp(
      'cruzar',
      path(from),
      path('b.csv'),
      '-o',
      path('c.xlsx'),
      '--forzar',
      '--json',
    );
    const lectura_b = expect.arrayContaining([expect.objectContaining({ convencion: 'fechas', origen: 'vista' })]);
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { misma: 1, quiza: 1, sola: 0, solo_b: 1, lectura_b }]);
    const book = readFileSync(path('c.xlsx'));
    expect(await sheetNames(book)).toEqual(['CURP', 'Solo en B']);
    const [first, second] = await Promise.all(
      ['CURP', 'Solo en B'].map(async (hoja) => String(await bytesOf(csvFromXlsx(book, { hoja })))),
    );
    expect(first).toContain('Difiere el día: 1970-01-05 y 06/01/1970.');
    expect(second).toContain('Eva,Ruiz,Paz');
  }
});

it('cruzar reads its own result again: the same sheet of A, and that of those only in B anew', async () => {
  const { path } = lists();
  await curp('lote', path('a.csv'), '-o', path('a.xlsx'), '--silencio');
  const more = Array.from({ length: 5 }, (_, i) => `Eva,Ruiz,Paz,1981-12-0${i + 1},M,20\n`).join('');
  writeFileSync(path('more.csv'), B + more);
  for (const from of ['a.csv', 'a.xlsx']) {
    await curp('cruzar', path(from), path('more.csv'), '-o', path('c.xlsx'), '--forzar');
    const { stdout } = await curp('cruzar', path('c.xlsx'), path('b.csv'), '-o', path('d.xlsx'), '--forzar', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ misma: 1, quiza: 1, sola: 0, solo_b: 1 });
    const book = readFileSync(path('d.xlsx'));
    expect(await sheetNames(book)).toEqual(['CURP', 'Solo en B']);
    const second = String(await bytesOf(csvFromXlsx(book, { hoja: 'Solo en B' })));
    expect(second.trimEnd().split('\n')).toHaveLength(2);
  }
});

it('cruzar names the list and the option of a column that is missing', async () => {
  const { path } = lists();
  writeFileSync(path('names.csv'), 'nombres,apellido_paterno,apellido_materno\nEva,Ruiz,Paz\n');
  const { stderr, status } = await curpInEnglish('cruzar', path('a.csv'), path('names.csv'), '-o', path('c.csv'));
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^List B: .*--columna-b fecha_nacimiento=….*lists are crossed by names, surnames and birth date/,
  );
});

it('cruzar names the list that is no list, or a sheet that it lacks', async () => {
  const { path } = lists();
  await curp('lote', path('a.csv'), '-o', path('a.xlsx'), '--silencio');
  writeFileSync(path('c.ods'), 'PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet');
  for (const [a, b, ...more] of [
    ['a.csv', 'c.ods'],
    ['a.csv', 'a.xlsx', '--hoja-b', 'Otra'],
  ]) {
    const { stderr, status } = await curp('cruzar', path(a ?? ''), path(b ?? ''), '-o', path('d.csv'), ...more);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^Lista B: El (archivo|libro) /)]);
  }
});

it('cruzar leaves no file behind, and needs an output', async () => {
  const { path } = lists();
  writeFileSync(path('c-solo-b.csv'), '');
  const { stderr } = await curp('cruzar', path('a.csv'), path('b.csv'), '-o', path('c.csv'));
  expect(stderr).toContain('Ya existe');
  expect(() => readFileSync(path('c.csv'))).toThrow('ENOENT');
  expect((await curp('cruzar', path('a.csv'), path('b.csv'))).stderr).toContain('-o SALIDA');
  for (const list of ['a.csv', 'b.csv']) {
    const onto = await curp('cruzar', path('a.csv'), path('b.csv'), '-o', path(list), '--forzar');
    expect([list, onto.status, onto.stderr]).toEqual([list, 2, expect.stringContaining('es el mismo archivo')]);
  }
});

it('cruzar reads either list from a pipe', () => {
  const { dir, path } = lists();
  for (const [a, b, input] of [
    ['-', 'b.csv', A],
    ['a.csv', '-', B],
  ]) {
    const args = [BIN, 'cruzar', a ?? '', b ?? '', '-o', 'c.csv', '--forzar', '--silencio'];
    expect(spawnSync(process.execPath, args, { cwd: dir, input: input ?? '' }).status).toBe(1);
    expect(readFileSync(path('c.csv'), 'utf8')).toContain('Renata,Olvera,Tenorio,1990-05-17,M,09,misma,4,,');
  }
});
