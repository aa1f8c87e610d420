/**
 * Reads the data of many people: each name and each word once, with all that follows from it, from which the rows of a
 * file are composed. Here the lexicon of names always speaks.
 */
import type { DatoDeNombre } from './datos.js';
import { LEXICO } from './dudas/lexico.js';
import { ENTRE_DATOS, type DudaEntreDatos, type Lexico, dudasDePersona } from './dudas/entre-datos.js';
import { Hecho } from './dudas/hechos.js';
import { Clase } from './nombre/clase.js';
import { type PersonaEscrita, leerNombreEscrito, leerPersonaEscrita } from './dudas/leer.js';
import { type Pasa, pasaPorAlto } from './nombre/pasan.js';
import type { NombreLeido, PersonaLeida } from './dudas/leido.js';
import { LIMPIO } from './dudas/llano.js';

export { clave } from './calcular.js';
export { LEXICO } from './dudas/lexico.js';
export { esBlanco, esComienzo, sexoDePalabra } from './nombre/lexico.js';
export { esFechaLlana } from './dudas/fecha.js';
export { VARIAS, hechosDe } from './dudas/hechos.js';
export { DIAS, problemaDeFecha } from './fecha.js';
export { LARGO_MAXIMO } from './nombre/clase.js';
export { LETRAS } from './nombre/letras.js';
export { type Lectura, consonante, esParticula, inicial, leer, vocal } from './nombre/palabra.js';
export { VALORES, digitoVerificador } from './norma/digito-verificador.js';
export { POR_NOMBRE, codigosDeClave, codigosDeEntidad } from './norma/entidades.js';
export type { DudaEntreDatos } from './dudas/entre-datos.js';
export type { NombreLeido, PersonaLeida } from './dudas/leido.js';

/** The name that was read last of each datum: who asks for its doubts asks for its letters too. */
const ultimos: Partial<Record<DatoDeNombre, NombreLeido>> = {};

/** Reads a name. */
export function leerNombre(texto: string | null | undefined, dato: DatoDeNombre): NombreLeido {
  const ultimo = ultimos[dato];
  return ultimo?.texto === (texto ?? '') ? ultimo : (ultimos[dato] = leerNombreEscrito(texto, dato, LEXICO));
}

/** A word of a name. Names of such words can be composed of what their words give. */
export interface PalabraLeida {
  /** The symbols of its three letters of the key, in the bits of `Lectura`. */
  readonly letras: number;
  readonly comparada: string;
  /** True if the word is plain wherever it stands in a name. */
  readonly compone: boolean;
  /** How often the word is passed over at the beginning of a given name. */
  readonly pasa: Pasa;
  /** The facts that the word may have wherever it stands. */
  readonly hechos: number;
}

/** Reads one word of a name. */
export function leerPalabra(palabra: string, dato: DatoDeNombre): PalabraLeida {
  const { lectura, palabras, esLlano, hechos } = leerNombre(palabra, dato);
  const comparada = palabras.length === 1 ? palabras[0] : palabras.join(' ');
  const pasa = dato === 'nombres' ? pasaPorAlto(comparada) : 0;
  return {
    letras: lectura > 0 ? lectura & Clase.LETRAS : 0,
    comparada,
    // A plain name has only Spanish letters and the blanks around it.
    compone: esLlano && lectura > 0 && palabras.length === 1 && palabra.trim() === palabra,
    pasa: pasa !== 0 && LIMPIO.test(palabra.replace(/\.$/, '')) ? pasa : 0,
    hechos,
  };
}

/** The lexicon for those who only ask what names show together. */
const SIN_DUDAS_PROPIAS: Lexico = { ...LEXICO, dudas: () => [] };

/** Reads the names of a person for the doubts about all her data: the slips in each name are not looked for. */
export const leerPersona = (persona: PersonaEscrita): PersonaLeida => leerPersonaEscrita(persona, SIN_DUDAS_PROPIAS);

/** Returns the doubts about the data of a person together. */
export const dudasEntreDatos = (persona: PersonaLeida): DudaEntreDatos[] => dudasDePersona(persona, LEXICO);

/** What wakes rules: facts that meet, and facts that must not be there. No rule has a doubt about data without any of these. */
export const DESPIERTAN: readonly (readonly [hechos: number, sin: number])[] = [
  ...ENTRE_DATOS,
  ...LEXICO.reglas,
].flatMap(({ hechos, sin = 0 }) => hechos.map((mascara) => [mascara, sin] as const));

/** The facts that a caller finds itself: given names and a surname share a word that is no particle, or both surnames do. */
export const COMPARTEN: number = Hecho.COMPARTEN;
export const DOBLE: number = Hecho.DOBLE;

/** Each of these facts changes the whole key: a second surname moves to the place of the first, and DESCONOCIDO may count as none. */
export const CLAVE_APARTE: number = Hecho.FALTA_PRIMERO | Hecho.DESCONOCIDO;
