/**
 * The lexicon of Mexican names: how many people have a word as a surname and as a given name, and which words a slip of the hand
 * makes of the frequent ones. `lexicon/make.mjs` names its sources.
 */
import { NOMBRES_OMITIDOS } from '../norma/particulas.js';
import { Blancos } from './descuidos.js';
import { simplificar, sinAcentos } from './letras.js';
import { LEXICO_EN_TEXTO } from './lexico-datos.js';

/** What the counts say about a word. */
interface Conteo {
  /** The classes of its counts, from 0 on. */
  readonly apellido: number;
  readonly nombre: number;
  /** The sex of nearly all who have it as their first given name; empty if it is no such name. */
  readonly sexo: string;
  /** How much more often it is a surname than a given name: a natural logarithm, 0 for an unknown word. */
  readonly peso: number;
}

/** Usual counts of each class. */
const CUENTAS = [0.5, 3, 45, 170, 550, 1700, 5500, 17_000, 55_000, 130_000];
/** All counts of surnames beside those of given names. */
const PARTES = 2_363_604 / 2_091_628;

const enum Cuantos {
  VEINTE = 2,
  CIEN = 3,
  TRESCIENTOS = 4,
  MIL = 5,
  TRES_MIL = 6,
  DIEZ_MIL = 7,
}
/** A surname of which a given name is one in 150 or fewer is no given name. */
const SOLO_APELLIDO = Math.log(150);
/** Shorter words have too many neighbours: a slip of them, and words of which they may be a slip. */
const MINIMO_DEL_DESCUIDO = 4;
const MINIMO_DEL_BLANCO = 5;
/** More words than these are not what a person meant. */
const MAXIMO_DE_FORMAS = 2;

const DESCONOCIDA: Conteo = { apellido: 0, nombre: 0, sexo: '', peso: 0 };

interface LexicoLeido {
  readonly conteos: ReadonlyMap<string, Conteo>;
  /** The usual form of each word with an accent. */
  readonly conAcento: ReadonlyMap<string, string>;
  readonly apellidos: Blancos;
  readonly nombres: Blancos;
}

let leido: LexicoLeido | null = null;

/** Returns words, each of which is written as how many letters of the one before it has, and its others: `0ABADIA2OYTES`. */
export function desplegar(escritas: string): string[] {
  let anterior = '';
  return Array.from(escritas.matchAll(/(\d)(\D+)/g), ([, iguales, resto]) => {
    anterior = anterior.slice(0, Number(iguales)) + resto;
    return anterior;
  });
}

/** Returns the lexicon, which is read when it is first asked. */
function lexico(): LexicoLeido {
  if (leido !== null) return leido;
  const conteos = new Map<string, Conteo>();
  const conAcento = new Map<string, string>();
  const blancos = { apellidos: [] as string[], nombres: [] as string[] };
  for (const linea of LEXICO_EN_TEXTO.trim().split('\n')) {
    const [clase, palabras] = linea.split(' ');
    const [apellido, nombre] = [Number(clase[0]), Number(clase[1])];
    const peso = Math.log(CUENTAS[apellido] / CUENTAS[nombre] / PARTES);
    const conteo = { apellido, nombre, sexo: clase.slice(2), peso };
    for (const palabra of desplegar(palabras)) {
      const simple = sinAcentos(palabra);
      conteos.set(simple, conteo);
      if (simple !== palabra) conAcento.set(simple, palabra);
      if (simple.length < MINIMO_DEL_BLANCO) continue;
      if (apellido >= Cuantos.TRESCIENTOS) blancos.apellidos.push(simple);
      if (nombre >= Cuantos.MIL) blancos.nombres.push(simple);
    }
  }
  const [apellidos, nombres] = [new Blancos(blancos.apellidos, true), new Blancos(blancos.nombres, false)];
  leido = { conteos, conAcento, apellidos, nombres };
  return leido;
}

/** The word that was asked last: whoever reads a word asks several things about it. */
let ultima = '';
let deUltima = DESCONOCIDA;

/** Returns what the counts say about a word in upper case, without accents. */
function conteoDe(palabra: string): Conteo {
  if (palabra !== ultima) {
    ultima = palabra;
    deUltima = lexico().conteos.get(palabra) ?? DESCONOCIDA;
  }
  return deUltima;
}

/** Returns how much more often a word is a surname than a given name: a natural logarithm, 0 for an unknown word. */
export const pesoDe = (palabra: string): number => conteoDe(palabra).peso;

/** Returns whether a word is a given name of a hundred people, and more often that than a surname; or one that the norm passes over. */
export function esNombreFrecuente(palabra: string): boolean {
  const { nombre, peso } = conteoDe(palabra);
  return (nombre >= Cuantos.CIEN && peso < 0) || NOMBRES_OMITIDOS.includes(palabra);
}

/** Returns whether a hundred people have a word as a given name. */
export const esTambienNombre = (palabra: string): boolean => conteoDe(palabra).nombre >= Cuantos.CIEN;

/** Returns whether a word is a surname that is no given name. Those that end in EZ are known by it. */
export function esSoloApellido(palabra: string): boolean {
  const { apellido, nombre, peso } = conteoDe(palabra);
  if (apellido >= Cuantos.CIEN && peso > SOLO_APELLIDO) return true;
  return palabra.length > 4 && palabra.endsWith('EZ') && nombre === 0;
}

/** Returns whether ten thousand people have a surname, so that a married woman may have it from her husband behind DE. */
export const esApellidoMuyFrecuente = (palabra: string): boolean =>
  conteoDe(palabra).apellido >= Cuantos.DIEZ_MIL && conteoDe(palabra).nombre < Cuantos.TRES_MIL;

/** Returns the sex of nearly all who have a word as their first given name; an empty text if it is no such name. */
export const sexoDePalabra = (palabra: string): string => conteoDe(palabra).sexo;

/**
 * Returns the frequent names that a word may be by one slip of the hand: the more frequent first, two at most. A known name is
 * none. If there is a slip, a name that only sounds alike may be meant too: ERNANDEZ is FERNANDEZ or HERNANDEZ.
 */
export function cercanas(palabra: string, esApellido: boolean): readonly string[] {
  if (palabra.length < MINIMO_DEL_DESCUIDO) return [];
  const { apellido, nombre } = conteoDe(palabra);
  if ((esApellido ? apellido : nombre) > 0 || (esApellido ? nombre : apellido) >= Cuantos.VEINTE) return [];
  const blancos = lexico()[esApellido ? 'apellidos' : 'nombres'];
  const descuidos = blancos.de(palabra);
  if (descuidos.length === 0) return descuidos;
  const cuantos = (forma: string): number => conteoDe(forma)[esApellido ? 'apellido' : 'nombre'];
  return (
    Array.from(new Set([...descuidos, ...blancos.suenan(palabra)]))
      // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no `toSorted`, and nobody else has the list
      .sort((a, b) => cuantos(b) - cuantos(a))
      .slice(0, MAXIMO_DE_FORMAS)
  );
}

/** All words in their order, once somebody asks for the beginning of one. */
let ordenadas: readonly string[] | null = null;

/** Returns whether a text is no known word, and begins one: what a program leaves that cuts its columns. */
export function esComienzo(texto: string): boolean {
  const palabra = simplificar(texto);
  const { conteos } = lexico();
  if (palabra.length < 2 || conteos.has(palabra)) return false;
  // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no `toSorted`, and nobody else has the list
  ordenadas ??= Array.from(conteos.keys()).sort();
  let [desde, hasta] = [0, ordenadas.length];
  while (desde < hasta) {
    const medio = (desde + hasta) >> 1;
    if (ordenadas[medio] < palabra) desde = medio + 1;
    else hasta = medio;
  }
  return (ordenadas[desde] ?? '').startsWith(palabra);
}

/** Returns a name as certificates have it, with its accents. */
export const conAcentos = (palabra: string): string => lexico().conAcento.get(palabra) ?? palabra;

/** Returns whether other words may be slips of a word. */
export const esBlanco = (palabra: string, esApellido: boolean): boolean =>
  lexico()[esApellido ? 'apellidos' : 'nombres'].tiene(palabra);
