/** Reads a text that the file has not had before: the ordinary code says what it means, once for all rows that have it. */
import { codigosDeClave, esFechaLlana, hechosDe, problemaDeFecha } from '@curp-service/core/leido';
import { dudasDeFecha } from '@curp-service/core';
import type { RowCause, RowProblem } from '@curp-service/contract/codes/file';
import { DATE_PARTS, type OperationName } from '@curp-service/contract/columns';
import { type PersonValues, isMissing } from '@curp-service/contract/parameters';
import type { Reading } from '@curp-service/contract/reading';
import type { DatumReader } from '../datum/datum-reader.js';
import type { Doubt } from '../datum/doubt.js';
import { type EvidenceBits, NOTHING_SHOWN, shows } from '../datum/evidence-names.js';
import { NullWords } from '../datum/null-words.js';
import { markedSex } from '../datum/sexes.js';
import { isMonthFirst, shownBy, wordsForNothing } from '../datum/shown-by.js';
import { isAbroad, isOtherAge, readAge } from '../datum/witnesses.js';
import { NO_LETTERS, joined, lettersOfDay, lettersOfEntity, lettersOfSex, lettersOfYear } from './letters.js';
import { FIELD_OF_NAME, NameCells } from './name-cells.js';
import { Flag, type TextPart } from './part.js';
import { Role } from './roles.js';
import { NOTHING, TextReader, WHOLE_CELL } from './text-reader.js';

/** A month and a day are judged in a common year; the 29th of February is read with its year. */
const LEAP_YEAR = 2000;
const COMMON_YEAR = 2001;

const NEUTRAL_DATE = '2000-01-01';
/** The hundred years that two digits may mean, and that they are seen. */
const FIRST_YEARS = [1900, 2000];
const SHOWS_SHORT_YEARS = shows('shortYears');
const LACKS_CENTURY: readonly string[] = ['fecha_siglo', 'anio_siglo'] satisfies RowCause[];

export class CellReader extends TextReader {
  readonly names: NameCells;

  /** `nulos`: the words that the file's evidence counts as missing surnames. */
  constructor(
    reader: DatumReader,
    reading: Pick<Reading, 'enie' | 'envoltura'>,
    nulos: readonly string[],
    operation: OperationName,
  ) {
    super(reader, NullWords.of(wordsForNothing(nulos)), operation);
    this.names = new NameCells(reader, reading, nulos, operation);
  }

  /** Returns what a text gives in its role. */
  read(role: Role, text: string): TextPart {
    switch (role) {
      case Role.GIVEN:
      case Role.FIRST:
      case Role.SECOND:
        return this.names.read(role, text);
      case Role.SECOND_GIVEN:
        return this.names.secondGiven(text);
      case Role.SURNAMES:
        return this.names.surnames(text);
      case Role.DATE:
        return this.date(text);
      case Role.YEAR:
      case Role.MONTH:
      case Role.DAY:
        return this.partOfDate(DATE_PARTS[role - Role.YEAR], text);
      case Role.SEX:
        return this.sex(text);
      case Role.ENTITY:
        return this.entity(text);
      case Role.AGE:
        return { ...NOTHING, value: readAge(text) ?? -1 };
      case Role.COUNTRY:
        return { ...NOTHING, flags: isAbroad(text) ? Flag.ABROAD : 0 };
      case Role.OTHER_YEAR:
        return this.otherYear(text);
      case Role.OTHER_DATE:
        return this.otherDate(text);
      case Role.STAMP:
        return { ...NOTHING, flags: isMonthFirst(text) ? Flag.MONTH_FIRST : 0 };
      case Role.GIVEN_WORD:
        return this.names.word(Role.GIVEN, text);
      case Role.FIRST_WORD:
        return this.names.word(Role.FIRST, text);
      case Role.SECOND_WORD:
        return this.names.word(Role.SECOND, text);
      case Role.WHOLE_WORD:
        return this.names.wholeWord(text);
      case Role.OF_YEAR:
        return this.year(text);
      case Role.AFTER_YEAR:
        return this.dayOfYear((year) => `${year}${text}`);
      case Role.BEFORE_YEAR:
        return this.dayOfYear((year) => `${text}${year}`);
      default:
        return NOTHING; // a mark under Hombre or Mujer gives something only with the other
    }
  }

  /** Returns what a datum gives that the row does not have. `isGivenEmpty`: the user says that nobody has it. */
  absent(role: Role, isGivenEmpty: boolean): TextPart {
    if (isGivenEmpty) return this.read(role, '');
    switch (role) {
      case Role.GIVEN:
      case Role.FIRST:
      case Role.SECOND: {
        const field = FIELD_OF_NAME[role];
        return this.part(role, { values: { [field]: undefined }, problems: [] }, NOTHING);
      }
      case Role.DATE:
        return this.date('');
      case Role.SEX:
        return this.part(role, { values: { sexo: undefined }, problems: [] }, NOTHING);
      case Role.ENTITY:
        return this.part(role, { values: { entidad: undefined }, problems: [] }, NOTHING);
      default:
        return NOTHING;
    }
  }

  /** Returns the sex by the marks in two columns. */
  sexOfMarks(man: string, woman: string): TextPart {
    return { ...this.sex(markedSex(man, woman)), shown: NOTHING_SHOWN };
  }

  /** Returns what a month and a day show together, in two columns. */
  monthAndDay(month: EvidenceBits, day: EvidenceBits): TextPart {
    return { ...NOTHING, shown: { low: month.low & day.low, high: month.high & day.high } };
  }

  /** Returns the date that three cells give. A text is `undefined` if its column is missing. */
  dateOfParts(texts: readonly (string | undefined)[]): TextPart {
    const problems: RowProblem[] = [];
    const doubts: Doubt[] = [];
    const [anio, mes, dia] = DATE_PARTS.map((field, i) => {
      const text = texts[i];
      if (text === undefined) return undefined;
      const read = this.reader.read(field, text);
      problems.push(...this.problemsOf(field, read));
      doubts.push(...read.doubts);
      return this.kept(field, read);
    });
    const date = `${anio}-${mes}-${dia}`;
    doubts.push(...this.reader.dates.doubts(date, date));
    return this.ofDate({ anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia }, doubts, problems, false);
  }

  /** Reads a date whose year has two digits as that of the one century in which the person has this age; otherwise as it is. */
  dateByAge(age: number, read: () => TextPart): TextPart {
    const fitting = FIRST_YEARS.map((first) => this.reader.dates.inCentury(first, read)).filter(
      ({ value }) => value > 0 && !isOtherAge(age, value),
    );
    const [only = null] = fitting;
    if (only === null || fitting.length > 1 || age < 0) return read();
    const { low, high } = only.shown;
    return { ...only, shown: { low: low & ~SHOWS_SHORT_YEARS.low, high: high & ~SHOWS_SHORT_YEARS.high } };
  }

  /** Reads a date in one cell. */
  date(text: string): TextPart {
    const { value, problem, doubts } = this.reader.read('fecha_nacimiento', text);
    const problems: RowProblem[] = problem === null ? [] : [problem];
    const date = problem === null || this.operation === 'cruzar' ? value : NEUTRAL_DATE;
    const isAbsent = isMissing(date);
    if (isAbsent && !this.isPart) problems.push({ cause: 'fecha_ausente' });
    const [anio, mes, dia] = (isAbsent ? (this.isPart ? '' : NEUTRAL_DATE) : date).split('-');
    const values =
      isAbsent && this.isPart
        ? { anio_nacimiento: undefined, mes_nacimiento: undefined, dia_nacimiento: undefined }
        : { anio_nacimiento: anio, mes_nacimiento: mes, dia_nacimiento: dia };
    return { ...this.ofDate(values, doubts, problems, true), shown: shownBy('fecha_nacimiento', text, this.nulls) };
  }

  private partOfDate(field: (typeof DATE_PARTS)[number], text: string): TextPart {
    return { ...NOTHING, shown: shownBy(field, text, this.nulls) };
  }

  /** Returns what the parts of a date give. */
  private ofDate(
    values: Pick<PersonValues, (typeof DATE_PARTS)[number]>,
    doubts: readonly Doubt[],
    problems: readonly RowProblem[],
    isOneCell: boolean,
  ): TextPart {
    const { anio_nacimiento: anio = '', mes_nacimiento: mes = '', dia_nacimiento: dia = '' } = values;
    const isDay = problems.length === 0 && /^\d{4}-\d\d-\d\d$/.test(`${anio}-${mes}-${dia}`);
    const late = isDay
      ? dudasDeFecha(`${anio}-${mes}-${dia}`).map((codigo) => ({ codigo, dato: 'fechaNacimiento' as const }))
      : [];
    const letters = isDay ? joined(lettersOfYear(anio), lettersOfDay(mes, dia)) : NO_LETTERS;
    const value = isDay ? Number(anio + mes + dia) : 0;
    const flags = problems.some(({ cause }) => LACKS_CENTURY.includes(cause)) ? Flag.SHORT_YEAR : 0;
    return this.part(
      Role.DATE,
      { values, doubts, late, problems },
      { ...NOTHING, ...letters, flags, facts: isDay ? hechosDe('fechaNacimiento', `${anio}-${mes}-${dia}`) : 0, value },
      undefined,
      isOneCell,
    );
  }

  private sex(text: string): TextPart {
    const read = this.reader.read('sexo', text);
    const sexo = this.kept('sexo', read);
    const letters = sexo.length === 1 ? lettersOfSex(sexo) : NO_LETTERS;
    const found = { values: { sexo }, doubts: read.doubts, problems: this.problemsOf('sexo', read) };
    return {
      ...this.part(Role.SEX, found, { ...NOTHING, ...letters, facts: hechosDe('sexo', sexo) }),
      shown: shownBy('sexo', text, this.nulls),
    };
  }

  private entity(text: string): TextPart {
    const read = this.reader.read('entidad', text);
    const entidad = this.kept('entidad', read);
    const codes = entidad.length === 2 ? codigosDeClave(entidad.charCodeAt(0), entidad.charCodeAt(1)) : 0;
    const letters = codes === 0 ? NO_LETTERS : lettersOfEntity(codes);
    const found = { values: { entidad }, doubts: read.doubts, problems: this.problemsOf('entidad', read) };
    return {
      ...this.part(Role.ENTITY, found, { ...NOTHING, ...letters, facts: hechosDe('entidad', entidad) }),
      shown: shownBy('entidad', text, this.nulls),
    };
  }

  private otherYear(text: string): TextPart {
    const year = this.reader.dates.year(text);
    return { ...NOTHING, value: typeof year === 'string' && /^\d{4}$/.test(year) ? Number(year) : 0 };
  }

  private otherDate(text: string): TextPart {
    const trimmed = text.trim();
    const date = trimmed === '' ? null : this.reader.dates.date(trimmed);
    return { ...NOTHING, value: typeof date === 'string' ? Number(date.replaceAll('-', '')) : 0 };
  }

  private year(text: string): TextPart {
    const year = Number(text);
    if (
      this.reader.hasOwnNulls ||
      problemaDeFecha(year, 1, 1) !== null ||
      problemaDeFecha(year, 12, 31) !== null ||
      !esFechaLlana(year)
    )
      return WHOLE_CELL;
    return {
      ...NOTHING,
      ...lettersOfYear(text),
      facts: hechosDe('fechaNacimiento', `${text}-01-01`),
      value: year * 10_000,
    };
  }

  /** Reads a date without its year. `write` returns it with a year. */
  private dayOfYear(write: (year: number) => string): TextPart {
    const text = write(LEAP_YEAR);
    const { value, problem, doubts } = this.reader.read('fecha_nacimiento', text);
    if (problem !== null || doubts.length > 0 || isMissing(value) || this.reader.hasOwnNulls) return WHOLE_CELL;
    const [year, month, day] = value.split('-');
    const isPlain = Number(year) === LEAP_YEAR && problemaDeFecha(COMMON_YEAR, Number(month), Number(day)) === null;
    // In `17/05/00 1990`, the last figure is no year.
    const isOther =
      text.length > value.length && this.reader.read('fecha_nacimiento', write(COMMON_YEAR)).value === value;
    if (!isPlain || isOther) return WHOLE_CELL;
    return {
      ...NOTHING,
      ...lettersOfDay(month, day),
      shown: shownBy('fecha_nacimiento', text, this.nulls),
      value: Number(month) * 100 + Number(day),
    };
  }
}
