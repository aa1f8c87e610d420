/** The parameters of a person: every problem with them at once, and none that is only the shadow of another. */
import { describe, expect, it } from 'vitest';
import { type PersonValues, isMissing, toPersona, formProblems, personProblems } from '../src/parameters.js';
import { EN_OCHO } from '../../lote/test/people.js';

const NADA = Object.fromEntries(Object.keys(EN_OCHO).map((nombre) => [nombre, undefined])) as PersonValues;

const causas = (otros: Partial<PersonValues>): string[] => personProblems({ ...EN_OCHO, ...otros }).map((p) => p.cause);

describe('there is nothing', () => {
  it.each([undefined, '', ' ', '\t\n', '\u200b', '\u00ad\u0301'])('in %j', (valor) => {
    expect(isMissing(valor)).toBe(true);
  });

  it.each(['!', '~', 'a', ' a', 'Ñ', '\u200bÑ', '\u007f', '\u0001'])('but something in %j', (valor) => {
    expect(isMissing(valor)).toBe(false);
  });
});

describe('the problems of form', () => {
  it('of nothing at all, each with its parameter', () => {
    expect(formProblems(NADA)).toEqual([
      { causa: 'nombres_ausente', parametro: 'nombres' },
      { causa: 'apellido_paterno_ausente', parametro: 'apellido_paterno' },
      { causa: 'apellido_materno_ausente', parametro: 'apellido_materno' },
      { causa: 'anio_nacimiento_ausente', parametro: 'anio_nacimiento' },
      { causa: 'mes_nacimiento_ausente', parametro: 'mes_nacimiento' },
      { causa: 'dia_nacimiento_ausente', parametro: 'dia_nacimiento' },
      { causa: 'entidad_ausente', parametro: 'entidad' },
      { causa: 'sexo_ausente', parametro: 'sexo' },
    ]);
  });

  it('are all that is said of it', () => {
    expect(personProblems(NADA)).toEqual(formProblems(NADA));
    expect(personProblems(EN_OCHO)).toEqual([]);
  });

  it.each(['null', 'None', 'undefined', 'NaN'])('of %s, which is no name', (nulo) => {
    expect(causas({ nombres: nulo, apellido_materno: nulo })).toEqual(['nombres_nulo', 'apellido_materno_nulo']);
  });

  it('of an empty second surname: none', () => {
    expect(causas({ apellido_materno: '' })).toEqual([]);
    expect(causas({ apellido_paterno: '' })).toEqual(['apellido_paterno_ausente']);
  });

  it.each([
    [{ anio_nacimiento: '90' }, 'anio_nacimiento_cifras'],
    [{ mes_nacimiento: '5' }, 'mes_nacimiento_cifras'],
    [{ mes_nacimiento: '005' }, 'mes_nacimiento_cifras'],
    [{ dia_nacimiento: '1/' }, 'dia_nacimiento_no_numerico'],
    [{ dia_nacimiento: ':1' }, 'dia_nacimiento_no_numerico'],
    [{ entidad: 'NL' }, 'entidad_no_numerico'],
    [{ sexo: 'F' }, 'sexo_invalido'],
  ])('of %o', (otros, causa) => {
    const [parametro] = Object.keys(otros);
    expect(personProblems({ ...EN_OCHO, ...otros })).toEqual([{ causa, parametro }]);
  });
});

describe('the problems of a person', () => {
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
  ])('of %o', (otros, esperadas) => {
    expect(causas(otros)).toEqual(esperadas);
  });

  it('beside a part of the date that is wrong, the others are judged', () => {
    expect(causas({ mes_nacimiento: '13', dia_nacimiento: '32' })).toEqual(['mes_inexistente', 'dia_inexistente']);
    expect(causas({ mes_nacimiento: 'x', dia_nacimiento: '32' })).toEqual([
      'mes_nacimiento_no_numerico',
      'dia_inexistente',
    ]);
    expect(causas({ mes_nacimiento: undefined, anio_nacimiento: '2999' })).toEqual([
      'mes_nacimiento_ausente',
      'fecha_futura',
    ]);
    expect(causas({ anio_nacimiento: 'x', mes_nacimiento: '02', dia_nacimiento: '30' })).toEqual([
      'anio_nacimiento_no_numerico',
      'dia_inexistente',
    ]);
    expect(causas({ dia_nacimiento: '1', anio_nacimiento: '1700' })).toEqual(['dia_nacimiento_cifras', 'fecha_remota']);
  });

  it('and a part that stands in for one that is wrong makes none of them wrong', () => {
    // In 2000, February had 29 days; every month has a first day.
    expect(causas({ anio_nacimiento: 'x', mes_nacimiento: '02', dia_nacimiento: '29' })).toEqual([
      'anio_nacimiento_no_numerico',
    ]);
    expect(causas({ mes_nacimiento: '13', dia_nacimiento: '31' })).toEqual(['mes_inexistente']);
    expect(causas({ mes_nacimiento: '02', dia_nacimiento: 'x' })).toEqual(['dia_nacimiento_no_numerico']);
  });
});

it('a person is read as it is', () => {
  expect(toPersona({ ...EN_OCHO, apellido_materno: undefined })).toEqual({
    nombres: 'Renata',
    apellidoPaterno: 'Olvera',
    apellidoMaterno: undefined,
    fechaNacimiento: '1990-05-17',
    sexo: 'M',
    entidad: '09',
  });
  expect(toPersona(NADA)).toMatchObject({ nombres: '', sexo: 'X', entidad: '' });
});
