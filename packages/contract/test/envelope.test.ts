/** Problems to an answer. */
import { expect, it } from 'vitest';
import { success, failure, fileFailure } from '../src/envelope.js';

it('a success has its response, and nothing wrong', () => {
  expect(success({ a: 1 })).toEqual({
    http: 200,
    sobre: { error: false, code_error: 0, error_message: null, response: { a: 1 } },
  });
});

it('a problem of no parameter is told, and not listed', () => {
  expect(failure([{ cause: 'almacen' }], 'es')).toEqual({
    http: 503,
    sobre: { error: true, code_error: 9, error_message: expect.any(String) as unknown, response: {} },
    dura: false,
  });
  expect(failure([{ cause: 'lotes_sin_base' }], 'es')).toMatchObject({ http: 503, dura: true });
});

it('of several the lowest code speaks, and all that concern a parameter are listed, in its order', () => {
  const { http, envelope: sobre } = failure(
    [{ cause: 'sexo_invalido' }, { cause: 'calculo' }, { cause: 'nombres_ausente' }],
    'en',
  );
  expect({ http, codigo: sobre.code_error }).toEqual({ http: 400, codigo: 400 });
  const { errores } = sobre.response as { errores: { error_message: string }[] };
  expect(errores).toEqual([
    { code_error: 400, parametro: 'nombres', error_message: sobre.error_message },
    { code_error: 416, parametro: 'sexo', error_message: expect.stringContaining('`sexo`') as unknown },
  ]);
  expect(sobre.error_message).toMatch(/^Missing/);
});

it('no problem at all is a fault of ours', () => {
  expect(failure([], 'es')).toMatchObject({ http: 500, sobre: { error: true, code_error: 9, response: {} } });
});

it('a file of which no row can be read is told as such', () => {
  const dicho = { code_error: 8, parametro: 'nombres', error_message: 'Falta la columna.' };
  expect(fileFailure(dicho)).toEqual({
    http: 400,
    sobre: { error: true, code_error: 8, error_message: 'Falta la columna.', response: { errores: [dicho] } },
  });
  expect(fileFailure({ ...dicho, parametro: null }).envelope.response).toEqual({});
});
