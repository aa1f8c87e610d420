/**
 * How a name is rewritten into the characters of `representante`, as lists of replacements: any language with regular
 * expressions can apply them. A test compares them with `normalizar`, character by character.
 */
import { normalizar, representante } from '../nombre/letras.js';

/** `patron` is a regular expression in plain ASCII. It writes any other character as `\u{1f98a}`. */
export interface Reemplazo {
  readonly patron: string;
  readonly por: string;
}

/** The letters of a rewritten name that a key can have, the vowels and consonants among all its letters, and all that become X. */
export const LETRAS_DE_CLAVE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const VOCALES = 'AEIOUÄËÏÖ';
export const CONSONANTES = 'BCDFGHJKLMNPQRSTVWXYZÑÞµ';
export const SIN_LETRA = "ÑÄËÏÖÞµ.'#-";

/** White space, which the ends of a key may have. */
export const BLANCOS = Array.from({ length: 0x10000 }, (_, codigo) => String.fromCharCode(codigo))
  .filter((caracter) => caracter.trim() === '')
  .join('');

/** The code points of the planes of Unicode that have characters, without surrogates. */
const PLANOS = [
  [0, 0xd7ff],
  [0xe000, 0x3ffff],
  [0xe0000, 0xe0fff],
] as const;

const escapado = (codigo: number): string =>
  /[\dA-Za-z ]/.test(String.fromCharCode(codigo)) && codigo < 128
    ? String.fromCharCode(codigo)
    : `\\u{${codigo.toString(16)}}`;

/** Returns the bracket expression of ordered code points. */
function clase(codigos: readonly number[]): string {
  const tramos: [desde: number, hasta: number][] = [];
  for (const codigo of codigos) {
    const ultimo = tramos.at(-1);
    if (ultimo?.[1] === codigo - 1) ultimo[1] = codigo;
    else tramos.push([codigo, codigo]);
  }
  return `[${tramos.map(([desde, hasta]) => escapado(desde) + (desde === hasta ? '' : `-${escapado(hasta)}`)).join('')}]`;
}

/** Returns lists by their name; a list that is asked for the first time is empty. */
class Listas extends Map<string, number[]> {
  de(nombre: string): number[] {
    const lista = this.get(nombre) ?? [];
    this.set(nombre, lista);
    return lista;
  }
}

/** What a character is read as; for a mark or an invisible character, its kind. */
function leidoComo(caracter: string): string {
  if (!/[\p{L}\p{M}\p{Cf}\p{Cc}\p{Pd}\p{Sk}\s'’‘]/u.test(caracter)) return '#';
  if (/\p{M}/u.test(caracter)) return 'marca';
  if (/\p{Cf}/u.test(caracter)) return 'invisible';
  const compuesto = caracter.normalize();
  const esAjena = compuesto === caracter && /(?!\p{Lm}|\p{Script=Latin})\p{L}/u.test(caracter);
  return esAjena && caracter.normalize('NFKD') === caracter ? 'µ' : representante(compuesto);
}

/** Sorts all characters by what they are read as, and the letters also by their base. */
function clasificarTodos(): { readonly leidos: Listas; readonly bases: Listas } {
  const [leidos, bases] = [new Listas(), new Listas()];
  for (const [desde, hasta] of PLANOS) {
    for (let codigo = desde; codigo <= hasta; codigo++) {
      const caracter = String.fromCodePoint(codigo);
      const leido = leidoComo(caracter);
      if (leido === '\0' || (leido !== '#' && leido !== caracter)) leidos.de(leido).push(codigo);
      if (/^[AEINOÑÄËÏÖ]$/.test(leido)) bases.de(caracter.normalize('NFKD').toUpperCase().charAt(0)).push(codigo);
    }
  }
  return { leidos, bases };
}

/** How a name is rewritten, in this order. */
export interface Reescritura {
  /** The control characters, which no name may have (D 16), as a bracket expression. */
  readonly control: string;
  /** The ligatures that a PDF may have, each with its letters (D 3). */
  readonly ligaduras: readonly (readonly [ligadura: string, letras: string])[];
  readonly primeros: readonly Reemplazo[];
  /** Characters, and in the same order the one that each becomes. */
  readonly de: readonly string[];
  readonly a: readonly string[];
  readonly ultimos: readonly Reemplazo[];
}

const LIGADURAS = ['ﬀ', 'ﬁ', 'ﬂ', 'ﬃ', 'ﬄ', 'ﬅ', 'ﬆ'];
/** Readings that are no letter, or have too many characters for a list. */
const APARTE = new Set(['marca', 'invisible', '\0', 'µ']);

export function reescritura(): Reescritura {
  const { leidos, bases } = clasificarTodos();
  /** The marks that decide a letter contain a tilde or a diaeresis: U+0344 is a diaeresis with an acute. */
  const conMarca = (simple: string): number[] =>
    leidos.de('marca').filter((codigo) => String.fromCodePoint(codigo).normalize('NFD').includes(simple));
  const deciden = [...conMarca('\u0303'), ...conMarca('\u0308')];
  const marca = `${clase(deciden)}*`;
  const otras = leidos.de('marca').filter((codigo) => !deciden.includes(codigo));
  const porLetra = Array.from(leidos)
    .filter(([leido]) => !APARTE.has(leido))
    .flatMap(([leido, codigos]) => codigos.map((codigo) => [String.fromCodePoint(codigo), leido] as const));
  const conocidos = Array.from(`${LETRAS_DE_CLAVE}${SIN_LETRA} `, (caracter) => caracter.charCodeAt(0));
  return {
    control: clase(leidos.de('\0')),
    ligaduras: LIGADURAS.map((ligadura) => [ligadura, normalizar(ligadura).toUpperCase()]),
    primeros: [
      { patron: clase([...leidos.de('invisible'), ...otras]), por: '' },
      { patron: `(?:\\u{2e}${marca})?\\u{aa}${marca}`, por: 'A' }, // D 11
      ...['Ñ', 'Ä', 'Ë', 'Ï', 'Ö'].map((por) => {
        const [base = '', simple = ''] = por.normalize('NFD');
        return { patron: `${clase(bases.de(base))}${marca}${clase(conMarca(simple))}${marca}`, por };
      }),
      { patron: clase(deciden), por: '' },
    ],
    de: porLetra.map(([caracter]) => caracter),
    a: porLetra.map(([, leido]) => leido),
    ultimos: [
      { patron: clase(leidos.de('µ')), por: 'µ' },
      { patron: clase(conocidos).replace('[', '[^'), por: '#' },
    ],
  };
}
