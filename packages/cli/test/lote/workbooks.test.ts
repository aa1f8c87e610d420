/** `curp lote` returns a workbook with the answers after its last column. */
import { copyFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { csvFromXlsx, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { MACROS, filteredWorkbook, macroWorkbookOf, workbookOf as sheetsOf } from '../../../lote/test/workbook.js';
import { describe, expect, it } from 'vitest';
import { fileWorkspace } from '../files.js';
import { bytesOf } from '../../../lote/test/bytes-of.js';

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../lote/test/workbooks/${name}`, import.meta.url));

const rowsOf = async (workbook: Uint8Array, hoja?: string): Promise<string[]> =>
  (await bytesOf(csvFromXlsx(workbook, { hoja }))).toString().trimEnd().split('\n');

const HEADER = 'Nombres,Primer apellido,Segundo apellido,Fecha de nacimiento,Sexo,Entidad';
const workbookOf = async (...rows: readonly string[]): Promise<Buffer> =>
  bytesOf(
    xlsxFromCsv(
      (async function* () {
        yield Buffer.from([HEADER, ...rows, ''].join('\n'));
      })(),
    ),
  );
const ANA = 'Ana,Ruiz,Gil,1999-09-09,Mujer,Oaxaca';
const LATER = ANA.replace('1999-09-09', '1999-10-10');

describe('a workbook with --hoja todas', () => {
  const cells = (...rows: readonly string[]): string[][] => rows.map((row) => row.split(','));
  const groups = sheetsOf({
    '1A': cells(HEADER, ANA),
    Notas: [['x']],
    '1B': cells(
      'Lista',
      HEADER.replace('Entidad', 'Nacida en,Entidad'),
      LATER.replace('Oax', 'x,Oax'),
      ANA.replace('09,', '09,,'),
    ),
  });

  it('gets the answers in each sheet, and the summary of each', async () => {
    const { write, read, lote } = fileWorkspace();
    write('p.xlsx', groups);
    const { stderr, status } = lote(['p.xlsx', '--hoja', 'todas', '-o', 's.xlsx']);
    expect(status).toBe(1);
    expect(stderr).toContain('Filas: 3; listas: 2; por revisar: 0; con error: 1.');
    expect(stderr).toContain('«1A»: filas: 1; listas: 1; por revisar: 0; con error: 0.');
    expect(stderr).toContain('«1B»: filas: 2; listas: 1; por revisar: 0; con error: 1.');
    expect(stderr.match(/«1B»: Los nombres de las columnas están en la fila 2/g)).toHaveLength(1);
    expect((await rowsOf(read('s.xlsx'), '1A'))[1]).toMatch(/,RUGA990909MOCZLN04,$/);
    expect((await rowsOf(read('s.xlsx'), '1B'))[2]).toMatch(/,Oaxaca,RUGA991010MOCZLN\d\d,$/);
    const { text } = lote(['p.xlsx', '--hoja', 'todas', '-o', 't.xlsx', '--json']);
    expect(JSON.parse(text)).toMatchObject({
      filas: 3,
      hojas: [
        { hoja: '1A', filas: 1, conservadas: [] },
        { hoja: '1B', filas: 2, con_error: 1, conservadas: ['Nacida en'] },
      ],
    });
    expect(read('t.xlsx').equals(read('s.xlsx'))).toBe(true);
  });

  it('is refused if SALIDA is no workbook, or a sheet lacks a column, and nothing is written', () => {
    const { write, list, lote } = fileWorkspace();
    write('p.xlsx', groups);
    const csv = lote(['p.xlsx', '--hoja', 'todas', '-o', 's.csv']);
    expect([csv.status, csv.stderr]).toEqual([2, expect.stringContaining('elija una con --hoja NOMBRE («1A», «1B»)')]);
    write('q.xlsx', sheetsOf({ '1A': cells(HEADER, ANA), '1B': cells(HEADER.replace('Sexo', 'x'), ANA) }));
    const lacking = lote(['q.xlsx', '--hoja', 'todas', '-o', 's.xlsx']);
    expect([lacking.status, lacking.stderr]).toEqual([2, expect.stringContaining('En la hoja «1B»: Falta la columna')]);
    expect(list()).toEqual(['p.xlsx', 'q.xlsx']);
  });
});

describe('a workbook given to curp lote', () => {
  it('keeps its other sheets and gets the keys, with one thread or several', async () => {
    const { read, lote } = fileWorkspace();
    const { stderr, status } = lote([fixture('openpyxl.xlsx'), '-o', 's.xlsx']);
    expect(stderr).toContain('se agregan        «CURP», «Motivo»');
    expect(stderr).not.toContain('Codificación');
    expect(status).toBe(1);
    const rows = await rowsOf(read('s.xlsx'));
    expect(rows[2]).toBe('Folio,Nombres,Primer apellido,Segundo apellido,Fecha de nacimiento,Sexo,Entidad,CURP,Motivo');
    expect(rows[3]).toBe('1,José Luis,Muñoz,Álvarez,1984-03-12,H,Nuevo León,MUAL840312HNLXLS03,');
    expect(rows[6]).toMatch(/^4,,Sin nombre,López,1990-02-28,M,Puebla,,Falta «Nombre\(s\)»\./);
    expect(await rowsOf(read('s.xlsx'), 'Notas')).toEqual(
      await rowsOf(readFileSync(fixture('openpyxl.xlsx')), 'Notas'),
    );
    expect(lote([fixture('openpyxl.xlsx'), '--silencio', '-o', 't.xlsx']).status).toBe(1);
    expect(read('t.xlsx').equals(read('s.xlsx'))).toBe(true);
  });

  it('has its filter reported if it cannot include the new columns, unless rows come back as CSV', () => {
    const { write, lote } = fileWorkspace();
    write('p.xlsx', filteredWorkbook('A1:F2', `${HEADER},,Clave,Estado`, ANA));
    const { stderr, status } = lote(['p.xlsx', '-o', 's.xlsx']);
    expect([stderr, status]).toEqual([expect.stringContaining('las columnas nuevas quedan fuera de: el filtro.'), 0]);
    expect(lote(['p.xlsx', '-o', 's.csv']).stderr).not.toContain('quedan fuera');
  });

  it('has reasons that an office can follow: no cell names an option, a parameter or a rule', async () => {
    const { write, read, lote } = fileWorkspace();
    const rows = [
      'Ana,Ruiz,Gil,17/05/90',
      'Gpe.,Ruiz,Gil,1999-09-09',
      'Eva,,Gil,1999-09-31',
      'Lic. Eva,Hdez,Gil,1999-09-09',
    ];
    write('p.xlsx', await workbookOf(ANA, ...rows.map((row) => `${row},Mujer,Oaxaca`)));
    expect(lote(['p.xlsx', '-o', 's.xlsx']).status).toBe(1);
    const reasons = (await rowsOf(read('s.xlsx'))).slice(2).map((row) => row.split(',Oaxaca,')[1] ?? '');
    expect(reasons).toHaveLength(4);
    for (const reason of reasons) {
      expect(reason).toMatch(/[.»]"?$/);
      expect(reason).not.toMatch(/`|[dD]eclare|\w=|\b[DR] ?\d/);
    }
  });

  it('keeps its macros and its extension', () => {
    const { write, read, lote } = fileWorkspace();
    write('p.xlsm', macroWorkbookOf({ Una: [HEADER, ANA].map((line) => line.split(',')) }));
    const { text, status } = lote(['p.xlsm', '-o', 's.xlsm', '--json']);
    expect([JSON.parse(text), status]).toEqual([expect.objectContaining({ formato: 'xlsm', correctas: 1 }), 0]);
    expect(text).not.toContain('delimitador');
    expect(read('s.xlsm').includes(MACROS.bytes)).toBe(true);
    for (const [input, output] of [
      ['p.xlsm', 't.xlsx'],
      ['p.xlsx', 't.xlsm'],
      ['p.csv', 't.xlsm'],
    ] as const) {
      const failed = lote([input, '-o', output]);
      expect([failed.status, failed.stderr]).toEqual([2, expect.stringContaining('XLSM con XLSM o CSV.')]);
    }
  });

  it('comes back as CSV if SALIDA is a CSV', async () => {
    const { write, read, lote } = fileWorkspace();
    write('p.xlsx', await workbookOf(ANA));
    expect(lote(['p.xlsx', '-o', 's.csv', '--silencio']).status).toBe(0);
    expect(read('s.csv').toString()).toContain(`${ANA},RUGA990909MOCZLN04,,0,\n`);
  });

  it('is refused if it lacks a column, and nothing is written', async () => {
    const { write, list, lote } = fileWorkspace();
    write('p.xlsx', await workbookOf(ANA));
    expect(lote(['p.xlsx', '-o', 's.xlsx', '--columna', 'sexo=Género'])).toMatchObject({
      stderr: expect.stringContaining('El archivo no tiene la columna «Género»'),
      status: 2,
    });
    expect(list()).toEqual(['p.xlsx']);
  });
});

it.each([
  ['sheetjs.xls', 'El archivo es un libro .xls: ábralo en Excel o en LibreOffice y guárdelo como .xlsx.\n'],
  ['sheetjs.xlsb', 'El archivo es un libro .xlsb: ábralo en Excel o en LibreOffice y guárdelo como .xlsx.\n'],
  ['sheetjs.ods', 'El archivo es un libro .ods: ábralo en Excel o en LibreOffice y guárdelo como .xlsx.\n'],
  ['xlsx-populate-password.xlsx', 'El libro tiene contraseña: guárdelo como .xlsx sin contraseña.\n'],
])('%s is refused with a sentence, whatever its name', (name, stderr) => {
  const { dir, list, lote } = fileWorkspace();
  copyFileSync(fixture(name), join(dir, 'p.xlsx'));
  for (const path of [fixture(name), 'p.xlsx']) {
    expect(lote([path, '-o', 's.xlsx'])).toMatchObject({ stderr, status: 2 });
  }
  expect(list()).toEqual(['p.xlsx']);
});
