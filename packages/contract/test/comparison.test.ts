/** The parameters of a comparison: which data are known, and which problems there are. */
import { describe, expect, it } from 'vitest';
import { problemInWords } from '../src/codes/code.js';
import { PERSON_CODES } from '../src/codes/person.js';
import { type ComparisonValues, comparisonProblems, malformedKey, toKnownData } from '../src/parameters.js';
import { WIRE } from '../src/words/message.js';
import { RENATA as PERSON } from '../../core/test/people.js';
import { RENATA, RENATA_KEY } from './people.js';

const NOTHING = Object.fromEntries(Object.keys({ ...RENATA, curp: '', rfc: '' }).map((name) => [name, undefined]));
/** Returns a comparison of Renata's key with part of the data. */
const given = (part: Partial<ComparisonValues>): ComparisonValues =>
  ({ ...NOTHING, curp: RENATA_KEY, ...part }) as ComparisonValues;
const causes = (part: Partial<ComparisonValues>): string[] =>
  comparisonProblems(given(part), 'es').map(({ cause }) => cause);

describe('the data that are known', () => {
  it('are those neither absent nor blank, and an empty second surname means that there is none', () => {
    expect(toKnownData(given({ nombres: 'Renata', apellido_paterno: ' ', sexo: '', rfc: '\u200b' }))).toEqual({
      nombres: 'Renata',
    });
    expect(toKnownData(given({ apellido_materno: '' }))).toEqual({ apellidoMaterno: '' });
    expect(toKnownData(given({ ...RENATA, rfc: 'OETR900517' }))).toEqual({ ...PERSON, rfc: 'OETR900517' });
  });
});

describe('the problems of a comparison', () => {
  it.each<[Partial<ComparisonValues>, string[]]>([
    [RENATA, []],
    [{ nombres: 'Renata' }, []],
    [{ apellido_materno: '' }, []],
    [{ entidad: '09', sexo: ' ' }, []],
    [{ anio_nacimiento: '1990', mes_nacimiento: '05', dia_nacimiento: '17' }, []],
    [{ anio_nacimiento: '1990', sexo: 'M' }, ['mes_nacimiento_ausente', 'dia_nacimiento_ausente']],
    [{ dia_nacimiento: '17', mes_nacimiento: '05' }, ['anio_nacimiento_ausente']],
    [{ nombres: 'Renata', sexo: 'F' }, ['sexo_invalido']],
    [{ apellido_paterno: 'null', entidad: '9' }, ['apellido_paterno_nulo', 'entidad_cifras']],
    [{ nombres: '123', entidad: '99' }, ['sin_letras', 'entidad_invalida']],
    [{ anio_nacimiento: '1990', mes_nacimiento: '02', dia_nacimiento: '30' }, ['dia_inexistente']],
    [{ curp: ' ', nombres: 'Renata' }, ['curp_ausente']],
    [{ nombres: 'Renata', rfc: 'OETR9005' }, ['rfc_invalido']],
    [{ nombres: 'Renata', rfc: 'OETR900518' }, []],
    [{ ...RENATA, rfc: 'no' }, ['rfc_invalido']],
    [{ curp: 'OETR900517MDFLNN06', nombres: 'Renata', sexo: 'F' }, ['curp_mal_formada', 'sexo_invalido']],
    [{ ...RENATA, curp: 'OETR900517MDFLNN06' }, []],
  ])('of %j are %j', (part, expected) => {
    expect(causes(part)).toEqual(expected);
  });

  it('are all the missing data if none is given, whether or not there is an RFC', () => {
    const missing = Object.keys(RENATA).map((name) => `${name}_ausente`);
    expect(causes({}).toSorted()).toEqual(missing.toSorted());
    expect(causes({ rfc: 'OETR900517', nombres: '' }).toSorted()).toEqual(missing.toSorted());
  });
});

it('the reason of a malformed key names its position if there is only one', () => {
  const reasons = (curp: string, language: 'es' | 'en'): unknown[] =>
    malformedKey(curp, language).map((problem) => problemInWords(PERSON_CODES, problem, WIRE, language));
  expect(reasons('OETR900517MDFLNN', 'es')).toEqual(['La `curp` tiene un error. La CURP debe tener 18 caracteres.']);
  expect(reasons('OETR9O0517MDFLNN05', 'en')[0]).toBe('The `curp` has an error in position 6. A digit belongs here.');
  expect(reasons('OETR9O0517MDFLNN05', 'es')[0]).toBe('La `curp` tiene un error en la posición 6. Aquí va una cifra.');
  expect(reasons('VACA900517MDFRRN00', 'es')).toEqual([]); // An uncensored word is only a notice.
});
