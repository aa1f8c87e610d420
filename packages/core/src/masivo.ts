/** The tables of the calculation, for a program that computes the keys of files with millions of rows from their bytes. */
import { DESCONOCIDO, inconvenientes } from './calcular.js';
import { PALABRAS_DUDOSAS, SIN_ENIE } from './dudas.js';
import { DIAS } from './fecha.js';
import { Clase } from './nombre/clase.js';
import { CLASES, LETRAS, claseDe } from './nombre/letras.js';
import { NOMBRES_DE_PILA } from './nombre/de-pila.js';
import { empacar, omitidos, particulas } from './nombre/palabra.js';
import { NOMBRES_OMITIDOS } from './norma/particulas.js';
import { VALORES } from './norma/digito-verificador.js';

export { VALORES } from './norma/digito-verificador.js';
export { primerAnioUsual } from './fecha.js';
export { type Lectura, leer } from './nombre/palabra.js';
export { codigosDeClave } from './norma/entidades.js';

const LLANAS = /[A-Za-zÁÉÍÓÚÜÑáéíóúüñ ]/;

/** The classes of ASCII and Latin-1. A character that plain names lack is `RARO`: its name must be read as a text. */
const clases = CLASES.slice(0, 0x100).map((clase, unidad) =>
  LLANAS.test(String.fromCharCode(unidad)) ? clase : Clase.RARO,
);
clases[46] = claseDe('.') | Clase.PUNTO;

/** The tables. `desconocido` is the reading of DESCONOCIDO, which may mean no surname (1.11). */
export const TABLAS = {
  clases,
  particulas,
  omitidos,
  inconvenientes,
  letras: LETRAS,
  valores: VALORES,
  dias: DIAS,
  desconocido: DESCONOCIDO,
} as const;

/** A filter of packed words: each sets the bit of a sum of its own bits. A word whose bit is 0 is not in the filter. */
export type Filtro = Uint8Array;

const LARGO_DE_FILTRO = 1 << 13;
const lugarEn = (palabra: number): number => ((palabra ^ (palabra >>> 13)) >> 3) % LARGO_DE_FILTRO;
const bitDe = (palabra: number): number => 1 << ((palabra ^ (palabra >>> 13)) & 7);

function filtroDe(palabras: readonly string[]): Filtro {
  const filtro = new Uint8Array(LARGO_DE_FILTRO);
  for (const palabra of palabras.map(empacar)) filtro[lugarEn(palabra)] |= bitDe(palabra);
  return filtro;
}

/** Returns `false` if the packed word is certainly not in the filter. */
export const puedeEstar = (palabra: number, filtro: Filtro): boolean =>
  (filtro[lugarEn(palabra)] & bitDe(palabra)) !== 0;

/** The words that raise a doubt if they decide the letters of a key; then the same with the words that lack an Ñ. */
export const DUDOSAS: Filtro = filtroDe(PALABRAS_DUDOSAS);
export const DUDOSAS_SIN_ENIE: Filtro = filtroDe([...PALABRAS_DUDOSAS, ...SIN_ENIE]);

/** The frequent given names, and the words that R 1.3 passes over. */
export const DE_PILA: Filtro = filtroDe([...NOMBRES_DE_PILA, ...NOMBRES_OMITIDOS]);
