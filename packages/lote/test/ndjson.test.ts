/** NDJSON: objects as programs write them, and odd ones. */
import { describe, expect, it } from 'vitest';
import { runText, slow, objects } from './run-lote.js';
import { KEY, line } from './people.js';

it.each([
  ['anio_nacimiento', 403],
  ['mes_nacimiento', 404],
  ['dia_nacimiento', 405],
])('an object without %s carries its code if it has the other parts of the date', (part, code_error) => {
  const parts = { anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '17' };
  const object = line({ fecha_nacimiento: undefined, ...parts, [part]: undefined });
  expect(objects({}, object)).toMatchObject([{ curp: null, code_error }]);
});

it('objects are told apart even if their names look the same when joined', () => {
  const curp = 'OETR900517MDFLNN05';
  const lines = [{ 'a\0curp': 1 }, { a: 1, curp }, { 'a\0curp': 1 }].map((o) => `${JSON.stringify(o)}\n`);
  expect(objects({ operacion: 'validar' }, lines.join(''))).toMatchObject([
    { code_error: 100 },
    { code_error: 0, valido: true },
    { code_error: 100 },
  ]);
});

describe('a datum that the user names', () => {
  it.each([
    ['by its name', { nombres: 'N' }, { nombres: undefined, N: 'Renata' }, KEY],
    ['by its name, written otherwise', { nombres: 'Ñ o' }, { nombres: undefined, 'n-O': 'Renata' }, KEY],
    ['against a name that is known', { nombres: 'N' }, { nombres: 'Zoe', N: 'Renata' }, KEY],
    ['of two that it may be', { sexo: 'sex' }, { sexo: undefined, sex: 'M', gender: 'F' }, KEY],
    ['that there is none', { apellido_materno: '' }, { apellido_materno: undefined }, 'OEXR900517MDFLXN07'],
    ['that there is none, though one looks like it', { apellido_materno: '' }, {}, 'OEXR900517MDFLXN07'],
  ])('%s', (_, columnas, data, curp) => {
    expect(objects({ columnas }, line(data))).toMatchObject([{ code_error: 0, curp }]);
  });

  it('is missing if the object lacks that name', () => {
    expect(objects({ columnas: { nombres: 'N' } }, line())).toMatchObject([{ code_error: 400 }]);
  });

  it('is named by its name, never by a number: names have no order', () => {
    expect(objects({ columnas: { nombres: '1' } }, line())).toMatchObject([{ code_error: 400 }]);
    expect(objects({ columnas: { nombres: '1' } }, line({ 1: 'Renata', nombres: 'Zoe' }))).toMatchObject([
      { curp: KEY },
    ]);
  });
});

describe('two names for one datum', () => {
  it.each([
    ['a name', { NOMBRES: 'Zoe' }, 'nombres'],
    ['a date', { fecha_nacimiento: undefined, dob: '1990-05-17', fecha: '2024-11-30' }, 'fecha_nacimiento'],
    [
      'a part of the date',
      { fecha_nacimiento: undefined, anio: 1990, year: 2024, mes: 11, dia: 30 },
      'anio_nacimiento',
    ],
  ])('carry code 8: %s', (_, data, parametro) => {
    const [object] = objects({}, line(data));
    expect(object).toMatchObject({ code_error: 8, curp: null });
    expect(object?.['error_message']).toContain(`\`${parametro}\` viene más de una vez`);
  });

  it.each([
    ['are none that the operation needs', { operacion: 'validar' }, { curp: KEY, NOMBRES: 'Zoe' }, { valido: true }],
    ['are none that the date needs', {}, { anio: 2024, year: 2024, mes: 11 }, { curp: KEY }],
    ['give way to the name itself', {}, { nombre: 'Zoe', nombre_s: 'Zoe' }, { curp: KEY }],
  ] as const)('are accepted if they %s', (_, options, data, expected) => {
    expect(objects(options, line(data))).toMatchObject([{ code_error: 0, ...expected }]);
  });
});

describe('one name twice', () => {
  const twice = (written: string): string => line().replace('{', `{${written},`);

  it.each([
    ['with another value', '"nombres":"Zoe"', 'nombres'],
    ['with the same value', '"entidad":"09"', 'entidad'],
    ['with no text', '"sexo" : null', 'sexo'],
    ['escaped', '"n\\u006fmbres":"Zoe"', 'nombres'],
    ['behind an object', '"a":{"b":["{"]},"nombres":[]', 'nombres'],
  ])('carries code 8: %s', (_, written, parametro) => {
    const [object] = objects({}, twice(written));
    expect(object).toMatchObject({ code_error: 8 });
    expect(object?.['error_message']).toContain(`\`${parametro}\` viene más de una vez`);
  });

  it.each([
    ['as a value', '"a":"nombres","b":"\\"nombres\\": "'],
    ['in an object inside', '"a":{"nombres":"Zoe"},"b":[{"nombres":1}]'],
    ['of no datum', '"a":1,"a":2'],
    ['of nothing', '"":1,"":2'],
    ['that the operation does not ask for', '"curp":"a","curp":"b"'],
  ])('is accepted %s', (_, written) => {
    const [object] = objects({}, twice(written));
    expect(object).toMatchObject({ code_error: 0, [written.includes('curp') ? 'curp_2' : 'curp']: KEY });
  });
});

/** At these sizes, anything quadratic exceeds the time limit of a test. */
describe('takes linear time', () => {
  it('blanks inside the object', () => {
    const blanks = ' '.repeat(100_000);
    const output = runText({ formato: 'ndjson' }, `{${blanks}"a":1${blanks}}\n`);
    expect(output.startsWith(`{${blanks}"a":1,"curp":null,`)).toBe(true);
  });

  slow.each([
    ['escapes', `{"a":"${'\\n'.repeat(400_000)}","a":1}\n`],
    ['names', `{${'"a":1,'.repeat(100_000)}"b":1}\n`],
    ['different names', `{${Array.from({ length: 50_000 }, (_, i) => `"a${i}":1`).join(',')}}\n`],
    ['objects inside each other', `{${'"a":{'.repeat(150_000)}${'}'.repeat(150_001)}\n`],
    ['lists inside each other', `{"nombres":${'['.repeat(400_000)}${']'.repeat(400_000)}}\n`],
    ['blanks in a datum', line({ sexo: ' '.repeat(900_000), fecha_nacimiento: '\t\n'.repeat(20_000) })],
    ['marks in a datum', line({ nombres: 'a\u0301'.repeat(100_000), entidad: '\u0301'.repeat(200_000) })],
  ])('a mebibyte of %s', (_, text) => {
    expect(objects({}, text)).toHaveLength(1);
  });
});

it('an object without names is told from one with an empty name', () => {
  const readBytes = objects({}, '{}\n{"":{}}\n{}\n');
  expect(readBytes.map((readFile) => Object.keys(readFile))).toEqual([
    ['curp', 'code_error', 'error_message'],
    ['', 'curp', 'code_error', 'error_message'],
    ['curp', 'code_error', 'error_message'],
  ]);
  expect(readBytes[1]?.['error_message']).toBe(readBytes[0]?.['error_message']);
});

it('the names of an object may have any order', () => {
  const written = `{"fecha_nacimiento":"1990-05-17",${line({ fecha_nacimiento: undefined }).slice(1)}`;
  expect(objects({}, written)).toMatchObject([{ curp: KEY }]);
});

describe('a datum that the operation does not ask for', () => {
  const key = `"curp":"${KEY}"`;
  it.each([
    ['to calculate, a key', { operacion: 'calcular' }, line().replace('{', `{${key},${key},`)],
    ['to validate, a datum', { operacion: 'validar' }, `{${key},"sexo":"M","sexo":"H"}\n`],
  ] as const)('may stand twice: %s', (_, options, text) => {
    expect(objects(options, text)).toMatchObject([{ code_error: 0 }]);
  });

  it.each([
    ['to validate, a key', { operacion: 'validar' }, `{${key},${key}}\n`, 'curp'],
    ['to compare, a key', { operacion: 'cotejar' }, line().replace('{', `{${key},${key},`), 'curp'],
    ['to compare, a datum', { operacion: 'cotejar' }, line({ curp: KEY }).replace('{', '{"sexo":"M",'), 'sexo'],
    ['to calculate, a datum', { operacion: 'calcular' }, line().replace('{', '{"sexo":"M",'), 'sexo'],
  ] as const)('beside a datum that it asks for, which may not: %s', (_, options, text, field) => {
    const [object] = objects(options, text);
    expect(object).toMatchObject({ code_error: 8 });
    expect(object?.['error_message']).toContain(field);
  });

  it('may have a value of any kind', () => {
    expect(objects({}, line({ curp: true }))).toMatchObject([{ code_error: 0 }]);
    expect(objects({ operacion: 'validar' }, line({ curp: KEY, sexo: {} }))).toMatchObject([{ code_error: 0 }]);
  });
});
