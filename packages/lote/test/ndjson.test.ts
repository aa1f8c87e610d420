/** NDJSON: objects as programs write them, and as nobody should. */
import { describe, expect, it } from 'vitest';
import { correrTexto, objetos } from './correr.js';
import { CLAVE, linea } from './personas.js';

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

/** Sizes at which anything quadratic takes tens of seconds, and the test its time limit. */
describe('takes no longer than its length', () => {
  it('blanks inside the object', () => {
    const blancos = ' '.repeat(100_000);
    const salida = correrTexto({ formato: 'ndjson' }, `{${blancos}"a":1${blancos}}\n`);
    expect(salida.startsWith(`{${blancos}"a":1,"curp":null,`)).toBe(true);
  });
});
