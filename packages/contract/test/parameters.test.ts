/** The parameters of a person: all their problems at once, without those that only follow from another. */
import { describe, expect, it } from 'vitest';
import {
  type PersonValues,
  areWellFormed,
  formProblems,
  isMissing,
  personProblems,
  toPersona,
} from '../src/parameters.js';
import { RENATA } from './people.js';

const NOTHING = Object.fromEntries(Object.keys(RENATA).map((name) => [name, undefined])) as PersonValues;

const causes = (others: Partial<PersonValues>): string[] =>
  personProblems({ ...RENATA, ...others }).map((p) => p.cause);

describe('a parameter is missing', () => {
  it.each([undefined, '', ' ', '\t\n', '\u200b', '\u00ad\u0301'])('if it is %j', (value) => {
    expect(isMissing(value)).toBe(true);
  });

  it.each(['!', '~', 'a', ' a', 'Ñ', '\u200bÑ', '\u007f', '\u0001'])('but not if it is %j', (value) => {
    expect(isMissing(value)).toBe(false);
  });
});

describe('problems of form', () => {
  it('include every absent parameter, with its name', () => {
    expect(formProblems(NOTHING)).toEqual([
      { cause: 'nombres_ausente', parametro: 'nombres' },
      { cause: 'apellido_paterno_ausente', parametro: 'apellido_paterno' },
      { cause: 'apellido_materno_ausente', parametro: 'apellido_materno' },
      { cause: 'anio_nacimiento_ausente', parametro: 'anio_nacimiento' },
      { cause: 'mes_nacimiento_ausente', parametro: 'mes_nacimiento' },
      { cause: 'dia_nacimiento_ausente', parametro: 'dia_nacimiento' },
      { cause: 'entidad_ausente', parametro: 'entidad' },
      { cause: 'sexo_ausente', parametro: 'sexo' },
    ]);
  });

  it('are all the problems of a person with absent parameters', () => {
    expect(personProblems(NOTHING)).toEqual(formProblems(NOTHING));
    expect(personProblems(RENATA)).toEqual([]);
  });

  it.each(['null', 'None', 'undefined', 'NaN'])('include a name that is the text %s', (nullText) => {
    expect(causes({ nombres: nullText, apellido_materno: nullText })).toEqual([
      'nombres_nulo',
      'apellido_materno_nulo',
    ]);
  });

  it('include an empty first surname, and not an empty second one', () => {
    expect(causes({ apellido_materno: '' })).toEqual([]);
    expect(causes({ apellido_paterno: '' })).toEqual(['apellido_paterno_ausente']);
  });

  it.each([
    [{ anio_nacimiento: '90' }, 'anio_nacimiento_cifras'],
    [{ mes_nacimiento: '5' }, 'mes_nacimiento_cifras'],
    [{ mes_nacimiento: '005' }, 'mes_nacimiento_cifras'],
    [{ mes_nacimiento: '051' }, 'mes_nacimiento_cifras'],
    [{ dia_nacimiento: '1/' }, 'dia_nacimiento_no_numerico'],
    [{ dia_nacimiento: ':1' }, 'dia_nacimiento_no_numerico'],
    [{ entidad: 'NL' }, 'entidad_no_numerico'],
    [{ sexo: 'F' }, 'sexo_invalido'],
  ])('are found in %o', (others, cause) => {
    const [parametro] = Object.keys(others);
    expect(personProblems({ ...RENATA, ...others })).toEqual([{ cause, parametro }]);
  });
});

describe('known data are well formed', () => {
  it.each<Partial<PersonValues>>([
    RENATA,
    { nombres: 'Renata' },
    { apellido_materno: '', sexo: 'M' },
    { anio_nacimiento: '1990', mes_nacimiento: '13', dia_nacimiento: '40' },
  ])('in %j', (known) => {
    expect(areWellFormed({ ...NOTHING, ...known })).toBe(true);
  });

  it.each<Partial<PersonValues>>([
    {},
    { nombres: 'Renata', sexo: 'F' },
    { apellido_paterno: 'null' },
    { anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '7' },
    { anio_nacimiento: '1990', mes_nacimiento: '05' },
    { ...RENATA, entidad: 'DF' },
  ])('but not in %j', (known) => {
    expect(areWellFormed({ ...NOTHING, ...known })).toBe(false);
  });
});

describe('problems of a person', () => {
  it.each([
    [{ mes_nacimiento: '13' }, ['mes_inexistente']],
    [{ mes_nacimiento: '00' }, ['mes_inexistente']],
    [{ mes_nacimiento: '12' }, []],
    [{ mes_nacimiento: '02', dia_nacimiento: '30' }, ['dia_inexistente']],
    [{ anio_nacimiento: '2001', mes_nacimiento: '02', dia_nacimiento: '29' }, ['dia_inexistente']],
    [{ anio_nacimiento: '1700' }, ['fecha_remota']],
    [{ anio_nacimiento: '2999' }, ['fecha_futura']],
    [{ entidad: '77' }, ['entidad_invalida']],
    [{ nombres: '###' }, ['sin_letras']],
    [{ apellido_paterno: 'Olv\u0001era' }, ['control']],
    [{ apellido_materno: 'a'.repeat(1001) }, ['largo']],
  ])('are found in %o', (others, expected) => {
    expect(causes(others)).toEqual(expected);
  });

  it('include the other parts of a date beside a bad one', () => {
    expect(causes({ mes_nacimiento: '13', dia_nacimiento: '32' })).toEqual(['mes_inexistente', 'dia_inexistente']);
    expect(causes({ mes_nacimiento: 'x', dia_nacimiento: '32' })).toEqual([
      'mes_nacimiento_no_numerico',
      'dia_inexistente',
    ]);
    expect(causes({ mes_nacimiento: undefined, anio_nacimiento: '2999' })).toEqual([
      'mes_nacimiento_ausente',
      'fecha_futura',
    ]);
    expect(causes({ anio_nacimiento: 'x', mes_nacimiento: '02', dia_nacimiento: '30' })).toEqual([
      'anio_nacimiento_no_numerico',
      'dia_inexistente',
    ]);
    expect(causes({ dia_nacimiento: '1', anio_nacimiento: '1700' })).toEqual(['dia_nacimiento_cifras', 'fecha_remota']);
  });

  it('do not include a date that is wrong only because of a bad part', () => {
    // In 2000, February had 29 days, and every month has a first day.
    expect(causes({ anio_nacimiento: 'x', mes_nacimiento: '02', dia_nacimiento: '29' })).toEqual([
      'anio_nacimiento_no_numerico',
    ]);
    expect(causes({ mes_nacimiento: '13', dia_nacimiento: '31' })).toEqual(['mes_inexistente']);
    expect(causes({ mes_nacimiento: '02', dia_nacimiento: 'x' })).toEqual(['dia_nacimiento_no_numerico']);
  });
});

it('toPersona passes the parameters on, with neutral values for absent ones', () => {
  expect(toPersona({ ...RENATA, apellido_materno: undefined })).toEqual({
    nombres: 'Renata',
    apellidoPaterno: 'Olvera',
    apellidoMaterno: undefined,
    fechaNacimiento: '1990-05-17',
    sexo: 'M',
    entidad: '09',
  });
  expect(toPersona(NOTHING)).toMatchObject({ nombres: '', sexo: '', entidad: '' });
});
