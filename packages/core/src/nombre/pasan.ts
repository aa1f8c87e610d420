/** The words that are passed over at the beginning of a given name, as they are compared (R 1.3 and 1.7). */
import { NOMBRES_OMITIDOS, PARTICULAS } from '../norma/particulas.js';
import { UNA_LETRA } from './palabras-dudosas.js';

/** How often a word is passed over at the beginning of a given name: always (R 1.7), once (R 1.3), or never. */
export type Pasa = 0 | 1 | 2;

/** Y joins two people, and D. D. are initials. */
const PASAN: ReadonlySet<string> = new Set(PARTICULAS.filter((palabra) => !UNA_LETRA.test(palabra)));

/** Returns how often a word, in upper case and without accents, is passed over at the beginning of a given name. */
export const pasaPorAlto = (palabra: string): Pasa =>
  PASAN.has(palabra) ? 1 : NOMBRES_OMITIDOS.includes(palabra) ? 2 : 0;

/** Returns how many words are passed over at the beginning of a given name: particles, and one word of R 1.3. */
export function cuantasPasan(palabras: readonly string[]): number {
  const omitida = palabras.findIndex((palabra) => pasaPorAlto(palabra) === 2);
  const primera = palabras.findIndex((palabra, i) => pasaPorAlto(palabra) !== 1 && i !== omitida);
  return primera < 0 ? palabras.length : primera;
}
