/**
 * Which word of a name counts, and its initial, first internal vowel and first internal consonant.
 *
 * Source: IN art. 3, positions 1-4 and 14-16; R §5, 1.2 to 1.18 (RENAPO, 22-10-2021). Several particles, their order
 * and a particle that stands alone are decisions of this project: D 6 to D 10 of docs/norm.md.
 */
import { CLASES, Clase, claseDe, normalizar } from './letras.js';
import { NOMBRES_OMITIDOS, PARTICULAS } from './norma/particulas.js';

/**
 * What was read of a name, in one number, for a file holds millions of them: the symbols of the initial, the vowel and
 * the consonant of the word that counts, in the bits of `Clase`, and above them where that word begins. 0: there is no
 * word. Negative: the name cannot be read, and the bits of `Ilegible` say why.
 */
export type Lectura = number;

export const inicial = (lectura: Lectura): number => lectura & 31;
export const vocal = (lectura: Lectura): number => (lectura >> 5) & 31;
export const consonante = (lectura: Lectura): number => (lectura >> 10) & 31;
export const inicio = (lectura: Lectura): number => lectura >> 15;

export const enum Ilegible {
  TIPO = 1,
  LARGO = 2,
  CONTROL = 4,
  SIN_LETRAS = 8,
}

/** Words packed into numbers: five bits a letter, its symbol. */
const enum Paquete {
  /** The norm's words have five letters at most; with six kept, no longer word is taken for one of them. */
  SEIS_LETRAS = (1 << 30) - 1,
  /** Under this modulus no two words of one list of the norm fall together; the tests hold it. */
  MODULO = 1051,
}

const empacar = (palabra: string): number =>
  Array.from(palabra, claseDe).reduce((n, clase) => (n << 5) | (clase & Clase.INICIAL), 0) & Paquete.SEIS_LETRAS;

/** A list of packed words, each at its remainder. */
export function tablaDe(palabras: readonly string[]): Int32Array {
  const tabla = new Int32Array(Paquete.MODULO);
  for (const palabra of palabras.map(empacar)) tabla[palabra % Paquete.MODULO] = palabra;
  return tabla;
}

export const esta = (palabra: number, tabla: Int32Array): boolean => tabla[palabra % Paquete.MODULO] === palabra;

const particulas = tablaDe(PARTICULAS);
const omitidos = tablaDe(NOMBRES_OMITIDOS);
const clases = CLASES; // an imported table would be looked up anew for every letter

export const esParticula = (palabra: string): boolean => esta(empacar(palabra), particulas);
export const esMariaJose = (palabra: string): boolean => esta(empacar(palabra), omitidos);

/** All bits if there is nothing yet, none otherwise. */
const siVacio = (bits: number): number => (bits - 1) >> 31;

/** The letters of a word and one more character of it: its first vowel and its first consonant stay. */
const conOtro = (letras: number, clase: number): number =>
  letras | // without branches, which no processor could foresee
  (clase & Clase.VOCAL & siVacio(letras & Clase.VOCAL)) |
  (clase & Clase.CONSONANTE & siVacio(letras & Clase.CONSONANTE));

/** The longest name that is read, in characters of its composed form. */
const LARGO_MAXIMO = 200;

/**
 * Reads what came as a name, in one pass: the first word that is not passed over counts, or the last one if all are.
 * `esDePila`: it is a given name, where R 1.3 holds.
 */
export function leer(texto: unknown, esDePila: boolean): Lectura {
  if (typeof texto !== 'string') return texto === undefined || texto === null ? 0 : -Ilegible.TIPO;
  const largo = texto.length;
  if (largo > LARGO_MAXIMO && esLargo(texto)) return -Ilegible.LARGO;
  let omisible = esDePila;
  let vistas = 0;
  let desde = 0;
  let letras = 0;
  let i = 0;
  while (i < largo) {
    let clase = clases[texto.charCodeAt(i)];
    if (clase & Clase.ESPACIO) {
      i++;
      continue;
    }
    vistas |= clase;
    desde = i;
    letras = clase & Clase.INICIAL;
    let palabra = letras;
    while (++i < largo) {
      clase = clases[texto.charCodeAt(i)];
      if (clase & Clase.ESPACIO) break;
      vistas |= clase;
      palabra = (palabra << 5) | (clase & Clase.INICIAL);
      letras = conOtro(letras, clase);
    }
    if (i === largo) break;
    palabra &= Paquete.SEIS_LETRAS;
    if (particulas[palabra % Paquete.MODULO] === palabra) continue; // 1.7
    if (!omisible || omitidos[palabra % Paquete.MODULO] !== palabra) break;
    omisible = false; // 1.3: one of them, never two
  }
  while (++i < largo) vistas |= clases[texto.charCodeAt(i)];
  if ((vistas & (Clase.LATINA | Clase.CONTROL | Clase.RARO)) !== Clase.LATINA) return releer(texto, esDePila, vistas);
  return (desde << 15) | letras;
}

/** Reads a text with characters of these classes: rewritten if that helps; or else there is nothing, or no reading. */
function releer(texto: string, esDePila: boolean, vistas: number): Lectura {
  if (vistas & Clase.RARO) return leer(normalizar(texto), esDePila);
  if ((vistas & ~Clase.ESPACIO) === 0) return 0;
  const control = vistas & Clase.CONTROL ? Ilegible.CONTROL : 0;
  const sinLetras = vistas & Clase.LATINA ? 0 : Ilegible.SIN_LETRAS;
  return -(control | sinLetras);
}

/** No composed character takes more than four code units decomposed, so a far longer text need not be composed. */
function esLargo(texto: string): boolean {
  return texto.length > LARGO_MAXIMO * 4 || Array.from(texto.normalize()).length > LARGO_MAXIMO;
}

/**
 * Reads a name that stands as UTF-8 among other bytes, as a file of millions has them: the same walk as that of `leer`
 * over its commonest characters. Below zero, whatever the reason: only `leer` can say.
 */
export function leerUtf8(bytes: Uint8Array, principio: number, fin: number, esDePila: boolean): Lectura {
  if (fin - principio > LARGO_MAXIMO) return -Ilegible.LARGO;
  let omisible = esDePila;
  let vistas = 0;
  let letras = 0;
  let i = principio;
  while (i < fin) {
    let byte = bytes[i++];
    let clase = clases[byte];
    if (byte > 0x7f) clase = claseDeDos(byte, bytes[i++]);
    if (clase & Clase.ESPACIO) continue;
    vistas |= clase;
    letras = clase & Clase.INICIAL;
    let palabra = letras;
    while (i < fin) {
      byte = bytes[i++];
      clase = clases[byte];
      if (byte > 0x7f) clase = claseDeDos(byte, bytes[i++]);
      if (clase & Clase.ESPACIO) break;
      vistas |= clase;
      palabra = (palabra << 5) | (clase & Clase.INICIAL);
      letras = conOtro(letras, clase);
    }
    if (i >= fin) break;
    palabra &= Paquete.SEIS_LETRAS;
    if (particulas[palabra % Paquete.MODULO] === palabra) continue; // 1.7
    if (!omisible || omitidos[palabra % Paquete.MODULO] !== palabra) break;
    omisible = false; // 1.3: one of them, never two
  }
  while (i < fin) {
    const byte = bytes[i++];
    vistas |= byte > 0x7f ? claseDeDos(byte, bytes[i++]) : clases[byte];
  }
  if ((vistas & (Clase.LATINA | Clase.CONTROL | Clase.RARO)) === Clase.LATINA) return letras;
  return (vistas & ~Clase.ESPACIO) === 0 ? 0 : -Ilegible.SIN_LETRAS;
}

/** The class of a character of two bytes; those of the Latin blocks begin with C2 to C5. */
const claseDeDos = (primero: number, segundo: number): number =>
  primero >= 0xc2 && primero <= 0xc5 && (segundo & 0xc0) === 0x80
    ? clases[((primero & 31) << 6) | (segundo & 63)]
    : Clase.RARO;
