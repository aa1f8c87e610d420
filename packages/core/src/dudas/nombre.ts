/**
 * Finds doubts about a name: the written text may not be what was meant. They change no key (D 17, D 22).
 *
 * The rules see every name that is not plain. Each rule names the words that it looks for, and a name with such a word is
 * not plain. What else makes a name odd, `nombre/llano.ts` says: a sign, an unusual case, a letter alone.
 */
import type { CodigoHallazgo } from '../hallazgos.js';
import { simplificar, sinAcentos } from '../nombre/letras.js';
import { inicio, leer } from '../nombre/palabra.js';
import {
  ABREVIATURAS,
  DE_EMPRESA,
  DE_FRASE,
  DE_NADIE,
  OTRA_ENIE,
  SIN_ENIE,
  SIN_NOMBRE,
  SIN_SEGUNDO,
  SIN_VOCAL,
  TITULOS,
  TRATAMIENTOS,
  TRATAMIENTOS_APELLIDOS,
  UNA_LETRA,
  VIUDA,
} from '../nombre/palabras-dudosas.js';
import { RELLENOS, RELLENOS_DE_PILA, enPalabras, sonRelleno, unir } from '../nombre/relleno.js';
import { PARTICULA_CON_BARRA, separar } from '../nombre/unidas.js';
import { NOMBRES_OMITIDOS, PARTICULAS } from '../norma/particulas.js';

type Partes = Readonly<Record<string, string>>;

export interface Duda {
  readonly codigo: CodigoHallazgo;
  /** Fills the gaps of the message: a sign, or the usual form of an abbreviation. Never the name. */
  readonly partes?: Partes;
  /** The names that it would be. Only a file, which holds the name too, shows them. */
  readonly seria?: readonly string[];
  /** A word that may be another by a slip, and the words that it may be, without accents: a file that has it often excuses it. */
  readonly palabra?: { readonly escrita: string; readonly cercanas: readonly string[] };
}

/** A name that is not plain, as the rules about its signs and letters see it. */
export interface NombreEscrito {
  /** Composed, without blanks around it. */
  readonly escrito: string;
  /** As `normalizar` writes it. */
  readonly leido: string;
  /** `leido` in upper case. */
  readonly mayusculas: string;
  /** True if the name has only Spanish letters, with the capitals of a name: then it has no doubt about them. */
  readonly esLimpio: boolean;
  readonly esDePila: boolean;
}

/** The same name, as the rules about its words see it. */
interface NombreEnPalabras {
  readonly esDePila: boolean;
  /** In upper case, without accents: the lists of words have none. */
  readonly simple: string;
  /** Its words in upper case. */
  readonly palabras: readonly string[];
  /** The word that decides the letters of the key, as it is written and like `simple`, and its index. */
  readonly escrita: string;
  readonly que: string;
  readonly cuenta: number;
}

/** A rule about one name. */
interface ReglaDeNombre<Nombre> {
  /** The words of Spanish letters that the rule looks for. A name with one of them is not plain, so the rules see it. */
  readonly palabras?: Iterable<string>;
  readonly duda: (nombre: Nombre) => Duda | false;
}

/** A sign that no name has; a slash except that of D/AMICO and MAC/GREGOR; a hyphen, an apostrophe or a period without a letter before it. */
const SIGNO_EXTRANO = new RegExp(
  `[^\\p{L}\\p{M}\\p{N}\\p{Cf}\\p{Z}\\s./'’‘´\`ʼ\\p{Pd}]|(?<!(?:^|\\s)\\p{L}|${PARTICULA_CON_BARRA})/|/(?!\\p{L}{2})|` +
    `(?<![\\p{L}\\p{M}])[.'’‘´\`ʼ\\p{Pd}]|\\p{Pd}(?![\\p{L}])`,
  'u',
);
const NUMERADO = /^\s*\d+\s*(?:[.):]|\p{Pd})/u;
/**
 * Matches what is no Spanish letter: another letter, a separate accent, a dash other than a hyphen, a slash. An accent
 * that was typed by itself is no letter either: `JOSE´`, `LO'PEZ`, `JOS´E`.
 */
const AJENA = new RegExp(
  `(?![A-Za-zÁÉÍÓÚÜÑáéíóúüñªº])[\\p{L}\\p{M}]|(?!-)\\p{Pd}|(?<!${PARTICULA_CON_BARRA})/|` +
    `(?<=\\p{L}[AEIOUaeiou])['’‘´\`ʼ]|(?<!(?:^|\\s)[DL])[´\`](?=[AEIOUaeiou])`,
  'u',
);
const INVISIBLE = /\p{Cf}|(?! )[\p{Z}\s]/u;
/** An accented letter in the other case than its neighbours: `LàPEZ`, `MuÒoz`. */
export const FUERA_DE_LUGAR =
  /[a-záéíóúüñ][ÁÉÍÓÚÜÑ]|[A-ZÁÉÍÓÚÜÑ][áéíóúüñ][A-ZÁÉÍÓÚÜÑ]|(?<!\p{L})[áéíóúüñ][A-ZÁÉÍÓÚÜÑ]/u;
/** A word with a period. Only a word of the norm, for example MA., may have one. */
const PUNTO = /(?<!\p{L})(\p{L}+)\.(?<pegado>(?!ª)\p{L})?/gu;

/** One letter in the other case than all others of a word: `lBARRA`, `XlMENA`, `garcíA`. McGREGOR is no such word. */
const OTRA_CAJA =
  /(?<!\p{L})(?!Ma?c)(?:(?=(?:\p{Ll}*\p{Lu}){2})\p{Lu}*(\p{Ll})\p{Lu}*|\p{Ll}+(\p{Lu})\p{Ll}*)(?![\p{L}'’‘´`ʼ])/u;

/** A capital inside a word begins another word: `MariaGuadalupe`, `DeLeón`. McGregor is one. */
const MAYUSCULA_DENTRO = /(?<!^Ma?c)(?<=\p{Ll})\p{Lu}\p{Ll}/u;

/** A name without its last word: `PONCE DE`. LE, DI, MAC and VAN are surnames by themselves, and so is Y. */
const CORTADO = /(?:^|\s)(?:DEL?|EL|LAS?|LOS)$|\sY$/;

/** The first word of MC GREGOR, VON BRAUN, SAN MARTÍN or SANTA CRUZ, or the O of O'HARA, which is no surname. Santa is a given name. */
const APELLIDO_CORTADO = /(?:^|\s)(?:MC|VON|SAN|SANTA)$|^(?:O|[DLO]['’‘´`ʼ])$/;

/** Two people, `JUAN Y MARÍA`, or two forms of a name, `LUIS O JOSÉ LUIS`. MARÍA DE LA O is one name, and ORTEGA Y GASSET one surname. */
const DOS_PERSONAS = /\p{L}{2}(?<!(?:^| )LA) (?:[EYOÓ]|ALIAS|CONOCID[OA](?: COMO)?) \p{L}{2}/u;
const DOS_FORMAS = /\p{L}{2}(?<!(?:^| )LA) (?:[OÓ]|ALIAS) \p{L}{2}/u;

/** A surname of one letter, such as that of DE LA O. */
const DE_UNA_LETRA = /^[EIOUY]$/;
/** The Virgin's name of a letter: María de la O. */
const DE_LA_O = /(?:^| )DE LA O(?: |$)/;

const siHay = (hay: boolean, codigo: CodigoHallazgo): Duda | false => hay && { codigo };

const DE_RELLENO: readonly ReglaDeNombre<NombreEscrito>[] = [
  {
    palabras: [
      ...[...RELLENOS, ...RELLENOS_DE_PILA].flatMap((relleno) => [relleno.split(' ', 1)[0], unir(relleno)]),
      ...SIN_SEGUNDO,
    ],
    duda: ({ mayusculas, esLimpio, esDePila }) => {
      const palabras = esLimpio ? mayusculas : enPalabras(mayusculas);
      return siHay(sonRelleno(palabras, esDePila) || palabras === 'X' || palabras === 'N', 'nombre_de_relleno');
    },
  },
];

const DE_SIGNOS: readonly ReglaDeNombre<NombreEscrito>[] = [
  {
    duda: ({ escrito }) => {
      const signo = NUMERADO.exec(escrito) ?? SIGNO_EXTRANO.exec(escrito);
      return signo !== null && { codigo: 'nombre_con_signo', partes: { signo: signo[0].trim() } };
    },
  },
  { duda: ({ escrito }) => siHay(/\p{N}/u.test(escrito), 'nombre_con_cifras') },
];

const DE_LETRAS: readonly ReglaDeNombre<NombreEscrito>[] = [
  {
    duda: ({ escrito }) => {
      const ajena = (AJENA.exec(escrito) ?? FUERA_DE_LUGAR.exec(escrito))?.[0];
      if (ajena === undefined) return false;
      return { codigo: esLatina(ajena) ? 'nombre_letra_ajena' : 'nombre_otro_alfabeto', partes: { signo: ajena } };
    },
  },
  {
    duda: ({ escrito }) => {
      const [palabra = '', chica = '', grande = ''] = OTRA_CAJA.exec(escrito) ?? [];
      if (palabra === '') return false;
      const mayusculas = palabra.replace('l', 'I').toUpperCase();
      const seria = chica === '' ? palabra.toLowerCase() : mayusculas;
      return { codigo: 'nombre_otra_caja', partes: { signo: chica + grande }, seria: [seria] };
    },
  },
  { duda: ({ escrito }) => siHay(INVISIBLE.test(escrito), 'nombre_invisible') },
];

const DE_PALABRAS: readonly ReglaDeNombre<NombreEnPalabras>[] = [
  { duda: conPunto },
  {
    duda: ({ esDePila, escrita, palabras, cuenta }) => {
      const separado = separar(palabras, cuenta, esDePila);
      if (separado !== null) return { codigo: 'nombre_pegado', seria: [separado] };
      return siHay(MAYUSCULA_DENTRO.test(escrita), 'nombre_pegado');
    },
  },
  {
    palabras: [...ABREVIATURAS.keys(), ...VIUDA],
    duda: ({ esDePila, que, palabras }) => {
      const palabra = que.replace('.', '');
      if (palabra === 'MARA' && palabras.length === 1) return false; // a name of its own, with the letters of MARÍA
      if (esDePila ? SIN_NOMBRE.includes(palabra) : palabra === 'MA') return false; // RN is no name to write in full, MA a surname
      return esAbreviatura(palabra) && deAbreviatura(palabra, 'nombre_con_punto');
    },
  },
  {
    palabras: [...TITULOS, ...TRATAMIENTOS],
    duda: ({ esDePila, que, simple }) =>
      siHay(
        esDePila
          ? TRATAMIENTOS.has(que) || (TITULOS.has(que) && que !== simple)
          : TRATAMIENTOS.has(que) && !TRATAMIENTOS_APELLIDOS.has(que),
        'nombre_con_titulo',
      ),
  },
  {
    palabras: [...DE_NADIE, ...SIN_NOMBRE, ...DE_FRASE],
    duda: ({ esDePila, que }) =>
      siHay(
        DE_NADIE.includes(que) || (esDePila && SIN_NOMBRE.includes(que)) || DE_FRASE.includes(que),
        'nombre_ausente',
      ),
  },
  {
    palabras: DE_EMPRESA,
    duda: ({ esDePila, palabras }) =>
      siHay(
        palabras.some((palabra) => DE_EMPRESA.includes(sinAcentos(palabra))),
        'nombre_de_empresa',
      ) || siHay((esDePila ? DOS_PERSONAS : DOS_FORMAS).test(palabras.join(' ')), 'nombre_de_dos'),
  },
  {
    duda: ({ esDePila, que, palabras, cuenta }) =>
      siHay(
        que.replace('.', '').length === 1 &&
          (esDePila ? !DE_LA_O.test(palabras.join(' ')) : palabras.length - cuenta > 1 || !DE_UNA_LETRA.test(que)),
        'nombre_con_punto',
      ),
  },
  {
    palabras: [...PARTICULAS, 'SAN', 'SANTA'],
    duda: ({ esDePila, simple }) =>
      siHay(CORTADO.test(simple) || (!esDePila && APELLIDO_CORTADO.test(simple)), 'nombre_cortado'),
  },
  {
    palabras: [...SIN_ENIE.keys(), ...OTRA_ENIE.keys()],
    duda: ({ que }) => {
      const forma = SIN_ENIE.get(que) ?? OTRA_ENIE.get(que);
      return forma !== undefined && { codigo: 'nombre_sin_enie', partes: { forma } };
    },
  },
];

/** The words that the rules look for, in upper case and without accents. */
export const PALABRAS_DUDOSAS: ReadonlySet<string> = new Set(
  [DE_RELLENO, DE_SIGNOS, DE_LETRAS, DE_PALABRAS]
    .flat()
    .flatMap(({ palabras = [] }) => Array.from(palabras, sinAcentos)),
);

/** Returns every doubt about a name that is not plain. */
export function dudasDeRaro(nombre: NombreEscrito): Duda[] {
  const deRelleno = primera(DE_RELLENO, nombre);
  if (deRelleno.length > 0) return deRelleno;
  const deSignos = nombre.esLimpio ? [] : [...primera(DE_SIGNOS, nombre), ...primera(DE_LETRAS, nombre)];
  return deSignos.length > 0 ? deSignos : primera(DE_PALABRAS, enSusPalabras(nombre));
}

function enSusPalabras({ escrito, leido, mayusculas, esDePila }: NombreEscrito): NombreEnPalabras {
  const desde = inicio(leer(leido, esDePila));
  const [escrita] = leido.slice(desde).split(' ', 1);
  return {
    esDePila,
    simple: escrito === leido ? sinAcentos(mayusculas) : simplificar(escrito),
    palabras: mayusculas.split(' '),
    escrita,
    que: simplificar(escrita),
    cuenta: leido.slice(0, desde).split(' ').length - 1,
  };
}

/** Returns the doubt of the first rule that finds one. */
function primera<Nombre>(reglas: readonly ReglaDeNombre<Nombre>[], nombre: Nombre): Duda[] {
  for (const { duda } of reglas) {
    const hallada = duda(nombre);
    if (hallada !== false) return [hallada];
  }
  return [];
}

const esLatina = (signo: string): boolean => /\p{Script=Latin}|\P{L}/u.test(signo);

function conPunto({ simple, esDePila }: NombreEnPalabras): Duda | false {
  if (!simple.includes('.')) return false;
  for (const { 1: palabra, groups } of simple.matchAll(PUNTO)) {
    if (groups?.['pegado'] !== undefined) return { codigo: 'nombre_pegado' };
    if (!esDePila || !NOMBRES_OMITIDOS.includes(`${palabra}.`)) return deAbreviatura(palabra, 'nombre_con_punto');
  }
  return false;
}

/** Returns the doubt about an abbreviation. `otra` is the code for an unknown one. */
function deAbreviatura(palabra: string, otra: CodigoHallazgo): Duda {
  const forma = ABREVIATURAS.get(palabra);
  if (forma !== undefined) return { codigo: 'nombre_abreviado', partes: { forma } };
  if (VIUDA.includes(palabra)) return { codigo: 'apellido_de_casada' };
  return { codigo: TITULOS.has(palabra) || TRATAMIENTOS.has(palabra) ? 'nombre_con_titulo' : otra };
}

/** Returns whether a word, in upper case and without accents, is a known abbreviation or has letters and no vowel. */
const esAbreviatura = (palabra: string): boolean =>
  ABREVIATURAS.has(palabra) ||
  VIUDA.includes(palabra) ||
  (SIN_VOCAL.test(palabra) && !UNA_LETRA.test(palabra) && !PARTICULAS.includes(palabra));
