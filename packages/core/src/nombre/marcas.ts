/**
 * Marks the words of a name: what a word may be besides a name. Each rule of `dudas.ts` names the marks that wake it, so
 * a name is plain if its words have no mark that wakes a rule, and nobody needs to look at it.
 */
import { NOMBRES_OMITIDOS, PARTICULAS } from '../norma/particulas.js';
import { sinAcentos } from './letras.js';
import {
  ABREVIATURAS,
  DE_EMPRESA,
  DE_FRASE,
  DE_NADIE,
  OTRA_ENIE,
  SIN_ENIE,
  SIN_NOMBRE,
  SIN_SEGUNDO,
  TITULOS,
  TRATAMIENTOS,
  VIUDA,
} from './palabras-dudosas.js';
import { RELLENOS, RELLENOS_DE_PILA, unir } from './relleno.js';
import { puedeSerUnida } from './unidas.js';

export const enum Marca {
  /** Every word has this mark: a rule that it wakes looks at every name. */
  PALABRA = 1,
  /** The name has several words. */
  VARIAS = 1 << 1,
  /** A word appears twice in the name. */
  REPETIDA = 1 << 2,
  /** The name begins with words that R 1.3 and 1.7 pass over, and plain words follow. Their own marks do not count then. */
  DE_PASO = 1 << 3,
  /** A particle of R 1.7. */
  PARTICULA = 1 << 4,
  /** A word that R 1.3 passes over: MARIA, MA. */
  OMITIDO = 1 << 5,
  /** A character that is no Spanish letter: a sign, a digit, a letter of another language. */
  SIGNO = 1 << 6,
  /** Capitals and small letters other than `López`, `LÓPEZ` or `lópez`. */
  CAJA = 1 << 7,
  /** One letter, alone or repeated. */
  LETRA = 1 << 8,
  /** Two words grown together: JOSELUIS, DELACRUZ, DELA. */
  UNIDA = 1 << 9,
  /** A known abbreviation, or a word without a vowel: SN JUAN. */
  ABREVIADA = 1 << 10,
  TITULO = 1 << 11,
  /** A word that no person is called: VACANTE, HIJO, ABARROTES, the first word of a phrase like POR ASIGNAR or of a surname like SAN MARTÍN. */
  NADIE = 1 << 12,
  /** The first word of a filler: SIN (APELLIDO), NULL. */
  RELLENO = 1 << 13,
  /** A word that means, as the second surname, that there is none. */
  EN_VEZ_DE_SEGUNDO = 1 << 14,
  /** A name that usually has an Ñ, without it. */
  LE_FALTA_ENIE = 1 << 15,
}

const LISTAS: readonly (readonly [palabras: Iterable<string>, marca: Marca])[] = [
  [PARTICULAS, Marca.PARTICULA],
  [NOMBRES_OMITIDOS, Marca.OMITIDO],
  [[...ABREVIATURAS.keys(), ...VIUDA], Marca.ABREVIADA],
  [[...TITULOS, ...TRATAMIENTOS], Marca.TITULO],
  [[...DE_NADIE, ...SIN_NOMBRE, ...DE_FRASE, ...DE_EMPRESA, 'SAN', 'SANTA'], Marca.NADIE],
  [[...RELLENOS, ...RELLENOS_DE_PILA].flatMap((relleno) => [relleno.split(' ', 1)[0], unir(relleno)]), Marca.RELLENO],
  [SIN_SEGUNDO, Marca.EN_VEZ_DE_SEGUNDO],
  [[...SIN_ENIE.keys(), ...OTRA_ENIE.keys()], Marca.LE_FALTA_ENIE],
];

/** The marks of the words in the lists, without accents. */
const MARCADAS = new Map<string, number>();
for (const [palabras, marca] of LISTAS) {
  for (const palabra of palabras) MARCADAS.set(sinAcentos(palabra), (MARCADAS.get(sinAcentos(palabra)) ?? 0) | marca);
}

/** 1 for a capital of Spanish, 2 for a small letter. */
const CAJAS = new Uint8Array(0x100);
for (const letra of 'ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚÜ') {
  CAJAS[letra.charCodeAt(0)] = 1;
  CAJAS[letra.toLowerCase().charCodeAt(0)] = 2;
}

/** No name of a person lacks both vowels and Y, except foreign ones such as NG, and SMRZ of R 1.9. */
const SIN_VOCAL = /^(?!NG$|SMRZ$)[^AEIOUY]+$/;

/** Returns a word in upper case, without accents. */
export const simplificar = (palabra: string): string => sinAcentos(palabra.toUpperCase());

/** Returns the marks of one word. */
export function marcasDe(palabra: string, simple = simplificar(palabra)): number {
  const largo = palabra.length;
  let mayusculas = 0;
  let letras = 0;
  let esEspaniol = true;
  for (let i = 0; i < largo; i++) {
    const codigo = palabra.charCodeAt(i);
    const caja = codigo < 0x100 ? CAJAS[codigo] : 0;
    if (caja === 0) esEspaniol = false;
    else letras++;
    mayusculas += caja & 1;
  }
  let marcas: number = Marca.PALABRA | (MARCADAS.get(simple) ?? 0);
  if (!esEspaniol) marcas |= Marca.SIGNO;
  const empiezaEnMayuscula = mayusculas === 1 && (CAJAS[palabra.charCodeAt(0)] & 1) === 1;
  if (mayusculas > 0 && mayusculas < letras && !empiezaEnMayuscula) marcas |= Marca.CAJA;
  if (esUnaLetra(simple)) marcas |= Marca.LETRA;
  else if (esEspaniol && SIN_VOCAL.test(simple) && (marcas & Marca.PARTICULA) === 0) marcas |= Marca.ABREVIADA;
  if (puedeSerUnida(simple)) marcas |= Marca.UNIDA;
  return marcas;
}

function esUnaLetra(palabra: string): boolean {
  for (let i = 1; i < palabra.length; i++) if (palabra.charCodeAt(i) !== palabra.charCodeAt(0)) return false;
  return true;
}

/** The marks that words may have which are passed over: MA is an abbreviation, MA. has a sign, and Y is one letter. */
const DE_LOS_OMITIDOS: number =
  Marca.PALABRA | Marca.PARTICULA | Marca.OMITIDO | Marca.ABREVIADA | Marca.SIGNO | Marca.LETRA;

/** Returns how many words at the beginning of a given name are passed over before the next: particles, and one word of R 1.3. */
function omitidas(marcas: readonly number[]): number {
  let yaHayOmitido = false;
  const primera = marcas.findIndex((cada) => {
    if ((cada & ~DE_LOS_OMITIDOS) !== 0) return true;
    if ((cada & Marca.PARTICULA) !== 0) return (cada & Marca.LETRA) !== 0; // Y joins two people
    if ((cada & Marca.OMITIDO) === 0 || yaHayOmitido) return true;
    yaHayOmitido = true;
    return false;
  });
  return primera < 0 ? marcas.length : primera;
}

/** Returns whether all these words are passed over at the beginning of a given name. */
export function sePasanPorAlto(palabras: string): boolean {
  const marcas = palabras.split(' ').map((palabra) => marcasDe(palabra));
  return omitidas(marcas) === marcas.length;
}

/** Returns the marks of a name: those of its words, and those of the name as a whole. */
export function marcasDeNombre(nombre: string, esDePila: boolean): number {
  if (!nombre.includes(' ')) return marcasDe(nombre);
  const palabras = nombre.split(' ').filter((palabra) => palabra !== '');
  const simples = palabras.map(simplificar);
  const marcas = palabras.map((palabra, i) => marcasDe(palabra, simples[i]));
  const primera = esDePila ? omitidas(marcas) : 0;
  const esDePaso =
    primera > 0 && primera < marcas.length && marcas.slice(primera).every((cada) => cada === (Marca.PALABRA as number));
  const deNombre =
    (palabras.length > 1 ? Marca.VARIAS : 0) |
    (new Set(simples).size < simples.length ? Marca.REPETIDA : 0) |
    (esDePaso ? Marca.DE_PASO : 0);
  return marcas.slice(esDePaso ? primera : 0).reduce((todas, cada) => todas | cada, deNombre);
}
