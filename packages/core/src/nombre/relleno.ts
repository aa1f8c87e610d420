/**
 * Recognises a filler: a text in place of a name, for example `XXX`, `S/N` or `No tiene`. Case and signs make no
 * difference. DESCONOCIDO is a filler only as a given name: it is a surname of R 1.11.
 */
import { normalizar } from './letras.js';

/** The fillers, with and without accents, because offices write both. */
export const RELLENOS: readonly string[] = (
  'NULL,NONE,UNDEFINED,SN,S N,SD,S D,SM,S M,SA,S A,S AP,NA,N A,NC,N C,ND,N D,NR,N R,NS,N S,NT,N T,NINGUNO,NINGUNA,SE DESCONOCE,NO TENGO,NO TIENE,NO APLICA,NO ESPECIFICADO,' +
  'NO IDENTIFICADO,NO IDENTIFICADA,NO PROPORCIONADO,NO REGISTRADO,SIN NOMBRE,SIN APELLIDO,SIN APELLIDOS,' +
  'SIN SEGUNDO APELLIDO,SIN APELLIDO MATERNO,SIN DATO,SIN DATOS,SIN INFORMACION,SIN INFORMACIÓN,SIN MATERNO,SIN SEGUNDO,NO HAY,NO CONTESTO,NO CONTESTÓ,NO DISPONIBLE,NO REFIERE,EN BLANCO'
).split(',');
export const RELLENOS_DE_PILA: readonly string[] =
  'R N,DESCONOCIDO,DESCONOCIDA,RECIEN NACIDO,RECIEN NACIDA,RECIÉN NACIDO,RECIÉN NACIDA'.split(',');
const REPETIDAS = /^([XN])( ?\1)+$|^(\p{L})\3{2,5}$/u;
/** Returns a filler without its spaces. */
export function unir(relleno: string): string {
  return relleno.replaceAll(' ', '');
}

/** The fillers, and also without spaces, which people often leave out: `NOTIENE`. */
const SON_RELLENO: ReadonlySet<string> = new Set([...RELLENOS, ...RELLENOS.map(unir)]);

/** Returns the words of a text in upper case without its signs. */
export const enPalabras = (mayusculas: string): string => mayusculas.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

export const esRelleno = (texto: string, esDePila: boolean): boolean =>
  sonRelleno(enPalabras(normalizar(texto).toUpperCase()), esDePila);

/** Returns whether the words of a text, as `enPalabras` writes them, are a filler. */
export const sonRelleno = (palabras: string, esDePila: boolean): boolean =>
  SON_RELLENO.has(palabras) || REPETIDAS.test(palabras) || (esDePila && RELLENOS_DE_PILA.includes(palabras));
