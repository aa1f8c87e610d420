/** NDJSON: objects as programs write them, and as nobody should. */
import { describe, expect, it } from 'vitest';
import { correrTexto, demorado, objetos } from './run-lote.js';
import { CLAVE, linea } from './people.js';

it.each([
  ['anio_nacimiento', 403],
  ['mes_nacimiento', 404],
  ['dia_nacimiento', 405],
])('says that %s is missing, where the other parts of the date are not', (parte, code_error) => {
  const partes = { anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '17' };
  const objeto = linea({ fecha_nacimiento: undefined, ...partes, [parte]: undefined });
  expect(objetos({}, objeto)).toMatchObject([{ curp: null, code_error }]);
});

it('tells objects apart whose names only look the same joined', () => {
  const curp = 'OETR900517MDFLNN05';
  const lineas = [{ 'a\0curp': 1 }, { a: 1, curp }, { 'a\0curp': 1 }].map((o) => `${JSON.stringify(o)}\n`);
  expect(objetos({ operacion: 'validar' }, lineas.join(''))).toMatchObject([
    { code_error: 100 },
    { code_error: 0, valido: true },
    { code_error: 100 },
  ]);
});

describe('what the user says of a datum', () => {
  it.each([
    ['by its name', { nombres: 'N' }, { nombres: undefined, N: 'Renata' }, CLAVE],
    ['by its name, written otherwise', { nombres: 'Ñ o' }, { nombres: undefined, 'n-O': 'Renata' }, CLAVE],
    ['against a name that is known', { nombres: 'N' }, { nombres: 'Zoe', N: 'Renata' }, CLAVE],
    ['of two that it may be', { sexo: 'sex' }, { sexo: undefined, sex: 'M', gender: 'F' }, CLAVE],
    ['that there is none', { apellido_materno: '' }, { apellido_materno: undefined }, 'OEXR900517MDFLXN07'],
    ['that there is none, though one looks like it', { apellido_materno: '' }, {}, 'OEXR900517MDFLXN07'],
  ])('%s', (_, columnas, datos, curp) => {
    expect(objetos({ columnas }, linea(datos))).toMatchObject([{ code_error: 0, curp }]);
  });

  it('is missing where the object does not have it', () => {
    expect(objetos({ columnas: { nombres: 'N' } }, linea())).toMatchObject([{ code_error: 400 }]);
  });

  it('is a name, never a place: names have no order', () => {
    expect(objetos({ columnas: { nombres: '1' } }, linea())).toMatchObject([{ code_error: 400 }]);
    expect(objetos({ columnas: { nombres: '1' } }, linea({ 1: 'Renata', nombres: 'Zoe' }))).toMatchObject([
      { curp: CLAVE },
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
  ])('are too many: %s', (_, datos, parametro) => {
    const [objeto] = objetos({}, linea(datos));
    expect(objeto).toMatchObject({ code_error: 8, curp: null });
    expect(objeto?.['error_message']).toContain(`\`${parametro}\` viene más de una vez`);
  });

  it.each([
    ['are none that the operation needs', { operacion: 'validar' }, { curp: CLAVE, NOMBRES: 'Zoe' }, { valido: true }],
    ['are none that the date needs', {}, { anio: 2024, year: 2024, mes: 11 }, { curp: CLAVE }],
    ['give way to the name itself', {}, { nombre: 'Zoe', nombre_s: 'Zoe' }, { curp: CLAVE }],
  ] as const)('are not, if they %s', (_, opciones, datos, esperado) => {
    expect(objetos(opciones, linea(datos))).toMatchObject([{ code_error: 0, ...esperado }]);
  });
});

describe('one name twice', () => {
  const dosVeces = (escrito: string): string => linea().replace('{', `{${escrito},`);

  it.each([
    ['with another value', '"nombres":"Zoe"', 'nombres'],
    ['with the same value', '"entidad":"09"', 'entidad'],
    ['with no text', '"sexo" : null', 'sexo'],
    ['escaped', '"n\\u006fmbres":"Zoe"', 'nombres'],
    ['behind an object', '"a":{"b":["{"]},"nombres":[]', 'nombres'],
  ])('is too many: %s', (_, escrito, parametro) => {
    const [objeto] = objetos({}, dosVeces(escrito));
    expect(objeto).toMatchObject({ code_error: 8 });
    expect(objeto?.['error_message']).toContain(`\`${parametro}\` viene más de una vez`);
  });

  it.each([
    ['as a value', '"a":"nombres","b":"\\"nombres\\": "'],
    ['in an object inside', '"a":{"nombres":"Zoe"},"b":[{"nombres":1}]'],
    ['of no datum', '"a":1,"a":2'],
    ['of nothing', '"":1,"":2'],
    ['that the operation does not ask for', '"curp":"a","curp":"b"'],
  ])('is not, if it stands %s', (_, escrito) => {
    const [objeto] = objetos({}, dosVeces(escrito));
    expect(objeto).toMatchObject({ code_error: 0, [escrito.includes('curp') ? 'curp_2' : 'curp']: CLAVE });
  });
});

/** Sizes at which anything quadratic takes tens of seconds, and the test its time limit. */
describe('takes no longer than its length', () => {
  it('blanks inside the object', () => {
    const blancos = ' '.repeat(100_000);
    const salida = correrTexto({ formato: 'ndjson' }, `{${blancos}"a":1${blancos}}\n`);
    expect(salida.startsWith(`{${blancos}"a":1,"curp":null,`)).toBe(true);
  });

  demorado.each([
    ['escapes', `{"a":"${'\\n'.repeat(400_000)}","a":1}\n`],
    ['names', `{${'"a":1,'.repeat(100_000)}"b":1}\n`],
    ['different names', `{${Array.from({ length: 50_000 }, (_, i) => `"a${i}":1`).join(',')}}\n`],
    ['objects inside each other', `{${'"a":{'.repeat(150_000)}${'}'.repeat(150_001)}\n`],
    ['lists inside each other', `{"nombres":${'['.repeat(400_000)}${']'.repeat(400_000)}}\n`],
    ['blanks in a datum', linea({ sexo: ' '.repeat(900_000), fecha_nacimiento: '\t\n'.repeat(20_000) })],
    ['marks in a datum', linea({ nombres: 'a\u0301'.repeat(100_000), entidad: '\u0301'.repeat(200_000) })],
  ])('a mebibyte of %s', (_, texto) => {
    expect(objetos({}, texto)).toHaveLength(1);
  });
});

it('tells an object without names from one with an empty name', () => {
  const leidos = objetos({}, '{}\n{"":{}}\n{}\n');
  expect(leidos.map((leido) => Object.keys(leido))).toEqual([
    ['curp', 'code_error', 'error_message'],
    ['', 'curp', 'code_error', 'error_message'],
    ['curp', 'code_error', 'error_message'],
  ]);
});

it('has its names in any order, the date first too', () => {
  const escrito = `{"fecha_nacimiento":"1990-05-17",${linea({ fecha_nacimiento: undefined }).slice(1)}`;
  expect(objetos({}, escrito)).toMatchObject([{ curp: CLAVE }]);
});

describe('what an operation does not ask for', () => {
  const clave = `"curp":"${CLAVE}"`;
  it.each([
    ['to calculate, a key', { operacion: 'calcular' }, linea().replace('{', `{${clave},${clave},`)],
    ['to validate, a datum', { operacion: 'validar' }, `{${clave},"sexo":"M","sexo":"H"}\n`],
  ] as const)('may stand twice: %s', (_, opciones, texto) => {
    expect(objetos(opciones, texto)).toMatchObject([{ code_error: 0 }]);
  });

  it.each([
    ['to validate, a key', { operacion: 'validar' }, `{${clave},${clave}}\n`, 'curp'],
    ['to compare, a key', { operacion: 'cotejar' }, linea().replace('{', `{${clave},${clave},`), 'curp'],
    ['to compare, a datum', { operacion: 'cotejar' }, linea({ curp: CLAVE }).replace('{', '{"sexo":"M",'), 'sexo'],
    ['to calculate, a datum', { operacion: 'calcular' }, linea().replace('{', '{"sexo":"M",'), 'sexo'],
  ] as const)('what it does ask for may not: %s', (_, opciones, texto, campo) => {
    const [objeto] = objetos(opciones, texto);
    expect(objeto).toMatchObject({ code_error: 8 });
    expect(objeto?.['error_message']).toContain(campo);
  });

  it('may be of any kind', () => {
    expect(objetos({}, linea({ curp: true }))).toMatchObject([{ code_error: 0 }]);
    expect(objetos({ operacion: 'validar' }, linea({ curp: CLAVE, sexo: {} }))).toMatchObject([{ code_error: 0 }]);
  });
});
