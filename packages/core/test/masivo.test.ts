/** Tests of the calculation over bytes: it gives the key of `calcular`, or leaves the row to `calcular`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Persona, calcular } from '../src/index.js';
import { codigosDeClave, escribirClave, leerUtf8 } from '../src/masivo.js';
import { persona } from './generators.js';
import { otra } from './people.js';

const RELLENO = 7;

/** The key calculated over bytes; `null`: left to `calcular`. */
function enBytes(p: Persona): string | null {
  const leer = (texto: string | null | undefined, esDePila: boolean): number => {
    const bytes = new TextEncoder().encode(`Ñ,${texto ?? ''},Ñ`);
    return leerUtf8(bytes, 3, bytes.length - 3, esDePila);
  };
  const destino = new Uint8Array(20).fill(RELLENO);
  const [anio = 0, mes = 0, dia = 0] = p.fechaNacimiento.split('-').map(Number);
  const escrita = escribirClave(
    destino,
    1,
    leer(p.apellidoPaterno, false),
    leer(p.apellidoMaterno, false),
    leer(p.nombres, true),
    anio,
    mes,
    dia,
    p.sexo.charCodeAt(0),
    codigosDeClave(p.entidad.charCodeAt(0), p.entidad.charCodeAt(1)),
  );
  expect([destino[0], destino[19]]).toEqual([RELLENO, RELLENO]);
  return escrita ? new TextDecoder().decode(destino.subarray(1, 19)) : null;
}

const claveDe = (p: Persona): string | null => {
  const calculo = calcular(p);
  return calculo.ok ? calculo.curp : null;
};

it('every person gets the key of calcular, or is left to it', () => {
  fc.assert(
    fc.property(persona, (p) => {
      const clave = enBytes(p);
      if (clave !== null) expect(clave).toBe(claveDe(p));
    }),
  );
});

describe('gives the key of', () => {
  it.each([
    ['one name', otra({})],
    ['two-byte letters', otra({ nombres: 'Ñusta', apellidoPaterno: 'Ávila', apellidoMaterno: 'Peña' })],
    ['a non-breaking space', otra({ nombres: '\u00a0María\u00a0Ñusta\u00a0' })],
    ['a particle', otra({ apellidoPaterno: 'de la Cruz', apellidoMaterno: 'DEL BOSQUE' })],
    ['María and another', otra({ nombres: 'María José Luis' })],
    ['María alone', otra({ nombres: 'María ' })],
    ['a sign', otra({ apellidoPaterno: "O'Hara", apellidoMaterno: 'Ruiz-Vélez' })],
    ['an inconvenient word', otra({ nombres: 'Carlos', apellidoPaterno: 'Pulido', apellidoMaterno: 'Tovar' })],
    ['one surname', otra({ apellidoMaterno: ' \t' })],
    ['nothing for a surname', otra({ apellidoMaterno: '' })],
    ['a name of 200 letters', otra({ nombres: 'A'.repeat(200) })],
    ['the eve of 2000', otra({ fechaNacimiento: '1999-12-31', sexo: 'X' })],
    ['the first day of 2000', otra({ fechaNacimiento: '2000-01-01', sexo: 'H', entidad: 'NE' })],
    ['a surname like DESCONOCIDO, with another', otra({ apellidoPaterno: 'Desconocido' })],
  ])('%s', (_, p) => {
    expect(enBytes(p)).toBe(claveDe(p));
  });
});

describe('leaves to calcular', () => {
  it.each([
    ['a rare character', otra({ apellidoPaterno: 'O’Hara' })],
    ['a rare character in a later word', otra({ nombres: 'Renata O’Hara' })],
    ['a letter beyond the Latin blocks', otra({ nombres: 'Ǎna' })],
    ['a control character', otra({ nombres: 'Re\u0000nata' })],
    ['no Latin letter', otra({ nombres: '123' })],
    ['a name of 201 bytes', otra({ nombres: 'A'.repeat(201) })],
    ['a blank name', otra({ nombres: ' ' })],
    ['no first surname', otra({ apellidoPaterno: '' })],
    ['what may be DESCONOCIDO', otra({ apellidoPaterno: 'Desales', apellidoMaterno: '' })],
    ['what may be DESCONOCIDO twice', otra({ apellidoPaterno: 'Desales', apellidoMaterno: 'Desconocido' })],
    ['a second surname without letters', otra({ apellidoMaterno: '-' })],
    ['a day that does not exist', otra({ fechaNacimiento: '1990-02-31' })],
    ['an unknown entity', otra({ entidad: '99' })],
    ['an entity of other letters', otra({ entidad: 'ñ9' })],
    ['no sex', otra({ sexo: '\0' })],
  ])('%s', (_, p) => {
    expect(enBytes(p)).toBeNull();
  });
});

it('a broken UTF-8 sequence cannot be read', () => {
  for (const rotos of [[0xc3], [0xc3, 0x28], [0xa0], [0xff, 0xbf]]) {
    expect(leerUtf8(Uint8Array.from([65, ...rotos]), 0, 1 + rotos.length, false)).toBeLessThan(0);
  }
});
