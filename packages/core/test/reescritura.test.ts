/** The replacements for other languages rewrite every character as `normalizar` reads it. */
import { describe, expect, it } from 'vitest';
import { leidos, representante } from '../src/nombre/letras.js';
import { BLANCOS, reescritura } from '../src/tablas/tablas.js';

const { control, ligaduras, primeros, de, a, ultimos } = reescritura();
const regExp = (patron: string): RegExp => new RegExp(patron, 'gu');
const tabla = new Map(de.map((caracter, i) => [caracter, a[i] ?? '']));
const compilar = (lista: typeof primeros): (readonly [RegExp, string])[] =>
  lista.map(({ patron, por }) => [regExp(patron), por]);
const [antes, despues] = [compilar(primeros), compilar(ultimos)];
const aplicar = (texto: string, lista: readonly (readonly [RegExp, string])[]): string =>
  lista.reduce((escrito, [patron, por]) => escrito.replace(patron, por), texto);

/** Applies the replacements in their order, as another language does. */
function reescrito(texto: string): string {
  const sinLigaduras = ligaduras.reduce((escrito, [ligadura, letras]) => escrito.replaceAll(ligadura, letras), texto);
  const letras = Array.from(aplicar(sinLigaduras, antes), (caracter) => tabla.get(caracter) ?? caracter).join('');
  return aplicar(letras, despues);
}

const leido = (texto: string): string =>
  leidos(texto)
    .map(([caracter]) => representante(caracter))
    .join('');

describe('reescritura', () => {
  it.each([
    ['alone', (c: string) => c],
    ['between letters', (c: string) => `A${c}b`],
    ['after N', (c: string) => `n${c}`],
    ['before a tilde', (c: string) => `${c}\u0303`],
    ['before other marks and a diaeresis', (c: string) => `${c}\u0301\u0344`],
    ['after a period', (c: string) => `M.${c}`],
  ])('reads every character as core does: %s', (_, poner) => {
    for (let desde = 1; desde < 0x40000; desde += 4096) {
      const caracteres = Array.from({ length: 4096 }, (__, i) => String.fromCodePoint(desde + i));
      const texto = caracteres.filter((caracter) => !/\p{Cs}|\p{Cc}/u.test(caracter)).map(poner);
      expect(reescrito(texto.join('Z'))).toBe(leido(texto.join('Z')));
    }
  });

  it('knows the control characters, except those that are white space', () => {
    const controles = Array.from({ length: 0x3000 }, (_, codigo) => String.fromCharCode(codigo)).filter((caracter) =>
      regExp(control).test(caracter),
    );
    expect(controles.map((caracter) => caracter.charCodeAt(0))).toEqual([
      ...Array.from({ length: 9 }, (_, i) => i),
      ...Array.from({ length: 18 }, (_, i) => 14 + i),
      ...Array.from({ length: 33 }, (_, i) => 127 + i),
    ]);
  });

  it('writes its patterns in ASCII', () => {
    expect(
      [control, ...primeros, ...ultimos].map((each) => (typeof each === 'string' ? each : each.patron)).join(''),
    ).toMatch(/^[ -~]+$/);
    expect(BLANCOS.trim()).toBe('');
  });
});
