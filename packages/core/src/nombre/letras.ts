/**
 * Assigns each character a class: the letters that it becomes in a key.
 *
 * Every UTF-16 code unit has a class in one table: its letter as an initial, as a vowel and as a consonant, and its
 * kind. The table covers the Latin blocks (U+0000 to U+017F); `normalizar` first rewrites a text with other characters.
 *
 * Source: R §5, 1.1, 1.4, 1.6, 1.12 and 1.18 (RENAPO, 22-10-2021). The Unicode form, letters outside the Spanish
 * alphabet and digits are decisions of this project: D 1 to D 5 of docs/norm.md.
 */

import { Clase } from './clase.js';

/** The symbols that become X. The period has its own, which distinguishes MA. from MAX; all others except A-Z share one. */
const enum Simbolo {
  PUNTO = 27,
  OTRO = 28,
}

/** Latin letters that have no Unicode decomposition to A-Z, each before its base letter (D 3). */
const LETRAS_SIN_TRAZO = 'ÆA ŒO ØO ĐD ĦH ŁL ŦT ẞS ƁB ƊD ƑF ƓG ƗI ƘK ƝN ƤP ƬT ƲV ƳY ƵZ ǤG ȺA ȻC ȽL ȾT ɃB ɄU ɆE ɈJ ɌR ɎY';

/**
 * Returns the representative of all characters that are read alike: `A`-`Z`, `Ñ`, `Ä` `Ë` `Ï` `Ö`, `Þ` for a Latin
 * letter without a base, `µ` for a letter of another script, `.`, `'`, `-`, `#` for any other sign, a space, NUL for a
 * control character, and an empty text for a character that is dropped. The argument includes its marks.
 */
export function representante(caracter: string): string {
  if (/\s/u.test(caracter)) return ' ';
  if (/\p{Cc}/u.test(caracter)) return '\0';
  if (/^[\p{M}\p{Cf}]/u.test(caracter)) return '';
  if (caracter.startsWith('.')) return '.';
  if (/['’‘´`ʼ]/u.test(caracter)) return "'"; // D 4
  if (/\p{Pd}/u.test(caracter)) return '-';
  if (!/(?!\p{Lm})\p{L}/u.test(caracter)) return '#';
  const [letra = '', ...marcas] = caracter.normalize('NFKD').toUpperCase();
  if (letra === 'N' && marcas.includes('\u0303')) return 'Ñ';
  if ('AEIO'.includes(letra) && marcas.includes('\u0308')) return `${letra}\u0308`.normalize();
  if (/[A-Z]/.test(letra)) return letra;
  if (!/\p{Script=Latin}/u.test(letra)) return 'µ';
  const base = LETRAS_SIN_TRAZO.indexOf(letra);
  return base < 0 ? 'Þ' : LETRAS_SIN_TRAZO.charAt(base + 1);
}

function clasificar(caracter: string): number {
  if (caracter === 'ª') return Clase.RARO; // so that `normalizar` reads Mª and M.ª as MA (D 11)
  const leido = representante(caracter);
  if (leido === '') return Clase.RARO;
  if (leido === ' ') return Clase.ESPACIO;
  if (leido === '\0') return Clase.CONTROL;
  if (leido === '.') return comoSigno(Simbolo.PUNTO);
  if ("'-#".includes(leido)) return comoSigno(Simbolo.OTRO);
  if (leido === 'µ') return comoConsonante(Simbolo.OTRO);
  if (leido === 'Ñ' || leido === 'Þ') return Clase.LATINA | comoConsonante(Simbolo.OTRO);
  if ('ÄËÏÖ'.includes(leido)) return Clase.LATINA | comoVocal(Simbolo.OTRO);
  const simbolo = leido.charCodeAt(0) - 64;
  return Clase.LATINA | ('AEIOU'.includes(leido) ? comoVocal(simbolo) : comoConsonante(simbolo));
}

const comoVocal = (simbolo: number): number => simbolo | (simbolo << 5) | (Clase.VOCAL << Clase.OCUPA);
const comoConsonante = (simbolo: number): number => simbolo | (simbolo << 10) | (Clase.CONSONANTE << Clase.OCUPA);
const comoSigno = (simbolo: number): number => comoVocal(simbolo) | comoConsonante(simbolo);

/** Returns whether a class is that of a sign, which counts as a vowel and as a consonant. */
export const esSigno = (clase: number): boolean => (clase & Clase.VOCAL) !== 0 && (clase & Clase.CONSONANTE) !== 0;

/** The class of every UTF-16 code unit. Each has an entry, so that no look-up needs a check. */
export const CLASES = new Int32Array(0x10000).fill(Clase.RARO);
for (let unidad = 0; unidad < 0x180; unidad++) CLASES[unidad] = clasificar(String.fromCharCode(unidad));

export const claseDe = (caracter: string): number => CLASES[caracter.charCodeAt(0)];

/** The code of the letter that a symbol becomes in a key: A to Z, or X. */
export const LETRAS = Uint8Array.from({ length: 32 }, (_, simbolo) =>
  simbolo > 0 && simbolo < Simbolo.PUNTO ? 64 + simbolo : 88,
);

/** A character as it is read, which is one code unit of the table, and as it was written. */
export type Leido = readonly [leido: string, escrito: string];

/** Returns the characters of a text, composed, without marks and invisible characters, so that the table covers all of them (D 1). */
export function leidos(texto: string): Leido[] {
  const compuesto = texto
    .replace(/\p{Cf}/gu, '')
    .replace(/[\ufb00-\ufb06]/g, (ligadura) => ligadura.normalize('NFKD')) // ﬂ of a PDF is f and l (D 3)
    .normalize()
    .replace(/(?:\.\p{M}*)?ª\p{M}*/gu, 'A');
  return (compuesto.match(/\P{M}\p{M}*/gu) ?? []).map((escrito) => {
    const comoEsta = escrito.length === 1 && !(claseDe(escrito) & Clase.RARO);
    return [comoEsta ? escrito : representante(escrito), escrito];
  });
}

/** Rewrites a text so that the table covers all of it. Most texts only need to be composed. */
export function normalizar(texto: string): string {
  if (!esRaro(texto)) return texto;
  const compuesto = texto.normalize();
  return esRaro(compuesto) ? leidos(texto).reduce((todo, [cada]) => todo + cada, '') : compuesto;
}

function esRaro(texto: string): boolean {
  for (let i = 0; i < texto.length; i++) if (CLASES[texto.charCodeAt(i)] & Clase.RARO) return true;
  return false;
}

/** Returns the letters that a text becomes in a key. */
export function enLetras(texto: string): string {
  return String.fromCharCode(...Array.from(texto, (c) => LETRAS[claseDe(c) & Clase.INICIAL]));
}

/** The letter without its accent, for each character of Latin-1. */
const SIN_ACENTO = Array.from({ length: 0x100 }, (_, unidad) => quitarAcentos(String.fromCharCode(unidad)));

/** Returns a text without its accents. An Ñ stays. */
export function sinAcentos(texto: string): string {
  let sin = '';
  let desde = 0;
  for (let i = 0; i < texto.length; i++) {
    const unidad = texto.charCodeAt(i);
    if (unidad < 0x80) continue;
    if (unidad >= SIN_ACENTO.length) return quitarAcentos(texto);
    sin += texto.slice(desde, i) + SIN_ACENTO[unidad];
    desde = i + 1;
  }
  return desde === 0 ? texto : sin + texto.slice(desde);
}

const OTRO_BLANCO = /[^\S ]| {2}/u;

/** Returns the words of a text that has no blanks around it. */
export function partir(texto: string): string[] {
  if (texto === '') return [];
  if (OTRO_BLANCO.test(texto)) return texto.split(/\s+/u);
  return texto.includes(' ') ? texto.split(' ') : [texto];
}

/** Returns a word in upper case, without accents. */
export const simplificar = (palabra: string): string => sinAcentos(palabra.toUpperCase());

function quitarAcentos(texto: string): string {
  return texto
    .normalize('NFD')
    .replace(/[\u0301\u0308]/g, '')
    .normalize();
}
