/** Finds the facts about each datum that rules between data need: where the facts of a rule meet in a person, it runs. */
import type { Dato, DatoDeNombre } from '../datos.js';
import { esApellidoCompuesto, esFinDeCompuesto } from '../nombre/completo.js';
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
  /** The given names have a name of nearly only men, or of nearly only women. */
  NOMBRE_DE_H = 1 << 13,
  NOMBRE_DE_M = 1 << 14,
  /** The given names have a word that is a surname and no given name. */
  APELLIDO_EN_NOMBRES = 1 << 15,
  /** The given names have a word that is more often a given name than a surname. */
  PILA_EN_NOMBRES = 1 << 16,
  /** The first surname has a word that is not more often a surname than a given name, or one that is. */
  PILA_EN_PRIMERO = 1 << 17,
  APELLIDO_EN_PRIMERO = 1 << 18,
  PILA_EN_SEGUNDO = 1 << 19,
  APELLIDO_EN_SEGUNDO = 1 << 20,
  /** The second surname may be the end of a compound one: DE OCA. */
  FIN_EN_SEGUNDO = 1 << 21,
  /** A word is much more often of the other kind: a surname among the given names, or a given name among the surnames. */
  SEGURO_EN_NOMBRES = 1 << 22,
  SEGURO_EN_PRIMERO = 1 << 23,
  SEGURO_EN_SEGUNDO = 1 << 24,
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
/** A surname that a married woman may have from her husband, if it is frequent: `DE` before it. Those that end in EZ are known by that. */
const DE_CASADA = /(?:^| )DE (\p{L}+)$/u;

/** Returns the facts of a name. `palabras`: its words as they are compared; `esDeMarido`: tells very frequent surnames. */
export function hechosDeNombre(
  nombre: NombreEscrito,
  palabras: readonly string[],
  dato: DatoDeNombre,
  esDeMarido: (palabra: string) => boolean,
): number {
  if (palabras.length === 0) return FALTA[dato];
  const { escrito, leido, mayusculas, esLimpio } = nombre;
  const hechos = palabras.length > 1 || (!esLimpio && /[$,/]/.test(escrito)) ? VARIAS[dato] : 0;
  if (dato === 'nombres') return hechos;
  const desconocido = leido.length === NADIE.length && enLetras(leido) === NADIE ? Hecho.DESCONOCIDO : 0;
  const niega = palabras.length === 1 && SIN_SEGUNDO.includes(palabras[0]);
  const esSegundo = dato === 'apellidoMaterno';
  const conDe = palabras.includes('DE');
  const [, marido = ''] = (conDe && DE_CASADA.exec(palabras.join(' '))) || [];
  const casada =
    conDe &&
    (esSegundo ? marido.endsWith('EZ') || esDeMarido(marido) : /\S DE \S/.test(mayusculas)) &&
    !esApellidoCompuesto(mayusculas);
  const esFin = esSegundo && palabras.length > 1 && esFinDeCompuesto(palabras.join(' '));
  const delSegundo =
    (niega ? Hecho.NIEGA_SEGUNDO : 0) | (casada ? Hecho.CASADA_EN_SEGUNDO : 0) | (esFin ? Hecho.FIN_EN_SEGUNDO : 0);
  return hechos | desconocido | (esSegundo ? delSegundo : casada ? Hecho.CASADA_EN_PRIMERO : 0);
}

const HECHOS_DE_SEXO: Readonly<Record<string, number>> = { H: Hecho.ES_H, M: Hecho.ES_M };

/** Returns the facts of a datum that is no name. Those of a date of birth depend on its year alone. */
export const hechosDe = (dato: Exclude<Dato, DatoDeNombre>, valor: string): number =>
  dato === 'sexo' ? (HECHOS_DE_SEXO[valor] ?? 0) : 0;
