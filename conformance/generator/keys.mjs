/** Makes cases of `validar`: right keys, and keys with one fault each. */
import { makeCase, person } from './case.mjs';
import { ENTITIES, EXAMPLE, GENERIC, WORDS, checkDigit, isValid, keyOf, withDigit } from './norm.mjs';

const OLD = keyOf(person());
const NEW = keyOf(
  person({ nombres: 'TADEO', apellido_paterno: 'BARRAGAN', fecha_nacimiento: '2011-11-30', sexo: 'H', entidad: '14' }),
);
const THIRD = keyOf(
  person({ nombres: 'ABRIL', apellido_paterno: 'SANDOVAL', fecha_nacimiento: '1985-01-09', entidad: '31' }),
);
const DIGITS = Array.from('0123456789');
const FIRST_LETTERS = Array.from('ABCDEFGHIJ');
const LATER_LETTERS = Array.from('KLMNOPQRSTUVWXYZ');

function make(rule, name, curp, alternatives) {
  return makeCase('validar', rule, name, { curp }, { valido: isValid(curp) }, { alternatives });
}
const otherwise = (curp) => [{ valido: !isValid(curp) }];
/** Replaces characters of a key from a position on, and adds the matching check digit. */
const withOther = (key, position, characters) =>
  withDigit(key.slice(0, position - 1) + characters + key.slice(position - 1 + characters.length));

/** Makes keys with every differentiator of both centuries, with the right check digit and with one that ignores position 17. */
const homonyms = () =>
  [OLD, THIRD, NEW].flatMap((key) =>
    (key === NEW ? FIRST_LETTERS : DIGITS).flatMap((differentiator) => {
      const homonym = withOther(key, 17, differentiator);
      const without17 = homonym.slice(0, 17) + checkDigit(`${key.slice(0, 16)}0`);
      const name = `${key.slice(0, 4).toLowerCase()}-${differentiator.toLowerCase()}`;
      const ignored = without17 === homonym ? [] : [make('IN 18', `sin-posicion-17-${name}`, without17)];
      return [make('IN 17', name, homonym), ...ignored];
    }),
  );

const checkDigits = () =>
  [OLD, NEW].flatMap((key) =>
    DIGITS.map((digit) => make('IN 18', `${key.slice(0, 4).toLowerCase()}-digito-${digit}`, key.slice(0, 17) + digit)),
  );

/** The wrong characters of each position, with the rule that they break. */
const WRONG = /** @type {[string, number, string[]][]} */ ([
  ['IN 1', 1, ['1', 'Ñ', '-', ' ']],
  ['IN 2', 2, ['B', '4', 'Ñ', 'Y']],
  ['IN 3', 3, ['0', 'Ñ', '/']],
  ['IN 4', 4, ['7', 'Ñ', '.']],
  ['IN 5-10', 5, ['O', 'X']],
  ['IN 5-10', 6, ['I', ' ']],
  ['IN 5-10', 7, ['A', '-']],
  ['IN 5-10', 8, ['S', '?']],
  ['IN 5-10', 9, ['Z', '/']],
  ['IN 5-10', 10, ['L', 'B']],
  ['IN 11', 11, ['F', 'Z', '1', 'N']],
  ['IN 14', 14, ['A', 'E', 'I', 'O', 'U', '1', 'Ñ']],
  ['IN 15', 15, ['A', 'E', 'I', 'O', 'U', '2', 'Ñ']],
  ['IN 16', 16, ['A', 'E', 'I', 'O', 'U', '3', 'Ñ']],
  ['IN 17', 17, ['Ñ', '-', ' ', '?']],
]);
const wrongCharacters = () =>
  WRONG.flatMap(([rule, position, characters]) =>
    characters.map((c) =>
      make(rule, `posicion-${position}-u${c.codePointAt(0).toString(16)}`, withOther(OLD, position, c)),
    ),
  ).concat(
    ['A', 'X', 'Ñ', ' '].map((c) =>
      make('IN 18', `posicion-18-u${c.codePointAt(0).toString(16)}`, OLD.slice(0, 17) + c),
    ),
  );

const DAYS = ['0010', '1310', '0500', '0532', '0230', '0431', '0631', '0931', '1131', '0000', '9999'];
const dates = () => [
  ...[OLD, NEW].flatMap((key) =>
    DAYS.map((day) => make('I06 3', `${key.slice(0, 4).toLowerCase()}-dia-${day}`, withOther(key, 7, day))),
  ),
  make('I06 3', 'bisiesto-1996', withOther(OLD, 5, '960229')),
  make('I06 3', 'bisiesto-2000', withOther(NEW, 5, '000229')),
  make('I06 3', 'bisiesto-2024', withOther(NEW, 5, '240229')),
  make('I06 3', 'no-bisiesto-1997', withOther(OLD, 5, '970229')),
  make('I06 3', 'no-bisiesto-2011', withOther(NEW, 5, '110229')),
  make('I06 3', 'no-bisiesto-1900', withOther(OLD, 5, '000229')),
  ...['990101', '751231', '850615'].map((day) => {
    const key = withOther(NEW, 5, day);
    return make('D 14', `futuro-${day}`, key, otherwise(key));
  }),
];

const NO_ENTITIES = ['ZZ', 'AA', 'MX', 'CD', 'EM', 'US', 'ME', 'QA', 'VE', 'YU', 'NA', '09', 'D1'];
const entities = () => [
  ...Object.values(ENTITIES).flatMap((letters) => [
    make('IN 12-13', letters.toLowerCase(), withOther(OLD, 12, letters)),
    make('IN 12-13', `${letters.toLowerCase()}-2011`, withOther(NEW, 12, letters)),
  ]),
  ...NO_ENTITIES.map((letters) => make('IN 12-13', `no-${letters.toLowerCase()}`, withOther(OLD, 12, letters))),
  ...['QO', 'XX'].flatMap((letters) =>
    [OLD, NEW].map((key) =>
      make('D 18', `${letters.toLowerCase()}-${key.slice(0, 4).toLowerCase()}`, withOther(key, 12, letters)),
    ),
  ),
];

const lengths = () => [
  ...[0, 1, 4, 10, 16, 17].map((length) => make('IN', `largo-${length}`, OLD.slice(0, length))),
  ...[OLD, NEW].map((key) => make('IN', `largo-19-${key.slice(0, 4).toLowerCase()}`, `${key}0`)),
  make('IN', 'doble', OLD + OLD),
  ...[1, 5, 9, 14].map((position) => make('IN', `falta-${position}`, OLD.slice(0, position - 1) + OLD.slice(position))),
  ...[1, 5, 9, 14].map((position) =>
    make('IN', `repite-${position}`, OLD.slice(0, position) + OLD.slice(position - 1)),
  ),
];

const decisions = () => [
  ...LATER_LETTERS.map((letter) => {
    const key = withOther(NEW, 17, letter);
    return make('D 13', letter.toLowerCase(), key, otherwise(key));
  }),
  ...GENERIC.map((key) => make('D 15', key.toLowerCase(), key, otherwise(key))),
  ...WORDS.map((word) => {
    const key = withOther(OLD, 1, word);
    return make('D 20', word.toLowerCase(), key, otherwise(key));
  }),
];

const right = () => [
  make('GIIS', 'sexo-x', withOther(OLD, 11, 'X')),
  make('GIIS', 'sexo-x-2011', withOther(NEW, 11, 'X')),
  make('IN 11', 'h', withOther(OLD, 11, 'H')),
  make('IN 11', 'm-2011', withOther(NEW, 11, 'M')),
  make('R 1.11', 'sin-apellidos', keyOf(person({ apellido_paterno: '', apellido_materno: '' }))),
  make('R 1.10', 'un-apellido', keyOf(person({ apellido_materno: '' }))),
  make('R 1.9', 'sin-vocal', keyOf(person({ apellido_paterno: 'SMRZ' }))),
  ...WORDS.map((word) => make('R 1.8', word.toLowerCase(), withOther(NEW, 1, `${word[0]}X${word.slice(2)}`))),
  make('IN', 'impresa-gob', EXAMPLE),
  make('IN 18', 'errata-instructivo', 'SABC560626MDFLRN09'),
];

export const keyCases = () => [
  ...homonyms(),
  ...checkDigits(),
  ...wrongCharacters(),
  ...dates(),
  ...entities(),
  ...lengths(),
  ...decisions(),
  ...right(),
];
