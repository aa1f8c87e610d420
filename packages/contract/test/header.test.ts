/** The first line of a file: whether it names columns or holds a person, and the error if a needed column is missing. */
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../src/codes/file.js';
import { type ColumnMap, FIELDS, type Field, type OperationName, findColumns } from '../src/columns.js';
import {
  type Wording,
  countKnown,
  holdsKeys,
  holdsPerson,
  isKey,
  understandHeader,
  understandObject,
} from '../src/header.js';
import { LAYOUTS, type Layout } from '../src/layouts.js';

const NAMES = ['nombres', 'apellido_paterno', 'apellido_materno', 'fecha_nacimiento', 'sexo', 'entidad'] as const;
const BY_NUMBER = Object.fromEntries(NAMES.map((field, i) => [field, String(i + 1)]));
const BY_LETTER = Object.fromEntries(NAMES.map((field, i) => [field, 'ABCDEF'.charAt(i)]));
const NUMBERS = NAMES.map((_, i) => String(i + 1));

interface Asked extends Partial<Wording> {
  readonly operation?: OperationName;
  readonly columnas?: ColumnMap;
}

/** Returns the name of the column of each datum that has one. */
function understood(
  names: readonly string[],
  { operation = 'calcular', columnas = {}, ...wording }: Asked = {},
): Partial<Record<Field, string>> {
  const optionFor = (field: Field): string => `\`${field}=…\``;
  const columns = understandHeader(names, operation, columnas, { language: 'es', optionFor, ...wording });
  return Object.fromEntries(FIELDS.flatMap((field) => (columns[field] < 0 ? [] : [[field, names[columns[field]]]])));
}

/** Returns the message of the error; an empty text if the header is understood. */
function refusal(names: readonly string[], asked: Asked = {}): string {
  try {
    understood(names, asked);
    return '';
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

const HOLDS_PERSON =
  'La primera línea trae los datos de una persona, no los nombres de las columnas: agregue arriba una línea con los nombres.';
const NAMES_NOTHING =
  'La primera línea no nombra ningún dato: declare `encabezado=1` si trae los nombres de las columnas, o `encabezado=0` si trae a la primera persona.';

describe('a line beside a known name holds a person', () => {
  it.each([
    ['a key', 'Renata,OETR900517MDFLNN05'],
    ['a year and a letter of the sex', 'Renata,1990,M'],
    ['a year of an old person and a small letter of the sex', 'Renata,1890,h'],
    ['a year of a child and a word of the sex', 'Renata,2005,Mujer'],
    ['a date and a letter of the sex', 'Renata,1990-05-17,F'],
    ['a date with a short year and a letter of the sex', 'Renata,17/05/90,V'],
    ['a date and an entity', 'Renata,7-5-90,Jalisco'],
    ['a year and an entity', 'Renata,1990,Nuevo León'],
    ['a letter of the sex and an entity', 'X,Jalisco'],
  ])('if it has %s: %s', (_, line) => {
    expect(holdsPerson(line.split(','), 1)).toBe(true);
  });

  it.each([
    ['one date', 'Renata,1990-05-17'],
    ['two dates, which are of one kind', '1990-05-17,17/05/90'],
    ['a number below the years of living people', '1790,M'],
    ['a number that starts with a year', '19901,M'],
    ['a number that ends with a year', '21990,M'],
    ['a name that starts with a letter of the sex', '1990,Hoja'],
    ['a name that ends with a letter of the sex', '1990,RAM'],
    ['another single letter', '1990,B'],
    ['a number, which is no name of an entity', '09,M'],
    ['a number with a single letter', '03/B,M'],
    ['a name that ends in a number', 'Sala 12,M'],
    ['a name that starts with a number', '12 meses,M'],
    ['a name that ends in a date', 'Corte al 17-05-90,M'],
    ['a name that starts with a date', '17/05/90 al cierre,M'],
    ['no data', 'Renata,Olvera'],
  ])('only if two kinds of data say so, not if it has %s: %s', (_, line) => {
    expect(holdsPerson(line.split(','), 1)).toBe(false);
  });
});

it.each(['1990-05-17', '17/05/1990', '17/05/90', '7/5/90', '17-05-90'])(
  'a line without a known name holds a person if it has the date %s',
  (date) => {
    expect(holdsPerson(['Renata', date], 0)).toBe(true);
    expect(holdsPerson(['Renata', date], 1)).toBe(false);
  },
);

it.each([
  ['OETR900517MDFLNN05', true],
  ['oetr900517h', true],
  ['OETR900517X', true],
  ['OETR900517', false],
  ['OETR900517B', false],
  ['OET900517M', false],
  ['OETR9005M', false],
  ['Clave OETR900517M', false],
])('the text %s starts like a key: %s', (text, expected) => {
  expect(isKey(text)).toBe(expected);
});

it('countKnown counts the data with one column, with several columns and with a doubtful column', () => {
  expect(countKnown(['Nombre', 'Sexo', 'SEXO', 'Fecha', 'Estado', 'notas'])).toBe(4);
  expect(countKnown(['notas', 'correo'])).toBe(0);
});

describe('a header with the data of a person', () => {
  it('is refused even if it names every column, unless the user declares that it is the header', () => {
    const header = [...NAMES, 'H', 'Jalisco'];
    expect(refusal(header)).toBe(HOLDS_PERSON);
    expect(understood(header, { isDeclared: true })).toEqual(Object.fromEntries(NAMES.map((name) => [name, name])));
  });

  it('is accepted if the names are those of the fields of a layout', () => {
    expect(understood([...NAMES, 'h', 'jalisco'], { layout: { campos: {} } }).nombres).toBe('nombres');
  });

  it.each([
    ['a date', 'Renata,Olvera,Tinajero,1990-05-17,M,09', BY_NUMBER, 'calcular'],
    ['a date with a short year', 'Renata,Olvera,Tinajero,17/05/90,M,09', BY_NUMBER, 'calcular'],
    [
      'a year',
      'Renata,Olvera,Tinajero,1990,M,09,5,17',
      { ...BY_NUMBER, fecha_nacimiento: '', anio_nacimiento: '4', mes_nacimiento: '7', dia_nacimiento: '8' },
      'calcular',
    ],
    ['a key', 'Renata,OETR900517MDFLNN05', { curp: '2' }, 'validar'],
  ] as const)('is refused although the user declares it, if the column named for the datum holds %s: %s', (...row) => {
    const [, line, columnas, operation] = row;
    expect(refusal(line.split(','), { columnas, operation, isDeclared: true })).toBe(HOLDS_PERSON);
  });

  it.each(['1990 a 1999', 'Desde 1990', '7'])('is accepted if the column of the year is only called %s', (year) => {
    const header = ['nombres', 'paterno', 'materno', 'sexo', 'entidad', 'mes', 'dia', year];
    expect(understood(header, { columnas: { anio_nacimiento: '8' }, isDeclared: true }).anio_nacimiento).toBe(year);
  });
});

describe('a first line that names no datum', () => {
  const ODD = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];

  it('is refused if the user names the columns by number, unless the user declares that it is the header', () => {
    expect(refusal(ODD, { columnas: BY_NUMBER })).toBe(NAMES_NOTHING);
    expect(refusal(ODD, { columnas: BY_LETTER })).toBe(NAMES_NOTHING);
    expect(understood(ODD, { columnas: BY_NUMBER, isDeclared: true })).toMatchObject({
      nombres: 'uno',
      entidad: 'seis',
    });
  });

  it('is accepted if the user names one of its columns by name', () => {
    expect(understood(['uno', 'dos'], { operation: 'validar', columnas: { curp: 'Uno' } })).toEqual({ curp: 'uno' });
    expect(understood(ODD, { columnas: { ...BY_NUMBER, nombres: 'uno' } }).nombres).toBe('uno');
  });

  it('is accepted if the user chooses by number between columns with the same name', () => {
    expect(understood(['curp', 'CURP'], { operation: 'validar', columnas: { curp: '2' } })).toEqual({ curp: 'CURP' });
  });

  it('is accepted if one column is that of the declared whole name', () => {
    const columnas = { fecha_nacimiento: '2', sexo: '3', entidad: '4' };
    const header = ['Nombre completo', 'dos', 'tres', 'cuatro'];
    expect(understood(header, { columnas, hasFullName: true }).nombres).toBe('Nombre completo');
  });
});

describe('a header without a known name', () => {
  it('is reported with the number of its columns and the names to give them', () => {
    expect(refusal(['uno', 'dos'])).toBe(
      'No se reconoce ninguna columna (hay 2): póngales nombres como nombres, apellido_paterno, apellido_materno, sexo, entidad, indíquelas con `nombres=…`, o declare su fila, `encabezado=2`, o `encabezado=0`.',
    );
  });

  it('is reported with the advice to give positions if it is a single column', () => {
    expect(refusal(['uno'])).toMatch(/; en posiciones fijas, `formato=…`\.$/);
    expect(refusal(['uno'], { language: 'en' })).toMatch(/; if fixed, `formato=…`\.$/);
  });

  it('is not reported if a column is doubtful and two may hold one datum: all is asked at once', () => {
    expect(refusal(['SEXO', 'sexo', 'Fecha'])).toBe(
      'Más de una columna puede ser `sexo`: «SEXO», «sexo»; indique cuál es con `sexo=…`. ' +
        'No se sabe si «Fecha» es `fecha_nacimiento` o la de otro día, como el de captura: si es la de nacimiento, indíquelo con `fecha_nacimiento=…`. ' +
        'Falta la columna `nombres` (y también `apellido_paterno`, `apellido_materno`, `entidad`): el archivo tiene «SEXO», «sexo», «Fecha»; indique cuál es con `nombres=…`.',
    );
  });
});

describe('a column that the user names and the file lacks', () => {
  it.each([
    ['no name is known', 'uno,dos'],
    ['one is a date', 'Nacimiento,1990-05-17'],
    ['one is a key', 'Nacimiento,OETR900517MDFLNN05'],
    ['one is the name of a person', 'Nombre,Renata'],
  ])('is reported with the number of columns, not with their names, if %s: %s', (_, line) => {
    const asked = { columnas: { nombres: 'pila' } };
    expect(refusal(line.split(','), asked)).toBe(
      'El archivo no tiene la columna «pila», que se indicó para `nombres`: indique otra; tiene 2 columnas.',
    );
    expect(refusal(line.split(','), { ...asked, language: 'en' })).toBe(
      'The file has no column “pila”, which was named for `nombres`: name another; it has 2 columns.',
    );
  });
});

describe('a file with a layout and without a header', () => {
  const IDSE = LAYOUTS.find(({ nombre }) => nombre === 'idse');
  const UNNAMED: Layout = { campos: {} };

  it('is read if the user names its columns by number or by letter', () => {
    for (const columnas of [BY_NUMBER, BY_LETTER]) {
      expect(understood(NUMBERS, { layout: UNNAMED, columnas })).toEqual(
        Object.fromEntries(NAMES.map((name, i) => [name, String(i + 1)])),
      );
    }
  });

  it('is reported with every datum whose column is unknown', () => {
    expect(refusal(NUMBERS, { layout: UNNAMED, columnas: { nombres: '1' } })).toBe(
      'El archivo no tiene encabezado, y falta saber en qué columna está `apellido_paterno` (y también `apellido_materno`, `sexo`, `entidad`, `fecha_nacimiento`): hay 6; indíquela con `apellido_paterno=…`, por su número o su letra.',
    );
    expect(refusal(['1'], { layout: UNNAMED, operation: 'validar' })).toBe(
      'El archivo no tiene encabezado, y falta saber en qué columna está `curp`: hay 1; indíquela con `curp=…`, por su número o su letra.',
    );
  });

  it('is reported with the title of its layout if the layout lacks a datum', () => {
    const names = Object.keys(IDSE?.campos ?? {});
    expect(refusal(names, { layout: IDSE })).toBe(
      'El formato IDSE no trae `sexo` (y también `entidad`, `fecha_nacimiento`), y así no se puede calcular: como trae la clave, use `operacion=cotejar` o `operacion=validar`.',
    );
    expect(understood(names, { layout: IDSE, operation: 'cotejar' })).toMatchObject({ curp: 'curp' });
  });
});

describe('the columns of the surnames', () => {
  it('are not missing if one column holds both, wherever it is', () => {
    const rest = ['Nombre', 'Nacimiento', 'Sexo', 'Entidad'];
    expect(understood(['Apellidos', ...rest])).toMatchObject({ apellidos: 'Apellidos', nombres: 'Nombre' });
    expect(understood([...rest, 'Apellidos'])).toMatchObject({ apellidos: 'Apellidos', nombres: 'Nombre' });
  });

  it('are reported with the advice on a whole name only if the file has given names', () => {
    expect(refusal(['Nombre', 'Nacimiento', 'Sexo', 'Entidad'])).toContain('declare `nombre_completo=apellidos`');
    expect(refusal(['Nacimiento', 'Sexo', 'Entidad'])).toBe(
      'Falta la columna `nombres` (y también `apellido_paterno`, `apellido_materno`): el archivo tiene «Nacimiento», «Sexo», «Entidad»; indique cuál es con `nombres=…`.',
    );
  });
});

describe('a comparison', () => {
  const operation = 'cotejar';

  it('takes one datum in the first column', () => {
    expect(understood(['nombres', 'curp'], { operation })).toEqual({ nombres: 'nombres', curp: 'curp' });
  });

  it('is refused with the columns of the file if none holds a datum of the person', () => {
    expect(refusal(['curp', 'notas'], { operation })).toBe(
      'Para comparar cada CURP hace falta al menos otro dato de la persona: el archivo tiene «curp», «notas»; indique cuál es con `nombres=…`.',
    );
  });

  it('asks for the rest of a date that has its year in the first column', () => {
    expect(refusal(['anio_nacimiento', 'curp'], { operation })).toMatch(
      /^Falta la columna `mes_nacimiento` \(y también `dia_nacimiento`\): /,
    );
  });

  it('asks which of two columns holds both surnames', () => {
    expect(refusal(['curp', 'Last names', 'Surnames'], { operation })).toBe(
      'Más de una columna puede ser `apellidos`: «Last names», «Surnames»; indique cuál es con `apellidos=…`.',
    );
  });

  it('ignores a column Apellido beside that of the first surname', () => {
    expect(understood(['curp', 'Paterno', 'Apellido'], { operation })).toEqual({
      curp: 'curp',
      apellido_paterno: 'Paterno',
    });
  });
});

it('an object has no column for a datum that the user declares absent, even if it has an empty name', () => {
  expect(understandObject(['', 'Nombre'], 'calcular', { nombres: '' }).columns.nombres).toBe(-1);
});

it.each([
  [['CURP'], false],
  [['Nombre'], false],
  [['CURP', 'Sexo'], false],
  [['Nombre', 'CURP'], true],
  [['CURP', 'Apellidos'], true],
  [['Primer apellido', 'CURP'], true],
])('a file with %j has keys and names: %s', (names, expected) => {
  expect(holdsKeys(findColumns(names).columns)).toBe(expected);
});
