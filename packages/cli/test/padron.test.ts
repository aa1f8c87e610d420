/** `curp padron`: files into the padron, as a user has them, and out of it again. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { newDatabase } from '../../server/test/postgres.js';
import { BIN, EN, PACIENCIA, sitio } from './curp.js';
import { CAMPOS, DATOS, anidado, csv, curpDe, linea, registro } from './records.js';
import { enTerminal, hayPython, plano } from './terminal.js';

vi.setConfig(PACIENCIA);

function lugar() {
  const base = sitio();
  const importar = (...args: readonly string[]) => {
    const { stdout, stderr, status } = base.curp('padron', 'importar', ...args, '--json');
    expect(stderr).not.toMatch(DATOS);
    return { ...(stdout === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>)), stderr, status };
  };
  return {
    ...base,
    importar,
    escribir: (nombre: string, contenido: string | Uint8Array) => writeFileSync(join(base.dir, nombre), contenido),
    leer: (nombre: string) => readFileSync(join(base.dir, nombre), 'utf8'),
    datosDe: async (n: number) => base.withStore(async ({ padron }) => padron.find(curpDe(n))),
  };
}

const todo = (n: number): string => Object.values(registro(n)).slice(1).join('\t');

describe('importar', () => {
  it.each([
    ['r.csv', csv(linea(1), linea(2))],
    ['r.tsv', csv(linea(1), linea(2)).replaceAll(',', '\t')],
    ['r.txt', `\ufeff${csv(linea(1), linea(2)).replaceAll(',', ' | ').replaceAll('\n', '\r\n')}`],
    ['r.csv.gz', gzipSync(csv(linea(1), linea(2)))],
    [
      'latin.csv',
      Buffer.from(csv(linea(1, {}, ';'), linea(2, {}, ';')).replace(CAMPOS, CAMPOS.replaceAll(',', ';')), 'latin1'),
    ],
    ['dieciseis.csv', Buffer.from(`\ufeff${csv(linea(1), linea(2))}`, 'utf16le')],
    ['r.ndjson', `${JSON.stringify(anidado(1))}\n${JSON.stringify({ error: false, response: anidado(2) })}\n`],
    ['r.jsonl.gz', gzipSync(`${JSON.stringify(registro(1))}\n\n${JSON.stringify(registro(2))}`)],
  ])('%s', async (nombre, contenido) => {
    const { escribir, importar, datosDe } = lugar();
    escribir(nombre, contenido);
    expect(importar(nombre)).toMatchObject({
      archivo: nombre,
      modo: 'combinar',
      filas: 2,
      nuevas: 2,
      rechazadas: 0,
      archivo_rechazadas: null,
      filas_en_el_padron: 2,
      stderr: '',
      status: 0,
    });
    expect([await datosDe(1), await datosDe(2), await datosDe(3)]).toEqual([todo(1), todo(2), null]);
  });

  it('rejected rows stand in a file, with line and reason, and can be mended and imported', async () => {
    const { escribir, importar, leer, datosDe, dir } = lugar();
    const malas = [
      linea(2, { ClaveSexo: 'H' }),
      'a,"b',
      linea(3, { Nombres: '"una ""cita"",\ny más"', FechaNacimiento: '' }),
    ];
    escribir('r.csv', csv(linea(1), '', ...malas, linea(4)));
    expect(importar('r.csv')).toMatchObject({
      filas: 5,
      nuevas: 2,
      rechazadas: 3,
      archivo_rechazadas: 'r.rechazadas.csv',
      status: 1,
    });
    expect(leer('r.rechazadas.csv')).toBe(
      [
        `linea,motivo,${CAMPOS}`,
        `4,"ClaveSexo no es la de la clave (posición 11).",${malas[0]}`,
        `5,"Las comillas de la fila no cuadran: una celda con comillas va entre comillas, y las de adentro se duplican.","a,""b"`,
        `6,"Nombres trae caracteres de control o mal codificados. FechaNacimiento falta.",${malas[2]}`,
        '',
      ].join('\n'),
    );
    expect(statSync(join(dir, 'r.rechazadas.csv')).mode & 0o777).toBe(0o600);
    escribir('mejor.csv', leer('r.rechazadas.csv').replace(malas[0] ?? '', linea(2)));
    expect(importar('mejor.csv', '--rechazadas', 'otras.csv')).toMatchObject({
      nuevas: 1,
      rechazadas: 2,
      filas_en_el_padron: 3,
    });
    expect(await datosDe(2)).toBe(todo(2));
    const { stderr, status } = importar('r.csv');
    expect({ stderr, status }).toMatchObject({
      stderr: expect.stringMatching(/^Ya existe r\.rechazadas\.csv/) as string,
      status: 2,
    });
    expect(importar('r.csv', '--forzar')).toMatchObject({ nuevas: 0, iguales: 2, rechazadas: 3, status: 1 });
  });

  it('rejected lines of NDJSON are lines of NDJSON', () => {
    const { escribir, importar, leer } = lugar();
    const sinFecha = { ...registro(1), FechaNacimiento: 17 };
    escribir('r.jsonl', `{}\nno\n${JSON.stringify(sinFecha)}\n`);
    expect(importar('r.jsonl')).toMatchObject({ filas: 3, rechazadas: 3, status: 1 });
    const lineas = leer('r.rechazadas.jsonl')
      .trimEnd()
      .split('\n')
      .map((una) => JSON.parse(una) as Record<string, unknown>);
    expect(lineas).toEqual([
      { linea: 1, motivo: expect.stringMatching(/^CURP falta\. Nombres falta\./) as string },
      { linea: 2, motivo: expect.stringMatching(/^La línea no es un objeto JSON/) as string, texto: 'no' },
      { linea: 3, motivo: expect.stringMatching(/^FechaNacimiento no es texto/) as string, ...sinFecha },
    ]);
  });

  it('combines, and replaces', async () => {
    const { escribir, importar, datosDe, curp } = lugar();
    escribir('a.csv', csv(linea(1), linea(2), linea(3)));
    escribir('b.csv', csv(linea(2), linea(3, { Tomo: 'II' }), linea(4), linea(4)));
    importar('a.csv');
    expect(importar('b.csv', '--combinar')).toMatchObject({
      nuevas: 1,
      cambiadas: 1,
      iguales: 2,
      filas_en_el_padron: 4,
    });
    expect(importar('b.csv', '--reemplazar')).toMatchObject({
      modo: 'reemplazar',
      nuevas: 3,
      cambiadas: 0,
      iguales: 1,
      filas_en_el_padron: 3,
    });
    expect(await datosDe(1)).toBeNull();
    expect(await datosDe(3)).toBe(`${todo(3)}II`);
    escribir('malas.csv', csv('x'));
    expect(importar('malas.csv', '--reemplazar')).toMatchObject({
      status: 1,
      stderr: 'Todas las filas fueron rechazadas: el padrón queda como estaba.\n',
    });
    expect(await datosDe(3)).toBe(`${todo(3)}II`);
    expect(curp('padron', 'estado').stdout).toMatch(
      /registros +3\n +archivo +b\.csv\n +importado +\d{4}-\d\d-\d\d\s*$/,
    );
  });

  it('says what it understood, and what it did', () => {
    const { escribir, curp, con } = lugar();
    escribir(
      'r.csv',
      'curp,nombres,clave_sexo,fecha_nacimiento,clave_entidad_nacimiento,Puesto\n' +
        ['CURP', 'Nombres', 'ClaveSexo', 'FechaNacimiento', 'ClaveEntidadNacimiento']
          .map((campo) => registro(1)[campo])
          .join(',') +
        ',x\n',
    );
    const { stdout, stderr, status } = curp('padron', 'importar', 'r.csv');
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^CSV, utf-8\.\nQuedan vacíos: ApellidoPaterno, ApellidoMaterno, Sexo, .+, Tomo\.\nNo se usan: «Puesto»\.\n$/,
    );
    expect(stdout).toMatch(
      /^Filas: 1; nuevas: 1; cambiadas: 0; iguales: 0; rechazadas: 0\.\nRegistros en el padrón: 1\.\n[\d.]+ s, \d+ filas por segundo\.\n$/,
    );
    expect(con(EN)('padron', 'importar', 'r.csv').stdout).toMatch(
      /^Rows: 1; new: 0; changed: 0; the same: 1; rejected: 0\.\n/,
    );
  });

  it.each([
    ['no hay', ['nada.csv'], 74, /^No se puede leer nada\.csv/],
    ['una carpeta', ['.'], 2, /no es un archivo/],
    ['una tubería', ['-'], 2, /no puede ser una tubería/],
    ['un libro', ['r.xlsx'], 2, /\.xlsx: guárdelo como CSV/],
    ['otra cosa', ['r.pdf'], 2, /No se sabe qué es r\.pdf: su nombre debe terminar en \.csv, .*\(\.gz\)\.$/m],
    ['ambos modos', ['r.csv', '--combinar', '--reemplazar'], 2, /no van juntos/],
    ['rechazadas sobre el archivo', ['r.csv', '--rechazadas', './r.csv'], 2, /no pueden ir a ARCHIVO mismo/],
    [
      'rechazadas donde no se puede',
      ['r.csv', '--rechazadas', 'no/hay.csv'],
      74,
      /No se puede escribir no\/hay\.csv .*sigue donde se quedó\.$/,
    ],
    [
      'sin columnas',
      ['corto.csv'],
      2,
      /^A la primera línea le faltan columnas: Nombres, ClaveSexo, FechaNacimiento, ClaveEntidadNacimiento\./,
    ],
    ['columnas repetidas', ['doble.csv'], 2, /^Hay columnas repetidas: Tomo\./],
    ['vacío', ['vacio.csv'], 2, /No llegó ninguna fila/],
    ['sin filas', ['sinfilas.csv'], 2, /El archivo no tiene filas/],
    ['gzip por fuera de su nombre', ['falso.csv'], 2, /gzip/],
  ] as const)('%s', (_, args, codigo, dicho) => {
    const { escribir, importar } = lugar();
    escribir('r.csv', csv('mala'));
    escribir('r.xlsx', '');
    escribir('corto.csv', 'CURP\nX\n');
    escribir('doble.csv', `${CAMPOS},TOMO\n`);
    escribir('vacio.csv', '');
    escribir('sinfilas.csv', csv());
    escribir('falso.csv', gzipSync('x'));
    const { stderr, status } = importar(...args);
    expect(stderr.split('\n')[0]).toMatch(dicho);
    expect(status).toBe(codigo);
  });
});

it.skipIf(!hayPython)('draws a bar on a terminal (python3 makes it), and nothing of anybody', () => {
  const { escribir, dir, env } = lugar();
  escribir('r.csv', csv(...Array.from({ length: 15_000 }, (_, n) => linea(n))));
  const { pantalla, status } = enTerminal({ dir, env }, [process.execPath, BIN, 'padron', 'importar', 'r.csv']);
  expect(status).toBe(0);
  expect(pantalla).toMatch(/\[#*\.*\] \d+ % {2}[\d,]+ filas/);
  expect(plano(pantalla)).toMatch(/Filas: 15,000; nuevas: 15,000; /);
  expect(pantalla).not.toMatch(DATOS);
});

it('in PostgreSQL', async () => {
  const { escribir, con } = lugar();
  const curp = con({ DATABASE_URL: await newDatabase() });
  escribir('r.csv', csv(linea(1), linea(2), 'x'));
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

describe('borrar', () => {
  it('is told to without a terminal', async () => {
    const { escribir, importar, curp, con } = lugar();
    escribir('r.csv', csv(linea(1)));
    importar('r.csv');
    expect(curp('padron', 'borrar')).toMatchObject({ status: 2, stdout: '' });
    expect(con(EN)('padron', 'borrar', '--si', '--json')).toEqual({
      stdout: '{\n  "borrados": 1\n}\n',
      stderr: '',
      status: 0,
    });
    expect(JSON.parse(curp('padron', 'estado', '--json').stdout)).toEqual({
      filas: 0,
      archivo: null,
      momento: null,
      importacion: null,
    });
  });

  it.skipIf(!hayPython)('asks on a terminal (python3 makes it)', () => {
    const { escribir, importar, dir, env } = lugar();
    escribir('r.csv', csv(linea(1)));
    importar('r.csv');
    const borrar = (...pasos: readonly (readonly [string, string])[]) =>
      enTerminal({ dir, env }, [process.execPath, BIN, 'padron', 'borrar'], pasos);
    expect(borrar(['(si/no):', 'quizá\r'], ['(si/no):', 'no\r'])).toMatchObject({
      status: 1,
      pantalla: expect.stringMatching(/No se borró nada/) as string,
    });
    const { pantalla, status } = borrar(['(si/no):', 'sí\r']);
    expect(status).toBe(0);
    expect(plano(pantalla)).toContain('Registros borrados: 1.');
  });
});
