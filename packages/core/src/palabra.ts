/**
 * Which word of a name counts, and its initial, first internal vowel and first internal consonant.
 *
 * Source: IN art. 3, positions 1-4 and 14-16; R §5, 1.2 to 1.18 (RENAPO, 22-10-2021). Several particles, their order
 * and a particle that stands alone are decisions of this project: D 6 to D 10 of docs/norm.md.
 */
import { CLASES, Clase, claseDe, normalizar } from './letras.js';
import { NOMBRES_OMITIDOS, PARTICULAS } from './norma/particulas.js';

/**
 * What was read of a name, in one number, for a file holds millions of them: the symbols of the consonant, the vowel
 * and the initial of the word that counts, five bits each, and where that word begins. 0: there is no word.
 * Negative: the name cannot be read, and the bits of `Ilegible` say why.
 */
export type Lectura = number;

export const consonante = (lectura: Lectura): number => lectura & Clase.SIMBOLO;
export const vocal = (lectura: Lectura): number => (lectura >> 5) & Clase.SIMBOLO;
export const inicial = (lectura: Lectura): number => (lectura >> 10) & Clase.SIMBOLO;
export const inicio = (lectura: Lectura): number => lectura >> 15;

export const enum Ilegible {
  TIPO = 1,
  LARGO = 2,
  CONTROL = 4,
  SIN_LETRAS = 8,
}

/** Words packed into numbers, five bits a letter. */
const enum Paquete {
  /** The norm's words have five letters at most; with six kept, no longer word is taken for one of them. */
  SEIS_LETRAS = (1 << 30) - 1,
  /** Under this modulus no two words of one list of the norm fall together; the tests hold it. */
  MODULO = 1051,
}

function numeroDe(palabra: string): number {
  const agregar = (n: number, letra: string): number =>
    ((n << 5) | (claseDe(letra) & Clase.SIMBOLO)) & Paquete.SEIS_LETRAS;
  return Array.from(palabra).reduce(agregar, 0);
}

/** A list of words as numbers, each at its remainder. */
export function tablaDe(palabras: readonly string[]): Int32Array {
  const tabla = new Int32Array(Paquete.MODULO);
  for (const numero of palabras.map(numeroDe)) tabla[numero % Paquete.MODULO] = numero;
  return tabla;
}

export const esta = (numero: number, tabla: Int32Array): boolean => tabla[numero % Paquete.MODULO] === numero;

/** The longest name that is read, in characters of its composed form. */
const LARGO_MAXIMO = 200;

const particulas = tablaDe(PARTICULAS);
const omitidos = tablaDe(NOMBRES_OMITIDOS);
const clases = CLASES; // an imported table would be looked up anew for every letter

export const esParticula = (palabra: string): boolean => esta(numeroDe(palabra), particulas);
export const esMariaJose = (palabra: string): boolean => esta(numeroDe(palabra), omitidos);

/** Reads what came as a name. `omiteMariaJose`: it is a given name, where R 1.3 holds. */
export function leer(valor: unknown, omiteMariaJose: boolean): Lectura {
  if (typeof valor !== 'string') return valor === undefined || valor === null ? 0 : -Ilegible.TIPO;
  if (valor.length > LARGO_MAXIMO && esLargo(valor)) return -Ilegible.LARGO;
  const lectura = recorrer(valor, omiteMariaJose);
  return lectura > 0 ? lectura : releer(valor, omiteMariaJose, -lectura);
}

/**
 * One pass over a text: the first word that is not passed over counts, or the last one if all are. A text that cannot
 * be read as it stands gives the classes of its characters, as a negative number.
 */
function recorrer(texto: string, omisible: boolean): number {
  const largo = texto.length;
  let vistas = 0;
  let desde = 0;
  let ini = 0;
  let voc = 0;
  let con = 0;
  let i = 0;
  while (i < largo) {
    let clase = clases[texto.charCodeAt(i)];
    if (clase & Clase.ESPACIO) {
      i++;
      continue;
    }
    vistas |= clase;
    desde = i;
    ini = clase;
    voc = 0;
    con = 0;
    let palabra = clase & Clase.SIMBOLO;
    while (++i < largo) {
      clase = clases[texto.charCodeAt(i)];
      if (clase & Clase.ESPACIO) break;
      vistas |= clase;
      palabra = ((palabra << 5) | (clase & Clase.SIMBOLO)) & Paquete.SEIS_LETRAS;
      if (voc === 0 && clase & Clase.VOCAL_O_SIGNO) voc = clase;
      if (con === 0 && !(clase & Clase.VOCAL)) con = clase;
    }
    if (i === largo) break;
    if (particulas[palabra % Paquete.MODULO] === palabra) continue; // 1.7
    if (!omisible || omitidos[palabra % Paquete.MODULO] !== palabra) break;
    omisible = false; // 1.3: one of them, never two
  }
  while (++i < largo) vistas |= clases[texto.charCodeAt(i)];
  if ((vistas & (Clase.LATINA | Clase.CONTROL | Clase.RARO)) !== Clase.LATINA) return -vistas;
  return (desde << 15) | ((ini & Clase.SIMBOLO) << 10) | ((voc & Clase.SIMBOLO) << 5) | (con & Clase.SIMBOLO);
}

/** Reads a text with characters of these classes: rewritten if that helps, or else nothing, or illegible. */
function releer(texto: string, omiteMariaJose: boolean, vistas: number): Lectura {
  if (vistas & Clase.RARO) return leer(normalizar(texto), omiteMariaJose);
  if ((vistas & ~Clase.ESPACIO) === 0) return 0;
  const control = vistas & Clase.CONTROL ? Ilegible.CONTROL : 0;
  const sinLetras = vistas & Clase.LATINA ? 0 : Ilegible.SIN_LETRAS;
  return -(control | sinLetras);
}

/** No composed character takes more than four code units decomposed, so a far longer text need not be composed. */
function esLargo(texto: string): boolean {
  return texto.length > LARGO_MAXIMO * 4 || Array.from(texto.normalize()).length > LARGO_MAXIMO;
}
