/** Tests of the calculation over bytes: it gives the key of `calcular`, or leaves the row to `calcular`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Persona, calcular } from '../src/index.js';
import { codigosDeClave, esRelleno, escribirClave, estaDanado, leerUtf8, pareceRelleno } from '../src/masivo.js';
import { persona } from './generators.js';
import { personWith } from './people.js';

const FILLER = 7;

const readBytes = (texto: string | null | undefined, esDePila: boolean): number => {
  const bytes = new TextEncoder().encode(`Ñ,${texto ?? ''},Ñ`);
  return leerUtf8(bytes, 3, bytes.length - 3, esDePila);
};

/** The key calculated over bytes; `null`: left to `calcular`. */
function keyFromBytes(p: Persona): string | null {
  const target = new Uint8Array(20).fill(FILLER);
  const [anio = 0, mes = 0, dia = 0] = p.fechaNacimiento.split('-').map(Number);
  const written = escribirClave(
    target,
    1,
    readBytes(p.apellidoPaterno, false),
    readBytes(p.apellidoMaterno, false),
    readBytes(p.nombres, true),
    anio,
    mes,
    dia,
    p.sexo.charCodeAt(0),
    codigosDeClave(p.entidad.charCodeAt(0), p.entidad.charCodeAt(1)),
  );
  expect([target[0], target[19]]).toEqual([FILLER, FILLER]);
  return written ? new TextDecoder().decode(target.subarray(1, 19)) : null;
}

const keyOf = (p: Persona): string | null => {
  const calculo = calcular(p);
  return calculo.ok ? calculo.curp : null;
};

it('every person gets the key of calcular, or is left to it', () => {
  fc.assert(
    fc.property(persona, (p) => {
      const clave = keyFromBytes(p);
      if (clave !== null) expect(clave).toBe(keyOf(p));
    }),
  );
});

it('every placeholder is left to its text by its reading, whatever its signs and its case', () => {
  const between = fc.string({ unit: fc.constantFrom(...' .-/()'), minLength: 1, maxLength: 3 });
  const placeholder = fc
    .tuple(
      fc.constantFrom('No tiene', 'SIN INFORMACIÓN', 'Ninguno', 'na', 'S N', 'xxx', 'X x', 'N N N', 'Se desconoce'),
      fc.array(between, { minLength: 4, maxLength: 4 }),
    )
    .map(([text, signs]) =>
      `${signs[0]}${text
        .split(' ')
        .map((word, i) => word + signs[i + 1])
        .join('')}`.trim(),
    );
  fc.assert(
    fc.property(placeholder, fc.boolean(), (text, esDePila) => {
      const lectura = readBytes(text, esDePila);
      expect(esRelleno(text, false)).toBe(true);
      expect(lectura < 0 || pareceRelleno(lectura)).toBe(true);
    }),
  );
});

it.each(['Desconocido', 'NN', 'S/N', 'No tiene', 'X X'])('%s may be a placeholder by its reading', (text) => {
  expect(pareceRelleno(readBytes(text, true))).toBe(true);
});

it.each(['Renata', 'Olvera', 'Sofía', 'María Noemí'])('%s is no placeholder by its reading', (text) => {
  expect(pareceRelleno(readBytes(text, true))).toBe(false);
});

describe('gives the key of', () => {
  it.each([
    ['one name', personWith({})],
    ['two-byte letters', personWith({ nombres: 'Ñusta', apellidoPaterno: 'Ávila', apellidoMaterno: 'Peña' })],
    ['letters of the last Latin block', personWith({ nombres: 'Żaneta', apellidoPaterno: 'Źimić' })],
    ['a non-breaking space', personWith({ nombres: '\u00a0María\u00a0Ñusta\u00a0' })],
    ['a particle', personWith({ apellidoPaterno: 'de la Cruz', apellidoMaterno: 'DEL BOSQUE' })],
    ['María and another', personWith({ nombres: 'María José Luis' })],
    ['María alone', personWith({ nombres: 'María ' })],
    ['a sign', personWith({ apellidoPaterno: "O'Hara", apellidoMaterno: 'Ruiz-Vélez' })],
    ['an inconvenient word', personWith({ nombres: 'Carlos', apellidoPaterno: 'Pulido', apellidoMaterno: 'Tovar' })],
    ['one surname', personWith({ apellidoMaterno: ' \t' })],
    ['nothing for a surname', personWith({ apellidoMaterno: '' })],
    ['a name of 200 letters', personWith({ nombres: 'A'.repeat(200) })],
    ['the eve of 2000', personWith({ fechaNacimiento: '1999-12-31', sexo: 'X' })],
    ['the first day of 2000', personWith({ fechaNacimiento: '2000-01-01', sexo: 'H', entidad: 'NE' })],
  ])('%s', (_, p) => {
    expect(keyFromBytes(p)).toBe(keyOf(p));
  });
});

describe('leaves to calcular', () => {
  it.each([
    ['a rare character', personWith({ apellidoPaterno: 'O’Hara' })],
    ['a name that begins with a sign', personWith({ apellidoMaterno: '(Olvera)' })],
    ['a rare character in a later word', personWith({ nombres: 'Renata O’Hara' })],
    ['a letter beyond the Latin blocks', personWith({ nombres: 'Ǎna' })],
    ['a control character', personWith({ nombres: 'Re\u0000nata' })],
    ['no Latin letter', personWith({ nombres: '123' })],
    ['a name of 201 bytes', personWith({ nombres: 'A'.repeat(201) })],
    ['a blank name', personWith({ nombres: ' ' })],
    ['no first surname', personWith({ apellidoPaterno: '' })],
    ['what may be DESCONOCIDO', personWith({ apellidoPaterno: 'Desales', apellidoMaterno: '' })],
    ['what may be DESCONOCIDO twice', personWith({ apellidoPaterno: 'Desales', apellidoMaterno: 'Desconocido' })],
    ['a second surname without letters', personWith({ apellidoMaterno: '-' })],
    ['a day that does not exist', personWith({ fechaNacimiento: '1990-02-31' })],
    ['an unknown entity', personWith({ entidad: '99' })],
    ['an entity of other letters', personWith({ entidad: 'ñ9' })],
    ['no sex', personWith({ sexo: '\0' })],
  ])('%s', (_, p) => {
    expect(keyFromBytes(p)).toBeNull();
  });
});

it('a broken UTF-8 sequence cannot be read', () => {
  for (const broken of [[0xc3], [0xc3, 0x28], [0xa0], [0xff, 0xbf], [0xc1, 0x81], [0x81, 0x81]]) {
    expect(leerUtf8(Uint8Array.from([65, ...broken]), 0, 1 + broken.length, false)).toBeLessThan(0);
  }
});

describe('a name that a file spoilt', () => {
  const leer = (texto: string): number => {
    const bytes = new TextEncoder().encode(texto);
    return leerUtf8(bytes, 0, bytes.length, false);
  };

  it.each([
    ['a letter that was lost', 'S?nchez'],
    ['the sign of a lost letter', 'N\ufffd\ufffdez'],
    ['UTF-8 read as Windows-1252', 'PÃ©rez'],
    ['an Ñ of UTF-8 read as Windows-1252', 'PEÃ‘A'],
    ['an Ú of UTF-8 read as Windows-1252', 'RAÃšL'],
    ['letters of DOS', 'Mu¤oz'],
    ['letters of a Mac', 'Ib‡ñez'],
    ['letters of HTML', 'Mu&ntilde;oz'],
    ['figures of HTML', 'Mu&#241;oz'],
    ['an error of a spreadsheet', ' #REF!'],
    ['a footnote', '*Olvera'],
  ])('is recognised by %s and left to whoever reads its text', (_, texto) => {
    expect(estaDanado(texto, false)).toBe(true);
    expect(leer(texto)).toBeLessThan(0);
  });

  it.each([
    'João',
    'ASSUNÇÃO',
    'Ângela',
    'Mª',
    "O'Hara",
    'D’Orsay',
    'Ruiz-Vélez',
    'R2D2',
    'Žižek',
    'A & B',
    'Ma. Luz',
    'L,PEZ',
  ])('is not seen in %s', (texto) => {
    expect(estaDanado(texto, false)).toBe(false);
  });

  it('is not seen in usual letters if the encoding was guessed', () => {
    expect(estaDanado('Ibáñez Ruiz-Güell', true)).toBe(false);
  });

  it.each(['PŽrez', 'Nœñez', 'Peš', 'Pe–a', 'G—mez'])('is seen in %s if the encoding was guessed', (texto) => {
    expect([estaDanado(texto, false), estaDanado(texto, true)]).toEqual([false, true]);
    expect(leer(texto)).toBeLessThan(0);
  });
});
