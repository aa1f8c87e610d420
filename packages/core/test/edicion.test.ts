/** Tests of keys that differ by the rules of 2021 because they were assigned by the Instructivo of 2006. */
import { describe, expect, it } from 'vitest';
import { type Cotejo, EDICIONES, type Persona, cotejar, cotejarDatos } from '../src/index.js';
import { digitoVerificador } from '../src/norma/digito-verificador.js';
import { en } from '../src/textos/en.js';
import { personWith } from './people.js';

const LUISA: Persona = personWith({
  nombres: 'M LUISA',
  apellidoPaterno: 'LOPEZ',
  apellidoMaterno: 'PEREZ',
  fechaNacimiento: '1970-01-01',
});
const KEY = 'LOPM700101MDFPRX02';

/** Returns the key with other first four letters and consonants. */
const keyWith = (letters: string, consonants: string, born = '700101', rest = 'MDF', differentiator = '0'): string => {
  const key = letters + born + rest + consonants + differentiator;
  return key + digitoVerificador(key);
};

const editionOf = (curp: string, persona: Persona): unknown => {
  const cotejo = cotejar(curp, persona);
  if (!cotejo.ok) throw new Error('nothing was compared');
  return [cotejo.resultado, cotejo.edicion];
};

const MENSAJE = 'Difiere por las reglas de 2021; es la clave por el Instructivo de 2006.';

describe('a key by the Instructivo of 2006', () => {
  it('differs, and says in both languages that it is the key of that edition', () => {
    const expected = { resultado: 'difiere', edicion: 2006, mensaje: MENSAJE, calculada: 'LOPL700101MDFPRS02' };
    expect(cotejar(KEY, LUISA)).toMatchObject(expected);
    expect(cotejarDatos(KEY, LUISA)).toMatchObject(expected);
    expect(cotejar(KEY, LUISA, { idioma: en })).toMatchObject({
      mensaje: 'Differs by the rules of 2021; it is the key by the Instructivo of 2006.',
    });
  });

  it.each([
    ['M.', 'the word M. counts', { nombres: 'M. LUISA' }, keyWith('LOPM', 'PRX')],
    ['m and particles', 'the word counts', { nombres: ' de la m de los angeles' }, keyWith('LOPM', 'PRX')],
    ['Ä', 'is A', { nombres: 'ANA', apellidoPaterno: 'BÄR' }, keyWith('BAPA', 'RRN')],
    ['a decomposed ë', 'is E', { nombres: 'Ana', apellidoPaterno: 'Le\u0308on' }, keyWith('LEPA', 'NRN')],
    ['Ï', 'is I, and MARÏA is passed over', { nombres: 'MARÏA LUISA' }, keyWith('LOPL', 'PRS')],
    ['Ö', 'is O', { nombres: 'ÖLGA', apellidoMaterno: 'ÖST' }, keyWith('LOOO', 'PSL')],
    ['another differentiator', 'is of a homonym', {}, keyWith('LOPM', 'PRX', '700101', 'MDF', '4')],
  ])('is recognised: %s %s', (_, __, data, key) => {
    expect(editionOf(key, { ...LUISA, ...data })).toEqual(['difiere', 2006]);
  });

  it('is recognised by part of the data', () => {
    const { nombres, apellidoPaterno } = LUISA;
    expect(cotejar(KEY, { nombres })).toMatchObject({ resultado: 'difiere', edicion: 2006 });
    expect(cotejar(KEY, { nombres, apellidoPaterno, sexo: 'H' })).not.toHaveProperty('edicion');
    expect(cotejar(KEY, { nombres, rfc: 'LOPM990101AB1' })).not.toHaveProperty('edicion');
    expect(cotejar(KEY, { apellidoPaterno })).toMatchObject({ resultado: 'compatible' });
  });
});

describe('no edition is told', () => {
  it.each([
    ['the key agrees by the rules of 2021', 'LOPL700101MDFPRS02', {}, 'identica'],
    ['another datum differs too', KEY, { apellidoMaterno: 'ZEA' }, 'difiere'],
    ['the editions read the names alike', KEY, { nombres: 'MARIA LUISA' }, 'difiere'],
    ['the given name is only particles', KEY, { nombres: 'DE LA' }, 'difiere'],
    ['the name is M alone', KEY, { nombres: 'M' }, 'identica'],
    [
      'the person has no surname, for which the edition of 2006 has no rule',
      keyWith('XXXM', 'XXX'),
      { apellidoPaterno: '', apellidoMaterno: null },
      'difiere',
    ],
    ['the sex is X', keyWith('LOPM', 'PRX', '700101', 'XDF'), { sexo: 'X' }, 'difiere'],
    [
      'the birth is later than that edition',
      keyWith('LOPM', 'PRX', '211022', 'MDF', 'A'),
      { fechaNacimiento: '2021-10-22' },
      'difiere',
    ],
  ] as const)('if %s', (_, key, data, resultado) => {
    expect(editionOf(key, { ...LUISA, ...data })).toEqual([resultado, undefined]);
  });

  it('but to somebody born a day before the rules of 2021', () => {
    const key = keyWith('LOPM', 'PRX', '211021', 'MDF', 'A');
    expect(editionOf(key, { ...LUISA, fechaNacimiento: '2021-10-21' })).toEqual(['difiere', 2006]);
  });
});

it('the table of editions has the words of 2006 among those of 2021', () => {
  const [before, now] = [EDICIONES[2006].nombresOmitidos, EDICIONES[2021].nombresOmitidos];
  expect(now.filter((word) => !before.includes(word))).toEqual(['M.', 'M']);
  expect(before.every((word) => now.includes(word))).toBe(true);
});

it('a Cotejo without an edition has neither field', () => {
  const cotejo = cotejar('LOPL700101MDFPRS02', LUISA) as Cotejo;
  expect(Object.keys(cotejo)).toEqual(['ok', 'resultado', 'calculada', 'posiciones', 'campos', 'deLaClave']);
});
