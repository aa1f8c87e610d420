/** NDJSON: objects as programs write them, and as nobody should. */
import { describe, expect, it } from 'vitest';
import { correrTexto, objetos } from './correr.js';
import { linea } from './personas.js';

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

/** Sizes at which anything quadratic takes tens of seconds, and the test its time limit. */
describe('takes no longer than its length', () => {
  it('blanks inside the object', () => {
    const blancos = ' '.repeat(100_000);
    const salida = correrTexto({ formato: 'ndjson' }, `{${blancos}"a":1${blancos}}\n`);
    expect(salida.startsWith(`{${blancos}"a":1,"curp":null,`)).toBe(true);
  });
});
