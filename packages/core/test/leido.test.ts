/** Tests of names and words that are read once: what is composed of words is what the whole name gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PALABRAS_INCONVENIENTES, type Persona, calcular, revisar } from '../src/index.js';
import {
  CLAVE_APARTE,
  COMPARTEN,
  DESPIERTAN,
  DOBLE,
  LETRAS,
  VARIAS,
  clave,
  consonante,
  dudasEntreDatos,
  esParticula,
  hechosDe,
  inicial,
  leer,
  leerNombre,
  leerPalabra,
  leerPersona,
  vocal,
} from '../src/leido.js';
import { persona } from './generators.js';

const DATA = ['nombres', 'apellidoPaterno', 'apellidoMaterno'] as const;
type NameDatum = (typeof DATA)[number];

/** Words of every kind: frequent names, other names, words that are passed over, and some that no name has. */
const WORDS =
  "Renata LUZ ñusta Xóchitl Delgado María JOSÉ Juan Alejandra García MARTÍNEZ Poot Ek Carmen Cruz Ruiz Soto de LA del Y Ma. MA J M. San Otro Desconocido Hdez Munoz DELACRUZ lBARRA O'Hara X Lic Mª dE DËR null".split(
    ' ',
  );
const name = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '));
const names = fc.record({
  nombres: name,
  apellidoPaterno: name,
  apellidoMaterno: name,
  sexo: fc.constantFrom('H', 'M'),
});

/** Returns what the words of a name compose: the letters of the key, the words and the facts; `null` if the name must be read. */
function compose(written: readonly string[], datum: NameDatum) {
  const words = written.map((word) => leerPalabra(word, datum));
  let from = 0;
  let hasOmitted = false;
  for (const { pasa } of words) {
    if (pasa === 0 || (pasa === 2 && hasOmitted)) break;
    hasOmitted ||= pasa === 2;
    from++;
  }
  const [first, ...others] = words.slice(from);
  if (first === undefined || ![first, ...others].every(({ compone }) => compone)) return null;
  const facts = words.reduce((all, { hechos }) => all | hechos, words.length > 1 ? VARIAS[datum] : 0);
  return { letters: first.letras, words: words.map(({ comparada }) => comparada), facts };
}

describe('a name', () => {
  it.each([
    [' Ana Luz ', ['ANA', 'LUZ'], true],
    ['Ana  Luz', ['ANA', 'LUZ'], false],
    ['María de los Ángeles', ['MARIA', 'DE', 'LOS', 'ANGELES'], true],
    ['Ma de los', ['MA', 'DE', 'LOS'], false],
    ['José', ['JOSE'], true],
    ['Mª Luz', ['MA', 'LUZ'], false],
    ['Garci\u0301a\tRuiz', ['GARCIA', 'RUIZ'], false],
    ['lÓPEZ', ['LOPEZ'], false],
    ['LópeZ', ['LOPEZ'], false],
    ['Iñes', ['IÑES'], true],
    ['NNN', ['NNN'], false],
    ['Brbr', ['BRBR'], false],
    ['Ng', ['NG'], true],
    ['', [], true],
    ['\u200b', [], false],
    ['\u0301', [], false],
  ] as const)('%j has its words, and is plain or not', (texto, palabras, esLlano) => {
    const leido = leerNombre(texto, 'nombres');
    expect(leido).toMatchObject({ texto, palabras, esLlano, lectura: leer(texto, true) });
  });

  it('that is missing is empty, and its facts say so', () => {
    for (const texto of [undefined, null, ' ', '\u200b']) {
      const { palabras, dudas, hechos } = leerNombre(texto, 'apellidoMaterno');
      expect([palabras, dudas.filter(({ codigo }) => codigo !== 'nombre_invisible')]).toEqual([[], []]);
      expect(hechos).toBe(leerNombre('', 'apellidoMaterno').hechos);
    }
  });

  it('that its words compose has no doubt, and gives what they give', () => {
    const written = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(written, fc.constantFrom(...DATA), (words, datum) => {
        const composed = compose(words, datum);
        if (composed === null) return;
        const { lectura, palabras, dudas, hechos } = leerNombre(words.join(' '), datum);
        expect([dudas, lectura & 0x7fff, palabras]).toEqual([[], composed.letters, composed.words]);
        expect(hechos & ~composed.facts).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['María de los Ángeles', true],
    ['Luz María', true],
    ['María José', true],
    ['J. Jesús', true],
    ['María', false],
    ['Luz de María', false],
    ['Y Luz', false],
    ['DËR Luz', false],
  ])('%s is composed as a given name: %s', (texto, isComposed) => {
    expect(compose(texto.split(' '), 'nombres') !== null).toBe(isComposed);
  });
});

describe('a word', () => {
  it('is passed over at the beginning of a given name always, once or never', () => {
    const times = ['de', 'Los', 'MARÍA', 'Ma.', 'J', 'Y', 'DD', 'Luz', 'dE', 'DËR'].map(
      (word) => leerPalabra(word, 'nombres').pasa,
    );
    expect(times).toEqual([1, 1, 2, 2, 2, 0, 0, 0, 0, 0]);
    expect(leerPalabra('de', 'apellidoPaterno').pasa).toBe(0);
  });

  it('that is unreadable, or is no single word, composes nothing', () => {
    const none = ['', '123', 'Ana Luz', 'A'.repeat(201), 'ANA'.repeat(67)].map((word) => leerPalabra(word, 'nombres'));
    expect(none.map(({ compone }) => compone)).toEqual([false, false, false, false, false]);
    expect(none.map(({ letras }) => letras > 0)).toEqual([false, false, true, false, false]);
  });
});

describe('the facts of a person', () => {
  const share = (some: readonly string[], others: readonly string[]): boolean =>
    some.some((word) => !esParticula(word) && others.includes(word));

  /** Returns the facts of a person as a caller finds them, by whole names. */
  function factsOf(some: ReturnType<typeof leerPersona>): number {
    const [given, first, second] = DATA.map((datum) => some[datum].palabras) as [string[], string[], string[]];
    return (
      DATA.reduce((all, datum) => all | some[datum].hechos, hechosDe('sexo', some.sexo ?? '')) |
      (share(first, given) || share(second, given) ? COMPARTEN : 0) |
      (share(first, second) ? DOBLE : 0)
    );
  }

  it('meet in a mask wherever there is a doubt', () => {
    fc.assert(
      fc.property(names, (some) => {
        const read = leerPersona(some);
        if (dudasEntreDatos(read).length === 0) return;
        const facts = factsOf(read);
        expect(DESPIERTAN.some(([meet, without]) => (facts & (meet | without)) === meet)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('of a date and of a sex are those of its value', () => {
    expect(hechosDe('sexo', 'X')).toBe(0);
    expect(hechosDe('fechaNacimiento', '1990-05-17') | hechosDe('entidad', '09')).toBe(0);
    expect(hechosDe('sexo', 'H') & hechosDe('sexo', 'M')).toBe(0);
  });
});

describe('the key of what was read', () => {
  const keyOf = (some: Persona): string | null => clave(leerPersona(some));

  it('is the calculated one, and there is none for data with a problem', () => {
    fc.assert(
      fc.property(persona, names, (some, others) => {
        for (const one of [some, { ...some, ...others }]) {
          const calculated = calcular(one);
          expect(keyOf(one)).toBe(calculated.ok ? calculated.curp : null);
          expect(keyOf(one) === null).toBe(revisar(one).length > 0);
        }
      }),
    );
  });

  it('has the letters of each name, but for the facts that change all of it', () => {
    fc.assert(
      fc.property(persona, (some) => {
        const { nombres: n, apellidoPaterno: a, apellidoMaterno: b } = leerPersona(some);
        if (((a.hechos | b.hechos | n.hechos) & CLAVE_APARTE) !== 0) return;
        const symbols = [inicial(a.lectura), vocal(a.lectura), inicial(b.lectura), inicial(n.lectura)];
        const consonants = [a, b, n].map(({ lectura }) => consonante(lectura));
        const letters = String.fromCharCode(...[...symbols, ...consonants].map((symbol) => LETRAS[symbol]));
        const key = keyOf(some) ?? '';
        const isCensored = PALABRAS_INCONVENIENTES.includes(letters.slice(0, 4));
        expect(key.slice(0, 4) + key.slice(13, 16)).toBe(isCensored ? letters.replace(/(?<=^.)./, 'X') : letters);
      }),
    );
    const changing = ['', 'Desconocido'].map((texto) => leerNombre(texto, 'apellidoPaterno').hechos & CLAVE_APARTE);
    expect(changing.every((facts) => facts !== 0)).toBe(true);
  });
});
