/** A problem in the words of users: no names of parameters, and no code quotes. */
import { expect, it } from 'vitest';
import { ROW_AND_FILE_CODES } from '../src/codes/file.js';
import { toEntry } from '../src/codes/code.js';
import { FIELDS } from '../src/columns.js';
import { forPeople, reasonFor } from '../src/people-words.js';

it('fieldName names data as the form does', () => {
  const message = 'Ese mes no existe: `mes_nacimiento` va de `01` a `12`.';
  expect(forPeople(message, 'es')).toBe('Ese mes no existe: «Mes de nacimiento» va de 01 a 12.');
  expect(forPeople('send an empty `apellido_materno=`', 'en')).toBe('send an empty «Second surname»');
});

it('reasonFor names the missing datum, and does not mention the API', () => {
  const reason = (cause: 'entidad_ausente' | 'curp_ausente', language: 'es' | 'en'): string =>
    reasonFor(toEntry(ROW_AND_FILE_CODES, { cause }, language), language);
  expect(reason('entidad_ausente', 'es')).toBe('Falta «Entidad de nacimiento».');
  expect(reason('curp_ausente', 'en')).toBe('Missing «CURP».');
});

it('reasonFor says what else is wrong in the words of the message', () => {
  const entry = (code_error: number, parametro: string | null, error_message: string) => ({
    code_error,
    parametro,
    error_message,
  });
  expect(reasonFor(entry(400, 'nombres', 'Falta `nombres`: x'), 'es')).toBe('Falta «Nombre(s)».');
  expect(reasonFor(entry(401, 'apellido_paterno', '`apellido_paterno` trae otra cosa.'), 'es')).toBe(
    '«Primer apellido» trae otra cosa.',
  );
  expect(reasonFor(entry(408, 'anio_nacimiento', '`anio_nacimiento` no es un número.'), 'es')).toBe(
    '«Año de nacimiento» no es un número.',
  );
  expect(reasonFor(entry(101, 'curp', 'La `curp` está mal.'), 'es')).toBe('La «CURP» está mal.');
  expect(reasonFor(entry(8, 'nombres', 'La fila está mal.'), 'es')).toBe('La fila está mal.');
  expect(reasonFor(entry(400, null, 'Falta algo.'), 'es')).toBe('Falta algo.');
  expect(reasonFor(entry(2, 'token', 'Falta `token`.'), 'es')).toBe('Falta token.');
  expect(forPeople('`sexo=12`, `a=`, `=curp`', 'es')).toBe('sexo=12, a=, =curp');
});

it('reasonFor returns no name of a parameter and no code quote', () => {
  const causes = Object.keys(ROW_AND_FILE_CODES) as (keyof typeof ROW_AND_FILE_CODES)[];
  for (const language of ['es', 'en'] as const) {
    for (const cause of causes.filter((name) => !/^(archivo_|fila_json)/.test(name))) {
      const reason = reasonFor(toEntry(ROW_AND_FILE_CODES, { cause, parametro: 'nombres' }, language), language);
      expect(reason).not.toContain('`');
      for (const field of FIELDS.filter((name) => name.includes('_'))) expect(reason).not.toContain(field);
    }
  }
});
