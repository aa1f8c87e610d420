/** Answers the questions of the kernel: what a text means for a key, if it is plain, and what it shows. */
import { dudasDeFecha } from '@curp-service/core';
import { claseDeCorte, cortarPorClases } from '@curp-service/core/completo';
import {
  SE_COMPONEN,
  TABLAS,
  codigosDeClave,
  esLlana,
  leer,
  problemaDeFecha,
  puedeDudarseJunto,
  sePasanPorAlto,
} from '@curp-service/core/masivo';
import { type Field } from '@curp-service/contract/columns';
import { NULL_TEXTS, isMissing } from '@curp-service/contract/parameters';
import type { Observer } from '../conventions/observe.js';
import { Datum, Word } from '../kernel/layout.js';
import { numberAt } from './dates.js';
import { NAME_DATA, type NameField } from './names.js';
import type { Reader } from './reader.js';
import { NOTHING_SHOWN, type Shown } from './shown.js';
import { shownByWord } from './shown-by.js';

/** The bits of a reading that are the three letters of the key. */
const LETTERS = (1 << Word.IDENTITY) - 1;
const NOT_PLAIN = -1;

/** The fields of the data that are asked about as whole cells. */
const FIELDS = {
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
type CellDatum = keyof typeof FIELDS;

export interface KernelAnswer {
  readonly number: number;
  readonly shown: Shown;
}

export class KernelAnswers {
  /** The parts of the null words, which are plain in no name. */
  private readonly partsOfNull: ReadonlySet<string>;

  constructor(
    private readonly reader: Reader,
    private readonly observer: Observer,
  ) {
    this.partsOfNull = new Set(observer.wordsForNothing.flatMap((words) => words.toUpperCase().split(' ')));
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
      case Datum.CUT:
      case Datum.BIRTH:
        throw new Error('a number, not a text');
      default:
        return { number: this.cell(datum, text), shown: this.observer.shownIn(FIELDS[datum], text) };
    }
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
    return this.reader.dates.doubts(date, date).length > 0 ? 0 : numberOf(date);
  }

  private word(word: string, isGiven: boolean): KernelAnswer {
    const identity = identityOf(word) << Word.IDENTITY;
    const isPlain = esLlana(word) && !this.partsOfNull.has(word.toUpperCase());
    return {
      number: isPlain ? identity | (leer(word, isGiven) & LETTERS) : identity,
      shown: shownByWord(word, isGiven),
    };
  }

  private cell(datum: CellDatum, text: string): number {
    const field = FIELDS[datum];
    const isName = field in NAME_DATA;
    const { reader } = this;
    const { value, problem, doubts, isNothing } =
      isName && reader.fullName !== null ? reader.part(field as NameField, text) : reader.readAnew(field, text);
    if (problem !== null || doubts.length > 0) return isName ? NOT_PLAIN : 0;
    if (isName) return this.name(field as NameField, isNothing ? '' : value);
    if (isMissing(value)) return 0;
    switch (datum) {
      case Datum.DATE:
        return numberOf(value);
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
    const mayBeUnknown = !isGiven && (letters & LETTERS) === TABLAS.desconocido;
    if (letters <= 0 || mayBeUnknown || NULL_TEXTS.has(name) || puedeDudarseJunto(name, NAME_DATA[field]))
      return NOT_PLAIN;
    return letters & LETTERS;
  }
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns YYYYMMDD for `YYYY-MM-DD`; 0 if nobody can be born on that day, or if the day is doubtful. */
function numberOf(date: string): number {
  const year = numberAt(date, 0, 4);
  const month = numberAt(date, 5, 2);
  const day = numberAt(date, 8, 2);
  const isPlain = problemaDeFecha(year, month, day) === null && dudasDeFecha(date).length === 0;
  return isPlain ? year * 10_000 + month * 100 + day : 0;
}

/** The numbers of words have as many bits as an answer has above the letters. */
const IDENTITIES = 1 << (32 - Word.IDENTITY);

/** Returns a number that words with the same letters share, and few others. */
function identityOf(word: string): number {
  const letters = /^[A-Z]*$/.test(word)
    ? word
    : word
        .normalize('NFD')
        .replaceAll(/[^A-Za-z]/g, '')
        .toUpperCase();
  let sum = 0;
  for (let i = 0; i < letters.length; i++) sum = (Math.imul(sum, 31) + letters.charCodeAt(i)) | 0;
  return (sum ^ (sum >>> 17)) & (IDENTITIES - 1);
}
