/**
 * The calculation for files of millions of rows: reads plain names where they stand among the bytes of a row, writes the
 * key as bytes, and allocates nothing. It leaves names that are not plain, surnames that may be DESCONOCIDO and bad data to
 * whoever reads the texts.
 */
import { armar, parecenDesconocidos } from './calcular.js';
import { PALABRAS_DUDOSAS, SIN_ENIE } from './dudas.js';
import { CLASES, Clase, claseDe } from './nombre/letras.js';
import { Ilegible, LARGO_MAXIMO, type Lectura, Paquete, empacar, omitidos, particulas } from './nombre/palabra.js';

export { VALORES } from './norma/digito-verificador.js';
export { primerAnioUsual } from './fecha.js';
export { type Lectura, leer } from './nombre/palabra.js';
export { codigosDeClave } from './norma/entidades.js';

/** The bit of a dot, which is plain only behind an abbreviation of the norm. */
const PUNTO = 1 << 19;
const LLANAS = /[A-Za-zÁÉÍÓÚÜÑáéíóúüñ ]/;

/** The classes of the Latin blocks. Whatever a plain name does not have is left to whoever reads the text. */
const clases = CLASES.slice(0, 0x180).map((clase, unidad) =>
  LLANAS.test(String.fromCharCode(unidad)) ? clase : Clase.RARO,
);
clases[46] = claseDe('.') | PUNTO;
// local names: V8 reads an imported table through its module at every look-up
const deParticulas = particulas;
const deOmitidos = omitidos;

/** Packed words, each by the bit of a sum of its own bits. A word whose bit is 0 is none of them. */
export type Filtro = Uint8Array;
const TAMANO = 1 << 13;
const sumaDe = (palabra: number): number => palabra ^ (palabra >>> 13);
const contiene = (filtro: Filtro, suma: number): number => filtro[(suma >> 3) & (TAMANO - 1)] & (1 << (suma & 7));

function filtroDe(palabras: readonly string[]): Filtro {
  const filtro = new Uint8Array(TAMANO);
  for (const suma of palabras.map((palabra) => sumaDe(empacar(palabra)))) {
    filtro[(suma >> 3) & (TAMANO - 1)] |= 1 << (suma & 7);
  }
  return filtro;
}

/** The words that are looked at where they give the letters of a key, and the same with those that lack an Ñ. */
export const DUDOSAS: Filtro = filtroDe(PALABRAS_DUDOSAS);
export const DUDOSAS_SIN_ENIE: Filtro = filtroDe([...PALABRAS_DUDOSAS, ...SIN_ENIE]);

/**
 * Reads a plain name that stands as UTF-8 among other bytes: the same walk as that of `leer`. Negative: whoever reads the
 * text has to decide, because it is not plain or because the word that counts is one of `dudosas`.
 */
export function leerUtf8(
  bytes: Uint8Array,
  principio: number,
  fin: number,
  esDePila: boolean,
  dudosas: Filtro,
): Lectura {
  if (fin - principio > LARGO_MAXIMO) return -Ilegible.LARGO;
  let omisible = esDePila;
  let vistas = 0;
  let letras = 0;
  let palabra = 0;
  let i = principio;
  while (i < fin) {
    let byte = bytes[i++];
    let clase = byte > 0x7f ? claseDeDos(bytes, i++) : clases[byte];
    if (clase & Clase.ESPACIO) continue;
    letras = clase & ~(Clase.VOCAL | Clase.CONSONANTE);
    palabra = clase & Clase.INICIAL;
    let ocupadas: number = Clase.INICIAL;
    while (i < fin) {
      byte = bytes[i++];
      clase = byte > 0x7f ? claseDeDos(bytes, i++) : clases[byte];
      if (clase & Clase.ESPACIO) break;
      palabra = (palabra << 5) | (clase & Clase.INICIAL);
      letras |= clase & ~ocupadas;
      ocupadas |= clase >> Clase.OCUPA;
    }
    vistas |= letras;
    palabra &= Paquete.SEIS_LETRAS;
    if (i >= fin) break;
    if (deParticulas[palabra % Paquete.MODULO] === palabra) continue; // 1.7
    if (!omisible || deOmitidos[palabra % Paquete.MODULO] !== palabra) break;
    omisible = false; // 1.3: one of them, never two
    vistas &= ~PUNTO; // that of MA.
  }
  while (i < fin) {
    const byte = bytes[i++];
    vistas |= byte > 0x7f ? claseDeDos(bytes, i++) : clases[byte];
  }
  const esLlano = (vistas & (Clase.LATINA | Clase.CONTROL | Clase.RARO | PUNTO)) === Clase.LATINA;
  if (esLlano && contiene(dudosas, sumaDe(palabra)) === 0) return letras & Clase.LETRAS;
  return (vistas & ~Clase.ESPACIO) === 0 ? 0 : -Ilegible.SIN_LETRAS;
}

/** The class of a letter of two bytes, the second of which stands at `i`: the accented letters of Spanish begin with C3. */
function claseDeDos(bytes: Uint8Array, i: number): number {
  const segundo = bytes[i];
  if (bytes[i - 1] !== 0xc3 || (segundo & 0xc0) !== 0x80 || estaFueraDeLugar(bytes, i)) return Clase.RARO;
  return clases[0xc0 | (segundo & 63)];
}

/** Whether an accented letter is in the other case than its neighbours: `LàPEZ`, `MuÒoz`. */
function estaFueraDeLugar(bytes: Uint8Array, i: number): boolean {
  const antes = bytes[i - 2];
  const trasMinuscula = (antes >= 97 && antes <= 122) || (antes >= 0xa0 && bytes[i - 3] === 0xc3);
  if (bytes[i] < 0xa0) return trasMinuscula;
  const despues = bytes[i + 1];
  const anteMayuscula = (despues >= 65 && despues <= 90) || (despues === 0xc3 && bytes[i + 2] < 0xa0);
  return anteMayuscula && !trasMinuscula;
}

/** Where `escribir` writes the key. */
let destino: Uint8Array = new Uint8Array();
let en = 0;

// oxfmt-ignore
const escribir = (
  p1: number, p2: number, p3: number, p4: number, p5: number, p6: number, p7: number, p8: number, p9: number,
  p10: number, p11: number, p12: number, p13: number, p14: number, p15: number, p16: number, p17: number, p18: number,
): string => {
  const d = destino;
  const i = en;
  d[i] = p1;
  d[i + 1] = p2;
  d[i + 2] = p3;
  d[i + 3] = p4;
  d[i + 4] = p5;
  d[i + 5] = p6;
  d[i + 6] = p7;
  d[i + 7] = p8;
  d[i + 8] = p9;
  d[i + 9] = p10;
  d[i + 10] = p11;
  d[i + 11] = p12;
  d[i + 12] = p13;
  d[i + 13] = p14;
  d[i + 14] = p15;
  d[i + 15] = p16;
  d[i + 16] = p17;
  d[i + 17] = p18;
  return '';
};

/**
 * Writes the key of a person at `desde`: the readings of the three names, the date, the code of `H`, `M` or `X`, and
 * the number that `codigosDeClave` gives. `false`: nothing was written, and `calcular` has to decide.
 */
export function escribirClave(
  hacia: Uint8Array,
  desde: number,
  primerApellido: Lectura,
  segundoApellido: Lectura,
  nombre: Lectura,
  anio: number,
  mes: number,
  dia: number,
  sexo: number,
  entidad: number,
): boolean {
  if (primerApellido === 0 || parecenDesconocidos(primerApellido, segundoApellido)) return false;
  destino = hacia;
  en = desde;
  const clave = armar(primerApellido, segundoApellido, nombre, anio, mes, dia, sexo, entidad, escribir);
  return clave !== null;
}
