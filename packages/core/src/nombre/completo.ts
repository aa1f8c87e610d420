/**
 * Cuts a whole name into given names and surnames, and the surnames of one text into two.
 *
 * A cut is `dudoso` if a careful person could cut elsewhere: frequent given names show where the surnames end, and a
 * missing second surname may have been left out.
 */
import { normalizar, simplificar } from './letras.js';
import { esNombreFrecuente } from './lexico.js';
import { esParticula } from './palabra.js';
import { ANTES_DE_BARRA } from './unidas.js';

export interface NombreCortado {
  readonly nombres: string;
  readonly apellidoPaterno: string;
  /** Empty if the name has one surname. */
  readonly apellidoMaterno: string;
  /** True if the name can also be cut in another way: a person must check it. */
  readonly dudoso: boolean;
}

const ENTRE_PARTES = new RegExp(`,|(?<!${ANTES_DE_BARRA})/`, 'u');
/** Two given names are usual. Of more, each must be a frequent one. */
const NOMBRES_USUALES = 2;
/** Compound surnames that people tear into two: each without its end is a surname of its own. */
const PARTIDOS: ReadonlySet<string> = new Set([
  'MONTES DE OCA',
  'PONCE DE LEON',
  'MARTIN DEL CAMPO',
  'CABEZA DE VACA',
  'LADRON DE GUEVARA',
  'FERNANDEZ DE CORDOBA',
]);
/** Ends of compound surnames like PONCE DE LEÓN, MONTES DE OCA or MARTÍN DEL CAMPO. */
const FIN_DE_COMPUESTO = /^(?:DE (?:ALBA|CORDOBA|GUEVARA|LEON|OCA|VACA)|DEL CAMPO)$/;
/** Compound surnames that only their first word tells from a married name such as PÉREZ DE RIVERA. */
const COMPUESTOS =
  /^(?:NINO DE RIVERA|FERNANDEZ DE (?:CEVALLOS|CORDOVA|LARA)|GONZALEZ DE COSSIO|HURTADO DE MENDOZA|LOPEZ DE (?:LARA|NAVA)|ORTIZ DE (?:MONTELLANO|ZARATE)|RUIZ DE (?:CHAVEZ|VELASCO)|SAENZ DE MIERA)$/;
/** First words of surnames like SAN ROMÁN. None of them is a surname by itself. */
const SANTO = /^(?:SAN|SANTA|SANTO)$/i;

/**
 * Cuts a name in which `primero` come first. A comma, or the sign `$` or `/`, separates its parts; without them, two
 * surnames are assumed, as most people have. Returns `null` if the name lacks a given name or a surname.
 */
export function parseNombre(texto: string, primero: 'apellidos' | 'nombres'): NombreCortado | null {
  if (typeof texto !== 'string') return null;
  // A program that separates by `$` uses no other sign: D/AMICO is a surname.
  const esDePrograma = texto.includes('$');
  const partes = texto.split(esDePrograma ? '$' : ENTRE_PARTES).map(partesDe);
  if (partes.length === 3) return deTresPartes(partes, primero, esDePrograma);
  const [antes, despues = []] = partes;
  if (partes.length === 2 && antes.length > 0 && despues.length > 0) {
    const [apellidos, nombres] = primero === 'apellidos' ? [antes, despues] : [despues, antes];
    const cortados = cortarApellidos(apellidos);
    const dudoso = cortados.dudoso || estanAlReves(apellidos, nombres);
    return { nombres: nombres.join(' '), ...cortados, dudoso };
  }
  const palabras = partes.flat();
  if (palabras.length < 2) return null;
  const [fin, otra] = primero === 'apellidos' ? [1, 2] : [palabras.length - 2, palabras.length - 3];
  const esCompuesto = palabras.length > 3 && terminaCompuesto(palabras[fin]) && !esPalabraDePila(palabras[otra], false);
  const van = palabras.length === 2 ? 1 : esCompuesto ? 3 : 2;
  const [apellidos, nombres] =
    primero === 'apellidos'
      ? [palabras.slice(0, van), palabras.slice(van)]
      : [palabras.slice(-van), palabras.slice(0, -van)];
  const cortados = cortarApellidos(apellidos);
  const dudoso = cortados.dudoso || estanAlReves(apellidos, nombres) || terminaEnDuda(apellidos, nombres, primero);
  return { nombres: nombres.join(' '), ...cortados, dudoso };
}

/** Cuts the surnames of a person. Returns `null` if there is none. */
export function parseApellidos(texto: string): Omit<NombreCortado, 'nombres'> | null {
  const palabras = partesDe(texto.replaceAll('$', ' ').split(ENTRE_PARTES).join(' '));
  return palabras.length === 0 ? null : cortarApellidos(palabras);
}

/** Returns the two surnames that one text may be; `null` if it is one. PONCE DE LEÓN has a particle inside, and is two only `conParticula`. */
export function dosApellidos(texto: string, conParticula: boolean): readonly [string, string] | null {
  const apellidos = parseApellidos(texto);
  if (apellidos === null) return null;
  const { apellidoPaterno, apellidoMaterno } = apellidos;
  const esUno = apellidoMaterno === '' || (!conParticula && apellidoMaterno.split(' ').some(esParticula));
  return esUno ? null : [apellidoPaterno, apellidoMaterno];
}

/** Cuts words into surnames of one word each, MONTES DE OCA before another surname into one. A single word may lack the second surname. */
function cortarApellidos([primera = '', ...otros]: readonly string[]): Omit<NombreCortado, 'nombres'> {
  const esCompuesto = otros.length === 2 && terminaCompuesto(otros[0]);
  return {
    apellidoPaterno: esCompuesto ? `${primera} ${otros[0]}` : primera,
    apellidoMaterno: otros.slice(esCompuesto ? 1 : 0).join(' '),
    dudoso: otros.length !== 1 || terminaCompuesto(otros[0]),
  };
}

const terminaCompuesto = (apellido: string): boolean => FIN_DE_COMPUESTO.test(comoFrecuente(apellido));

/** Returns whether two surnames are one that was torn: MONTES and DE OCA. */
export const esApellidoPartido = (primero: string, segundo: string): boolean =>
  PARTIDOS.has(simplificar(`${primero} ${segundo}`.toUpperCase()));

/** Returns whether a surname may be the end of a compound one. */
export const esFinDeCompuesto = (apellido: string): boolean => FIN_DE_COMPUESTO.test(apellido);

/** Returns whether a text is one compound surname, such as MONTES DE OCA. */
export function esApellidoCompuesto(texto: string): boolean {
  const [, ...otros] = partesDe(texto);
  return otros.length === 1 && (terminaCompuesto(otros[0]) || COMPUESTOS.test(comoFrecuente(texto)));
}

/** Returns whether the surnames include a given name, while the given names do not begin with one. */
const estanAlReves = (apellidos: readonly string[], nombres: readonly string[]): boolean =>
  apellidos.some((apellido) => esPalabraDePila(apellido, false)) && !esPalabraDePila(nombres[0], false);

/** Returns whether the name may have more or fewer surnames than were cut. */
function terminaEnDuda(apellidos: readonly string[], nombres: readonly string[], primero: string): boolean {
  const vanAntes = primero === 'apellidos';
  // The two words at the border: the last surname and the first given name, or the reverse.
  const [apellido = '', nombre = ''] = vanAntes ? [apellidos.at(-1), nombres[0]] : [apellidos[0], nombres.at(-1)];
  const sonRaros = nombres.length > NOMBRES_USUALES && !nombres.every((cada) => esPalabraDePila(cada, true));
  const hayMenos = apellidos.length > 1 && (esPalabraDePila(apellido, !vanAntes) || terminaCompuesto(apellido));
  const hayMas = nombres.length > 1 && !esPalabraDePila(nombre, !vanAntes);
  return sonRaros || hayMenos || hayMas;
}

/** Returns the first word of a text as `comoFrecuente` does, if it is a frequent given name; otherwise an empty text. */
export function nombreDePila(texto: string): string {
  const [primera = ''] = texto.trimStart().split(/\s/u, 1);
  const nombre = comoFrecuente(primera);
  return esNombreFrecuente(nombre) ? nombre : '';
}

/** Returns whether a text begins with a frequent given name. */
export const esDePila = (texto: string): boolean => nombreDePila(texto) !== '';

/** Returns whether a word is a frequent given name. A name like MARÍA DEL CARMEN has a particle in its second word. */
function esPalabraDePila(palabra: string, conParticulas: boolean): boolean {
  const texto = comoFrecuente(palabra);
  const espacio = texto.lastIndexOf(' ');
  return esNombreFrecuente(texto.slice(espacio + 1)) && (conParticulas || espacio < 0);
}

/** Returns a word as frequent given names are compared: in upper case, without accents and periods, and with N for Ñ. */
export function comoFrecuente(palabra: string): string {
  if (LISTADA.test(palabra)) return palabra;
  const escrita = ESPANOLA.test(palabra) ? palabra : normalizar(palabra).normalize('NFD').replaceAll(/\p{M}/gu, '');
  return simplificar(escrita).replaceAll('Ñ', 'N').replaceAll('.', '');
}
const LISTADA = /^[A-Z]*$/;
const ESPANOLA = /^[ -~ÁÉÍÓÚÜÑáéíóúüñ]*$/;

/** Returns the parts of `PATERNO$MATERNO$NOMBRES`, or of the same with the given names first. A program leaves the place of a missing surname empty. */
function deTresPartes(
  partes: readonly (readonly string[])[],
  primero: 'apellidos' | 'nombres',
  esDePrograma: boolean,
): NombreCortado | null {
  const [a, b, c] = partes.map((palabras) => palabras.join(' '));
  const [apellidoPaterno, apellidoMaterno, nombres] = primero === 'apellidos' ? [a, b, c] : [b, c, a];
  const falta = nombres === '' || (apellidoPaterno === '' && !esDePrograma);
  return falta ? null : { nombres, apellidoPaterno, apellidoMaterno, dudoso: false };
}

/** Returns the words of a name, each with the particles before it (R 1.7): `DE LA CRUZ` is one word. */
function partesDe(texto: string): string[] {
  const palabras: string[] = [];
  let particulas = '';
  for (const palabra of texto.split(/\s+/u).filter((cada) => cada !== '')) {
    if (esParticula(palabra) || SANTO.test(palabra)) particulas += `${palabra} `;
    else {
      palabras.push(particulas + palabra);
      particulas = '';
    }
  }
  return particulas === '' ? palabras : [...palabras, particulas.trim()];
}

/** A word for each class of words by which names are cut: another word, a frequent given name, a word that joins the next, the end of a compound surname. */
const REPRESENTANTES = ['LOPEZ', 'JUAN', 'DE', 'LEON'] as const;
/** The class of a word that may end a compound surname. */
const FIN = 4;
const TERMINA_COMPUESTO = /^(?:ALBA|CAMPO|CORDOBA|GUEVARA|LEON|OCA|VACA)$/;

/** Returns the class of a word of a whole name, from 1 on; 0 if the word has signs, which may separate the parts. */
export function claseDeCorte(palabra: string): number {
  if (!/^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+$/.test(palabra)) return 0;
  const simple = simplificar(palabra);
  if (esParticula(palabra) || SANTO.test(palabra)) return 3;
  if (TERMINA_COMPUESTO.test(simple)) return FIN;
  return esDePila(palabra) ? 2 : 1;
}

/**
 * Returns how many words the two surnames and the given names have in a name whose words have these classes, and whether the cut is
 * doubtful; `null` if the classes do not tell.
 */
export function cortarPorClases(
  clases: readonly number[],
  primero: 'apellidos' | 'nombres',
): readonly [paterno: number, materno: number, nombres: number, dudoso: boolean] | null {
  const cortado = parseNombre(clases.map((clase) => REPRESENTANTES[clase - 1]).join(' '), primero);
  // DE LEÓN ends a compound surname, and DEL LEÓN does not.
  if (cortado === null || (cortado.dudoso && clases.includes(FIN))) return null;
  const { apellidoPaterno, apellidoMaterno, nombres, dudoso } = cortado;
  return [contar(apellidoPaterno), contar(apellidoMaterno), contar(nombres), dudoso];
}

const contar = (palabras: string): number => (palabras === '' ? 0 : palabras.split(' ').length);
