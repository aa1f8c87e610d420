/** A key as it is shown, and what must be said of it. */
import type { Hallazgo } from '@curp-service/core';
import { pintar } from '../terminal/color.js';
import type { Entorno, Texto } from '../environment.js';

/** More of a key is not worth showing: it has 18 characters. */
const MAXIMO = 36;

/** The characters of a key that somebody gave, each one column wide: nothing of it commands the terminal. */
export const caracteres = (curp: string): string[] =>
  Array.from(curp.trim())
    .slice(0, MAXIMO)
    .map((c) => (/^[a-z]$/.test(c) ? c.toUpperCase() : /^[!-~¡-¬®-ſ]$/.test(c) ? c : '\ufffd'));

/** A line with a mark under each of some positions. */
export const marcas = (posiciones: readonly number[]): string =>
  Array.from({ length: Math.max(0, ...posiciones) }, (_, i) => (posiciones.includes(i + 1) ? '^' : ' ')).join('');

/** Positions in order, those in a row together: `5-10, 17`. */
export function rangos(posiciones: readonly number[]): string {
  const tramos: [desde: number, hasta: number][] = [];
  for (const posicion of posiciones) {
    const ultimo = tramos.at(-1);
    if (ultimo?.[1] === posicion - 1) ultimo[1] = posicion;
    else tramos.push([posicion, posicion]);
  }
  return tramos.map(([desde, hasta]) => (desde === hasta ? `${desde}` : `${desde}-${hasta}`)).join(', ');
}

/** For wherever a key was calculated. */
export const esCalculada = (texto: Texto): string =>
  pintar(
    'dim',
    texto(
      'Calculada por el algoritmo de la norma: no prueba ningún registro.',
      'Calculated by the algorithm of the norm: it proves no registration.',
    ),
  );

/** For a key that was only looked at. */
export const noPruebaRegistro = (texto: Texto): string =>
  pintar(
    'dim',
    texto(
      'Se juzga por el algoritmo de la norma: no prueba ningún registro.',
      'Judged by the algorithm of the norm: it proves no registration.',
    ),
  );

export function decirAvisos(avisos: readonly Hallazgo[], { texto, print }: Entorno): void {
  for (const { mensaje } of avisos) print(`${pintar('yellow', texto('Aviso:', 'Notice:'))} ${mensaje}`);
}
