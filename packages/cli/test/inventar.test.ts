/** `curp inventar` writes the same people in every format, and an output that is whole or absent. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { text as textOfStream } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Layout, LAYOUTS } from '@curp-service/contract/layouts';
import { inventFile, type InventedFileOptions } from '@curp-service/lote/inventar';
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import { expect, it } from 'vitest';
import { bytesOf } from '../../lote/test/bytes-of.js';
import { BIN, curp, curpInEnglish, workspace } from './curp.js';

const COUNT = 1200;
const textOf = (options: InventedFileOptions): string => Array.from(inventFile(COUNT, options)).join('');
const SAID = '1,200 personas inventadas (semilla 1). Ninguna es real, y una CURP calculada no prueba ningún registro.';

it('inventar prints people to standard output, and says on standard error that none is real', () => {
  const { curp: inFolder } = workspace();
  const { stdout, stderr, status } = inFolder('inventar', String(COUNT));
  expect({ stdout, status }).toEqual({ stdout: textOf({}), status: 0 });
  expect(stderr.split('\n')[0]).toBe(SAID);
});

it('inventar writes the format that the name of the file says, by seed, with slips if asked', async () => {
  const { dir } = workspace();
  const written = async (name: string, ...words: readonly string[]): Promise<Buffer> => {
    const { status, stdout } = await curp('inventar', String(COUNT), '-o', join(dir, name), ...words);
    expect([name, status, stdout]).toEqual([name, 0, '']);
    return readFileSync(join(dir, name));
  };
  expect(String(await written('a.csv', '--semilla', '4294967295'))).toBe(textOf({ semilla: 2 ** 32 - 1 }));
  expect(String(await written('a.ndjson', '--con-errores'))).toBe(textOf({ formato: 'ndjson', conErrores: true }));
  expect(String(gunzipSync(await written('a.tsv.gz')))).toBe(textOf({ delimitador: '\t' }));
  expect(String(await written('sin-extension', '--formato', 'ndjson'))).toBe(textOf({ formato: 'ndjson' }));
  expect(String(await written('a.txt', '--formato', 'IDSE', '--con-errores'))).toBe(
    textOf({ formato: LAYOUTS.find(({ nombre }) => nombre === 'idse'), conErrores: true }),
  );
  const own: Layout = { nombre: 'mio', delimitador: ';', columnas: 2, campos: { curp: 2, nombres: 1 } };
  writeFileSync(join(dir, 'mio.json'), JSON.stringify(own));
  expect(String(gunzipSync(await written('b.txt.gz', '--formato', join(dir, 'mio.json'))))).toBe(
    textOf({ formato: own }),
  );
  expect(String(await bytesOf(csvFromXlsx(await written('a.xlsx'))))).toBe(textOf({}));
});

it('inventar replaces no file without --forzar, and writes no workbook with macros', async () => {
  const { dir } = workspace();
  const file = join(dir, 'a.csv');
  await curp('inventar', '1', '-o', file);
  expect((await curp('inventar', '2', '-o', file)).stderr).toContain('Ya existe');
  expect((await curp('inventar', '2', '-o', file, '--forzar', '--silencio')).stderr).toBe('');
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4);
  expect((await curp('inventar', '2', '-o', join(dir, 'a.xlsm'))).stderr).toContain('use .xlsx');
  for (const name of ['a.xlsx', 'a.ndjson']) {
    expect((await curp('inventar', '2', '--formato', 'sua', '-o', join(dir, name))).stderr).toContain('use .txt');
  }
  expect(readdirSync(dir)).toEqual(['a.csv']);
});

it.each([
  ['0'],
  ['1000000000'],
  ['-1'],
  ['1.5'],
  ['mil'],
  ['1', '--semilla', '4294967296'],
  ['1', '--formato', 'xml'],
  ['1', '--formato', './nada.json'],
])('inventar refuses %s %s %s', async (...words) => {
  const { stdout, stderr, status } = await curpInEnglish('inventar', ...words);
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
  expect(stderr).toMatch(/must be|no option|only accepts|cannot be read|is not valid/);
});

it('inventar leaves no file behind when it is interrupted, and says so', async () => {
  const { dir, env } = workspace();
  const child = spawn(process.execPath, [BIN, 'inventar', '999999999', '-o', 'a.csv'], { cwd: dir, env });
  const end = once(child, 'exit');
  const said = textOfStream(child.stderr);
  const isWriting = (): boolean => readdirSync(dir).some((name) => statSync(join(dir, name)).size > 0);
  while (child.exitCode === null && !isWriting()) await setTimeout(10);
  child.kill('SIGINT');
  expect((await end)[0]).toBe(130);
  expect(await said).toMatch(/Interrumpido: a\.csv no se escribió\.\n$/);
  expect(readdirSync(dir)).toEqual([]);
});
