/**
 * Finds whether a name is plain: only Spanish letters in one case, and no word that may be something else than a name. No
 * rule about one name needs to look at a plain one.
 */
import { SIN_VOCAL, UNA_LETRA } from '../nombre/palabras-dudosas.js';
import { cuantasPasan } from '../nombre/pasan.js';
import { puedeSerUnida } from '../nombre/unidas.js';
import { PALABRAS_DUDOSAS } from './nombre.js';

/** A name without blanks around it that has only Spanish letters, each word written `López`, `LÓPEZ` or `lópez`. */
export const LIMPIO = /^(?:(?:[A-ZÁÉÍÓÚÜÑ]+|[A-ZÁÉÍÓÚÜÑ]?[a-záéíóúüñ]+)(?: (?=.)|$))*$/;

/** Returns whether words of Spanish letters, in upper case and without accents, are a plain name. */
export function sonLlanas(palabras: readonly string[], esDePila: boolean): boolean {
  const pasan = esDePila ? cuantasPasan(palabras) : 0;
  // A name of only words that are passed over, for example MA, is judged by them.
  for (let i = pasan < palabras.length ? pasan : 0; i < palabras.length; i++) {
    if (puedeSerDudosa(palabras[i])) return false;
  }
  return true;
}

/** Returns whether a word may be something else than a name. */
const puedeSerDudosa = (palabra: string): boolean =>
  PALABRAS_DUDOSAS.has(palabra) || UNA_LETRA.test(palabra) || SIN_VOCAL.test(palabra) || puedeSerUnida(palabra);
