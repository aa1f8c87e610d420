/** `curp lote --hilos` writes the same bytes as one thread, even with odd rows in every block. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import { describe, expect, it } from 'vitest';
import { birthOf } from '../../../contract/test/people.js';
import { HEADER, fileWorkspace, manyRows } from '../files.js';
import { bytesOf } from '../../../lote/test/bytes-of.js';

const GOOD_ROW = 'Íñigo,Argüello,Ñu,1975-12-01,H,Nuevo León\n';
/** Returns rows of as many people, others than those before `first`. */
const goodRows = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, i) => {
    const { date, state } = birthOf(first + i);
    return `Íñigo,Argüello,Ñu,${date},H,${state}\n`;
  }).join('');
const ODD_ROWS = [
  '"Ana ""La"" Bé","dos\nlíneas",Xóchitl,1990-05-17,M,09\r\n',
  '"Con, coma",Peña,,2001-07-30,M,14\n',
  'Tadeo,Escamilla,Wario,1990-02-31,H,15\n',
  'a,b\n',
  '\n',
  '"sin cerrar,b,c\n',
  'mal"comilla,b,c,d,e,f\n',
  'nul\0,b,c,1990-05-17,H,09\n',
  `${'L'.repeat(1_200_000)}\n`,
  `"${'línea\n'.repeat(60_000)}",b,c,1990-05-17,H,09\n`,
];
/** A block of 256 KiB has this many rows with a note of a thousand characters: enough for every thread, and soon answered. */
const ROWS_WITH_NOTE = 280;
const NOTE = 'x'.repeat(1000);
/** A block of good rows before each odd one. */
const CSV = `${HEADER}\n${ODD_ROWS.map((odd, i) => `${goodRows(6000, i * 6000)}${odd}`).join('')}"al final, sin cerrar`;
/** The odd rows are few, for tests of encodings and options. */
const SHORT_CSV = `${HEADER},nota\n${ODD_ROWS.slice(0, 3)
  .map((odd) => `${GOOD_ROW.replace('\n', `,${NOTE}\n`).repeat(ROWS_WITH_NOTE)}${odd}`)
  .join('')}"al final, sin cerrar`;
const OBJECT = `{"nombres":"Íñigo","apellido_paterno":"Argüello","apellido_materno":"","fecha_nacimiento":"1975-12-01","sexo":"H","entidad":"19","nota":"${NOTE}"}\n`;
const NDJSON = ['[1]\n', '{"nombres":1}\n', '\n', `${'x'.repeat(1_200_000)}\n`, 'sin fin']
  .map((odd) => `${OBJECT.repeat(ROWS_WITH_NOTE)}${odd}`)
  .join('');

/** Files whose reading a pipe decides only by its beginning. */
const FROM_PIPES = new Set(['UTF-8', 'ASCII, and one accent at the end', 'NDJSON']);

describe('several threads write the same bytes as one', () => {
  it.each([
    ['UTF-8', 'p.csv', Buffer.from(CSV), []],
    ['UTF-8 with a byte order mark', 'p.csv', Buffer.from(`\uFEFF${SHORT_CSV}`), ['--excel']],
    ['Windows-1252', 'p.csv', Buffer.from(SHORT_CSV, 'latin1'), []],
    ['Windows-1252 by --codificacion', 'p.csv', Buffer.from(SHORT_CSV), ['--codificacion', 'windows-1252']],
    ['UTF-16', 'p.csv', Buffer.from(`\uFEFF${SHORT_CSV}`, 'utf16le'), []],
    [
      'ASCII, and one accent at the end',
      'p.csv',
      Buffer.from(
        `${HEADER}\n${goodRows(20_000).replaceAll('Íñigo,Argüello,Ñu', 'Ana,Lara,Mata').replaceAll(',H,', ',Mujer,')}${GOOD_ROW}`,
        'latin1',
      ),
      [],
    ],
    ['another operation', 'p.csv', Buffer.from(SHORT_CSV), ['--operacion', 'validar', '--columna', 'curp=nombres']],
    ['NDJSON', 'p.ndjson', Buffer.from(NDJSON), []],
    ['few rows', 'p.csv', Buffer.from(`${HEADER}\n${GOOD_ROW}`), []],
  ])('for %s', (kind, name, bytes, args) => {
    const { write, lote } = fileWorkspace();
    write(name, bytes);
    const run = (source: string, hilos: number, input: Uint8Array) => {
      const { stdout, stderr, status } = lote([source, '-o', '-', '--json', '--hilos', String(hilos), ...args], {
        input,
      });
      const { segundos: _s, filas_por_segundo: _f, ...summary } = JSON.parse(stderr) as Record<string, unknown>;
      return { stdout, resumen: summary, status };
    };
    const sources: [string, Uint8Array][] = [[name, new Uint8Array()]];
    if (FROM_PIPES.has(kind)) sources.push(['-', bytes]);
    for (const [source, input] of sources) {
      const single = run(source, 1, input);
      const several = run(source, kind === 'UTF-8' ? 3 : 2, input);
      expect(single.status).toBeLessThan(2);
      expect(several.stdout.equals(single.stdout)).toBe(true);
      expect(several).toMatchObject({ resumen: single.resumen, status: single.status });
    }
  });

  it('for a large file without `--hilos`, as a file, from a pipe and in gzip', () => {
    const { write, lote } = fileWorkspace();
    const bytes = Buffer.from(`${HEADER}\n${goodRows(100_000)}`);
    write('p.csv', bytes);
    write('p.csv.gz', gzipSync(bytes));
    const { stdout } = lote(['p.csv', '-o', '-', '--silencio', '--hilos', '1']);
    for (const source of ['p.csv', 'p.csv.gz', '-']) {
      const several = lote([source, '-o', '-', '--silencio'], { input: source === '-' ? bytes : new Uint8Array() });
      expect(several.stdout.equals(stdout)).toBe(true);
    }
  });

  it.each([
    ['s.csv.gz', async (bytes: Buffer) => gunzipSync(bytes)],
    ['s.xlsx', async (bytes: Buffer) => bytesOf(csvFromXlsx(bytes))],
  ])('in %s', async (output, textOf) => {
    const { write, read, lote } = fileWorkspace();
    write('p.csv', manyRows(7000));
    expect(lote(['p.csv', '-o', output, '--silencio']).status).toBe(0);
    expect(lote(['p.csv', '-o', `2${output}`, '--silencio', '--hilos', '2']).status).toBe(0);
    const single = await textOf(read(output));
    expect(single.length).toBeGreaterThan(manyRows(7000).length);
    expect((await textOf(read(`2${output}`))).equals(single)).toBe(true);
  });
});
