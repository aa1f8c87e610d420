/** Tests of the ten candidates and of the check digit. */
import { describe, expect, it } from 'vitest';
import { candidatas, validar } from '../src/index.js';
import { en } from '../src/textos/en.js';
import { digitoVerificador } from '../src/norma/digito-verificador.js';
import { RENATA, personWith } from './people.js';

describe('candidatas', () => {
  it('returns ten keys with a digit for births up to 1999, the calculated one first', () => {
    expect(candidatas(RENATA)).toEqual({
      ok: true,
      candidatas: [
        'OETR900517MDFLNN05',
        'OETR900517MDFLNN13',
        'OETR900517MDFLNN21',
        'OETR900517MDFLNN39',
        'OETR900517MDFLNN47',
        'OETR900517MDFLNN55',
        'OETR900517MDFLNN63',
        'OETR900517MDFLNN71',
        'OETR900517MDFLNN89',
        'OETR900517MDFLNN97',
      ],
    });
  });

  it('returns ten keys with a letter for births from 2000 on', () => {
    const resultado = candidatas(personWith({ fechaNacimiento: '2000-01-01' }));
    const claves = resultado.ok ? resultado.candidatas : [];
    expect(claves.map((clave) => clave.charAt(16)).join('')).toBe('ABCDEFGHIJ');
    expect(claves.every((clave) => validar(clave).valido)).toBe(true);
  });

  it('returns no candidates for data without a key', () => {
    expect(candidatas(personWith({ sexo: 'F' }), { idioma: en })).toMatchObject({
      ok: false,
      hallazgos: [{ mensaje: 'sexo must be H (male), M (female) or X (non-binary).' }],
    });
  });
});

describe('digitoVerificador', () => {
  it.each([
    ['AAPR630321HDFLRC0', '9'],
    ['SABC560626MDFLRN0', '1'],
    ['OETR900517MDFLNN0', '5'],
    ['OETR900517MDFLNN05', '5'],
    ['00000000000000000', '0'],
    // Ñ has the value 24, between N and O; a character outside the alphabet has the value 0.
    ['Ñ0000000000000000', '8'],
    ['Ω0000000000000000', '0'],
  ])('%s → %s', (clave, digito) => {
    expect(digitoVerificador(clave)).toBe(digito);
  });
});
