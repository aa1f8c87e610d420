/** The tables of the calculation, for a program that computes the keys of files with millions of rows from their bytes. */
import { DESCONOCIDO, inconvenientes } from './calcular.js';
import type { DatoDeNombre } from './datos.js';
import { Hecho } from './dudas/hechos.js';
import { leerNombre, leerPalabra } from './leido.js';
import { esDePila, parseNombre } from './nombre/completo.js';
import { LETRAS, simplificar } from './nombre/letras.js';
import { cuantasPasan } from './nombre/pasan.js';
import { esParticula } from './nombre/palabra.js';
import { VALORES } from './norma/digito-verificador.js';

export { VALORES, digitoVerificador } from './norma/digito-verificador.js';
export { esFechaLlana } from './dudas/fecha.js';
export { DIAS, problemaDeFecha } from './fecha.js';
export { simplificar } from './nombre/letras.js';
export { type Lectura, leer } from './nombre/palabra.js';
export { codigosDeClave } from './norma/entidades.js';

const ESPANIOLAS = 'ÁÉÍÓÚÜÑáéíóúüñ';

/** The tables. `espaniolas`: 1 for each character from U+00C0 on that is a Spanish letter. `desconocido` is the reading of DESCONOCIDO, which may mean no surname (1.11). */
export const TABLAS = {
  espaniolas: Uint8Array.from({ length: 64 }, (_, i) => Number(ESPANIOLAS.includes(String.fromCharCode(0xc0 | i)))),
  inconvenientes,
  letras: LETRAS,
  valores: VALORES,
  desconocido: DESCONOCIDO,
} as const;

const tiene = (texto: string, dato: DatoDeNombre, hechos: number): boolean =>
  (leerNombre(texto, dato).hechos & hechos) !== 0;

/** True: a name of several plain words is plain too, and one that begins with words that are passed over. */
export const SE_COMPONEN: boolean = true;

/** Returns a word as it is compared with the words of other names. */
export const comoSeCompara = (palabra: string): string => leerPalabra(palabra, 'apellidoPaterno').comparada;

/** Returns whether a word is plain: wherever it is in a name, it raises no doubt and is not passed over. */
export function esLlana(palabra: string): boolean {
  const { compone, pasa } = leerPalabra(palabra, 'nombres');
  return compone && pasa === 0;
}

/** Returns whether all these words are passed over at the beginning of a given name. */
export function sePasanPorAlto(palabras: string): boolean {
  const todas = palabras.split(' ').map(simplificar);
  return cuantasPasan(todas) === todas.length;
}

/** Returns whether a word, in upper case and without accents, is only ever the other kind of name. */
export const esAjenaA = (palabra: string, enNombres: boolean): boolean =>
  enNombres
    ? tiene(palabra, 'nombres', Hecho.APELLIDO_DELANTE)
    : tiene(palabra, 'apellidoPaterno', Hecho.SOLO_PILA_EN_PRIMERO);

/** Returns whether a name may be exchanged with another, by its own words. */
export const puedeEstarCambiado = (nombre: string, dato: DatoDeNombre): boolean =>
  tiene(
    nombre,
    dato,
    Hecho.APELLIDO_DELANTE | Hecho.APELLIDO_DETRAS | Hecho.SOLO_PILA_EN_PRIMERO | Hecho.SOLO_PILA_EN_SEGUNDO,
  );

/** Returns whether a name may raise a doubt beside the other data of a person. */
export const puedeDudarseJunto = (nombre: string, dato: DatoDeNombre): boolean =>
  tiene(nombre, dato, Hecho.NIEGA_SEGUNDO | Hecho.CASADA_EN_SEGUNDO);

/** A word for each class of words by which names are cut: another word, a frequent given name, a word that joins the next, the end of a compound surname. */
const REPRESENTANTES = ['LOPEZ', 'JUAN', 'DE', 'LEON'] as const;
const UNE = /^(?:SAN|SANTA|SANTO)$/i;
const TERMINA_COMPUESTO = /^(?:ALBA|CAMPO|CORDOBA|GUEVARA|LEON|OCA|VACA)$/;

/** Returns the class of a word of a whole name, from 1 on; 0 if the word has signs, which may separate the parts. */
export function claseDeCorte(palabra: string): number {
  if (!/^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+$/.test(palabra)) return 0;
  const simple = simplificar(palabra);
  if (esParticula(palabra) || UNE.test(palabra)) return 3;
  if (TERMINA_COMPUESTO.test(simple)) return 4;
  return esDePila(palabra) ? 2 : 1;
}

/** Returns how many words the two surnames and the given names have in a name whose words have these classes; `null` if the cut is doubtful. */
export function cortarPorClases(
  clases: readonly number[],
  primero: 'apellidos' | 'nombres',
): readonly [paterno: number, materno: number, nombres: number] | null {
  const cortado = parseNombre(clases.map((clase) => REPRESENTANTES[clase - 1]).join(' '), primero);
  if (cortado === null || cortado.dudoso) return null;
  const { apellidoPaterno, apellidoMaterno, nombres } = cortado;
  return [contar(apellidoPaterno), contar(apellidoMaterno), contar(nombres)];
}

const contar = (palabras: string): number => palabras.split(' ').length;
