/** Several threads write the bytes of one, whatever the rows are. */
import { describe, expect, it, vi } from 'vitest';
import { ENCABEZADO, archivos } from './files.js';
import { PACIENCIA } from './curp.js';

vi.setConfig(PACIENCIA);

const BUENA = 'Íñigo,Argüello,Ñu,1975-12-01,H,Nuevo León\n';
const RARAS = [
  '"Ana ""La"" Bé","dos\nlíneas",Xóchitl,1990-05-17,M,09\r\n',
  '"Con, coma",Peña,,2001-07-30,M,14\n',
  'Tadeo,Escamilla,Wario,1990-02-31,H,15\n',
  'a,b\n',
  '\n',
  '"sin cerrar,b,c\n',
  'mal"comilla,b,c,d,e,f\n',
  'nul\0,b,c,1990-05-17,H,09\n',
  `${'L'.repeat(1_200_000)}\n`,
  `"${'línea\n'.repeat(100_000)}",b,c,1990-05-17,H,09\n`,
];
const CSV = `${ENCABEZADO}\n${RARAS.map((rara) => `${BUENA.repeat(6000)}${rara}`).join('')}"al final, sin cerrar`;
const OBJETO =
  '{"nombres":"Íñigo","apellido_paterno":"Argüello","apellido_materno":"","fecha_nacimiento":"1975-12-01","sexo":"H","entidad":"19"}\n';
const NDJSON = ['[1]\n', '{"nombres":1}\n', '\n', `${'x'.repeat(1_200_000)}\n`, 'sin fin']
  .map((rara) => `${OBJETO.repeat(4000)}${rara}`)
  .join('');

describe('by several threads', () => {
  it.each([
    ['UTF-8', 'p.csv', Buffer.from(CSV), []],
    ['UTF-8 with its mark', 'p.csv', Buffer.from(`\uFEFF${CSV}`), ['--excel']],
    ['Windows-1252', 'p.csv', Buffer.from(CSV, 'latin1'), []],
    ['Windows-1252 as it is said', 'p.csv', Buffer.from(CSV), ['--codificacion', 'windows-1252']],
    ['UTF-16', 'p.csv', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), []],
    [
      'ASCII for long',
      'p.csv',
      Buffer.from(`${ENCABEZADO}\n${'Ana,Lara,Mata,1990-05-17,M,09\n'.repeat(40_000)}${BUENA}`, 'latin1'),
      [],
    ],
    ['another operation', 'p.csv', Buffer.from(CSV), ['--operacion', 'validar', '--columna', 'curp=nombres']],
    ['NDJSON', 'p.ndjson', Buffer.from(NDJSON), []],
    ['few rows', 'p.csv', Buffer.from(`${ENCABEZADO}\n${BUENA}`), []],
  ])('%s', (_, nombre, bytes, args) => {
    const { escribir, lote } = archivos();
    escribir(nombre, bytes);
    const correr = (entrada: string, hilos: string, input: Uint8Array) => {
      const { stdout, stderr, status } = lote([entrada, '-o', '-', '--json', '--hilos', hilos, ...args], { input });
      const { segundos: _s, filas_por_segundo: _f, ...resumen } = JSON.parse(stderr) as Record<string, unknown>;
      return { stdout, resumen, status };
    };
    const uno = correr(nombre, '1', new Uint8Array());
    expect(uno.status).toBeLessThan(2);
    for (const otro of [correr(nombre, '2', new Uint8Array()), correr('-', '3', bytes)]) {
      expect(otro.stdout.equals(uno.stdout)).toBe(true);
      expect(otro).toMatchObject({ resumen: uno.resumen, status: uno.status });
    }
  });

  it('in gzip and in a workbook too', () => {
    const { escribir, leer, lote } = archivos();
    escribir('p.csv', `${ENCABEZADO}\n${BUENA.repeat(30_000)}`);
    for (const salida of ['s.csv.gz', 's.xlsx']) {
      expect(lote(['p.csv', '-o', salida, '--silencio']).status).toBe(0);
      expect(lote(['p.csv', '-o', `2${salida}`, '--silencio', '--hilos', '2']).status).toBe(0);
      const deVuelta = (nombre: string): Buffer => lote([nombre, '--operacion', 'cotejar', '--silencio']).stdout;
      expect(deVuelta(`2${salida}`).equals(deVuelta(salida))).toBe(true);
      expect(leer(salida).length).toBeGreaterThan(0);
    }
  });
});
