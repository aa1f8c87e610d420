/**
 * Finds where a letter of a key comes from: the word that counts, the character in it, and the rule that decided.
 *
 * The calculation has already found the word. This file finds the character again, by its class, to name the rule.
 */
import type { Dato, Origen } from './datos.js';
import { type Frase, type Idioma, completar } from './textos/idioma.js';
import { Clase } from './nombre/clase.js';
import { type Leido, claseDe, enLetras, esSigno, leidos } from './nombre/letras.js';
import type { Regla } from './norma/reglas.js';
import { type Lectura, esMariaJose, esParticula, inicio } from './nombre/palabra.js';

/** A name as it was read: the words passed over, the word that counts (empty if there is none), and whether more follow. */
export interface Nombre {
  readonly dato: Dato;
  readonly omitidas: readonly Palabra[];
  readonly palabra: Palabra;
  readonly sonMas: boolean;
}

type Palabra = readonly Leido[];

export function nombreLeido(dato: Dato, texto: string | null | undefined, lectura: Lectura): Nombre {
  const todos = lectura === 0 ? [] : leidos(String(texto));
  const [palabra = [], ...resto] = palabras(todos.slice(inicio(lectura)));
  return { dato, omitidas: palabras(todos.slice(0, inicio(lectura))), palabra, sonMas: resto.length > 0 };
}

export function palabras(texto: Palabra): Palabra[] {
  const esEspacio = ([leido]: Leido): boolean => leido.trim() === '';
  const desde = texto.findIndex((caracter) => !esEspacio(caracter));
  if (desde < 0) return [];
  const resto = texto.slice(desde);
  const hasta = resto.findIndex(esEspacio);
  return hasta < 0 ? [resto] : [resto.slice(0, hasta), ...palabras(resto.slice(hasta))];
}

const leida = (palabra: Palabra): string => palabra.map(([leido]) => leido).join('');

/** Returns a word as it was written, in upper case, except letters like ß, which upper case would turn into two. */
const escrita = (palabra: Palabra): string =>
  palabra.map(([, c]) => (c.toUpperCase().length === c.length ? c.toUpperCase() : c)).join('');

/** How a position picks its character from the word, and the rules that may decide it. */
interface Posicion {
  readonly sirve: (clase: number, indice: number) => boolean;
  readonly que: Frase;
  readonly compuesto?: Regla;
  readonly mariaJose?: Regla;
  readonly enie?: Regla;
  readonly signo: Regla;
  readonly ninguna?: Regla;
}

const INICIAL: Posicion = {
  sirve: (_, indice) => indice === 0,
  que: 'inicial',
  enie: 'R 1.1',
  signo: 'R 1.4',
};

const POR_VOCAL: Posicion = {
  sirve: (clase, indice) => indice > 0 && (clase & Clase.VOCAL) !== 0,
  que: 'vocal',
  signo: 'R 1.4',
  ninguna: 'R 1.9',
};

const POR_CONSONANTE: Posicion = {
  sirve: (clase, indice) => indice > 0 && (clase & Clase.CONSONANTE) !== 0,
  que: 'consonante',
  enie: 'R 1.12',
  signo: 'R 1.18',
  ninguna: 'R 1.13',
};

export const POSICIONES: Readonly<Record<number, Posicion>> = {
  1: { ...INICIAL, compuesto: 'R 1.5' },
  2: { ...POR_VOCAL, compuesto: 'R 1.5' },
  3: { ...INICIAL, compuesto: 'R 1.5' },
  4: { ...INICIAL, compuesto: 'R 1.2', mariaJose: 'R 1.3' },
  14: POR_CONSONANTE,
  15: POR_CONSONANTE,
  16: { ...POR_CONSONANTE, compuesto: 'R 1.15', mariaJose: 'R 1.16' },
};

/** A character's datum and sentence, and the rule that decided it unless it is the rule of the position. */
export type Procedencia = readonly [dato: Origen, texto: string, regla?: Regla | undefined];

/** Explains the letter that a position takes from a name that has a word. */
export function procedencia(nombre: Nombre, posicion: number, explicacion: Idioma['explicacion']): Procedencia {
  const { palabra, omitidas } = nombre;
  const reglas = POSICIONES[posicion];
  const signo = palabra.find(([leido], i) => reglas.sirve(claseDe(leido), i));
  const letra = signo === undefined ? 'X' : enLetras(signo[0]);
  const [reglaDePalabra, ...antes] = porPalabra(nombre, reglas);
  const [reglaDeLetra, ...despues] = porLetra(signo?.[0], letra, reglas);
  const partes = {
    omitidas: omitidas.map(escrita).join(' '),
    palabra: escrita(palabra),
    signo: signo === undefined ? '' : escrita([signo]),
    letra,
  };
  const texto = [...antes, reglas.que, ...despues].map((frase) => completar(explicacion[frase], partes)).join('');
  return [nombre.dato, texto, reglaDeLetra ?? reglaDePalabra];
}

type ReglaConFrases = readonly [regla: Regla | undefined, ...frases: Frase[]];

/** Returns the rule that makes this word of the name count, if there are others. */
function porPalabra({ omitidas, palabra, sonMas }: Nombre, { compuesto, mariaJose }: Posicion): ReglaConFrases {
  const antes: Frase[] = omitidas.length > 0 ? ['seOmite'] : [];
  if (esParticula(leida(palabra))) return ['D 6', ...antes, 'noSeOmite'];
  if (omitidas.length === 0) return [sonMas ? compuesto : undefined];
  return [(omitidas.map(leida).some(esMariaJose) ? mariaJose : undefined) ?? 'R 1.7', ...antes];
}

/** Returns the rule that replaced the character by another letter, if any. */
function porLetra(leido: string | undefined, letra: string, { enie, signo, ninguna }: Posicion): ReglaConFrases {
  if (leido === undefined) return [ninguna, 'noLaHay'];
  if (/[a-záéíóú]/iu.test(leido)) return [undefined];
  if (/ñ/iu.test(leido)) return [enie, 'daX'];
  if (/ü/iu.test(leido)) return ['R 1.6', 'cuentaComo'];
  if (/[äëïö]/iu.test(leido)) return ['R 1.4', 'daX'];
  if (/[/\-.'´`]/u.test(leido)) return [signo, 'daX'];
  if (esSigno(claseDe(leido))) return ['D 5', 'daX'];
  return ['D 3', letra === 'X' ? 'daX' : 'cuentaComo'];
}
