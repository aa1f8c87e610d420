/** Runs the one-file scripts of core in a context with nothing but the language itself, as Apps Script does. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { calcular } from '@curp-service/core';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../packages/core/dist/', import.meta.url));

/** Evaluates an expression after a script. Results come as JSON, because objects of another context equal none of ours. */
function evaluate(file: string, expression: string, globals: object = {}): unknown {
  const context = createContext({ ...globals });
  runInContext('delete globalThis.Intl; delete globalThis.WebAssembly', context);
  runInContext(readFileSync(dist + file, 'utf8'), context);
  return JSON.parse(runInContext(`JSON.stringify(${expression})`, context) as string);
}

const sheets = (expression: string, globals?: object): unknown => evaluate('curp.gs', expression, globals);

const RENATA = `'Renata', 'Olvera', 'Tinajero'`;
const KEY = 'OETR900517MDFLNN05';

describe('curp.min.js', () => {
  it('is a classic script with all of core and the English texts under the global CURP', () => {
    const persona = `{ nombres: 'Renata', apellidoPaterno: 'Olvera', apellidoMaterno: 'Tinajero', fechaNacimiento: '1990-05-17', sexo: 'M', entidad: '09' }`;
    expect(evaluate('curp.min.js', `CURP.calcular(${persona})`)).toEqual({ ok: true, curp: KEY });
    expect(evaluate('curp.min.js', `CURP.cotejar('${KEY}', { sexo: 'X' }).resultado`)).toBe('difiere');
    expect(evaluate('curp.min.js', `CURP.explicar(${persona}, { idioma: CURP.en }).explicacion[10].texto`)).toBe(
      'sex: female',
    );
    expect(evaluate('curp.min.js', 'Object.keys(globalThis)')).toEqual(['CURP']);
  });
});

describe('curp.gs: =CURP', () => {
  it.each([
    ['a date', 'new Date(1990, 4, 17)'],
    ['a serial number', '33010'],
    ['a text with the day first', "'17/05/1990'"],
    ['a text with the year first', "'1990-05-17'"],
    ['eight digits', '19900517'],
  ])('reads %s', (_, fecha) => {
    expect(sheets(`CURP(${RENATA}, ${fecha}, 'M', 'DF')`)).toBe(KEY);
  });

  it.each(["'09'", '9', "'df'", "'CDMX'", "'Ciudad de México'", "'Distrito Federal'"])(
    'reads the entity %s',
    (entidad) => {
      expect(sheets(`CURP(${RENATA}, '17/05/1990', 'Mujer', ${entidad})`)).toBe(KEY);
    },
  );

  it('accepts a person whose cell of the second surname is empty', () => {
    const persona = {
      nombres: 'Renata',
      apellidoPaterno: 'Olvera',
      fechaNacimiento: '1990-05-17',
      sexo: 'M',
      entidad: '09',
    };
    const calculo = calcular(persona);
    expect(sheets(`CURP('Renata', 'Olvera', '', '17/05/1990', 'M', '09')`)).toBe(calculo.ok && calculo.curp);
  });

  it.each([
    ['', 'Falta el nombre.', `'', 'Olvera', 'Tinajero', '17/05/1990', 'M', 'DF'`],
    [
      '',
      'La fecha de nacimiento debe escribirse AAAA-MM-DD, con cifras: 1990-05-17.',
      `${RENATA}, '17/05/90', 'M', 'DF'`,
    ],
    ['a year alone', 'La fecha de nacimiento debe escribirse', `${RENATA}, 1990, 'M', 'DF'`],
    ['', 'Ese día no existe en el calendario: revise la fecha de nacimiento.', `${RENATA}, '31/02/1990', 'M', 'DF'`],
    [
      '',
      'Sexo: con F en la columna, M puede ser Masculino; escriba Hombre o Mujer.',
      `${RENATA}, '17/05/1990', 'F', 'DF'`,
    ],
    ['', 'El sexo debe ser H (hombre), M (mujer) o X (no binario).', `${RENATA}, '17/05/1990', 'Z', 'DF'`],
    ['', 'La entidad de nacimiento no está en el catálogo', `${RENATA}, '17/05/1990', 'M', 'Atlántida'`],
    ['', 'Una celda de la fila trae un error de la hoja, como #N/A.', `'Renata', '#N/A', '', '17/05/1990', 'M', 'DF'`],
    ['', 'Un nombre trae signos que ningún nombre lleva', `'Renata', 'S?nchez', '', '17/05/1990', 'M', 'DF'`],
    ['', 'Un nombre trae signos que ningún nombre lleva', `'Renata', 'Ruiz', 'PÃ©rez', '17/05/1990', 'M', 'DF'`],
    ['three arguments', 'Falta la fecha de nacimiento.', RENATA],
  ])('throws the problem of one person (%s%s)', (_, problem, args) => {
    expect(() => sheets(`CURP(${args})`)).toThrow(problem);
  });

  it('returns an empty cell for an empty row', () => {
    expect(sheets(`CURP('', '', '', '', '', 'DF')`)).toBe('');
    expect(sheets(`CURP(null, null, null, null, null, null)`)).toBe('');
  });

  it('returns a column for columns, where a single value holds for all rows and a bad row spoils no other', () => {
    const columns = `[['Renata'], [''], ['Renata']], [['Olvera'], [''], ['Olvera']], [['Tinajero'], [''], ['Tinajero']], [[new Date(1990, 4, 17)], [''], ['mañana']]`;
    const [first, empty, bad] = sheets(`CURP(${columns}, 'M', 'DF')`) as string[][];
    expect([first, empty]).toEqual([[KEY], ['']]);
    expect(bad).toEqual([expect.stringMatching(/^Error: La fecha de nacimiento debe/)]);
  });

  it('returns a row for a row of cells', () => {
    expect(sheets(`CURP([['Renata', 'Renata']], 'Olvera', 'Tinajero', '17/05/1990', [['M', 'M']], 'DF')`)).toEqual([
      [KEY, KEY],
    ]);
  });

  it('returns a column for one range of six columns', () => {
    const row = `[${RENATA}, '17/05/1990', 'Mujer', 'CDMX', '#N/A']`;
    expect(sheets(`CURP([${row}, ['', '', '', '', '', '', '']])`)).toEqual([[KEY], ['']]);
  });

  it('does not take M beside F for a woman', () => {
    const sexes = `[['F'], ['M'], ['Mujer'], ['H']]`;
    const answers = (sheets(`CURP(${RENATA}, '17/05/1990', ${sexes}, 'DF')`) as string[][]).flat();
    expect(answers.map((answer) => answer.slice(0, 11))).toEqual([
      'Error: Sexo',
      'Error: Sexo',
      'OETR900517M',
      'OETR900517H',
    ]);
  });

  it.each([
    ['ranges of different sizes', `CURP([['A'], ['B']], [['C']], '', '', 'M', 'DF')`, 'mismo número de filas'],
    ['a range with too few columns', `CURP([['A', 'B']])`, 'seis columnas'],
  ])('refuses %s', (_, call, message) => {
    expect(() => sheets(call)).toThrow(message);
  });

  it('reads the day of a date in the time zone of the spreadsheet, not of the script', () => {
    const appsScript = (zone: string): object => ({
      SpreadsheetApp: { getActive: () => ({ getSpreadsheetTimeZone: () => 'America/Mexico_City' }) },
      Session: { getScriptTimeZone: () => zone },
      Utilities: {
        formatDate: (_date: unknown, inZone: string) => (inZone === 'America/Mexico_City' ? '1990-05-17' : ''),
      },
    });
    const call = `CURP(${RENATA}, new Date(1990, 4, 16, 23), 'M', 'DF')`;
    expect(sheets(call, appsScript('America/Tijuana'))).toBe(KEY);
    expect(sheets(call, appsScript('America/Mexico_City'))).toMatch(/^OETR900516/);
  });
});

describe('curp.gs: =CURP_VALIDA and =CURP_DATOS', () => {
  it('judge a cell or a range', () => {
    expect(sheets(`CURP_VALIDA('${KEY}')`)).toBe(true);
    expect(sheets(`CURP_VALIDA([[' ${KEY.toLowerCase()} '], ['${KEY.slice(0, 17)}9'], ['']])`)).toEqual([
      [true],
      [false],
      [''],
    ]);
  });

  it('read the data of a cell or a column', () => {
    expect(sheets(`CURP_DATOS('${KEY}')`)).toEqual([['1990-05-17', 'M', 'CIUDAD DE MÉXICO', '']]);
    expect(sheets(`CURP_DATOS([['${KEY}'], [''], ['OETR']])`)).toEqual([
      ['1990-05-17', 'M', 'CIUDAD DE MÉXICO', ''],
      ['', '', '', ''],
      ['', '', '', 'La CURP debe tener 18 caracteres.'],
    ]);
  });
});

it('curp.gs shows three functions to the spreadsheet, each with help in Spanish, and hides the rest', () => {
  const text = readFileSync(`${dist}curp.gs`, 'utf8');
  expect(sheets('Object.keys(globalThis)')).toEqual(['curp_', 'CURP', 'CURP_VALIDA', 'CURP_DATOS']);
  expect(text.match(/@customfunction\n \*\/\nfunction \w+/g)).toHaveLength(3);
});

it.each([
  ['curp.min.js', 'A calculated CURP proves no registration.'],
  ['curp.gs', 'Una CURP calculada no prueba ningún registro.'],
])('%s says that a calculated key proves no registration', (file, sentence) => {
  expect(readFileSync(dist + file, 'utf8').slice(0, 200)).toContain(sentence);
});
