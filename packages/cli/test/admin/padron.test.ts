/** `curp padron`: imports files of every format, shows the state and erases the records. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { databaseOfService } from './postgres-service.js';
import { BIN, administration, workspace } from '../curp.js';
import { FIELDS, PERSONAL_DATA, nestedRecord, csv, curpOf, csvLine, recordOf } from '../records.js';
import { has } from '../../../../test/tools.js';
import { IN_HASTE, inTerminal, plain } from '../terminal.js';

function padronWorkspace() {
  const basic = administration();
  const importFile = async (...args: readonly string[]) => {
    const { stdout, stderr, status } = await basic.curp('padron', 'importar', ...args, '--json');
    expect(stderr).not.toMatch(PERSONAL_DATA);
    return { ...(stdout === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>)), stderr, status };
  };
  return {
    ...basic,
    importFile,
    write: (name: string, content: string | Uint8Array) => writeFileSync(join(basic.dir, name), content),
    read: (name: string) => readFileSync(join(basic.dir, name), 'utf8'),
    storedData: async (n: number) => basic.withStore(async ({ padron }) => padron.find(curpOf(n))),
  };
}

const allValues = (n: number): string => Object.values(recordOf(n)).slice(1).join('\t');

describe('padron importar', () => {
  it.each([
    ['r.csv', csv(csvLine(1), csvLine(2))],
    ['r.tsv', csv(csvLine(1), csvLine(2)).replaceAll(',', '\t')],
    ['r.txt', `\ufeff${csv(csvLine(1), csvLine(2)).replaceAll(',', ' | ').replaceAll('\n', '\r\n')}`],
    ['r.csv.gz', gzipSync(csv(csvLine(1), csvLine(2)))],
    [
      'latin.csv',
      Buffer.from(csv(csvLine(1, {}, ';'), csvLine(2, {}, ';')).replace(FIELDS, FIELDS.replaceAll(',', ';')), 'latin1'),
    ],
    ['dieciseis.csv', Buffer.from(`\ufeff${csv(csvLine(1), csvLine(2))}`, 'utf16le')],
    [
      'r.ndjson',
      `${JSON.stringify(nestedRecord(1))}\n${JSON.stringify({ error: false, response: nestedRecord(2) })}\n`,
    ],
    ['r.jsonl.gz', gzipSync(`${JSON.stringify(recordOf(1))}\n\n${JSON.stringify(recordOf(2))}`)],
  ])('imports %s', async (name, content) => {
    const { write, importFile, storedData } = padronWorkspace();
    write(name, content);
    expect(await importFile(name)).toMatchObject({
      archivo: name,
      modo: 'combinar',
      filas: 2,
      nuevas: 2,
      rechazadas: 0,
      archivo_rechazadas: null,
      filas_en_el_padron: 2,
      stderr: '',
      status: 0,
    });
    expect([await storedData(1), await storedData(2), await storedData(3)]).toEqual([allValues(1), allValues(2), null]);
  });

  it('writes rejected rows to a file with line and reason, which can be corrected and imported', async () => {
    const { write, importFile, read, storedData, dir } = padronWorkspace();
    const bad = [
      csvLine(2, { ClaveSexo: 'H' }),
      'a,"b',
      csvLine(3, { Nombres: '"una ""cita"",\ny más"', FechaNacimiento: '' }),
    ];
    write('r.csv', csv(csvLine(1), '', ...bad, csvLine(4)));
    expect(await importFile('r.csv')).toMatchObject({
      filas: 5,
      nuevas: 2,
      rechazadas: 3,
      archivo_rechazadas: 'r.rechazadas.csv',
      status: 1,
    });
    expect(read('r.rechazadas.csv')).toBe(
      [
        `linea,motivo,${FIELDS}`,
        `4,"ClaveSexo no coincide con la clave (posición 11).",${bad[0]}`,
        `5,"Las comillas de la fila no cuadran: ponga entre comillas la celda que las lleve, y duplique las de adentro.","a,""b"`,
        `6,"Nombres tiene caracteres de control o mal codificados. FechaNacimiento falta.",${bad[2]}`,
        '',
      ].join('\n'),
    );
    expect(statSync(join(dir, 'r.rechazadas.csv')).mode & 0o777).toBe(0o600);
    write('mejor.csv', read('r.rechazadas.csv').replace(bad[0] ?? '', csvLine(2)));
    expect(await importFile('mejor.csv', '--rechazadas', 'otras.csv')).toMatchObject({
      nuevas: 1,
      rechazadas: 2,
      filas_en_el_padron: 3,
    });
    expect(await storedData(2)).toBe(allValues(2));
    const { stderr, status } = await importFile('r.csv');
    expect({ stderr, status }).toMatchObject({
      stderr: expect.stringMatching(/^Ya existe r\.rechazadas\.csv/) as string,
      status: 2,
    });
    expect(await importFile('r.csv', '--rechazadas', 'mas.csv')).toMatchObject({
      nuevas: 0,
      iguales: 2,
      rechazadas: 3,
      status: 1,
    });
  });

  it('writes rejected NDJSON lines as NDJSON', async () => {
    const { write, importFile, read } = padronWorkspace();
    const withoutDate = { ...recordOf(1), FechaNacimiento: 17 };
    write('r.jsonl', `{}\nno\n${JSON.stringify(withoutDate)}\n`);
    expect(await importFile('r.jsonl')).toMatchObject({ filas: 3, rechazadas: 3, status: 1 });
    const lines = read('r.rechazadas.jsonl')
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row) as Record<string, unknown>);
    expect(lines).toEqual([
      { linea: 1, motivo: expect.stringMatching(/^CURP falta\. Nombres falta\./) as string },
      { linea: 2, motivo: expect.stringMatching(/^La línea no es un objeto JSON/) as string, texto: 'no' },
      { linea: 3, motivo: expect.stringMatching(/^FechaNacimiento no es texto/) as string, ...withoutDate },
    ]);
  });

  it('adds and updates rows, and replaces all with --reemplazar', async () => {
    const { write, importFile, storedData, curp } = padronWorkspace();
    write('a.csv', csv(csvLine(1), csvLine(2), csvLine(3)));
    write('b.csv', csv(csvLine(2), csvLine(3, { Tomo: 'II' }), csvLine(4), csvLine(4)));
    await importFile('a.csv');
    expect(await importFile('b.csv')).toMatchObject({
      nuevas: 1,
      cambiadas: 1,
      iguales: 2,
      filas_en_el_padron: 4,
    });
    expect(await importFile('b.csv', '--reemplazar')).toMatchObject({
      modo: 'reemplazar',
      nuevas: 3,
      cambiadas: 0,
      iguales: 1,
      filas_en_el_padron: 3,
    });
    expect(await storedData(1)).toBeNull();
    expect(await storedData(3)).toBe(`${allValues(3)}II`);
    write('malas.csv', csv('x'));
    expect(await importFile('malas.csv', '--reemplazar')).toMatchObject({
      status: 1,
      stderr: 'Todas las filas fueron rechazadas: el padrón queda como estaba.\n',
    });
    expect(await storedData(3)).toBe(`${allValues(3)}II`);
    expect((await curp('padron', 'estado')).stdout).toMatch(
      /registros +3\n +archivo +b\.csv\n +importado +\d{4}-\d\d-\d\d\s*$/,
    );
  });

  it('reports what it understood, and a summary', async () => {
    const { write, curp, english } = padronWorkspace();
    write(
      'r.csv',
      'curp,nombres,clave_sexo,fecha_nacimiento,clave_entidad_nacimiento,Puesto\n' +
        ['CURP', 'Nombres', 'ClaveSexo', 'FechaNacimiento', 'ClaveEntidadNacimiento']
          .map((campo) => recordOf(1)[campo])
          .join(',') +
        ',x\n',
    );
    const { stdout, stderr, status } = await curp('padron', 'importar', 'r.csv');
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^CSV, utf-8\.\nCampos sin columna, que quedan vacíos: ApellidoPaterno, ApellidoMaterno, Sexo, .+, Tomo\.\nColumnas que no se usan: «Puesto»\.\n$/,
    );
    expect(stdout).toMatch(
      /^Filas: 1; nuevas: 1; cambiadas: 0; iguales: 0; rechazadas: 0\.\nRegistros en el padrón: 1\.\n[\d.]+ s, \d+ filas por segundo\.\n$/,
    );
    expect((await english('padron', 'importar', 'r.csv')).stdout).toMatch(
      /^Rows: 1; new: 0; changed: 0; unchanged: 1; rejected: 0\.\n/,
    );
  });

  it.each([
    ['a missing file', ['nada.csv'], 74, /^No se puede leer nada\.csv/],
    ['a folder', ['.'], 2, /debe ser un archivo/],
    ['a pipe', ['-'], 2, /debe ser un archivo/],
    ['a workbook', ['r.xlsx'], 2, /\.xlsx: guárdelo como CSV/],
    [
      'an unknown extension',
      ['r.pdf'],
      2,
      /No se reconoce el formato de r\.pdf: el nombre debe terminar en \.csv, .*\(\.gz\)\.$/m,
    ],
    ['rejected rows in the file itself', ['r.csv', '--rechazadas', './r.csv'], 2, /^Ya existe \.\/r\.csv/],
    [
      'rejected rows in a missing folder',
      ['r.csv', '--rechazadas', 'no/hay.csv'],
      74,
      /No se puede escribir no\/hay\.csv .*repita el mismo comando\.$/,
    ],
    [
      'missing columns',
      ['corto.csv'],
      2,
      /^Faltan columnas en la primera línea: Nombres, ClaveSexo, FechaNacimiento, ClaveEntidadNacimiento\./,
    ],
    ['repeated columns', ['doble.csv'], 2, /^Hay columnas repetidas: Tomo\./],
    ['an empty file', ['vacio.csv'], 2, /El archivo no trae ninguna fila/],
    ['no rows', ['sinfilas.csv'], 2, /El archivo no tiene filas/],
  ] as const)('refuses %s', async (_, args, code, dicho) => {
    const { write, importFile } = padronWorkspace();
    write('r.csv', csv('mala'));
    write('r.xlsx', '');
    write('corto.csv', 'CURP\nX\n');
    write('doble.csv', `${FIELDS},TOMO\n`);
    write('vacio.csv', '');
    write('sinfilas.csv', csv());
    const { stderr, status } = await importFile(...args);
    expect(stderr.split('\n')[0]).toMatch(dicho);
    expect(status).toBe(code);
  });
});

it.skipIf(!has('python3'))('padron importar draws a bar without personal data on a terminal (needs python3)', () => {
  const { dir, env } = workspace();
  const write = (name: string, content: string): void => writeFileSync(join(dir, name), content);
  write('r.csv', csv(...Array.from({ length: 4000 }, (_, n) => csvLine(n))));
  const command = [process.execPath, BIN, 'padron', 'importar', 'r.csv'];
  const { screen, status } = inTerminal({ dir, env }, command, [], IN_HASTE);
  expect(status).toBe(0);
  expect(screen).toMatch(/(\[#*\.*\] \d+ %|Terminando) {2}[\d,]+ filas/); // A fast machine is already at the second step.
  expect(plain(screen)).toMatch(/Filas: 4,000; nuevas: 4,000; /);
  expect(screen).not.toMatch(PERSONAL_DATA);
});

it('imports, shows and erases records in PostgreSQL', async () => {
  const { dir, withEnv } = workspace();
  const write = (name: string, content: string): void => writeFileSync(join(dir, name), content);
  const curp = withEnv({ DATABASE_URL: await databaseOfService() });
  write('r.csv', csv(csvLine(1), csvLine(2), 'x'));
  expect(curp('padron', 'importar', 'r.csv').stdout).toMatch(
    /^Filas: 3; nuevas: 2; cambiadas: 0; iguales: 0; rechazadas: 1\./,
  );
  expect(JSON.parse(curp('padron', 'estado', '--json').stdout)).toEqual({
    filas: 2,
    archivo: 'r.csv',
    momento: expect.any(String) as string,
    importacion: null,
  });
  expect(curp('padron', 'borrar', '--si').stdout).toBe('Registros borrados: 2.\n');
});

describe('padron borrar', () => {
  it('requires --si without a terminal', async () => {
    const { write, importFile, curp, english } = padronWorkspace();
    write('r.csv', csv(csvLine(1)));
    await importFile('r.csv');
    expect(await curp('padron', 'borrar')).toMatchObject({ status: 2, stdout: '' });
    expect(await english('padron', 'borrar', '--si', '--json')).toEqual({
      stdout: '{\n  "borrados": 1\n}\n',
      stderr: '',
      status: 0,
    });
    expect(JSON.parse((await curp('padron', 'estado', '--json')).stdout)).toEqual({
      filas: 0,
      archivo: null,
      momento: null,
      importacion: null,
    });
  });

  it.skipIf(!has('python3'))('asks on a terminal (needs python3)', () => {
    const { dir, env, curp } = workspace();
    writeFileSync(join(dir, 'r.csv'), csv(csvLine(1)));
    curp('padron', 'importar', 'r.csv');
    const erase = (...steps: readonly (readonly [string, string])[]) =>
      inTerminal({ dir, env }, [process.execPath, BIN, 'padron', 'borrar'], steps);
    expect(erase(['(sí/no):', 'quizá\r'], ['(sí/no):', 'no\r'])).toMatchObject({
      status: 1,
      screen: expect.stringMatching(/No se borró nada/) as string,
    });
    const { screen, status } = erase(['(sí/no):', 'sí\r']);
    expect(status).toBe(0);
    expect(plain(screen)).toContain('Registros borrados: 1.');
  });
});
