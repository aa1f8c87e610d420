/** `curp lote`: every format in and out, by files and by pipes. */
import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, openSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { AGREGADAS, BUENAS, CURP_INIGO, ENCABEZADO, HECHAS, LIBREOFFICE, PERSONAS, archivos } from './files.js';
import { BIN, PACIENCIA } from './curp.js';

vi.setConfig(PACIENCIA);

const conTab = (csv: string): string => csv.replaceAll(',', '\t');
const OBJETO =
  '{"nombres":"Íñigo","apellido_paterno":"Argüello","apellido_materno":"Ñu","fecha_nacimiento":"1975-12-01","sexo":"H","entidad":"19"';

describe('from a file to a file', () => {
  it.each([
    ['p.csv', 's.csv', PERSONAS, HECHAS],
    ['p.txt', 's.csv', PERSONAS, HECHAS],
    ['P.CSV', 'S.TXT', PERSONAS, HECHAS],
    ['p.tsv', 's.tsv', conTab(PERSONAS), conTab(HECHAS)],
  ])('%s to %s', (entrada, salida, contenido, hecho) => {
    const { escribir, leer, lote, hay } = archivos();
    escribir(entrada, contenido);
    expect(lote([entrada, '-o', salida, '--silencio'])).toMatchObject({ texto: '', stderr: '', status: 1 });
    expect(leer(salida).toString()).toBe(hecho);
    expect(hay()).toEqual([entrada, salida].toSorted());
  });

  it.each(['p.ndjson', 'p.jsonl'])('%s', (entrada) => {
    const { escribir, leer, lote } = archivos();
    escribir(entrada, `${OBJETO}}\n[1]\n`);
    expect(lote([entrada, '-o', 's.ndjson', '--silencio']).status).toBe(1);
    const [bien, mal] = leer('s.ndjson').toString().trimEnd().split('\n');
    expect(bien).toBe(`${OBJETO},"curp":"${CURP_INIGO}","code_error":0,"error_message":null}`);
    expect(JSON.parse(mal ?? '')).toMatchObject({ linea: '[1]', curp: null, code_error: 8 });
  });

  it('compressed on either side, in several members too', () => {
    const { escribir, leer, lote } = archivos();
    const mitad = PERSONAS.indexOf('Íñigo');
    escribir('p.csv.gz', Buffer.concat([gzipSync(PERSONAS.slice(0, mitad)), gzipSync(PERSONAS.slice(mitad))]));
    expect(lote(['p.csv.gz', '-o', 's.csv']).status).toBe(1);
    expect(leer('s.csv').toString()).toBe(HECHAS);
    expect(lote(['s.csv', '-o', 't.csv.gz', '--operacion', 'cotejar']).status).toBe(1);
    expect(gunzipSync(leer('t.csv.gz')).toString()).toContain(`${CURP_INIGO},0,,identica,${CURP_INIGO},,0,\n`);
    escribir('p.ndjson.gz', gzipSync(`${OBJETO}}\n`));
    expect(lote(['p.ndjson.gz', '-o', 's.ndjson.gz']).status).toBe(0);
    expect(gunzipSync(leer('s.ndjson.gz')).toString()).toContain(CURP_INIGO);
  });

  it('without rows', () => {
    const { escribir, leer, lote } = archivos();
    escribir('p.csv', `${ENCABEZADO}\n`);
    expect(lote(['p.csv', '-o', 's.csv', '--silencio']).status).toBe(0);
    expect(leer('s.csv').toString()).toBe(`${ENCABEZADO},${AGREGADAS}\n`);
  });

  it('is its owner’s alone, and one that is replaced keeps who may read it', () => {
    const { dir, escribir, lote } = archivos();
    escribir('p.csv', BUENAS);
    lote(['p.csv', '-o', 's.csv']);
    expect(statSync(join(dir, 's.csv')).mode & 0o777).toBe(0o600);
    chmodSync(join(dir, 's.csv'), 0o640);
    symlinkSync('s.csv', join(dir, 'enlace.csv'));
    expect(lote(['p.csv', '-o', 'enlace.csv', '--forzar', '--excel']).status).toBe(0);
    expect(lstatSync(join(dir, 'enlace.csv')).isSymbolicLink()).toBe(true);
    expect(statSync(join(dir, 's.csv')).mode & 0o777).toBe(0o640);
  });
});

describe('through pipes', () => {
  it('CSV, to standard output where nothing else is said', () => {
    const { lote } = archivos();
    for (const args of [['-'], ['-', '-o', '-'], ['-', '--formato', 'csv'], ['/dev/stdin']]) {
      expect(lote([...args, '--silencio'], { input: PERSONAS })).toMatchObject({
        texto: HECHAS,
        stderr: '',
        status: 1,
      });
    }
  });

  it('NDJSON, which its first byte tells', () => {
    const { lote } = archivos();
    expect(lote(['-', '--silencio'], { input: `\uFEFF \n${OBJETO}}\n` }).texto).toContain(CURP_INIGO);
    expect(lote(['-', '--formato', 'ndjson'], { input: 'x\n' }).texto).toMatch(/^\{"linea":"x"/);
  });

  it('standard input and output that are files', () => {
    const { dir, escribir, leer, lote } = archivos();
    escribir('p.csv', PERSONAS);
    const stdio = [openSync(join(dir, 'p.csv'), 'r'), openSync(join(dir, 's.csv'), 'w'), 'pipe'] as const;
    expect(lote(['-', '--silencio'], { stdio: [...stdio] }).status).toBe(1);
    expect(leer('s.csv').toString()).toBe(HECHAS);
  });

  it('a pipe that has a name, both ways', () => {
    const { dir, env, escribir } = archivos();
    escribir('p.csv', PERSONAS);
    const orden = `mkfifo a b; cat p.csv > a & cat b & "$@" lote a -o b --silencio; echo $? >&2; wait`;
    const { stdout, stderr } = spawnSync('sh', ['-c', orden, 'sh', process.execPath, BIN], {
      cwd: dir,
      env,
      encoding: 'utf8',
    });
    expect({ stdout, stderr }).toEqual({ stdout: HECHAS, stderr: '1\n' });
  });

  it('to a file, whose name tells how', () => {
    const { leer, lote } = archivos();
    expect(lote(['-', '-o', 's.csv.gz', '--silencio'], { input: PERSONAS }).status).toBe(1);
    expect(gunzipSync(leer('s.csv.gz')).toString()).toBe(HECHAS);
  });

  it('to a device', () => {
    expect(archivos().lote(['-', '-o', '/dev/null', '--silencio'], { input: BUENAS }).status).toBe(0);
  });
});

describe('workbooks', () => {
  it('all that LibreOffice makes of a sheet gives the same keys, in CSV and in XLSX', () => {
    const { lote } = archivos();
    const claves = (texto: string): unknown[] =>
      Array.from(texto.matchAll(/([A-Z]{4}\d{6}\w{8})|[,;\t](\d{3})[,;\t]/g), ([, clave, codigo]) => clave ?? codigo);
    const esperadas = claves(lote([`${LIBREOFFICE}personas-utf8.csv`]).texto);
    expect(esperadas).toHaveLength(12);
    for (const nombre of ['personas', 'personas-dma']) {
      for (const fin of ['-utf8.csv', '-utf16.csv', '-windows1252.csv', '.xlsx']) {
        expect(claves(lote([`${LIBREOFFICE}${nombre}${fin}`]).texto)).toEqual(esperadas);
        const libro = `${nombre}${fin}.xlsx`;
        expect(lote([`${LIBREOFFICE}${nombre}${fin}`, '-o', libro, '--silencio']).status).toBe(1);
        expect(lote([libro, '--operacion', 'cotejar']).texto.match(/,identica,/g)).toHaveLength(10);
      }
    }
  });

  it('their sheets by name, and with tabs between where the output has its name of that', () => {
    const { leer, lote } = archivos();
    const args = [`${LIBREOFFICE}personas.xlsx`, '-o', 's.tsv', '--hoja', 'Personas'];
    expect(lote(args).stderr).toContain('XLSX, Personas');
    expect(leer('s.tsv').toString()).toContain('\tMUAL840312HNLXLS03\t0\t\n');
    expect(lote([`${LIBREOFFICE}personas.xlsx`, '--hoja', 'Nómina'])).toMatchObject({
      stderr: 'El libro no tiene una hoja «Nómina»: tiene «Personas».\n',
      status: 2,
    });
  });
});
