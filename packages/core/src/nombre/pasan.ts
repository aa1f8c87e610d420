/** The words that are passed over at the beginning of a given name, as they are compared (R 1.3 and 1.7). */
import { NOMBRES_OMITIDOS, PARTICULAS } from '../norma/particulas.js';
import { UNA_LETRA } from './palabras-dudosas.js';

/** How often a word is passed over at the beginning of a given name: always (R 1.7), once (R 1.3), or never. */
export type Pasa = 0 | 1 | 2;

/** Y joins two people, and D. D. are initials. */
const PASAN: ReadonlyMap<string, Pasa> = new Map([
  ...NOMBRES_OMITIDOS.map((palabra) => [palabra, 2] as const),
  ...PARTICULAS.filter((palabra) => !UNA_LETRA.test(palabra)).map((palabra) => [palabra, 1] as const),
]);

/** Returns how often a word, in upper case and without accents, is passed over at the beginning of a given name. */
export const pasaPorAlto = (palabra: string): Pasa => PASAN.get(palabra) ?? 0;

/** Returns how many words are passed over at the beginning of a given name: particles, and one word of R 1.3. */
export function cuantasPasan(palabras: readonly string[]): number {
  let hayOmitida = false;
  for (let i = 0; i < palabras.length; i++) {
    const pasa = pasaPorAlto(palabras[i]);
    if (pasa === 0 || (pasa === 2 && hayOmitida)) return i;
    hayOmitida ||= pasa === 2;
  }
  return palabras.length;
}
