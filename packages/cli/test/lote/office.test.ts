/**
 * A returned workbook in the hands of an office: LibreOffice sorts it, finds the rows to check by their colour and mends one, and `curp lote`
 * answers it again.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { csvFromXlsx } from '@curp-service/lote/xlsx';
import { expect, it } from 'vitest';
import { PYTHON, has } from '../../../../test/tools.js';
import { bytesOf } from '../../../lote/test/bytes-of.js';
import { workbookOf } from '../../../lote/test/workbook.js';
import { fileWorkspace } from '../files.js';

const HEADER = 'Nombres,Primer apellido,Segundo apellido,Fecha de nacimiento,Sexo,Entidad,Notas';
const PEOPLE = [
  'Ana,Ruiz,Gil,1999-09-09,Mujer,Oaxaca,una',
  'Eva,Ruiz,Gil,1999-02-30,Mujer,Oaxaca,dos',
  'Beto,Peña,Luna,1980-01-02,Hombre,Jalisco,tres',
  'Carla,Hdez.,Gil,1999-09-09,Mujer,Oaxaca,cuatro',
  'Zoe,Vera,Sol,1975-12-01,Mujer,Puebla,cinco',
];

it.skipIf(!has('libreoffice'))(
  'a workbook that LibreOffice sorted, and in which a row found by its colour was mended, is answered in place (needs libreoffice)',
  async () => {
    const { dir, write, read, lote } = fileWorkspace();
    write('p.xlsx', workbookOf({ Una: [HEADER, ...PEOPLE].map((row) => row.split(',')) }));
    expect(lote(['p.xlsx', '-o', 's.xlsx']).status).toBe(1);
    const rowsOf = async (name: string): Promise<string[]> =>
      (await bytesOf(csvFromXlsx(read(name)))).toString().trimEnd().split('\n');
    const [header = '', ...answered] = await rowsOf('s.xlsx');
    expect(header).toBe(`${HEADER},CURP,Motivo`);

    const script = fileURLToPath(new URL('sort-and-mend.py', import.meta.url));
    const { stdout, stderr, status } = spawnSync(PYTHON, [script, dir, 's.xlsx', '3', '1999-02-28'], {
      encoding: 'utf8',
    });
    expect([status, stderr.replace(/.*javaldx.*\n/, '')]).toEqual([0, '']);
    expect(stdout.trim()).toBe('Eva Carla'); // in the order of the sorted sheet

    const byName = (rows: readonly string[]): string[] => rows.toSorted().toReversed();
    const isEva = (row: string): boolean => row.startsWith('Eva');
    const [, ...mended] = await rowsOf('mended.xlsx');
    expect(mended.filter((row) => !isEva(row))).toEqual(byName(answered).filter((row) => !isEva(row)));

    lote(['mended.xlsx', '-o', 't.xlsx']);
    const [again, ...rows] = await rowsOf('t.xlsx');
    expect(again).toBe(header);
    expect(rows.filter((row) => !isEva(row))).toEqual(byName(answered).filter((row) => !isEva(row)));
    expect(rows.find(isEva)).toMatch(/^Eva,Ruiz,Gil,1999-02-28,Mujer,Oaxaca,dos,RUGE990228MOC.{5},$/);
  },
);
