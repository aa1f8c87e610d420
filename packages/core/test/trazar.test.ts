/** Tests of the trace: which letters of the names gave which positions. */
import { expect, it } from 'vitest';
import { type Persona, calcular } from '../src/index.js';
import { type Letra, trazar } from '../src/trazar.js';
import { personWith, readVectors } from './people.js';

const PEOPLE: readonly Persona[] = readVectors<Record<string, string>>('claves-sinteticas.jsonl').map((fila) =>
  personWith({
    nombres: fila['nombres'],
    apellidoPaterno: fila['apellido_paterno'],
    apellidoMaterno: fila['apellido_materno'],
  }),
);

const written = (letras: readonly Letra[] = []): string =>
  letras
    .map(({ escrito, posiciones }) => escrito + (posiciones.length > 0 ? `(${posiciones.join(' ')})` : ''))
    .join('');

function traced(persona: Persona): Record<string, string> {
  return Object.fromEntries(Object.entries(trazar(persona) ?? {}).map(([dato, letras]) => [dato, written(letras)]));
}

it.each([
  [
    'a plain person',
    {},
    { nombres: 'R(4)en(16)ata', apellidoPaterno: 'O(1)l(14)ve(2)ra', apellidoMaterno: 'T(3)in(15)ajero' },
  ],
  [
    'words passed over',
    { nombres: 'María de los Ángeles', apellidoPaterno: 'de la Cruz' },
    { nombres: 'María de los Á(4)n(16)geles', apellidoPaterno: 'de la C(1)r(14)u(2)z' },
  ],
  ['words that follow', { nombres: 'Ana  Luz' }, { nombres: 'A(4)n(16)a  Luz' }],
  ['a sign that gives both', { apellidoPaterno: "O'Hara" }, { apellidoPaterno: "O(1)'(2 14)Hara" }],
  ['no internal consonant', { apellidoMaterno: 'Io' }, { apellidoMaterno: 'I(3)o' }],
  ['no second surname', { apellidoMaterno: undefined }, { apellidoMaterno: '' }],
  [
    'the second surname in place of the first',
    { apellidoPaterno: ' ' },
    { apellidoPaterno: ' ', apellidoMaterno: 'T(1)i(2)n(14)ajero' },
  ],
  ['no surname', { apellidoPaterno: null, apellidoMaterno: '' }, { apellidoPaterno: '', apellidoMaterno: '' }],
  ['marks that are no character of their own', { nombres: 'N\u0303usta' }, { nombres: 'Ñ(4)us(16)ta' }],
])('the trace marks the letters of %s', (_, datos, expected) => {
  expect(traced(personWith(datos))).toMatchObject(expected);
});

it('data without a key have no trace', () => {
  expect(trazar(personWith({ nombres: '' }))).toBeNull();
});

it('every marked letter is the letter of its position in the key', () => {
  const letras = PEOPLE.flatMap((persona) => {
    const calculo = calcular(persona);
    return Object.values(trazar(persona) ?? {})
      .flat()
      .flatMap(({ escrito, posiciones }) => posiciones.map((p) => [escrito, calculo.ok && calculo.curp.charAt(p - 1)]));
  });
  const base = (escrito: unknown): string => String(escrito).normalize('NFD').charAt(0).toUpperCase();
  expect(letras.length).toBeGreaterThan(PEOPLE.length * 5);
  expect(letras.filter(([escrito, letra]) => letra !== 'X' && letra !== base(escrito))).toEqual([
    ['Ł', 'L'],
    ['Œ', 'O'],
    ['Æ', 'A'],
    ['ẞ', 'S'],
  ]);
});
