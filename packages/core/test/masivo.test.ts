/** Tests of the calculation over bytes: it gives the key of `calcular`, or leaves the row to `calcular`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Persona, calcular } from '../src/index.js';
import { dudasDeNombre } from '../src/dudas.js';
import { DUDOSAS, DUDOSAS_SIN_ENIE, codigosDeClave, escribirClave, leerUtf8 } from '../src/masivo.js';
import { persona } from './generators.js';
import { personWith } from './people.js';

const FILLER = 7;

const readBytes = (texto: string | null | undefined, esDePila: boolean): number => {
  const bytes = new TextEncoder().encode(`Ñ,${texto ?? ''},Ñ`);
  return leerUtf8(bytes, 3, bytes.length - 3, esDePila, DUDOSAS);
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

it('a name that is read from its bytes gives no doubt', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...'MARIA JOSE MA. J. DE LA HDEZ GPE. LIC C. RN HIJO NO SIN VDA MUNOZ Ñuño Núñez LóPEZ MuÑoz éL Ñ'.split(' '),
    ),
    fc.string({ unit: fc.constantFrom(...'ABENOÁÉÑÜabenoáéñü'), minLength: 1, maxLength: 6 }),
    fc.string({ unit: fc.constantFrom(..."ab.'-Ñ \u00a0\u00ad0àÛ#"), minLength: 1, maxLength: 5 }),
  );
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(name, fc.boolean(), (texto, esDePila) => {
      if (readBytes(texto, esDePila) > 0)
        expect(dudasDeNombre(texto, esDePila ? 'nombres' : 'apellidoMaterno')).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

it.each(['MUNOZ', 'Nunez', 'Pena'])('%s is left to its text only in a file without Ñ', (texto) => {
  const bytes = new TextEncoder().encode(texto);
  expect(leerUtf8(bytes, 0, bytes.length, false, DUDOSAS)).toBeGreaterThan(0);
  expect(leerUtf8(bytes, 0, bytes.length, false, DUDOSAS_SIN_ENIE)).toBeLessThan(0);
});

it.each(['Noé', 'Noemí', 'Sinaí', 'Ma. Luz', 'María del Carmen', 'Ndo', 'Xóchitl'])(
  '%s is read from its bytes',
  (texto) => {
    expect(readBytes(texto, true)).toBeGreaterThan(0);
  },
);

describe('gives the key of', () => {
  it.each([
    ['one name', personWith({})],
    ['two-byte letters', personWith({ nombres: 'Ñusta', apellidoPaterno: 'Ávila', apellidoMaterno: 'Peña' })],
    ['an abbreviation of the norm', personWith({ nombres: 'Ma. Ñusta' })],
    ['a particle', personWith({ apellidoPaterno: 'de la Cruz', apellidoMaterno: 'DEL BOSQUE' })],
    ['María and another', personWith({ nombres: 'María José Luis' })],
    ['María alone', personWith({ nombres: 'María ' })],
    ['an inconvenient word', personWith({ nombres: 'Carlos', apellidoPaterno: 'Pulido', apellidoMaterno: 'Tovar' })],
    ['one surname', personWith({ apellidoMaterno: '  ' })],
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
    ['an apostrophe', personWith({ apellidoPaterno: "O'Hara" })],
    ['a hyphen', personWith({ apellidoMaterno: 'Ruiz-Vélez' })],
    ['a non-breaking space', personWith({ nombres: 'María\u00a0Ñusta' })],
    ['a letter that Spanish does not have', personWith({ nombres: 'Żaneta' })],
    ['an accent in the other case', personWith({ apellidoPaterno: 'LóPEZ' })],
    ['an abbreviation', personWith({ apellidoPaterno: 'Hdez' })],
    ['an abbreviation with a dot', personWith({ nombres: 'Luz Gpe.' })],
    ['a title', personWith({ nombres: 'Lic Renata' })],
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
    expect(leerUtf8(Uint8Array.from([65, ...broken]), 0, 1 + broken.length, false, DUDOSAS)).toBeLessThan(0);
  }
});
