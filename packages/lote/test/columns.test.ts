/** Headers as people write them: which column holds which datum, and the error if no column does. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Understood, Lote } from '../src/index.js';
import {
  DECLARED,
  cells,
  run,
  runText,
  runs,
  slow,
  toBytes,
  toText,
  fileError,
  inPieces,
  objects,
  rows,
} from './run-lote.js';
import { HEADER, KEY, COLUMN_NAMES, RENATA, file } from './people.js';

/** Returns how a header with these names is understood. */
function understood(nombres: readonly string[], delimiter = ','): Understood {
  const seen: Understood[] = [];
  const onUnderstood = (one: Understood): void => void seen.push(one);
  runText({ onUnderstood }, `${nombres.join(delimiter)}\n`);
  expect(seen).toHaveLength(1);
  return seen[0] as Understood;
}

const RENATA_DATA = COLUMN_NAMES.map((name, i) => [name, RENATA.split(',')[i]] as const);

/** Returns the six names of most tests, with one replaced. */
const withName = (field: string, name: string): string[] => COLUMN_NAMES.map((own) => (own === field ? name : own));

describe('a header', () => {
  it('may have its columns in any order, with other columns among them', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...COLUMN_NAMES, 'id', 'notas', 'correo'], { minLength: 9 }),
        fc.constantFrom(',', ';', '\t', '|'),
        (nombres, delimiter) => {
          const data = new Map(COLUMN_NAMES.map((name, i) => [name as string, RENATA.split(',')[i]]));
          const row = nombres.map((name) => data.get(name) ?? `${name}-1`);
          const text = [nombres, row].map((cell) => cell.join(delimiter)).join('\n');
          const [header, answeredRow] = cells(runText({}, text), delimiter);
          expect(header).toEqual([...nombres, 'curp', 'aviso', 'code_error', 'error_message']);
          expect(answeredRow).toEqual([...row, KEY, '', '0', '']);
        },
      ),
      runs(50),
    );
  });

  it.each([
    ['quoted', `"nombres","apellido_paterno","apellido_materno","fecha_nacimiento","sexo","entidad"\n${RENATA}\n`],
    [
      'one with line breaks in its names',
      `nombres,"Apellido\n paterno",apellido_materno,"Fecha de\r\nnacimiento",sexo,entidad\n${RENATA}\n`,
    ],
    [
      'one with doubled quotes',
      `nombres,"apellido ""paterno""",apellido_materno,fecha_nacimiento,sexo,entidad\n${RENATA}\n`,
    ],
    ['preceded by empty lines', `\n\r\n\n${HEADER}\n${RENATA}\n`],
    ['followed by a row without a line feed', `${HEADER}\n${RENATA}`],
  ])('may be %s', (_, text) => {
    expect(rows({}, text)).toMatchObject([{ curp: KEY }]);
  });

  it.each([',', ';', '\t', '|'])('may be delimited by %j', (delimiter) => {
    const text = `${HEADER}\n${RENATA}\n`.replaceAll(',', delimiter);
    expect(rows({}, text, delimiter)).toMatchObject([{ curp: KEY }]);
    expect(understood(COLUMN_NAMES, delimiter).delimiter).toBe(delimiter);
  });

  it('may end in a delimiter, as may its rows', () => {
    const output = runText({}, `${HEADER},\n${RENATA},\n`);
    expect(output).toBe(`${HEADER},,curp,aviso,code_error,error_message\n${RENATA},,${KEY},,0,\n`);
  });

  it('is reported with the column of each datum and with its other columns', () => {
    const { columns, others } = understood([...withName('sexo', 'Género'), 'notas']);
    expect([columns?.get('sexo'), columns?.has('curp')]).toEqual(['Género', false]);
    expect(others).toEqual(['notas']);
  });

  it('is written with the added columns if the file has no rows', () => {
    expect(runText({}, HEADER)).toBe(`${HEADER},curp,aviso,code_error,error_message\n`);
  });

  it('is kept byte for byte', () => {
    const nombres = ' Nombres ,"Ap. ""Paterno""", materno,"FECHA\nNAC",sexo,entidad';
    expect(runText({}, `${nombres}\r\n`)).toBe(`${nombres},curp,aviso,code_error,error_message\r\n`);
  });

  it('may have one column, and then no delimiter', () => {
    expect(rows({ operacion: 'validar' }, `curp\n${KEY}\n\n""\n`)).toMatchObject([
      { valido: 'true' },
      { valido: '', code_error: '' },
    ]);
  });

  it('is read with the delimiter that gives the most known columns', () => {
    const { delimiter } = understood(withName('nombres', '"nombres"').concat('"a,b;c|d"', 'e f'), ';');
    expect(delimiter).toBe(';');
    // There are more semicolons, but they give no known column.
    expect(understood([...COLUMN_NAMES, 'a;b;c;d;e;f;g;h']).delimiter).toBe(',');
    // No column is known either way: the delimiter with more columns wins.
    expect(fileError({ columnas: { curp: '9' }, operacion: 'validar' }, 'a|b|c,d\n').error_message).toContain(
      '3 columnas',
    );
  });

  it('is read with the delimiter under which a name is known, even if that name is the first or appears twice', () => {
    expect(rows({ operacion: 'validar' }, `curp;a,b,c\n${KEY};\n`, ';')).toMatchObject([{ valido: 'true' }]);
    expect(fileError({}, 'sexo;sexo;a,b;c,d;e,f,g\n').error_message).toContain('`sexo`: «sexo», «sexo»');
  });

  it.each([
    ['nothing', ''],
    ['empty lines', '\n\r\n\n'],
    ['a mark', '\ufeff'],
  ])('is missing in a file that holds %s', (_, text) => {
    expect(fileError({}, text)).toMatchObject({
      code_error: 8,
      error_message: expect.stringMatching(/^El archivo no trae ninguna fila/) as unknown,
    });
  });

  it('is missing after a megabyte of empty lines', () => {
    const lote = new Lote({ formato: 'csv', duplicates: null });
    const lines = toBytes('\n'.repeat(1 << 16));
    let pieces = 0;
    const read = (): void => {
      for (; pieces < 100; pieces++) Array.from(lote.process(lines));
    };
    expect(read).toThrow('El archivo no trae ninguna fila');
    expect(pieces).toBe(16);
  });

  it.each([
    ['with quotes that are not closed', '"nombres,apellido_paterno\nRenata,Olvera\n'],
    ['with quotes that do not match', `nombres "x",apellido_paterno\n${RENATA}\n`],
    ['of more than a mebibyte', `nombres,${'x'.repeat(1 << 20)}\n`],
    ['of more than a mebibyte, with CRLF', `nombres,${'x'.repeat(1 << 20)}\r\n`],
    ['without an end', `nombres,${'x'.repeat(2 << 20)}`],
  ])('%s is an error', (_, text) => {
    expect(fileError({}, text).error_message).toMatch(/^La primera línea pasa de 1048576 bytes o sus comillas/);
    expect(fileError({ language: 'en' }, text).error_message).toMatch(/^The first line exceeds 1048576 bytes/);
  });
});

describe('a long header', () => {
  const MEBIBYTE = 1 << 20;
  const begin = (text: string): void => {
    const lote = new Lote({ ...DECLARED });
    for (const _ of lote.process(toBytes(text)));
  };

  it.each([
    ['empty lines', '\n\r\n'],
    ['a mebibyte', 'x'.repeat(MEBIBYTE)],
    ['a mebibyte after empty lines', `${'\n'.repeat(20)}${'x'.repeat(MEBIBYTE - 10)}`],
  ])('is not answered until it ends: %s', (_, text) => {
    expect(() => begin(text)).not.toThrow();
  });

  it('is an error as soon as it exceeds a mebibyte', () => {
    expect(() => begin('x'.repeat(MEBIBYTE + 1))).toThrow(UnreadableFile);
  });

  it('may have a mebibyte with its line feed', () => {
    const long = `curp,${'x'.repeat(MEBIBYTE - 6)}`;
    expect(runText({ operacion: 'validar' }, `${long}\n`)).toMatch(/,valido,/);
    expect(() => runText({ operacion: 'validar' }, `${long}x\n`)).toThrow(UnreadableFile);
  });
});

describe('a second given name in its own column', () => {
  const header = 'Segundo nombre,Primer nombre,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
  const person = (second: string, first: string): string => `${second},${RENATA.replace('Renata', first)}`;

  it.each([
    ['Renata', 'María', KEY],
    ['', 'Renata', KEY],
    [' ', 'Renata', KEY],
    ['NULL', 'Renata', KEY],
    ['Luisa', 'Renata', KEY],
    ['', 'María', 'OETM900517MDFLNR'],
    ...['No tiene', 'X', 'N/A', 'S/N', '.', '0', '(ninguno)', 'SIN SEGUNDO NOMBRE'].map((nothing) => [
      nothing,
      'María',
      'OETM900517MDFLNR',
    ]),
  ])('%j after %s gives %s', (second, first, key) => {
    expect(rows({}, `${header}\n${person(second, first)}\n`)).toMatchObject([
      { curp: expect.stringMatching(`^${key}`) },
    ]);
    const object = { primer_nombre: first, segundo_nombre: second, ...Object.fromEntries(RENATA_DATA.slice(1)) };
    expect(objects({}, `${JSON.stringify(object)}\n`)).toMatchObject([{ curp: expect.stringMatching(`^${key}`) }]);
  });

  it.each([
    ['Desconocida', 'María', /^`segundo_nombre` dice que no hay dato/],
    ['R?nata', 'María', /^`segundo_nombre` trae «\?»/],
    ['Renata', '', /`nombres`/],
  ])('%s after %j is an error', (second, first, message) => {
    const [row] = rows({}, `${header}\n${person(second, first)}\n`);
    expect(row?.['error_message']).toMatch(message);
  });
});

describe('several columns that may hold one datum', () => {
  it.each([
    ['the same name twice', 'nombres', ['nombres', 'nombres']],
    ['names that differ only in case', 'sexo', ['sexo', 'SEXO']],
    ['the name itself and a synonym', 'nombres', ['nombres', 'Nombre']],
    ['two synonyms', 'entidad', ['Estado nac', 'Lugar de nacimiento']],
    ['two dates', 'fecha_nacimiento', ['Fecha nac', 'DOB']],
    ['two first surnames', 'apellido_paterno', ['Paterno', 'Primer apellido']],
    ['two second surnames', 'apellido_materno', ['Materno', 'Segundo apellido']],
  ])('are an error that lists them: %s', (_, field, nombres) => {
    const header = [...withName(field, nombres[0] ?? ''), nombres[1]].join(',');
    const entry = fileError({}, `${header}\n`);
    expect(entry).toMatchObject({ code_error: 8, parametro: field });
    expect(entry.error_message).toContain(
      `\`${field}\`: «${nombres.join('», «')}»; indique cuál es con \`--columna ${field}=`,
    );
    // Naming the column settles it.
    const [row] = rows(
      { columnas: { [field]: String(COLUMN_NAMES.findIndex((n) => n === field) + 1) } },
      `${header}\n${RENATA},otra\n`,
    );
    expect(row).toMatchObject({ curp: KEY });
  });

  it('are an error if they hold keys', () => {
    expect(fileError({ operacion: 'validar' }, 'CURP,curp\n').error_message).toContain('`curp`: «CURP», «curp»; ');
  });
});

describe('a column that the user names', () => {
  const ODD = `a,b,c,d,e,2\n${RENATA}\n`;
  const BY_NUMBER = { nombres: '1', apellido_paterno: 'b', apellido_materno: 'C', fecha_nacimiento: '4', sexo: '5' };

  it('may be named by its name, its number, or a name that is a number', () => {
    expect(rows({ columnas: { ...BY_NUMBER, entidad: '2' } }, ODD)).toMatchObject([{ curp: KEY }]);
    expect(rows({ columnas: { ...BY_NUMBER, entidad: '6' } }, ODD)).toMatchObject([{ curp: KEY }]);
  });

  it('may be the first by its name, or one beyond the ninth by its number', () => {
    const text = `a,b,c,d,e,f,g,h,i,apellido_paterno,apellido_materno,nacimiento,sexo,z\nRenata,,,,,,,,,Olvera,Tinajero,1990-05-17,M,09\n`;
    expect(rows({ columnas: { nombres: 'a', entidad: '14' } }, text)).toMatchObject([{ curp: KEY }]);
  });

  it('is an error if it is missing, even among names that appear twice', () => {
    expect(fileError({ columnas: { sexo: 'z' } }, 'nombres,nombres\n').error_message).toContain('«nombres», «nombres»');
  });

  it('may be declared absent', () => {
    const withoutMaterno = `nombres,apellido_paterno,fecha_nacimiento,sexo,entidad\nRenata,Olvera,1990-05-17,M,09\n`;
    expect(rows({ columnas: { apellido_materno: '' } }, withoutMaterno)).toMatchObject([
      { curp: 'OEXR900517MDFLXN07' },
    ]);
    expect(rows({ columnas: { apellido_materno: '' } }, `${HEADER}\n${RENATA}\n`)).toMatchObject([
      { curp: 'OEXR900517MDFLXN07' },
    ]);
    expect(rows({ columnas: { nombres: '' } }, withoutMaterno.replace('nombres', 'apellido_materno'))).toMatchObject([
      { code_error: '400' },
    ]);
  });

  it('is not used for the datum that its name suggests', () => {
    const given = { columnas: { apellido_paterno: 'materno' } };
    expect(fileError(given, 'nombres,paterno,materno,nacimiento,sexo,entidad\n')).toMatchObject({
      parametro: 'apellido_materno',
    });
    const text = `nombre,paterno,materno,nacimiento,sexo,estado_nac,entidad_nac\n${RENATA},19\n`;
    expect(fileError({}, text)).toMatchObject({ parametro: 'entidad' });
    expect(rows({ columnas: { entidad: 'estado_nac' } }, text)).toMatchObject([{ curp: KEY }]);
  });
});

describe('the names of the added columns', () => {
  it.each([
    ['one name is taken', `${HEADER},curp`, ['curp_2', 'aviso', 'code_error', 'error_message']],
    ['two names are taken', `${HEADER},curp,curp_2,code_error`, ['curp_3', 'aviso', 'code_error_2', 'error_message']],
    ['a name in quotes is taken', `${HEADER},"curp"`, ['curp_2', 'aviso', 'code_error', 'error_message']],
  ])('differ from those in use: %s', (_, header, added) => {
    const [nombres] = cells(runText({}, `${header}\n`));
    expect(nombres?.slice(-4)).toEqual(added);
    expect(understood(header.split(',')).added).toEqual(added);
  });

  it('are those of the operation', () => {
    const header = `${HEADER},curp\n`;
    const added = (options: object): string[] => (cells(runText(options, header))[0] ?? []).slice(7);
    expect(added({ operacion: 'cotejar' })).toEqual(
      'resultado calculada difieren aviso code_error error_message'.split(' '),
    );
    expect(added({ operacion: 'validar' })).toEqual(
      'valido hallazgos fecha_nacimiento_2 sexo_2 clave_entidad nombre_entidad abreviatura_entidad homonimo sugerencia aviso code_error error_message'.split(
        ' ',
      ),
    );
  });

  it('are recognised when the output is processed again', () => {
    const once = runText({}, `${HEADER}\n${RENATA}\n`);
    expect(rows({ operacion: 'cotejar' }, once)).toMatchObject([{ resultado: 'identica', code_error_2: '0' }]);
  });
});

describe('values as people write them', () => {
  it('give the same key', () => {
    for (const fecha_nacimiento of ['1990-05-17', '17/05/1990', '19900517', ' 1990-5-17 ', '"17/05/1990 00:00"']) {
      for (const sexo of ['M', 'm', 'Mujer', '"FEMENINO"']) {
        for (const entidad of ['09', 'DF', 'cdmx', '"Ciudad de México"', ' 09 ']) {
          expect(rows({}, file({ fecha_nacimiento, sexo, entidad }))).toMatchObject([{ curp: KEY }]);
        }
      }
    }
  });

  it('may lack a zero or have blanks in a date of three columns, and nothing else', () => {
    const row = (date: string): string =>
      `nombres,apellido_paterno,apellido_materno,anio,mes,dia,sexo,entidad\nRenata,Olvera,Tinajero,${date},M,09\n`;
    expect(rows({}, row('1990,05,17'))).toMatchObject([{ curp: KEY }]);
    expect(rows({}, row('90,5,17'))).toMatchObject([{ code_error: '412' }]);
    expect(rows({}, row('1990,055,17'))).toMatchObject([{ code_error: '413' }]);
    expect(rows({}, row('1990,5,17'))).toMatchObject([{ curp: KEY }]);
    expect(rows({}, row(' 1990,05, 17'))).toMatchObject([{ curp: KEY }]);
  });
});

describe('a table of many columns', () => {
  it('is read up to 1024 columns', () => {
    const surplus = 1024 - 6;
    const [row] = rows({}, `${HEADER}${',x'.repeat(surplus)}\n${RENATA}${','.repeat(surplus)}\n`);
    expect(row).toMatchObject({ curp: KEY });
  });

  const tooMany = { code_error: 8, error_message: expect.stringContaining('más de 1024 columnas') as unknown };

  it('is refused if its header has more than 1024 columns, so that the answers to short rows are bounded', () => {
    expect(fileError({}, `${HEADER}${','.repeat(1024 - 5)}\n${'1\n'.repeat(50_000)}`)).toMatchObject(tooMany);
  });

  slow('is refused at once if its header has half a million columns', () => {
    expect(fileError({}, `${HEADER}${','.repeat(500_000)}\n`)).toMatchObject(tooMany);
  });

  it('has an error that counts the cells of a row with too many', () => {
    const long = `${RENATA}${','.repeat(20_000)}"una, ""dos""\r\n tres"`;
    const [row] = rows({}, `${HEADER}\r\n${long}\r\n${RENATA}\r\n`);
    expect(row?.['entidad']).toBe(long.slice(RENATA.lastIndexOf(',') + 1));
    expect(row?.['error_message']).toMatch(/20006 en lugar de 6/);
  });
});

describe('a date that is in one column and in three', () => {
  const withDate = (name: string, parts: readonly [string, string, string]): string =>
    `nombres,apellido_paterno,apellido_materno,sexo,entidad,${name},${parts.join(',')}\n` +
    'Renata,Olvera,Tinajero,M,09,1990-05-17,2024,11,30\n';
  const inOne = { curp: KEY };
  const inThree = { curp: 'OETR241130MDFLNNA6' };

  it.each([
    ['the three are those of a payroll', {}, 'fecha_nacimiento', ['anio', 'mes', 'dia'], inOne],
    ['the one has a synonym as its name', {}, 'fecha nac', ['año', 'mes', 'día'], inOne],
    ['the three have their own names', {}, 'fecha', ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'], inThree],
    [
      'the user names the three',
      { anio_nacimiento: 'A', mes_nacimiento: 'B', dia_nacimiento: '9' },
      'fecha',
      ['A', 'B', 'C'],
      inThree,
    ],
    ['the user names one of the three', { anio_nacimiento: 'A' }, 'fecha', ['A', 'mes', 'dia'], inThree],
    [
      'the user names the one',
      { fecha_nacimiento: 'F' },
      'F',
      ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'],
      inOne,
    ],
    ['the user says that there is no such date', { fecha_nacimiento: '' }, 'fecha', ['anio', 'mes', 'dia'], inThree],
  ] as const)('is read from the right column: %s', (_, columnas, name, parts, expected) => {
    expect(rows({ columnas }, withDate(name, parts))).toMatchObject([expected]);
  });

  it.each([
    ['the date first', {}, 'fecha nac,anio,mes,dia', inOne],
    ['the three first, by their own names', {}, 'anio_nacimiento,mes_nacimiento,dia_nacimiento,fecha', inThree],
    ['only two of the three by their own names', {}, 'fecha nac,anio_nacimiento,mes_nacimiento,dia', inOne],
    ['the user names the first of the three', { anio_nacimiento: 'A' }, 'A,mes,dia,fecha', inThree],
    ['the user names a part, and another is missing', { anio_nacimiento: 'A' }, 'A,mes,notas,fecha nac', inOne],
    ['the user names the one', { fecha_nacimiento: 'F' }, 'F,anio_nacimiento,mes_nacimiento,dia_nacimiento', inOne],
  ] as const)('is read from the right column if it comes first: %s', (_, columnas, firstRows, expected) => {
    const values = firstRows.split(',').map((name) => {
      if (/^f/i.test(name)) return '1990-05-17';
      if (name.startsWith('mes')) return '11';
      return /^a/i.test(name) ? '2024' : '30';
    });
    const text = `${firstRows},nombres,apellido_paterno,apellido_materno,sexo,entidad\n${values.join(',')},Renata,Olvera,Tinajero,M,09\n`;
    expect(rows({ columnas }, text)).toMatchObject([expected]);
  });
});

describe('a first line that may hold a person', () => {
  const PERSON = 'Renata,Nacimiento,Tinajero,1990-05-17,M,Jalisco';
  const WITH_KEY = 'Renata,Nacimiento,OETR900517MDFLNN05';

  it.each([
    ['no name is known', {}, RENATA],
    ['the user names a column by its number', { nombres: '1' }, RENATA],
    ['the user names a column that is not there', { nombres: 'dados' }, RENATA],
    ['a surname is also the name of a column', {}, PERSON],
    ['a surname is also the name of a column, beside a key', {}, WITH_KEY],
  ])('is not quoted in the error: %s', (_, columnas, line) => {
    for (const language of ['es', 'en'] as const) {
      const { code_error, error_message } = fileError({ columnas, language }, `${line}\n${line}\n`);
      expect(code_error).toBe(8);
      for (const cell of line.split(',')) expect(error_message).not.toMatch(new RegExp(`\\b${cell}\\b`));
      expect(error_message).toMatch(new RegExp(`\\b${line.split(',').length}\\b`));
    }
  });

  it.each([
    ['plain', [HEADER, RENATA, RENATA].join('\r')],
    ['with a line feed at the end', `${[HEADER, RENATA, RENATA].join('\r')}\n`],
    ['with an unknown last column', [`${HEADER},notas`, `${RENATA},`, `${RENATA},`].join('\r')],
    ['quoted', [HEADER, RENATA, RENATA].join('\r').replaceAll(/[^,\r]+/g, '"$&"')],
  ])('ends with CR if the lines of the file do: %s', (_, text) => {
    expect(rows({}, text)).toMatchObject([{ curp: KEY }, { curp: KEY }]);
    expect(rows({}, `${text}\r`)).toMatchObject([{ curp: KEY }, { curp: KEY }]);
    const lote = new Lote(DECLARED);
    expect(toText(run(lote, inPieces(toBytes(text), 1)))).toBe(runText({}, text));
  });

  it('ends with CR in a file of more than a mebibyte', () => {
    const text = [HEADER, ...Array.from({ length: 30_000 }, () => RENATA)].join('\r');
    expect(rows({}, text)).toHaveLength(30_000);
  });

  it('is a header if it only ends with one CR too many', () => {
    expect(rows({}, `${HEADER}\r\r\n${RENATA}\r\r\n`)).toMatchObject([{ curp: KEY }]);
  });

  it('is a header if its only CR is in quotes', () => {
    expect(rows({}, `${HEADER},"mis\rnotas"\n${RENATA},\n`)).toMatchObject([{ curp: KEY }]);
  });
});
