/**
 * Finds the word of a name that counts, and its initial, first internal vowel and first internal consonant.
 *
 * Source: IN art. 3, positions 1-4 and 14-16; R §5, 1.2 to 1.18 (RENAPO, 22-10-2021). Several particles, their order
 * and a particle without a name are decisions of this project: D 6 to D 10 of docs/norm.md.
 */
import { Clase, LARGO_MAXIMO, Paquete } from './clase.js';
import { CLASES, normalizar } from './letras.js';
import { NOMBRES_OMITIDOS, PARTICULAS } from '../norma/particulas.js';

/**
 * The reading of a name, packed into one number, because files hold millions of names: the symbols of the initial, the
 * vowel and the consonant of the word that counts, in the bits of `Clase`, and above them the index where that word
 * begins. 0 if there is no word. Negative if the name is unreadable: then the bits of `Ilegible` say why.
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

export function empacar(palabra: string): number {
  let letras = 0;
  for (let i = 0; i < palabra.length; i++) letras = (letras << 5) | (CLASES[palabra.charCodeAt(i)] & Clase.INICIAL);
  return letras & Paquete.SEIS_LETRAS;
}

/** Returns a table of packed words, each at its remainder. */
export function tablaDe(palabras: readonly string[]): Int32Array {
  const tabla = new Int32Array(Paquete.MODULO);
  for (const palabra of palabras.map(empacar)) tabla[palabra % Paquete.MODULO] = palabra;
  return tabla;
}

export const esta = (palabra: number, tabla: Int32Array): boolean => tabla[palabra % Paquete.MODULO] === palabra;

const particulas = tablaDe(PARTICULAS);
const omitidos = tablaDe(NOMBRES_OMITIDOS);
const clases = CLASES; // a local name: V8 reads an imported table through its module at every look-up

export const esParticula = (palabra: string): boolean => esta(empacar(palabra), particulas);
export const esMariaJose = (palabra: string): boolean => esta(empacar(palabra), omitidos);

/**
 * Reads a name in one pass: the first word that is not passed over counts, or the last word if all are passed over.
 * `esDePila`: it is a given name, to which R 1.3 applies.
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
    desde = i;
    letras = clase & ~(Clase.VOCAL | Clase.CONSONANTE);
    let palabra = clase & Clase.INICIAL;
    let ocupadas: number = Clase.INICIAL; // instead of branches, which the processor could not predict
    for (i++; i < largo; i++) {
      clase = clases[texto.charCodeAt(i)];
      if (clase & Clase.ESPACIO) break;
      palabra = (palabra << 5) | (clase & Clase.INICIAL);
      letras |= clase & ~ocupadas;
      ocupadas |= clase >> Clase.OCUPA;
    }
    vistas |= letras;
    if (i === largo) break;
    palabra &= Paquete.SEIS_LETRAS;
    if (particulas[palabra % Paquete.MODULO] === palabra) continue; // 1.7
    if (!omisible || omitidos[palabra % Paquete.MODULO] !== palabra) break;
    omisible = false; // 1.3: one of them, never two
  }
  for (; i < largo; i++) vistas |= clases[texto.charCodeAt(i)];
  if ((vistas & (Clase.LATINA | Clase.CONTROL | Clase.RARO)) !== Clase.LATINA) return releer(texto, esDePila, vistas);
  return (desde << 15) | (letras & Clase.LETRAS);
}

/** Reads a text that is not plain: rewrites it if it has odd characters; otherwise it is blank or unreadable. */
function releer(texto: string, esDePila: boolean, vistas: number): Lectura {
  if (vistas & Clase.RARO) return leer(normalizar(texto), esDePila);
  if ((vistas & ~Clase.ESPACIO) === 0) return 0;
  const control = vistas & Clase.CONTROL ? Ilegible.CONTROL : 0;
  const sinLetras = vistas & Clase.LATINA ? 0 : Ilegible.SIN_LETRAS;
  return -(control | sinLetras);
}

/** Returns whether a text is too long. A composed character has at most four code units decomposed, so a far longer text is not composed. */
function esLargo(texto: string): boolean {
  return texto.length > LARGO_MAXIMO * 4 || Array.from(texto.normalize()).length > LARGO_MAXIMO;
}
