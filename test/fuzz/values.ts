/** Data of invented people, right and wrong, and random values. */
import { ENTIDADES, calcular } from '@curp-service/core';
import type { Random } from './random.js';

/** A word in most of the data sent, and in nothing that the service writes by itself. */
export const MARK = 'Zqxwk';

const LETTERS = [...'abcdefghijklmnñopqrstuvwxyzáéíóúüABCXYZÑÇØŁß'];
const ODD = [
  ...'\0\t\n\r"\'’,;|%&=+#{}[]<>\\/`$-._ªº@',
  '\u00a0',
  '\u0301',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\ud800',
  'Я',
  '漢',
  '🦊',
  'ﬁ',
  '１',
  '=1+1',
  '__proto__',
  'null',
  'DE LA ',
  'María ',
];

const two = (n: number): string => String(n).padStart(2, '0');

/** Returns a name that a person may have. */
function goodName(random: Random): string {
  const word = (): string => Array.from({ length: 1 + random.below(9) }, () => random.pick(LETTERS)).join('');
  return [
    MARK,
    ...random.some(2, word),
    ...(random.oneIn(4) ? [random.pick(['de', 'la', 'José', "O'Hara"])] : []),
  ].join(' ');
}

/** Returns any text, mostly short, at times very long. */
export function anyText(random: Random): string {
  const piece = (): string => (random.oneIn(2) ? random.pick(ODD) : random.pick(LETTERS));
  const text = random.some(12, piece).join('');
  if (random.oneIn(40)) return (MARK + text).repeat(1 + random.below(400));
  return random.oneIn(3) ? text : MARK + text;
}

const name = (random: Random): string => (random.oneIn(6) ? anyText(random) : goodName(random));

/** Returns the eight parameters of a person, by name. About half of the people can be calculated. */
export function anyPerson(random: Random): Record<string, string> {
  const [anio, mes, dia] = [1900 + random.below(125), 1 + random.below(12), 1 + random.below(28)];
  const person: Record<string, string> = {
    nombres: name(random),
    apellido_paterno: name(random),
    apellido_materno: random.oneIn(5) ? '' : name(random),
    anio_nacimiento: String(anio),
    mes_nacimiento: two(mes),
    dia_nacimiento: two(dia),
    sexo: random.pick(['H', 'M', 'X']),
    entidad: random.pick(ENTIDADES).claveEntidad,
  };
  while (random.oneIn(3)) {
    const field = random.pick(Object.keys(person));
    if (random.oneIn(3)) Reflect.deleteProperty(person, field);
    else
      person[field] = random.oneIn(2) ? anyText(random) : random.pick(['0', '31', '13', '02', '2999', 'h', '99', '']);
  }
  return person;
}

/** Returns a key of an invented person, or something like it. */
export function anyKey(random: Random): string {
  if (random.oneIn(6)) return anyText(random);
  const calculated = calcular({
    nombres: goodName(random),
    apellidoPaterno: goodName(random),
    apellidoMaterno: goodName(random),
    fechaNacimiento: `${1900 + random.below(125)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`,
    sexo: random.pick(['H', 'M', 'X']),
    entidad: random.pick(ENTIDADES).claveEntidad,
  });
  const key = calculated.ok ? calculated.curp : '';
  return random.pick([key, key, key.toLowerCase(), ` ${key} `, random.mutate(Buffer.from(key)).toString()]);
}

/** Returns a value of any type, as a careless program passes it. */
export function anyValue(random: Random, depth = 2): unknown {
  return random.pick<() => unknown>([
    () => anyText(random),
    () => anyKey(random),
    () => random.pick([undefined, null, true, false, NaN, Infinity, -0, 1e21, 10n, Symbol('x'), () => MARK]),
    () => random.next() - 2 ** 31,
    () => new Date(random.below(2) * NaN),
    () => (depth === 0 ? [] : random.some(3, () => anyValue(random, depth - 1))),
    () => Object.create(null) as unknown,
    () => (depth === 0 ? {} : { [anyText(random)]: anyValue(random, depth - 1), toString: null }),
    () => anyPersona(random, depth - 1),
  ])();
}

/** Returns a person for `core`, some of whose data are of any type. */
export function anyPersona(random: Random, depth = 2): unknown {
  const persona: Record<string, unknown> = {
    nombres: name(random),
    apellidoPaterno: name(random),
    apellidoMaterno: random.oneIn(4) ? null : name(random),
    fechaNacimiento: `${1780 + random.below(260)}-${two(random.below(14))}-${two(random.below(33))}`,
    sexo: random.pick(['H', 'M', 'X']),
    entidad: random.pick(ENTIDADES)[random.pick(['claveEntidad', 'abreviaturaEntidad'] as const)],
  };
  for (let left = depth; left > 0 && random.oneIn(3); left--) {
    const field = random.pick(Object.keys(persona));
    if (random.oneIn(3)) Reflect.deleteProperty(persona, field);
    else persona[field] = anyValue(random, left - 1);
  }
  return persona;
}
