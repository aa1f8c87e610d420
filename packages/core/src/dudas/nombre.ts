/**
 * Finds doubts about a name: the written text may not be what was meant. They change no key (D 17, D 22).
 *
 * Each rule names the marks that wake it, and sees only names with one of them. All other names are plain: they have
 * only Spanish letters, spaces, and no word that may be something else than a name.
 */
import type { DatoDeNombre } from '../datos.js';
import type { CodigoHallazgo } from '../hallazgos.js';
import { normalizar, sinAcentos } from '../nombre/letras.js';
import { Marca, marcasDe, marcasDeNombre, simplificar } from '../nombre/marcas.js';
import { inicio, leer } from '../nombre/palabra.js';
import {
  ABREVIATURAS,
  DE_EMPRESA,
  DE_FRASE,
  DE_NADIE,
  OTRA_ENIE,
  SIN_ENIE,
  SIN_NOMBRE,
  TITULOS,
  TRATAMIENTOS,
  VIUDA,
} from '../nombre/palabras-dudosas.js';
import { enPalabras, esRelleno } from '../nombre/relleno.js';
import { PARTICULA_CON_BARRA, separar } from '../nombre/unidas.js';
import { NOMBRES_OMITIDOS } from '../norma/particulas.js';

type Partes = Readonly<Record<string, string>>;

export interface Duda {
  readonly codigo: CodigoHallazgo;
  /** Fills the gaps of the message: a sign, or the usual form of an abbreviation. Never the name. */
  readonly partes?: Partes;
  /** The names that it would be. Only a file, which holds the name too, shows them. */
  readonly seria?: readonly string[];
}

/** A name that some rule looks at. */
interface NombreEscrito {
  /** Composed, without blanks around it. */
  readonly escrito: string;
  /** In upper case, without accents: the lists of words have none. */
  readonly mayusculas: string;
  readonly dato: DatoDeNombre;
  readonly esDePila: boolean;
  /** Its words in upper case. */
  readonly palabras: readonly string[];
  /** The word that decides the letters of the key, as it is written and like `mayusculas`, and its index. */
  readonly escrita: string;
  readonly que: string;
  readonly cuenta: number;
}

/** A rule about one name. */
interface ReglaDeNombre {
  /** The marks that wake the rule. `Marca.PALABRA` wakes it for every name, which makes every file slow. */
  readonly despierta: number;
  readonly duda: (nombre: NombreEscrito) => Duda | false;
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

/** A surname of one letter, such as that of DE LA O. No given name has only one. */
const DE_UNA_LETRA = /^[EIOUY]$/;

const siHay = (hay: boolean, codigo: CodigoHallazgo): Duda | false => hay && { codigo };

const DE_RELLENO: readonly ReglaDeNombre[] = [
  {
    despierta: Marca.RELLENO | Marca.LETRA | Marca.SIGNO | Marca.EN_VEZ_DE_SEGUNDO | Marca.NADIE,
    duda: ({ escrito, esDePila }) =>
      siHay(esRelleno(escrito, esDePila) || /^[XN]$/.test(enPalabras(escrito)), 'nombre_de_relleno'),
  },
];

const DE_SIGNOS: readonly ReglaDeNombre[] = [
  {
    despierta: Marca.SIGNO,
    duda: ({ escrito }) => {
      const signo = NUMERADO.exec(escrito) ?? SIGNO_EXTRANO.exec(escrito);
      return signo !== null && { codigo: 'nombre_con_signo', partes: { signo: signo[0].trim() } };
    },
  },
  { despierta: Marca.SIGNO, duda: ({ escrito }) => siHay(/\p{N}/u.test(escrito), 'nombre_con_cifras') },
];

const DE_LETRAS: readonly ReglaDeNombre[] = [
  {
    despierta: Marca.SIGNO | Marca.CAJA,
    duda: ({ escrito }) => {
      const ajena = (AJENA.exec(escrito) ?? FUERA_DE_LUGAR.exec(escrito))?.[0];
      if (ajena === undefined) return false;
      return { codigo: esLatina(ajena) ? 'nombre_letra_ajena' : 'nombre_otro_alfabeto', partes: { signo: ajena } };
    },
  },
  {
    despierta: Marca.CAJA,
    duda: ({ escrito }) => {
      const [palabra = '', chica = '', grande = ''] = OTRA_CAJA.exec(escrito) ?? [];
      if (palabra === '') return false;
      const mayusculas = palabra.replace('l', 'I').toUpperCase();
      const seria = chica === '' ? palabra.toLowerCase() : mayusculas;
      return { codigo: 'nombre_otra_caja', partes: { signo: chica + grande }, seria: [seria] };
    },
  },
  { despierta: Marca.SIGNO, duda: ({ escrito }) => siHay(INVISIBLE.test(escrito), 'nombre_invisible') },
];

const DE_PALABRAS: readonly ReglaDeNombre[] = [
  { despierta: Marca.SIGNO, duda: conPunto },
  {
    despierta: Marca.UNIDA | Marca.CAJA | Marca.SIGNO,
    duda: ({ esDePila, escrita, palabras, cuenta }) => {
      const separado = separar(palabras, cuenta, esDePila);
      if (separado !== null) return { codigo: 'nombre_pegado', seria: [separado] };
      return siHay(MAYUSCULA_DENTRO.test(escrita), 'nombre_pegado');
    },
  },
  {
    despierta: Marca.ABREVIADA | Marca.SIGNO,
    duda: ({ esDePila, que }) => {
      const palabra = que.replace('.', '');
      if (esDePila ? SIN_NOMBRE.includes(palabra) : palabra === 'MA') return false; // RN is no name to write in full, MA a surname
      return (marcasDe(palabra) & Marca.ABREVIADA) !== 0 && deAbreviatura(palabra, 'nombre_con_punto');
    },
  },
  {
    despierta: Marca.TITULO,
    duda: ({ esDePila, que, mayusculas }) =>
      siHay(esDePila && (TRATAMIENTOS.has(que) || (TITULOS.has(que) && que !== mayusculas)), 'nombre_con_titulo'),
  },
  {
    despierta: Marca.NADIE,
    duda: ({ esDePila, que }) =>
      siHay(
        DE_NADIE.includes(que) || (esDePila && SIN_NOMBRE.includes(que)) || DE_FRASE.includes(que),
        'nombre_ausente',
      ),
  },
  {
    despierta: Marca.NADIE | Marca.LETRA,
    duda: ({ esDePila, palabras }) =>
      siHay(
        palabras.some((palabra) => DE_EMPRESA.includes(sinAcentos(palabra))),
        'nombre_de_empresa',
      ) || siHay((esDePila ? DOS_PERSONAS : DOS_FORMAS).test(palabras.join(' ')), 'nombre_de_dos'),
  },
  {
    despierta: Marca.LETRA | Marca.SIGNO,
    duda: ({ esDePila, que, palabras, cuenta }) =>
      siHay(
        que.replace('.', '').length === 1 && (esDePila || palabras.length - cuenta > 1 || !DE_UNA_LETRA.test(que)),
        'nombre_con_punto',
      ),
  },
  {
    despierta: Marca.PARTICULA | Marca.NADIE | Marca.LETRA | Marca.SIGNO,
    duda: ({ esDePila, mayusculas }) =>
      siHay(CORTADO.test(mayusculas) || (!esDePila && APELLIDO_CORTADO.test(mayusculas)), 'nombre_cortado'),
  },
  {
    despierta: Marca.LE_FALTA_ENIE,
    duda: ({ que }) => {
      const forma = SIN_ENIE.get(que) ?? OTRA_ENIE.get(que);
      return forma !== undefined && { codigo: 'nombre_sin_enie', partes: { forma } };
    },
  },
];

/** Returns every doubt about one name. */
export function dudasDeNombre(texto: string, dato: DatoDeNombre): Duda[] {
  const escrito = texto.normalize().trim();
  const esDePila = dato === 'nombres';
  const marcas = escrito === '' ? 0 : marcasDeNombre(escrito, esDePila);
  if ((marcas & DE_UN_NOMBRE) === 0) return [];
  const leido = normalizar(escrito);
  const desde = inicio(leer(leido, esDePila));
  const [escrita] = leido.slice(desde).split(' ');
  const nombre: NombreEscrito = {
    escrito,
    mayusculas: simplificar(escrito),
    dato,
    esDePila,
    palabras: leido.toUpperCase().split(' '),
    escrita,
    que: simplificar(escrita),
    cuenta: leido.slice(0, desde).split(' ').length - 1,
  };
  const primera = (reglas: readonly ReglaDeNombre[]): Duda[] => {
    for (const { despierta, duda } of reglas) {
      const hallada = (marcas & despierta) !== 0 && duda(nombre);
      if (hallada !== false) return [hallada];
    }
    return [];
  };
  const deRelleno = primera(DE_RELLENO);
  if (deRelleno.length > 0) return deRelleno;
  const deSignos = [...primera(DE_SIGNOS), ...primera(DE_LETRAS)];
  return deSignos.length > 0 ? deSignos : primera(DE_PALABRAS);
}

const esLatina = (signo: string): boolean => /\p{Script=Latin}|\P{L}/u.test(signo);

function conPunto({ mayusculas, esDePila }: NombreEscrito): Duda | false {
  for (const { 1: palabra, groups } of mayusculas.matchAll(PUNTO)) {
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

/** The marks that wake a rule about one name. */
export const DE_UN_NOMBRE: number = [DE_RELLENO, DE_SIGNOS, DE_LETRAS, DE_PALABRAS]
  .flat()
  .reduce((todas, { despierta }) => todas | despierta, 0);
