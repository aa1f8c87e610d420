/** `curp lote`: every format in and out, and what it says. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { BUENA, CLAVE, ENCABEZADO, MALA, conArchivo, filas } from './archivos.js';
import { BIN, EN, PACIENCIA, sitio } from './curp.js';

vi.setConfig(PACIENCIA);

const LIBREOFFICE = fileURLToPath(new URL('../../lote/test/libreoffice/', import.meta.url));
const AGREGADAS = ',curp,code_error,error_message';

describe('a file', () => {
  it('comes out with its keys', () => {
    const { lote, dir } = conArchivo(`${ENCABEZADO}\n${BUENA}\n`);
    const { status, stderr, stdout } = lote('-o', 'salida.csv');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('Una CURP calculada no prueba ningún registro');
    expect(stderr).toContain('«apellido_paterno»');
    expect(readFileSync(join(dir, 'salida.csv'), 'utf8')).toBe(`${ENCABEZADO}${AGREGADAS}\n${BUENA},${CLAVE},0,\n`);
    expect(readdirSync(dir).toSorted()).toEqual(['personas.csv', 'salida.csv']);
  });

  it('with rows in error is complete, and tells them by code', () => {
    const { con, dir } = conArchivo(`${ENCABEZADO}\n${BUENA}\n${MALA}\n`);
    const { status, stderr } = con(EN)('lote', 'personas.csv', '-o', 'salida.csv');
    expect(status).toBe(1);
    expect(stderr).toMatch(/Rows: 2; answered: 1; with an error: 1\.\n {2}417 {2}1 /);
    expect(readFileSync(join(dir, 'salida.csv'), 'utf8')).toContain('That day does not exist');
  });

  it('tells its figures as JSON', () => {
    const { lote } = conArchivo(`${ENCABEZADO}\n${BUENA}\n${MALA}\n`);
    const { stdout, status } = lote('-o', 'salida.csv', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ filas: 2, correctas: 1, con_error: 1, errores: [{ code_error: 417 }] });
  });

  it.each(['validar', 'cotejar'])('is done by %s too', (operacion) => {
    const { lote } = conArchivo(`${ENCABEZADO},curp\n${BUENA},${CLAVE}\n`);
    const { stdout, status } = lote('-o', '-', '--operacion', operacion);
    expect(status).toBe(0);
    expect(stdout).toContain(operacion === 'validar' ? ',true,,1990-05-17,M,09,' : `,identica,${CLAVE},,0,`);
  });

  it('says nothing of a person on standard error', () => {
    const { lote } = conArchivo(`${BUENA}\n${MALA}\n`);
    const { stderr, status } = lote('-o', 'salida.csv');
    expect(status).toBe(2);
    expect(stderr).toContain('Ninguna columna');
    expect(stderr).not.toMatch(/Cruz|1990|Ángeles/);
  });
});

describe('formats', () => {
  it('a pipe', () => {
    const { dir, env } = sitio();
    const opciones = { cwd: dir, env, encoding: 'utf8', input: `${ENCABEZADO}\n${BUENA}` } as const;
    const { stdout, status } = spawnSync(process.execPath, [BIN, 'lote', '-'], opciones);
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${ENCABEZADO}${AGREGADAS}\n${BUENA},${CLAVE},0,\n` });
  });

  it('gzip', () => {
    const { curp, dir } = sitio();
    writeFileSync(join(dir, 'p.csv.gz'), gzipSync(`${ENCABEZADO}\n${BUENA}\n`));
    expect(curp('lote', 'p.csv.gz', '-o', 's.csv.gz').status).toBe(0);
    expect(gunzipSync(readFileSync(join(dir, 's.csv.gz'))).toString()).toContain(CLAVE);
  });

  it('NDJSON', () => {
    const persona = { nombres: 'Ana', apellido_paterno: 'Ruiz', apellido_materno: '', fecha_nacimiento: '1990-05-17' };
    const { lote } = conArchivo(`${JSON.stringify({ ...persona, sexo: 'M', entidad: 'DF' })}\n`, 'p.ndjson');
    const { stdout, status } = lote('-o', '-');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ nombres: 'Ana', curp: 'RUXA900517MDFZXN09', code_error: 0 });
  });

  it.each(['personas', 'personas-dma'])('Excel, as the CSV of the same sheet: %s', (hoja) => {
    const { curp } = sitio();
    const claves = (archivo: string) =>
      curp('lote', `${LIBREOFFICE}${archivo}`, '-o', '-').stdout.match(/[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d/g);
    const deCsv = claves(`${hoja}-utf8.csv`);
    expect(deCsv).toHaveLength(10);
    for (const otro of ['.xlsx', '-windows1252.csv', '-utf16.csv']) expect(claves(hoja + otro)).toEqual(deCsv);
  });

  it('Excel out, and in again', () => {
    const { lote, curp } = conArchivo(`${ENCABEZADO},nota\n${BUENA},=1+1\n`);
    expect(lote('-o', 's.xlsx').status).toBe(0);
    const { stdout } = curp('lote', 's.xlsx', '--operacion', 'validar', '-o', '-');
    expect(stdout.split('\n')[1]).toMatch(`${BUENA},=1+1,${CLAVE},0,,true,`);
  });

  it('what Excel opens well', () => {
    const { lote, dir } = conArchivo(`${ENCABEZADO},nota\n${BUENA},=1+1\n`);
    expect(lote('-o', 's.csv', '--excel').status).toBe(0);
    expect(readFileSync(join(dir, 's.csv'), 'utf8')).toMatch(/^\ufeff.*\n.*,'=1\+1,/);
  });
});

describe('threads', () => {
  it('give the same bytes as one', () => {
    const { lote, dir } = conArchivo(`${ENCABEZADO}\n${filas(60_000)}\n`);
    expect(lote('-o', 'uno.csv').status).toBe(1);
    expect(lote('-o', 'tres.csv', '--hilos', '3').status).toBe(1);
    expect(readFileSync(join(dir, 'tres.csv')).equals(readFileSync(join(dir, 'uno.csv')))).toBe(true);
  });
});

describe('wrong use', () => {
  it.each([
    ['an unknown datum', ['-o', 's.csv', '--columna', 'edad=EDAD'], /apellido_paterno/],
    ['an unknown operation', ['-o', 's.csv', '--operacion', 'borrar'], /calcular/],
    ['an unknown format', ['-o', 's.doc'], /\.csv/],
    ['no threads', ['-o', 's.csv', '--hilos', '0'], /--hilos/],
    ['the file itself', ['-o', 'personas.csv', '--forzar'], /personas\.csv|ENTRADA/],
  ])('%s', (_, args, dicho) => {
    const { lote, dir } = conArchivo(`${ENCABEZADO}\n${BUENA}\n`);
    const { status, stderr } = lote(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(dicho);
    expect(readdirSync(dir)).toEqual(['personas.csv']);
  });

  it('a file that is there already stays', () => {
    const { lote, dir } = conArchivo(`${ENCABEZADO}\n${BUENA}\n`);
    writeFileSync(join(dir, 's.csv'), 'mine');
    expect(lote('-o', 's.csv').status).toBe(2);
    expect(readFileSync(join(dir, 's.csv'), 'utf8')).toBe('mine');
    expect(lote('-o', 's.csv', '--forzar').status).toBe(0);
    expect(readFileSync(join(dir, 's.csv'), 'utf8')).toContain(CLAVE);
  });

  it('a column is told by name, by number, or not to be there', () => {
    const { lote } = conArchivo(`a,b,fecha,sexo,entidad\nAna,Ruiz,1990-05-17,M,09\n`);
    const { stderr, status } = lote('-o', '-');
    expect(status).toBe(2);
    expect(stderr).toContain('--columna');
    const columnas = ['nombres=a', 'apellido_paterno=2', 'apellido_materno='].flatMap((c) => ['--columna', c]);
    expect(lote('-o', '-', ...columnas).stdout).toContain('RUXA900517MDFZXN09');
  });

  it('a file that is not there', () => {
    const { curp, dir } = sitio();
    const { status, stderr } = curp('lote', 'nada.csv', '-o', 's.csv');
    expect(status).toBe(74);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(dir, 's.csv'))).toBe(false);
  });
});
