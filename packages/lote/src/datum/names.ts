/** Reads names by the conventions of a file: the sign for Ñ, words for nothing, and why a name needs a review. */
import { type Dato, type Duda, SIN_SEGUNDO, esRelleno } from '@curp-service/core';
import { leerNombre } from '@curp-service/core/leido';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Reading } from '@curp-service/contract/reading';
import { type Doubt, NO_DOUBTS } from './doubt.js';
import { hashOfName } from './word-hash.js';
import { FORMULA } from '../read/row.js';

/** An Ñ comes before a vowel, and never after a consonant. */
const VOWEL = '[AEIOUÁÉÍÓÚ]';
const CONSONANT = String.raw`(?![AEIOUÁÉÍÓÚÜ])\p{L}`;
/** A sign that may replace an Ñ, as in files of the IMSS. */
const SIGN_FOR_ENIE = new RegExp(`(?<!${CONSONANT})[#¥¤?](?=${VOWEL})`, 'iu');
const BEGINS_WITH_VOWEL = new RegExp(`^${VOWEL}`, 'iu');
const ENDS_IN_CONSONANT = new RegExp(`${CONSONANT}$`, 'iu');
/** The error of a spreadsheet's formula: `#N/A`, `#¡REF!`. */
const ERROR_OF_SHEET = /^\s*#(?:N\/[AD]\s*$|.*[!?]\s*$)/iu;
/** Surnames in brackets, with a slash, or that begin like a phrase for a missing surname. */
const LIKELY_NOTHING =
  /^\s*(?:[([{<].*[)\]}>]|[ns]\/.*|vac[ií]o|nulo|pendiente|[uú]nico|(?:sin|no|nada|ning[uú]n)(?:\s.*)?\.?)\s*$/i;

/** Signs before a name, and the hyphen of a word that was cut at the end of a line: `.LOPEZ`, `HERNÁN- DEZ`. They are no part of the name. */
export const STRAY = /^\s*[./\p{Pd}]+\s*(?=\p{L})|(?<=\p{L})\p{Pd}\s+(?=\p{L})/gu;
/** An accent that was typed before its vowel or after it: `GARC´IA`, `JOSE´`. In `D´ANGELO`, `O´FARRIL` and `´ESSIO` (R 1.4) it is an apostrophe. */
const TYPED_ACCENT = /(?<!(?:^|[$,/])\s*|(?:^|\s)[DLO])´(?=[AEIOU])|(?<=[AEIOU])(?<!(?:^|\s)O)´/giu;

const BLANK = /^\s*blanco\s*$/i;

/** The fields that hold names, and the data of a person whose names they hold. */
export const NAME_DATA = {
  nombres: 'nombres',
  segundo_nombre: 'nombres',
  apellidos: 'apellidoPaterno',
  apellido_paterno: 'apellidoPaterno',
  apellido_materno: 'apellidoMaterno',
} as const satisfies Readonly<Record<string, Dato>>;
export type NameField = keyof typeof NAME_DATA;

export const isNameField = (field: string): field is NameField => field in NAME_DATA;
export const NAME_FIELDS = Object.keys(NAME_DATA).filter(isNameField);

/** What a name means. */
export interface NameRead {
  /** Empty if the text says that there is none. */
  readonly value: string;
  readonly problem: RowProblem | null;
  readonly doubts: readonly Doubt[];
}

type NameConventions = Pick<Reading, 'enie' | 'nulos' | 'nombre_completo' | 'repetidas'>;

export class NameReader {
  private readonly signOfEnie: string | null;
  /** `nulos=ninguno`: every word is a name, even NULL. */
  private readonly allAreNames: boolean;
  private readonly hasFullName: boolean;
  /** The words that the file has often enough to be names of their own. */
  private readonly repeated: ReadonlySet<number>;
  /** True if other surnames of the file are words for nothing: then BLANCO may be one. */
  private readonly hasNulls: boolean;

  constructor({ enie, nulos, nombre_completo, repetidas }: NameConventions) {
    this.repeated = new Set(repetidas.value);
    this.signOfEnie = enie.value === 'sin' ? null : enie.value;
    this.allAreNames = nulos.basis === 'declarada' && nulos.value.length === 0;
    this.hasFullName = nombre_completo.value !== null;
    this.hasNulls = nulos.evidence.surnames.count > 0;
  }

  /** Reads a name that is not blank. */
  read(field: NameField, text: string): NameRead {
    const dato = NAME_DATA[field];
    const { esLlano, dudas } = leerNombre(text, dato);
    if (esLlano) return { value: text, problem: null, doubts: NO_DOUBTS };
    const nothing = this.nothing(field, text);
    if (nothing !== null) {
      return {
        value: '',
        problem: null,
        doubts: nothing === 'likely' ? [{ codigo: 'apellido_de_relleno', dato }] : [],
      };
    }
    const clean = text.replaceAll(STRAY, '');
    if (clean !== text) {
      const [signo = ''] = text.match(STRAY) ?? [];
      const read = this.read(field, clean);
      return {
        ...read,
        doubts: [...read.doubts, { codigo: 'nombre_con_signo', dato, partes: { signo: signo.trim() } }],
      };
    }
    if (this.hasNulls && field === 'apellido_materno' && BLANK.test(text))
      return { value: text, problem: null, doubts: [{ codigo: 'nombre_ausente', dato }] };
    const doubts = dudas.flatMap((duda) =>
      duda.codigo === 'nombre_de_relleno' || this.isRepeated(duda, dato) ? [] : [{ ...duda, dato }],
    );
    return { value: text, problem: this.problem(field, text, dudas), doubts };
  }

  private isRepeated({ palabra }: Duda, dato: Dato): boolean {
    return palabra !== undefined && this.repeated.has(hashOfName(palabra.escrita, dato !== 'nombres'));
  }

  /** Returns a name with Ñ in place of the file's sign for it, and without accents that were typed beside their vowels. */
  withLetters(text: string): string {
    const { signOfEnie: sign } = this;
    const name = text.includes('´') ? text.replaceAll(TYPED_ACCENT, '') : text;
    if (sign === null) return name;
    const parts = name.split(sign);
    return parts.reduce((before, after) => before + (mayHoldEnie(before, after) ? enieBehind(before) : sign) + after);
  }

  /**
   * Returns whether an optional datum says that it is missing: `sure` for the usual words, `likely` for surnames that
   * look like them, in brackets or with a slash.
   */
  private nothing(field: NameField, text: string): 'sure' | 'likely' | null {
    if (field === 'nombres' || this.allAreNames || text === FORMULA) return null;
    const isSurname = field !== 'segundo_nombre';
    if (ERROR_OF_SHEET.test(text) || (isMark(text) && /[?¿]/.test(text))) return 'likely';
    const isFiller = esRelleno(text, false) || /^\s*[XN]\s*$/i.test(text);
    if (isMark(text) || (isFiller && !(isSurname && /^\s*X+\s*$/i.test(text)))) return 'sure';
    const [first = ''] = text.trim().toUpperCase().split(/\s/u);
    if (field === 'apellido_materno' && SIN_SEGUNDO.includes(first)) return 'likely';
    return LIKELY_NOTHING.test(text) ? (isSurname ? 'likely' : 'sure') : null;
  }

  /** Returns the problem of a name that no person can have. BLANCO may mean a missing name, but is a surname too. */
  private problem(parametro: NameField, text: string, found: readonly Duda[]): RowProblem | null {
    const isWhole = !this.hasFullName && /,\s+\p{L}/u.test(text); // `Olvera, Renata`, beside columns of surnames
    if (isWhole) return { cause: 'nombre_danado', parametro };
    for (const { codigo, partes = {} } of found) {
      if (codigo === 'nombre_con_signo') {
        const cause = SIGN_FOR_ENIE.test(text) ? 'nombre_sin_letra' : codigo;
        return { cause, parametro, parts: partes };
      }
      if (codigo === 'nombre_de_relleno' && this.isPlaceholder(parametro, text)) return { cause: codigo, parametro };
      if (codigo === 'nombre_ausente' && !/\S\s+\S|^\s*blanco\s*$/i.test(text))
        return { cause: 'nombre_de_relleno', parametro };
    }
    return null;
  }

  /** Returns whether a filler is a problem. A second surname of only X is none: its key is that of a person without one. */
  private isPlaceholder(field: NameField, text: string): boolean {
    return !this.allAreNames && !(field === 'apellido_materno' && /^\s*X+\s*$/i.test(text));
  }
}

/** Returns whether a text has only signs or zeros. Figures mean something else, and `"` or `//` repeats the row above. */
const isMark = (text: string): boolean => !/[\p{L}1-9"“”〃]|\/\/|(?:['’´`]\s*){2}/u.test(text);

/** Returns whether an Ñ may be between two parts of a name. */
const mayHoldEnie = (before: string, after: string): boolean =>
  !ENDS_IN_CONSONANT.test(before) && BEGINS_WITH_VOWEL.test(after);
const enieBehind = (before: string): string => (/\p{Ll}$/u.test(before) ? 'ñ' : 'Ñ');
