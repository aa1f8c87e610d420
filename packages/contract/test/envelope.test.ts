/** The envelope of an answer. */
import { expect, it } from 'vitest';
import { success, failure, fileFailure } from '../src/envelope.js';

it('a success has its response and no error', () => {
  expect(success({ a: 1 })).toEqual({
    http: 200,
    envelope: { error: false, code_error: 0, error_message: null, response: { a: 1 } },
  });
});

it('a problem without a parameter is the message and is not listed', () => {
  expect(failure([{ cause: 'almacen' }], 'es')).toEqual({
    http: 503,
    envelope: { error: true, code_error: 9, error_message: expect.any(String) as unknown, response: {} },
    cause: 'almacen',
    problems: [{ cause: 'almacen' }],
    language: 'es',
  });
});

it('the message is that of the lowest code, and problems with a parameter are listed by code', () => {
  const { http, envelope } = failure(
    [{ cause: 'sexo_invalido' }, { cause: 'calculo' }, { cause: 'nombres_ausente' }],
    'en',
  );
  expect({ http, code: envelope.code_error }).toEqual({ http: 400, code: 400 });
  expect(envelope.response.errores).toEqual([
    { code_error: 400, parametro: 'nombres', error_message: envelope.error_message },
    { code_error: 416, parametro: 'sexo', error_message: expect.stringContaining('`sexo`') as unknown },
  ]);
  expect(envelope.error_message).toMatch(/^Missing/);
});

it('a failure without a problem is an internal error', () => {
  expect(failure([], 'es')).toMatchObject({ http: 500, envelope: { error: true, code_error: 9, response: {} } });
});

it('a file that cannot be read has its error, listed if it concerns a column', () => {
  const shown = { code_error: 8, parametro: 'nombres', error_message: 'Falta la columna.' };
  const entry = { id: 'archivo_columna', ...shown };
  expect(fileFailure(entry)).toEqual({
    http: 400,
    envelope: { error: true, code_error: 8, error_message: 'Falta la columna.', response: { errores: [shown] } },
  });
  expect(fileFailure({ ...entry, parametro: null }).envelope.response).toEqual({});
});
