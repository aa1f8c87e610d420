/** Makes cases of `cotejar` about keys by the Instructivo of 2006, which the rules of 2021 changed in a few points. */
import { makeCase, person, slug } from './case.mjs';
import { compare, editionOf, keyOf, withDigit } from './norm.mjs';

const I06 = 'Instructivo Normativo, marzo 2006';
const SOURCES = {
  words: `${I06}, p. 6; Reglas RENAPO 22-10-2021, §5, 1.3`,
  diaeresis: `${I06}, pp. 6 y 27; Reglas RENAPO 22-10-2021, §5, 1.4 y 1.6`,
  homonym: `${I06}, p. 5`,
  surnames: `${I06}, que no lo prevé; Reglas RENAPO 22-10-2021, §5, 1.11 y 1.17`,
  sex: `${I06}, p. 5; GIIS-B015-04-11, p. 19`,
  date: 'Reglas RENAPO 22-10-2021, que rigen desde ese día',
};
const LUISA = person({ nombres: 'M LUISA', apellido_paterno: 'LÓPEZ', apellido_materno: 'PÉREZ' });
const KEY_OF_2006 = { 'I06 1': true };

const make = (source, name, curp, data) =>
  makeCase(
    'cotejar',
    'I06 1',
    name,
    { curp, ...data },
    { resultado: compare(curp, data), edicion: editionOf(curp, data) },
    { source: SOURCES[source] },
  );

/** Makes a case of the key of 2006, and one of the key by the rules of 2021. */
const both = (source, name, data) => [
  make(source, `${name}-2006`, keyOf(data, KEY_OF_2006), data),
  make(source, `${name}-2021`, keyOf(data), data),
];

const words = () =>
  ['M', 'M.', 'MARIA', 'MA.', 'MA', 'JOSE', 'J.', 'J'].flatMap((word) => {
    const data = { ...LUISA, nombres: `${word} LUISA` };
    // A key that takes the word itself is of 2006 only for M and M.
    const key = keyOf({ ...data, nombres: word });
    return [
      make('words', `${slug(word)}-cuenta`, key, data),
      make('words', `${slug(word)}-se-omite`, keyOf({ ...data, nombres: 'LUISA' }), data),
    ];
  });

const NAMES = ['M. GUADALUPE', 'M DE LOS ANGELES', 'DE LA M LUISA', 'M JOSE LUISA', 'MARIA M LUISA', 'M', 'LUISA M'];
const names = () => NAMES.flatMap((nombres) => both('words', slug(nombres), { ...LUISA, nombres }));

const diaereses = () =>
  Array.from('ÄËÏÖÜ').flatMap((vowel) =>
    Object.entries({
      'paterno-inicial': { apellido_paterno: `${vowel}LMER` },
      'paterno-vocal': { apellido_paterno: `B${vowel}RGER` },
      'paterno-consonante': { apellido_paterno: `BE${vowel}RG` },
      'materno-inicial': { apellido_materno: `${vowel}STLER` },
      'nombre-inicial': { nombres: `${vowel}LGA` },
    }).flatMap(([place, change]) =>
      both('diaeresis', slug(`${vowel} ${place}`), person({ nombres: 'OLGA', ...change })),
    ),
  );

const mixed = () => [
  ...both('diaeresis', 'maria-con-dieresis', { ...LUISA, nombres: 'MARÏA LUISA' }),
  ...both('words', 'm-y-dieresis', { ...LUISA, apellido_paterno: 'BÖHM' }),
  ...both('words', 'palabra-inconveniente', {
    ...LUISA,
    apellido_paterno: 'PËREZ',
    apellido_materno: 'NAVA',
    nombres: 'ELENA',
  }),
];

const homonyms = () =>
  Object.entries({ '1990-05-17': '123456789', '2005-05-17': 'BCDEFGHIJ' }).flatMap(([fecha_nacimiento, marks]) => {
    const data = { ...LUISA, fecha_nacimiento };
    const root = keyOf(data, KEY_OF_2006).slice(0, 16);
    const key = (mark) => withDigit(root + mark);
    return [
      ...both('homonym', slug(fecha_nacimiento), data),
      ...Array.from(marks).map((mark) => make('homonym', `homonimo-${mark.toLowerCase()}`, key(mark), data)),
      make('homonym', `otro-siglo-${fecha_nacimiento}`, key(fecha_nacimiento < '2000' ? 'A' : '0'), data),
      make(
        'homonym',
        `otro-digito-${fecha_nacimiento}`,
        key('0').slice(0, 17) + ((Number(key('0')[17]) + 1) % 10),
        data,
      ),
    ];
  });

const others = () => [
  make('words', 'otro-dato', keyOf({ ...LUISA, entidad: '08' }, KEY_OF_2006), LUISA),
  ...both('surnames', 'un-apellido', { ...LUISA, apellido_materno: '' }),
  ...both('surnames', 'sin-apellidos', { ...LUISA, apellido_paterno: '', apellido_materno: '' }),
  ...both('surnames', 'desconocido', { ...LUISA, apellido_paterno: 'DESCONOCIDO', apellido_materno: '' }),
  ...both('sex', 'sexo-x', { ...LUISA, sexo: 'X' }),
  ...['2021-10-21', '2021-10-22'].flatMap((fecha_nacimiento) =>
    both('date', fecha_nacimiento, { ...LUISA, fecha_nacimiento }),
  ),
];

export const editionCases = () => [...words(), ...names(), ...diaereses(), ...mixed(), ...homonyms(), ...others()];
