/** Gives the texts of a row their meaning, by the conventions of the file. */
import { esRelleno, estaDanado } from '@curp-service/core/masivo';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { NULL_TEXTS } from '@curp-service/contract/parameters';
import type { Reading } from '@curp-service/contract/reading';
import {
  type DateFigures,
  type DateParts,
  dateOf,
  readEntity,
  readSexWord,
  splitDate,
} from '@curp-service/contract/values';
import { isUnexpected } from '../conventions/decide.js';
import { NullWords } from '../conventions/null-words.js';
import { titleAt } from '../conventions/titles.js';

const UTF8 = new TextEncoder();
const LAST_MONTH = 12;

export class Values {
  readonly order: Reading['fechas']['value'];
  readonly nullWords: NullWords;
  /** The same, and the texts that are refused as names. */
  readonly refusedWords: NullWords;
  readonly fullName: Reading['nombre_completo']['value'];
  /** `H`, `M` or `X` for each sex of one character; 0 if it must be read as a text. */
  readonly sexes = new Uint8Array(256);
  /** Whether the user declared the words for nothing. */
  readonly hasOwnWords: boolean;
  private readonly century: number | null;
  /** `nulos=ninguno`: every word is a name, even NULL. */
  private readonly allAreNames: boolean;
  /** Whether the encoding was guessed. */
  private readonly isGuess: boolean;
  /** The sex, or the problem, of each letter and digit. */
  private readonly letters: ReadonlyMap<string, string | RowProblem>;

  constructor({ codificacion, sexo, fechas, siglo, nulos, nombre_completo }: Reading) {
    this.order = fechas.value;
    this.nullWords = new NullWords(nulos.value);
    this.refusedWords = new NullWords([...nulos.value, ...NULL_TEXTS]);
    this.fullName = nombre_completo.value;
    this.century = siglo.value;
    this.hasOwnWords = nulos.basis === 'declarada';
    this.allAreNames = this.hasOwnWords && nulos.value.length === 0;
    this.isGuess = codificacion.value === 'windows-1252' && codificacion.basis !== 'declarada';
    this.letters = meaningOfLetters(sexo);
    for (const [letter, sex] of this.letters) {
      if (typeof sex !== 'string') continue;
      this.sexes[letter.charCodeAt(0)] = sex.charCodeAt(0);
      this.sexes[letter.toLowerCase().charCodeAt(0)] = sex.charCodeAt(0);
    }
  }

  name(parametro: string, text: string): string | RowProblem {
    const isWhole = this.fullName === null && /,\s+\p{L}/u.test(text); // `Olvera, Renata`, beside columns of surnames
    if (isWhole || estaDanado(text, this.isGuess)) return { cause: 'nombre_danado', parametro };
    if (!this.allAreNames && isPlaceholder(parametro, text)) return { cause: 'nombre_de_relleno', parametro };
    const bytes = UTF8.encode(text);
    return parametro === 'nombres' && titleAt(bytes, 0, bytes.length) ? { cause: 'nombre_con_titulo' } : text;
  }

  sex(text: string): string | RowProblem {
    return this.letters.get(text.trim().toUpperCase()) ?? readSexWord(text) ?? { cause: 'sexo_archivo' };
  }

  date(text: string): DateParts | RowProblem {
    const date = splitDate(text);
    if (date === null) return { cause: 'fecha_formato' };
    if (!('anio' in date)) return this.inOrder(date);
    const anio = this.fullYear(date.anio);
    return anio === null ? { cause: 'fecha_siglo' } : { ...date, anio };
  }

  /** A year of four digits, or of two if the user declared their century. */
  year(text: string): string | RowProblem {
    const year = text.trim();
    return this.fullYear(year) ?? { cause: 'anio_siglo' };
  }

  /** The same; `null`: it has two digits, and nobody declared their century. */
  private fullYear(year: string): string | null {
    if (!/^\d\d$/.test(year)) return year;
    return this.century === null ? null : inCentury(year, this.century);
  }

  /** Excel drops the zero of `05`. */
  figures(text: string): string {
    const figures = text.trim();
    return /^\d$/.test(figures) ? `0${figures}` : figures;
  }

  entity(text: string): string {
    return this.figures(readEntity(text));
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

/** A second surname of nothing but X gives the key of a person without one, so that it may stand. */
const isPlaceholder = (parametro: string, text: string): boolean =>
  esRelleno(text, !parametro.startsWith('apellido')) && !(parametro === 'apellido_materno' && /^\s*X+\s*$/i.test(text));

const contradicts = (orden: string): RowProblem => ({ cause: 'fecha_contradice', parts: { orden } });

/** The year with these last two digits among the hundred that begin with `first`. */
function inCentury(digits: string, first: number): string {
  const year = first - (first % 100) + Number(digits);
  return String(year < first ? year + 100 : year);
}

function meaningOfLetters(sexo: Reading['sexo']): ReadonlyMap<string, string | RowProblem> {
  const { value } = sexo;
  const inDigits = value === '12';
  const meaningOfM = value === 'hm' ? 'M' : value === 'fm' ? 'H' : ({ cause: 'sexo_dudoso' } as const);
  return new Map<string, string | RowProblem>([
    ['H', isUnexpected(sexo, 'H') ? { cause: 'sexo_contradice' } : 'H'],
    ['F', isUnexpected(sexo, 'F') ? { cause: 'sexo_contradice' } : 'M'],
    ['M', meaningOfM],
    ['X', 'X'],
    ['1', inDigits ? 'H' : { cause: 'sexo_cifra' }],
    ['2', inDigits ? 'M' : { cause: 'sexo_cifra' }],
  ]);
}
