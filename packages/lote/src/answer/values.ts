/** Finds the meaning of a row's texts, by the conventions of the file. */
import {
  type Dato,
  type Duda,
  SIN_SEGUNDO,
  dudasDeNombre,
  dudasDeNombres,
  esRelleno,
  palabrasDeApellido,
} from '@curp-service/core';
import { DUDOSAS, DUDOSAS_SIN_ENIE, type Filtro } from '@curp-service/core/masivo';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Field } from '@curp-service/contract/columns';
import { NULL_TEXTS, type PersonValues, isMissing } from '@curp-service/contract/parameters';
import type { Reading, Wrapping } from '@curp-service/contract/reading';
import {
  type DateFigures,
  type DateParts,
  dateOf,
  hasPlaceBehind,
  monthNumber,
  readEntity,
  readFigures,
  readSexWord,
  splitDate,
} from '@curp-service/contract/values';
import { isUnexpected } from '../conventions/decide.js';
import { NullWords } from '../conventions/null-words.js';
import { unwrap } from '../conventions/wrappings.js';
import { FORMULA } from '../read/row.js';
import type { Doubt } from './operations.js';

/**
 * An hour that a system writes for the beginning of the next day: the last minute before it, or its midnight in another
 * zone. Midnight in Greenwich is from 16:00 to 19:00 in Mexico, and 23:00 without its daylight saving time.
 */
export const NIGHT =
  /[T ](?:23:59|11:59(?::\d\d)?\s?p|(?:(?:1[6-9]|23):00|(?:0?[4-7]|11):00(?=(?::00)?\s?p))(?!:\d*[1-9])(?!(?::00)?(?:\.0+)?[Z+]))|T2[23]:00:00(?:\.0+)?Z/i;

type Surnames = Pick<PersonValues, 'apellido_paterno' | 'apellido_materno'>;

/** An Ñ comes before a vowel, and never after a consonant. */
const VOWEL = '[AEIOUÁÉÍÓÚ]';
const CONSONANT = String.raw`(?![AEIOUÁÉÍÓÚÜ])\p{L}`;
/** A sign that may replace an Ñ, as in files of the IMSS. */
const SIGN_FOR_ENIE = new RegExp(`(?<!${CONSONANT})[#¥¤?](?=${VOWEL})`, 'iu');
const BEGINS_WITH_VOWEL = new RegExp(`^${VOWEL}`, 'iu');
const ENDS_IN_CONSONANT = new RegExp(`${CONSONANT}$`, 'iu');
/** The error of a spreadsheet's formula: `#N/A`, `#¡REF!`. */
const ERROR_OF_SHEET = /^\s*#\P{L}?\p{L}/u;
/** Surnames in brackets, with a slash, or that begin like a phrase for a missing surname. */
const LIKELY_NOTHING =
  /^\s*(?:[([{<].*[)\]}>]|[ns]\/.*|vac[ií]o|nulo|pendiente|[uú]nico|(?:sin|no|nada|ning[uú]n)(?:\s.*)?\.?)\s*$/i;

/** The fields that hold names, and the data of a person whose names they hold. */
export const NAME_DATA = {
  nombres: 'nombres',
  segundo_nombre: 'nombres',
  apellidos: 'apellidoPaterno',
  apellido_paterno: 'apellidoPaterno',
  apellido_materno: 'apellidoMaterno',
} as const satisfies Readonly<Record<string, Dato>>;
export type NameField = keyof typeof NAME_DATA;

const LAST_MONTH = 12;

export class Values {
  readonly order: Reading['fechas']['value'];
  readonly nullWords: NullWords;
  /** The null words, and the texts that are refused as names. */
  readonly refusedWords: NullWords;
  readonly fullName: Reading['nombre_completo']['value'];
  /** The words that only the text of a name can decide, not its bytes. */
  readonly doubtfulWords: Filtro;
  /** The signs or words around every given name that are not part of it. */
  readonly wrapping: Wrapping | null;
  readonly formOfDates: Reading['forma_fechas']['value'];
  private readonly lacksEnie: boolean;
  private readonly signOfEnie: string | null;
  private readonly areJoined: boolean;
  private readonly mayBeCountry: boolean;
  private readonly nombres: Reading['nombres']['value'];
  /** True if the user declared the null words. */
  readonly hasOwnWords: boolean;
  private readonly century: number | null;
  /** `nulos=ninguno`: every word is a name, even NULL. */
  private readonly allAreNames: boolean;
  /** The sex, or the problem, of each letter and digit. */
  private readonly letters: ReadonlyMap<string, string | RowProblem>;

  constructor(reading: Reading) {
    const { sexo, fechas, siglo, nulos, nombre_completo, forma_fechas, envoltura, apellidos, enie, lugares } = reading;
    this.order = fechas.value;
    this.nullWords = NullWords.of(nulos.value);
    this.refusedWords = NullWords.of([...nulos.value, ...NULL_TEXTS]);
    this.fullName = nombre_completo.value;
    this.doubtfulWords = enie.value === 'sin' ? DUDOSAS_SIN_ENIE : DUDOSAS;
    this.lacksEnie = enie.value === 'sin';
    this.signOfEnie = this.lacksEnie ? null : enie.value;
    this.formOfDates = forma_fechas.value;
    this.wrapping = envoltura.value;
    this.areJoined = apellidos.value === 'juntos';
    this.mayBeCountry = lugares.value === 'pais';
    this.nombres = reading.nombres.value;
    this.century = siglo.value;
    this.hasOwnWords = nulos.basis === 'declarada';
    this.allAreNames = this.hasOwnWords && nulos.value.length === 0;
    this.letters = meaningOfLetters(sexo);
  }

  /** True if rows may be read from their bytes. */
  get isUsual(): boolean {
    const isDoubtful =
      this.mayBeCountry || this.nombres !== null || ['convertidas', 'anios'].includes(this.formOfDates ?? '');
    return this.fullName === null && this.wrapping === null && !isDoubtful;
  }

  /** Returns a name or its problem, and why the name needs a review. */
  judge(parametro: NameField, text: string): { readonly name: string | RowProblem; readonly doubts: readonly Duda[] } {
    const found = dudasDeNombre(text, NAME_DATA[parametro], this.lacksEnie);
    const doubts = found.filter(({ codigo }) => codigo !== 'nombre_de_relleno');
    return { name: this.name(parametro, text, found), doubts };
  }

  /** Returns a name, or the problem of a name that no person can have. BLANCO may mean a missing name, but is a surname too. */
  private name(parametro: NameField, text: string, found: readonly Duda[]): string | RowProblem {
    const isWhole = this.fullName === null && /,\s+\p{L}/u.test(text); // `Olvera, Renata`, beside columns of surnames
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
    return text;
  }

  /** Returns the text of a cell without the wrapping of every row, and a name with its Ñ. */
  unwrapped(field: Field, text: string): string {
    const plain = this.wrapping === null ? text : unwrap(text, this.wrapping, field === 'nombres');
    return field in NAME_DATA ? this.withEnie(plain) : plain;
  }

  /** Returns a name with Ñ in place of the file's sign for it. */
  withEnie(name: string): string {
    const { signOfEnie: sign } = this;
    if (sign === null) return name;
    const parts = name.split(sign);
    return parts.reduce((before, after) => before + (mayHoldEnie(before, after) ? enieBehind(before) : sign) + after);
  }

  /**
   * Returns whether an optional datum says that it is missing: `sure` for the usual words, `likely` for surnames that
   * look like them, in brackets or with a slash.
   */
  nothing(parametro: NameField, text: string): 'sure' | 'likely' | null {
    if (parametro === 'nombres' || this.allAreNames || text === FORMULA) return null;
    const isSurname = parametro !== 'segundo_nombre';
    if (ERROR_OF_SHEET.test(text)) return 'likely';
    const isFiller = esRelleno(text, false) || /^\s*[XN]\s*$/i.test(text);
    if (isMark(text) || (isFiller && !(isSurname && /^\s*X+\s*$/i.test(text)))) return 'sure';
    const [first = ''] = text.trim().toUpperCase().split(/\s/u);
    if (parametro === 'apellido_materno' && SIN_SEGUNDO.includes(first)) return 'likely';
    return LIKELY_NOTHING.test(text) ? (isSurname ? 'likely' : 'sure') : null;
  }

  /** Returns whether the only surname of a row needs a review: in a woman's row, or in a file that joins surnames. */
  isDoubtfulAlone(surname: string): boolean {
    const persona = { nombres: 'X', apellidoPaterno: surname, sexo: 'M' };
    return dudasDeNombres(persona).length > 0 || (this.areJoined && palabrasDeApellido(surname) === 2);
  }

  /** Returns the doubts about a person's data that come from the rest of the file. */
  doubtsOfFile(surnames: Surnames, date: string, isNewYear: boolean, entity: string): readonly Doubt[] {
    const hasOne = isMissing(surnames.apellido_materno) && palabrasDeApellido(surnames.apellido_paterno ?? '') === 2;
    const mayBeSwapped = /^\d{4}-(0\d|1[0-2])-(0\d|1[0-2])/.test(date.trim()) && date.slice(5, 7) !== date.slice(8, 10);
    const doubts: (Doubt | false)[] = [
      this.areJoined && hasOne && { codigo: 'apellidos_juntos', dato: 'apellidoPaterno' },
      this.formOfDates === 'convertidas' && mayBeSwapped && { codigo: 'fecha_convertida', dato: 'fechaNacimiento' },
      this.formOfDates === 'anios' && isNewYear && { codigo: 'fecha_de_sistema', dato: 'fechaNacimiento' },
      this.nombres === 'cambiados' && { codigo: 'nombres_cambiados', dato: 'nombres' },
      this.nombres === 'otro_sexo' && { codigo: 'sexo_cambiado', dato: 'sexo' },
      hasPlaceBehind(entity) && { codigo: 'entidad_y_lugar', dato: 'entidad' },
      NIGHT.test(date) && { codigo: 'fecha_de_noche', dato: 'fechaNacimiento' },
      this.mayBeCountry && /^\s*m[eé]xico\s*$/i.test(entity) && { codigo: 'entidad_o_pais', dato: 'entidad' },
    ];
    return doubts.filter((doubt) => doubt !== false);
  }

  /** Returns whether a filler is a problem. A second surname of only X is none: its key is that of a person without one. */
  private isPlaceholder(parametro: NameField, text: string): boolean {
    return !this.allAreNames && !(parametro === 'apellido_materno' && /^\s*X+\s*$/i.test(text));
  }

  sex(text: string): string | RowProblem {
    const letter = text
      .trim()
      .toUpperCase()
      .replace(/^(.)\.$/, '$1');
    return this.letters.get(letter) ?? readSexWord(text) ?? { cause: 'sexo_archivo' };
  }

  date(text: string): DateParts | RowProblem {
    const day = this.formOfDates === 'serie' ? Number(text) : Number.NaN;
    const date = Number.isInteger(day) ? serialDate(day) : splitDate(text.replace(/^\s*'/, '')); // Excel marks a text so
    if (date === null) return { cause: 'fecha_formato' };
    if (!('anio' in date)) return this.inOrder(date);
    const anio = this.fullYear(date.anio);
    return anio === null ? { cause: 'fecha_siglo' } : { ...date, anio };
  }

  /** Returns a year. One of two digits needs a declared century. */
  year(text: string): string | RowProblem {
    return this.fullYear(readFigures(text)) ?? { cause: 'anio_siglo' };
  }

  /** Like `year`, but returns `null` for two digits without a declared century. */
  private fullYear(year: string): string | null {
    if (!/^\d\d$/.test(year)) return year;
    return this.century === null ? null : inCentury(year, this.century);
  }

  /** Returns a month in figures, from figures or its name. */
  month(text: string): string {
    return monthNumber(text) ?? readFigures(text);
  }

  entity(text: string): string {
    return readFigures(readEntity(text));
  }

  private inOrder(figures: DateFigures): DateParts | RowProblem {
    const { order } = this;
    const [first, second, third] = figures;
    const isShort = third.length < 4;
    const year = order === 'amd' ? first : third;
    if (isShort && year.length !== 2) return { cause: 'fecha_formato' };
    const complete = isShort ? this.fullYear(year) : year;
    if (complete === null) return { cause: 'fecha_siglo' };
    if (order === 'amd') return isShort ? dateOf(complete, second, third) : contradicts(order);
    const dayFirst = dateOf(complete, second, first);
    const monthFirst = dateOf(complete, first, second);
    if (Number(first) === Number(second)) return dayFirst;
    const mayBeMonth = [Number(first) <= LAST_MONTH, Number(second) <= LAST_MONTH];
    const provesDayFirst = !mayBeMonth[0] && mayBeMonth[1];
    const provesMonthFirst = mayBeMonth[0] && !mayBeMonth[1];
    if (order === 'mixta') {
      if (provesDayFirst) return dayFirst;
      return provesMonthFirst ? monthFirst : { cause: 'fecha_dudosa' };
    }
    if (order === 'dma') return provesMonthFirst ? contradicts(order) : dayFirst;
    return provesDayFirst ? contradicts(order) : monthFirst;
  }
}

/** Returns whether a text has only signs or zeros. Figures mean something else, and `"` or `//` repeats the row above. */
const isMark = (text: string): boolean => !/[\p{L}1-9"“”〃]|\/\/|(?:['’´`]\s*){2}/u.test(text);

/** Returns a function that reads texts as dates of ISO 8601, by the reading of a file. It returns `null` for other texts. */
export function dateReader(reading: Reading): (text: string) => string | null {
  const values = new Values(reading);
  return (text) => {
    const date = values.date(text);
    return 'cause' in date ? null : `${date.anio}-${date.mes}-${date.dia}`;
  };
}

/** Returns whether an Ñ may be between two parts of a name. */
const mayHoldEnie = (before: string, after: string): boolean =>
  !ENDS_IN_CONSONANT.test(before) && BEGINS_WITH_VOWEL.test(after);
const enieBehind = (before: string): string => (/\p{Ll}$/u.test(before) ? 'ñ' : 'Ñ');

const contradicts = (orden: string): RowProblem => ({ cause: 'fecha_contradice', parts: { orden } });

/** Returns the year with these last two digits among the hundred years from `first` on. */
function inCentury(digits: string, first: number): string {
  const year = first - (first % 100) + Number(digits);
  return String(year < first ? year + 100 : year);
}

function meaningOfLetters(sexo: Reading['sexo']): ReadonlyMap<string, string | RowProblem> {
  const { value } = sexo;
  const inDigits = value === '12';
  const meaningOfM = value === 'hm' ? 'M' : value === 'fm' ? 'H' : ({ cause: 'sexo_dudoso' } as const);
  return new Map<string, string | RowProblem>([
    ['H', value === 'vh' ? 'M' : isUnexpected(sexo, 'H') ? { cause: 'sexo_contradice' } : 'H'],
    ['F', isUnexpected(sexo, 'F') ? { cause: 'sexo_contradice' } : 'M'],
    ['M', isUnexpected(sexo, 'M') ? { cause: 'sexo_contradice' } : meaningOfM],
    ['X', 'X'],
    ['V', 'H'],
    ['1', inDigits ? 'H' : { cause: 'sexo_cifra' }],
    ['2', inDigits ? 'M' : { cause: 'sexo_cifra' }],
  ]);
}

/** Returns the day with a number of Excel, which counts days from 1900 and takes it for a leap year. */
function serialDate(day: number): DateParts {
  const date = new Date(Date.UTC(1899, 11, 30) + day * 86_400_000).toISOString();
  return { anio: date.slice(0, 4), mes: date.slice(5, 7), dia: date.slice(8, 10) };
}
