/** The problem of a row or of a file: which one is reported, and with which parts. */
import { expect, it } from 'vitest';
import { toEntry } from '../src/codes/code.js';
import { ROW_AND_FILE_CODES, UnreadableFile, entryOfFile, lowestCode, fileProblemOf } from '../src/codes/file.js';

it('a row reports its problem with the lowest code', () => {
  const problems = [{ cause: 'sexo_archivo' }, { cause: 'fila_celdas' }, { cause: 'nombres_ausente' }] as const;
  expect(lowestCode(problems)).toEqual({ cause: 'fila_celdas' });
  expect(lowestCode(problems.toReversed())).toEqual({ cause: 'fila_celdas' });
  expect(lowestCode([])).toBeUndefined();
});

it('a message is filled with its parts, and keeps the gaps of missing ones', () => {
  const parts = { columnas: '6' };
  expect(toEntry(ROW_AND_FILE_CODES, { cause: 'fila_celdas', parts }, 'en').error_message).toContain(
    '({celdas} instead of 6)',
  );
  expect(toEntry(ROW_AND_FILE_CODES, { cause: 'fila_valor', parametro: 'sexo' }, 'es')).toMatchObject({
    code_error: 8,
    parametro: 'sexo',
    error_message: '`sexo` no es texto: en JSON cada valor va como texto, entre comillas.',
  });
});

it('a file that cannot be read is an error that keeps its problem', () => {
  const error = new UnreadableFile({ cause: 'archivo_vacio' }, 'en');
  expect(error).toMatchObject({ name: 'UnreadableFile', problem: { cause: 'archivo_vacio' } });
  const entry = { id: 'archivo_vacio', code_error: 8, parametro: null, error_message: error.message };
  expect(entryOfFile(fileProblemOf(error) ?? { cause: 'archivo_zip' }, 'en')).toEqual(entry);
  expect(fileProblemOf(new Error('archivo_vacio'))).toBeNull();
});
