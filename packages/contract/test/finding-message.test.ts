/** The messages of findings as people read them. */
import { revisar, validar } from '@curp-service/core';
import { describe, expect, it } from 'vitest';
import { CORE_OPTIONS, type Language } from '../src/language.js';
import { findingMessage, positionRanges } from '../src/finding-message.js';

const PERSON = { nombres: 'Ana', fechaNacimiento: '1990-05-17', sexo: 'M', entidad: '09' };
const messages = (data: object, language: Language): string[] =>
  revisar({ ...PERSON, ...data }, CORE_OPTIONS[language]).map((hallazgo) => findingMessage(hallazgo, language));

describe('the message of a finding', () => {
  it.each([
    [{ nombres: '' }, 'Falta el nombre.', 'The given name is missing.'],
    [
      { apellidoPaterno: '李' },
      'No hay letras latinas en el primer apellido: escríbalo como está en el acta.',
      'There are no Latin letters in the first surname: write it as the birth certificate has it.',
    ],
    [
      { apellidoMaterno: 'A'.repeat(201) },
      'El segundo apellido tiene más de 200 caracteres: escriba solo el nombre.',
      'The second surname has more than 200 characters: write only the name.',
    ],
    [
      { fechaNacimiento: '1990-02-31' },
      'Ese día no existe en el calendario: revise la fecha de nacimiento.',
      'There is no such day in the calendar: check the date of birth.',
    ],
    [
      { sexo: 'F' },
      'El sexo debe ser H (hombre), M (mujer) o X (no binario).',
      'The sex must be H (male), M (female) or X (non-binary).',
    ],
  ])('names the datum with its article (%j)', (data, es, en) => {
    expect(messages(data, 'es')).toEqual([es]);
    expect(messages(data, 'en')).toEqual([en]);
  });

  it('names the key, and stays unchanged if it names no datum', () => {
    const [missing] = validar('').hallazgos;
    const [short] = validar('OETR').hallazgos;
    const [noDay] = validar('OETR900231MDFLNN05').hallazgos;
    expect(missing && findingMessage(missing, 'es')).toBe('Falta la CURP.');
    expect(short && findingMessage(short, 'es')).toBe(short?.mensaje);
    expect(noDay && findingMessage(noDay, 'es')).toBe('Ese día no existe en el calendario: revise la CURP.');
  });
});

it.each<[positions: readonly number[], written: string]>([
  [[], ''],
  [[7], '7'],
  [[7, 8], '7-8'],
  [[1, 3], '1, 3'],
  [[1, 2, 3, 5, 17, 18], '1-3, 5, 17-18'],
])('positionRanges writes the positions %j as «%s»', (positions, written) => {
  expect(positionRanges(positions)).toBe(written);
});
