/** Answers the questions of the kernel: what a text means for a key, if it is plain, and what it shows. */
import { PARTICULAS } from '@curp-service/core';
import {
  SE_COMPONEN,
  TABLAS,
  claseDeCorte,
  codigosDeClave,
  comoSeCompara,
  cortarPorClases,
  esAjenaA,
  esFechaLlana,
  esLlana,
  leer,
  problemaDeFecha,
  puedeDudarseJunto,
  puedeEstarCambiado,
  sePasanPorAlto,
  simplificar,
} from '@curp-service/core/masivo';
import type { Field } from '@curp-service/contract/columns';
import { NULL_TEXTS, isMissing } from '@curp-service/contract/parameters';
import { ISO_DATE } from '@curp-service/contract/values';
import { Datum, Word } from '../kernel/layout.js';
import { mayBeEscaped } from './escapes.js';
import { NAME_DATA, type NameField, isNameField } from './names.js';
import { figureAt } from './dates.js';
import type { DatumReader } from './datum-reader.js';
import { NOTHING_SHOWN, type EvidenceBits } from './evidence-names.js';
import { shownByWord } from './shown-by.js';
import { LETTERS_ABROAD, contradictingAges, isAbroad } from './witnesses.js';

/** The bits of a reading that are the three letters of the key. */
const LETTER_BITS = (1 << Word.IDENTITY) - 1;
const NOT_PLAIN = -1;

/** The fields of the data that are asked about as whole cells. */
const FIELD_OF_DATUM = {
  [Datum.GIVEN]: 'nombres',
  [Datum.SECOND_GIVEN]: 'segundo_nombre',
  [Datum.PATERNAL]: 'apellido_paterno',
  [Datum.MATERNAL]: 'apellido_materno',
  [Datum.DATE]: 'fecha_nacimiento',
  [Datum.YEAR]: 'anio_nacimiento',
  [Datum.MONTH]: 'mes_nacimiento',
  [Datum.DAY]: 'dia_nacimiento',
  [Datum.SEX]: 'sexo',
  [Datum.ENTITY]: 'entidad',
} as const satisfies Partial<Record<Datum, Field>>;
type CellDatum = keyof typeof FIELD_OF_DATUM;

export interface KernelAnswer {
  readonly number: number;
  readonly shown: EvidenceBits;
}

/** Finds what a text shows about the file. */
interface TextObserver {
  readonly wordsForNothing: readonly string[];
  readonly shownIn: (field: Field, text: string) => EvidenceBits;
}

export class KernelAnswers {
  /** False if the user declared null words: one may be a date. */
  private readonly mayComposeDates: boolean;
  /** The parts of the null words, which are plain in no name. */
  private readonly partsOfNull: ReadonlySet<string>;

  constructor(
    private readonly reader: DatumReader,
    private readonly observer: TextObserver,
  ) {
    this.mayComposeDates = !reader.hasOwnNulls;
    this.partsOfNull = new Set(observer.wordsForNothing.flatMap((words) => words.split(' ').map(simplificar)));
  }

  /** True if plain words compose a plain name. */
  static readonly mayCompose: boolean = SE_COMPONEN;

  /** Returns the answer about a text. */
  answer(datum: Datum, text: string): KernelAnswer {
    switch (datum) {
      case Datum.GIVEN_WORD:
      case Datum.SURNAME_WORD:
        return this.word(text, datum === Datum.GIVEN_WORD);
      case Datum.PASSED_OVER:
        return { number: Number(sePasanPorAlto(text)), shown: NOTHING_SHOWN };
      case Datum.WHOLE_WORD:
        return { number: claseDeCorte(text), shown: shownByWord(text, true) };
      case Datum.FORM:
        return { number: this.mayComposeDates ? formOf(text) : 0, shown: NOTHING_SHOWN };
      case Datum.FIGURES:
        return { number: this.figures(text), shown: this.observer.shownIn('fecha_nacimiento', text) };
      case Datum.COUNTRY:
        return { number: isAbroad(text) ? LETTERS_ABROAD : 1, shown: NOTHING_SHOWN };
      case Datum.AGE:
      case Datum.CUT:
      case Datum.BIRTH:
      case Datum.DAYS:
        throw new Error('a number, not a text');
      default:
        return { number: this.cell(datum, text), shown: this.observer.shownIn(FIELD_OF_DATUM[datum], text) };
    }
  }

  /** Returns 1 if an age contradicts no birth in a month YYYYMM. */
  age(text: string, number: number): number {
    const month = `${Math.trunc(number / 100)}-${two(number % 100)}`;
    return Number(['01', '31'].every((day) => contradictingAges(text, `${month}-${day}`) === null));
  }

  /** Returns a bit for each plain day of a month YYYYMM, and bit 0. */
  days(number: number): number {
    let days = 1;
    for (let day = 1; day <= 31; day++) if (plainDay(number * 100 + day) !== 0) days |= 1 << day;
    return days;
  }

  /** Returns the answer about the classes of a whole name. */
  cut(classes: bigint): number {
    const digits = Array.from(classes.toString(16), Number);
    const counts = this.reader.fullName === null ? null : cortarPorClases(digits, this.reader.fullName);
    if (counts === null) return 0;
    const [first, second, given] = counts;
    const start = this.reader.fullName === 'nombres' ? given : 0;
    const part = (from: number, count: number): number => from | ((from + count - 1) << 4);
    const ofGiven = part(start === 0 ? first + second : 0, given);
    return part(start, first) | (part(start + first, second) << 8) | (ofGiven << 16);
  }

  /** Returns the number of a date in parts, YYYYMMDD, if it is plain. */
  birth(number: number): number {
    const [year, month, day] = [Math.trunc(number / 10_000), Math.trunc(number / 100) % 100, number % 100];
    const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
    return this.reader.dates.doubts(date, date).length > 0 ? 0 : plainDay(number);
  }

  private word(word: string, isGiven: boolean): KernelAnswer {
    const simple = simplificar(word);
    const identity = identityOf(this.readWord(word, isGiven ? 'nombres' : 'apellido_paterno')) << Word.IDENTITY;
    const mayBeSwapped = (isGiven && this.reader.areSwapped) || esAjenaA(simple, isGiven);
    const isPlain = esLlana(word) && !this.partsOfNull.has(simple) && !mayBeSwapped;
    return {
      number: isPlain ? identity | (leer(word, isGiven) & LETTER_BITS) : identity,
      shown: shownByWord(word, isGiven),
    };
  }

  /** Returns a word as it is read: with Ñ for its sign, and without what is around it. */
  private readWord(word: string, field: NameField): string {
    const { reader } = this;
    const { value } = reader.fullName === null ? reader.readAnew(field, word) : reader.part(field, word);
    return value === '' ? word : value;
  }

  /** Returns MMDD of a date, whatever its year, if its two short figures are plain: no reading looks at its year with them. */
  private figures(text: string): number {
    const { value, problem, doubts } = this.reader.readAnew('fecha_nacimiento', text);
    const isPlain = problem === null && doubts.length === 0 && ISO_DATE.test(value);
    return isPlain ? figureAt(value, 5, 2) * 100 + figureAt(value, 8, 2) : NOT_PLAIN;
  }

  private cell(datum: CellDatum, text: string): number {
    const field = FIELD_OF_DATUM[datum];
    const { reader } = this;
    // Words with escapes are not compared as they are read.
    if (mayBeEscaped(text)) return isNameField(field) ? NOT_PLAIN : 0;
    if (isNameField(field)) {
      const name = reader.fullName === null ? reader.read(field, text) : reader.part(field, text);
      const isPlain = name.problem === null && name.doubts.length === 0;
      return isPlain ? this.name(field, name.isNothing ? '' : name.value) : NOT_PLAIN;
    }
    const { value, problem, doubts } = reader.readAnew(field, text);
    if (problem !== null || doubts.length > 0 || isMissing(value)) return 0;
    switch (datum) {
      case Datum.DATE:
        return plainDay(Number(value.replaceAll('-', '')));
      case Datum.YEAR:
        return /^\d{4}$/.test(value) ? Number(value) : 0;
      case Datum.MONTH:
      case Datum.DAY:
        return /^\d\d$/.test(value) ? Number(value) : 0;
      case Datum.SEX:
        return value.charCodeAt(0);
      default:
        return value.length === 2 ? codigosDeClave(value.charCodeAt(0), value.charCodeAt(1)) : 0;
    }
  }

  /** Returns the letters of a name without problems and doubts. */
  private name(field: NameField, name: string): number {
    if (isMissing(name)) return field === 'apellido_materno' ? 0 : NOT_PLAIN;
    const isGiven = NAME_DATA[field] === 'nombres';
    const letters = leer(name, isGiven);
    // DESCONOCIDO may be no surname, by the rest of the row.
    const mayBeUnknown = !isGiven && (letters & LETTER_BITS) === TABLAS.desconocido;
    const mayBeDoubted = puedeDudarseJunto(name, NAME_DATA[field]) || puedeEstarCambiado(name, NAME_DATA[field]);
    if (letters <= 0 || mayBeUnknown || NULL_TEXTS.has(name) || mayBeDoubted) return NOT_PLAIN;
    return letters & LETTER_BITS;
  }
}

const YEAR_FIRST_FORM = /^\d{4}([!-~])\d\d?\1\d\d?$/;
const YEAR_LAST = /^\d\d?([!-~])\d\d?\1\d{4}$/;

/** Returns the sign between the figures of a date, above 255 if the year comes first; 0 if the date is of another form. */
function formOf(text: string): number {
  const sign = (YEAR_FIRST_FORM.exec(text) ?? YEAR_LAST.exec(text))?.[1] ?? '\0';
  return sign.charCodeAt(0) | (YEAR_FIRST_FORM.test(text) ? 256 : 0);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns YYYYMMDD if it is the day of a plain birth; 0 if nobody can be born on that day, or if the day is doubtful. */
function plainDay(number: number): number {
  const year = Math.trunc(number / 10_000);
  const isPlain = problemaDeFecha(year, Math.trunc(number / 100) % 100, number % 100) === null && esFechaLlana(year);
  return isPlain ? number : 0;
}

const PARTICLES: ReadonlySet<string> = new Set(PARTICULAS);

/** Returns a number that words share which the rules between names take for the same, and few others. */
export function identityOf(written: string): number {
  const word = comoSeCompara(written);
  let sum = 0;
  for (let i = 0; i < word.length; i++) sum = (Math.imul(sum, 31) + word.charCodeAt(i)) | 0;
  const number = (sum ^ (sum >>> 16)) & (Word.PARTICLE - 1);
  return PARTICLES.has(word) ? Word.PARTICLE | number : number;
}
