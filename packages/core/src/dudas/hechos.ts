/** Finds the facts about each datum that rules between data need: where the facts of a rule meet in a person, it runs. */
import type { Dato, DatoDeNombre } from '../datos.js';
import { esApellidoCompuesto } from '../nombre/completo.js';
import { enLetras } from '../nombre/letras.js';
import { SIN_SEGUNDO } from '../nombre/palabras-dudosas.js';
import type { NombreEscrito } from './nombre.js';

/** Facts about the data of a person, as bits. */
export const enum Hecho {
  ES_H = 1,
  ES_M = 1 << 1,
  FALTA_PRIMERO = 1 << 2,
  FALTA_SEGUNDO = 1 << 3,
  VARIOS_NOMBRES = 1 << 4,
  /** The first surname may be two: it has several words, or a sign between words. */
  VARIOS_EN_PRIMERO = 1 << 5,
  VARIOS_EN_SEGUNDO = 1 << 6,
  /** A given name and a surname share a word that is no particle. */
  COMPARTEN = 1 << 7,
  /** Both surnames share a word that is no particle. */
  DOBLE = 1 << 8,
  /** A surname is DESCONOCIDO (R 1.11). */
  DESCONOCIDO = 1 << 9,
  /** The second surname is a word that means that there is none. */
  NIEGA_SEGUNDO = 1 << 10,
  /** The first surname has a particle inside that a married name has too: RUIZ DE SOTO. */
  CASADA_EN_PRIMERO = 1 << 11,
  /** The second surname may be that of a husband: DE LÓPEZ. */
  CASADA_EN_SEGUNDO = 1 << 12,
  /** The given names begin neither with a frequent given name nor with a word that is only ever a surname. */
  NOMBRE_RARO = 1 << 13,
  /** The given names begin with a word that is only ever a surname. */
  APELLIDO_DELANTE = 1 << 14,
  /** A word that is only ever a surname follows a frequent given name: JUAN PÉREZ. */
  APELLIDO_DETRAS = 1 << 15,
  /** The same behind words that are passed over, so that the surname decides letters of the key: MARÍA PÉREZ. */
  APELLIDO_DECIDE = 1 << 16,
  /** The first surname begins with a frequent given name. */
  PILA_EN_PRIMERO = 1 << 17,
  PILA_EN_SEGUNDO = 1 << 18,
  /** The first surname has a word that is only ever a given name. */
  SOLO_PILA_EN_PRIMERO = 1 << 19,
  SOLO_PILA_EN_SEGUNDO = 1 << 20,
}

/** The fact of a name that is missing. */
const FALTA: Readonly<Record<DatoDeNombre, number>> = {
  nombres: 0,
  apellidoPaterno: Hecho.FALTA_PRIMERO,
  apellidoMaterno: Hecho.FALTA_SEGUNDO,
};

/** The fact of a name of several words. */
export const VARIAS: Readonly<Record<DatoDeNombre, number>> = {
  nombres: Hecho.VARIOS_NOMBRES,
  apellidoPaterno: Hecho.VARIOS_EN_PRIMERO,
  apellidoMaterno: Hecho.VARIOS_EN_SEGUNDO,
};

/** The surname of R 1.11. */
const NADIE = 'DESCONOCIDO';
/** Surnames that a married woman may have from her husband: `DE` before a patronymic. */
const DE_CASADA =
  /(?:^|\s)DE (?:\p{L}*EZ|GARC[IÍ]A|TORRES|FLORES|RIVERA|REYES|CRUZ|MORALES|ORTIZ|RAMOS|CASTILLO|MENDOZA|MORENO|ROMERO|RU[IÍ]Z|SOTO|VARGAS)$/u;

/** Returns the facts of a name. `palabras`: its words as they are compared. */
export function hechosDeNombre(nombre: NombreEscrito, palabras: readonly string[], dato: DatoDeNombre): number {
  if (palabras.length === 0) return FALTA[dato];
  const { escrito, leido, mayusculas, esLimpio } = nombre;
  const hechos = palabras.length > 1 || (!esLimpio && /[$,/]/.test(escrito)) ? VARIAS[dato] : 0;
  if (dato === 'nombres') return hechos;
  const desconocido = leido.length === NADIE.length && enLetras(leido) === NADIE ? Hecho.DESCONOCIDO : 0;
  const niega = palabras.length === 1 && SIN_SEGUNDO.includes(palabras[0]);
  const esSegundo = dato === 'apellidoMaterno';
  const casada =
    palabras.includes('DE') &&
    (esSegundo ? DE_CASADA : /\S DE \S/).test(mayusculas) &&
    !esApellidoCompuesto(mayusculas);
  const delSegundo = (niega ? Hecho.NIEGA_SEGUNDO : 0) | (casada ? Hecho.CASADA_EN_SEGUNDO : 0);
  return hechos | desconocido | (esSegundo ? delSegundo : casada ? Hecho.CASADA_EN_PRIMERO : 0);
}

const HECHOS_DE_SEXO: Readonly<Record<string, number>> = { H: Hecho.ES_H, M: Hecho.ES_M };

/** Returns the facts of a datum that is no name. Those of a date of birth depend on its year alone. */
export const hechosDe = (dato: Exclude<Dato, DatoDeNombre>, valor: string): number =>
  dato === 'sexo' ? (HECHOS_DE_SEXO[valor] ?? 0) : 0;
