/** Makes cases of `cotejar`: a person beside the own key, the key of a homonym, or the key of another person. */
import { makeCase, person } from './case.mjs';
import { compare, keyOf, withDigit } from './norm.mjs';

const PEOPLE = {
  renata: person(),
  tadeo: person({
    nombres: 'TADEO',
    apellido_paterno: 'BARRAGAN',
    apellido_materno: 'QUIROZ',
    fecha_nacimiento: '2011-11-30',
    sexo: 'H',
    entidad: '14',
  }),
  angeles: person({ nombres: 'MARÍA DE LOS ÁNGELES', apellido_paterno: 'DE LA CRUZ', apellido_materno: "O'HARA" }),
  elisa: person({
    nombres: 'ELISA',
    apellido_paterno: 'PEÑA',
    apellido_materno: 'NÚÑEZ',
    fecha_nacimiento: '1985-03-12',
    entidad: '14',
  }),
  julio: person({ nombres: 'JULIO TOMÁS', apellido_paterno: 'GARDUÑO', apellido_materno: '', sexo: 'H' }),
  nancy: person({
    nombres: 'NANCY',
    apellido_paterno: '',
    apellido_materno: '',
    fecha_nacimiento: '2003-02-28',
    entidad: '36',
    sexo: 'X',
  }),
  ada: person({
    nombres: 'ADA',
    apellido_paterno: 'ÑANDÚ',
    apellido_materno: 'ARGÜELLO',
    fecha_nacimiento: '1897-03-14',
    entidad: '31',
  }),
};
/** Changes of one datum that change the root, each with the rule of the first changed position. */
const OTHERS = {
  nombres: ['IN 4', { nombres: 'WENCESLAO' }],
  paterno: ['IN 1', { apellido_paterno: 'ZUBIRI' }],
  materno: ['IN 3', { apellido_materno: 'YEPES' }],
  fecha: ['IN 5-10', { fecha_nacimiento: '1974-12-06' }],
  sexo: ['IN 11', null],
  entidad: ['IN 12-13', { entidad: '08' }],
};
const DIGITS = Array.from('0123456789');
const LETTERS = Array.from('ABCDEFGHIJ');

const make = (rule, name, curp, data, alternatives) =>
  makeCase('cotejar', rule, name, { curp, ...data }, { resultado: compare(curp, data) }, { alternatives });

const changed = (name, data) =>
  name === 'sexo' ? { ...data, sexo: data.sexo === 'H' ? 'M' : 'H' } : { ...data, ...OTHERS[name][1] };

const ofPerson = ([name, data]) => {
  const key = keyOf(data);
  const isOld = /\d/.test(key[16]);
  const root = key.slice(0, 16);
  const with17 = (differentiator) => withDigit(root + differentiator);
  return [
    make('IN', `${name}-identica`, key, data),
    ...(isOld ? DIGITS : LETTERS)
      .slice(1)
      .map((d) => make('IN 17', `${name}-homonimo-${d.toLowerCase()}`, with17(d), data)),
    ...(isOld ? LETTERS : DIGITS)
      .slice(0, 3)
      .map((d) => make('IN 17', `${name}-otro-siglo-${d.toLowerCase()}`, with17(d), data)),
    ...DIGITS.filter((digit) => digit !== key[17]).map((digit) =>
      make('IN 18', `${name}-digito-${digit}`, key.slice(0, 17) + digit, data),
    ),
    ...Object.keys(OTHERS).map((other) =>
      make(OTHERS[other][0], `${name}-otra-${other}`, keyOf(changed(other, data)), data),
    ),
    make('IN', `${name}-corta`, key.slice(0, 17), data),
    make('IN', `${name}-larga`, `${key}0`, data),
    ...(isOld ? [] : [make('D 13', `${name}-k`, with17('K'), data, [{ resultado: 'difiere' }])]),
  ];
};

export const comparisonCases = () => Object.entries(PEOPLE).flatMap(ofPerson);
