/** Reads a text that the file has not had before: the ordinary code says what it means, once for all rows that have it. */
import { type NombreCortado, claseDeCorte, parseApellidos, parseNombre } from '@curp-service/core/completo';
import {
  COMPARTEN,
  DOBLE,
  codigosDeClave,
  esFechaLlana,
  hechosDe,
  leerNombre,
  leerPalabra,
  problemaDeFecha,
} from '@curp-service/core/leido';
import { dudasDeFecha } from '@curp-service/core';
import type { RowProblem } from '@curp-service/contract/codes/file';
import { DATE_PARTS, type Field, type OperationName, takesPart } from '@curp-service/contract/columns';
import { NULL_TEXTS, type PersonValues, isMissing } from '@curp-service/contract/parameters';
import type { Reading } from '@curp-service/contract/reading';
import { type DatumReader, type Read } from '../datum/datum-reader.js';
import type { Doubt } from '../datum/doubt.js';
import { type EvidenceBits, NOTHING_SHOWN, shows } from '../datum/evidence-names.js';
import { NAME_DATA, type NameField } from '../datum/names.js';
import { NullWords } from '../datum/null-words.js';
import { markedSex } from '../datum/sexes.js';
import { isMonthFirst, shownBy, shownByWord, wordsForNothing } from '../datum/shown-by.js';
import { isAbroad, readAge } from '../datum/witnesses.js';
import { firstProblem } from './judge.js';
import {
  LETTERS_OF_NONE,
  NO_LETTERS,
  joined,
  lettersOfDay,
  lettersOfEntity,
  lettersOfName,
  lettersOfSex,
  lettersOfYear,
} from './letters.js';
import { Flag, type Oddity, type TextPart } from './part.js';
import { type NameRole, Role } from './roles.js';
import { NO_WORDS, shareWord, wordsOf } from './words.js';

const NOTHING: TextPart = {
  ...NO_LETTERS,
  ...NO_WORDS,
  flags: 0,
  facts: 0,
  shown: NOTHING_SHOWN,
  value: 0,
  oddity: null,
};
/** A word, or a part of a date, from which nothing can be composed. */
const WHOLE_CELL: TextPart = { ...NOTHING, flags: Flag.WHOLE_CELL };

/** A month and a day are judged in a common year; the 29th of February is read with its year. */
const LEAP_YEAR = 2000;
const COMMON_YEAR = 2001;

/** Replaces a datum with a problem, so that it causes no second one. */
const NEUTRAL: Partial<Record<Field, string>> = {
  nombres: 'X',
  apellido_paterno: 'X',
  anio_nacimiento: '2000',
  sexo: 'X',
  entidad: '09',
};
const NEUTRAL_DATE = '2000-01-01';
const NEUTRAL_CUT: NombreCortado = { nombres: 'X', apellidoPaterno: 'X', apellidoMaterno: '', dudoso: false };

/** The role of a name's cell, and the field that it holds. */
const FIELD_OF_NAME = {
  [Role.GIVEN]: 'nombres',
  [Role.FIRST]: 'apellido_paterno',
  [Role.SECOND]: 'apellido_materno',
} as const satisfies Record<NameRole, NameField>;

/** The values, doubts and problems that were read in one text. */
interface ReadText {
  readonly values: Partial<PersonValues>;
  readonly doubts?: readonly Doubt[];
  readonly late?: readonly Doubt[];
  readonly problems: readonly RowProblem[];
}

export class CellReader {
  /** The parts of words for nothing, which are plain in no name. */
  private readonly partsOfNull: ReadonlySet<string>;
  private readonly nulls: NullWords;
  /** True if the reading of the file changes words, so that names are read as whole cells. */
  private readonly areWordsOdd: boolean;
  private readonly isWholeName: boolean;
  private readonly isPart: boolean;

  /** `nulos`: the words that the file's evidence counts as missing surnames. */
  constructor(
    readonly reader: DatumReader,
    { enie, envoltura }: Pick<Reading, 'enie' | 'envoltura'>,
    nulos: readonly string[],
    private readonly operation: OperationName,
  ) {
    const nothing = wordsForNothing(nulos);
    this.nulls = NullWords.of(nothing);
    this.partsOfNull = new Set(nothing.flatMap((words) => leerNombre(words, 'apellidoPaterno').palabras));
    const hasSign = enie.value !== null && enie.value !== 'sin';
    this.areWordsOdd = hasSign || envoltura.value !== null || reader.areSwapped || reader.hasOwnNulls;
    this.isWholeName = reader.fullName !== null;
    this.isPart = takesPart(operation);
  }

  /** Returns what a text gives in its role. */
  read(role: Role, text: string): TextPart {
    switch (role) {
      case Role.GIVEN:
        return this.isWholeName ? this.wholeName(text) : this.name(role, text);
      case Role.FIRST:
      case Role.SECOND:
        return this.name(role, text);
      case Role.SECOND_GIVEN:
        return this.secondGiven(text);
      case Role.SURNAMES:
        return this.surnames(text);
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
        return this.word(Role.GIVEN, text);
      case Role.FIRST_WORD:
        return this.word(Role.FIRST, text);
      case Role.SECOND_WORD:
        return this.word(Role.SECOND, text);
      case Role.WHOLE_WORD:
        return { ...NOTHING, value: claseDeCorte(text), shown: withoutEnie(shownByWord(text, true)) };
      case Role.OF_YEAR:
        return this.year(text);
      case Role.AFTER_YEAR:
        return this.dayOfYear(`${LEAP_YEAR}${text}`);
      case Role.BEFORE_YEAR:
        return this.dayOfYear(`${text}${LEAP_YEAR}`);
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

  /** Returns what the given names in two cells give together. */
  givenNames(text: string, secondText: string): TextPart {
    const first = this.reader.read('nombres', text);
    const firstProblems = this.problemsOf('nombres', first);
    const value = this.kept('nombres', first);
    if (isMissing(value)) return this.name(Role.GIVEN, text);
    const second = this.reader.read('segundo_nombre', secondText);
    const added = this.kept('segundo_nombre', second);
    const nombres = isMissing(added) ? value : `${value} ${added}`;
    const problems = [...firstProblems, ...this.problemsOf('segundo_nombre', second)];
    const found = { values: { nombres }, doubts: [...first.doubts, ...second.doubts], problems };
    return this.part(Role.GIVEN, found, this.givenByName(Role.GIVEN, nombres), text);
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

  private partOfDate(field: (typeof DATE_PARTS)[number], text: string): TextPart {
    return { ...NOTHING, shown: shownBy(field, text, this.nulls) };
  }

  private name(role: NameRole, text: string): TextPart {
    const field = FIELD_OF_NAME[role];
    const read = this.reader.read(field, text);
    const value = this.kept(field, read);
    const found = { values: { [field]: value }, doubts: read.doubts, problems: this.problemsOf(field, read) };
    return { ...this.part(role, found, this.givenByName(role, value), text), shown: shownBy(field, text, this.nulls) };
  }

  /** The second given name by itself: its letters count only if all words before it are passed over. */
  private secondGiven(text: string): TextPart {
    const read = this.reader.read('segundo_nombre', text);
    const value = this.kept('segundo_nombre', read);
    const isPlain = read.problem === null && read.doubts.length === 0 && value === text;
    const given = isMissing(value) ? NOTHING : this.givenByName(Role.GIVEN, value);
    return { ...NOTHING, ...given, flags: isPlain ? given.flags : Flag.WHOLE_CELL };
  }

  /** Returns what the value of a name gives: letters, words, and facts for the rules between data. */
  private givenByName(role: NameRole, value: string): TextPart {
    const { lectura, palabras, hechos } = leerNombre(value, NAME_DATA[FIELD_OF_NAME[role]]);
    if (isMissing(value))
      return { ...NOTHING, ...(role === Role.SECOND ? LETTERS_OF_NONE : NO_LETTERS), facts: hechos };
    return lectura <= 0
      ? NOTHING
      : { ...NOTHING, ...lettersOfName(role, lectura), ...wordsOf(palabras), facts: hechos };
  }

  /** Reads both surnames in one cell. */
  private surnames(text: string): TextPart {
    const shown = shownBy('apellidos', text, this.nulls);
    const read = this.reader.read('apellidos', text);
    const isEmpty = read.isNothing || read.value === '';
    const problems = isEmpty ? this.problemsOf('apellidos', read) : [];
    const cut = parseApellidos(isEmpty ? this.kept('apellidos', read) : read.value);
    if (cut === null) {
      const values = { apellido_paterno: undefined, apellido_materno: undefined };
      return { ...this.part(Role.FIRST, { values, problems }, NOTHING, text), shown };
    }
    const found = this.cutNames('apellidos', cut, '', problems);
    return { ...found, shown };
  }

  /** Reads the whole name in one cell. */
  private wholeName(text: string): TextPart {
    const shown = shownBy('nombres', text, this.nulls);
    const read = this.reader.read('nombres', text);
    const whole = this.kept('nombres', read);
    const problems = [...this.problemsOf('nombres', read)];
    const order = this.reader.fullName ?? 'nombres';
    const cut = isMissing(whole) ? null : parseNombre(whole, order);
    if (cut === null && !isMissing(whole)) problems.push({ cause: 'nombre_sin_corte' });
    if (isMissing(whole) || (cut === null && this.operation === 'cruzar')) {
      const values = { nombres: undefined, apellido_paterno: undefined, apellido_materno: undefined };
      return { ...this.part(Role.GIVEN, { values, doubts: read.doubts, problems }, NOTHING, text), shown };
    }
    const { nombres, ...surnames } = cut ?? NEUTRAL_CUT;
    return { ...this.cutNames('nombres', surnames, nombres, problems, read.doubts), shown };
  }

  /** Reads the names that were cut out of a cell. `given`: the given names, if the cell has them too. */
  private cutNames(
    field: 'nombres' | 'apellidos',
    cut: { readonly apellidoPaterno: string; readonly apellidoMaterno: string; readonly dudoso: boolean },
    given: string,
    before: readonly RowProblem[],
    doubtsBefore: readonly Doubt[] = [],
  ): TextPart {
    const { apellidoPaterno, apellidoMaterno, dudoso } = cut;
    const texts = [apellidoPaterno, apellidoMaterno, given].filter((part) => part !== '');
    const roles: readonly (readonly [NameRole, string])[] = [
      [Role.FIRST, apellidoPaterno],
      [Role.SECOND, apellidoMaterno],
      ...(field === 'nombres' ? [[Role.GIVEN, given] as const] : []),
    ];
    const problems = [...before];
    const doubts: Doubt[] = [
      ...doubtsBefore,
      ...(dudoso ? [{ field, cut: texts, hasBoth: apellidoMaterno !== '' }] : []),
    ];
    let letters = NO_LETTERS;
    let facts = 0;
    const values: Partial<Record<NameField, string>> = {};
    for (const [role, text] of roles) {
      const name = FIELD_OF_NAME[role];
      const read = this.reader.part(name, text);
      problems.push(...this.problemsOf(name, read));
      doubts.push(...read.doubts);
      const value = this.kept(name, read);
      values[name] = value;
      const own = this.givenByName(role, value);
      letters = joined(letters, own);
      facts |= own.facts;
    }
    const { nombres = '', apellido_paterno: paterno = '', apellido_materno: materno = '' } = values;
    const [ofGiven, ofFirst, ofSecond] = [nombres, paterno, materno].map(
      (name) => leerNombre(name, 'nombres').palabras,
    );
    const words = wordsOf([...ofGiven, ...ofFirst, ...ofSecond]);
    const shared =
      (shareWord(ofGiven, [...ofFirst, ...ofSecond]) ? COMPARTEN : 0) | (shareWord(ofFirst, ofSecond) ? DOBLE : 0);
    const found = { values, doubts, problems };
    return this.part(field === 'nombres' ? Role.GIVEN : Role.FIRST, found, {
      ...NOTHING,
      ...letters,
      ...words,
      facts: facts | shared,
    });
  }

  private date(text: string): TextPart {
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
    return this.part(
      Role.DATE,
      { values, doubts, late, problems },
      { ...NOTHING, ...letters, facts: isDay ? hechosDe('fechaNacimiento', `${anio}-${mes}-${dia}`) : 0, value },
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

  /** Reads a word of a name, from which plain names are composed. */
  private word(role: NameRole, text: string): TextPart {
    if (text === '' || this.areWordsOdd || NULL_TEXTS.has(text)) return WHOLE_CELL;
    const { letras, comparada, compone, pasa, hechos } = leerPalabra(text, NAME_DATA[FIELD_OF_NAME[role]]);
    if (this.partsOfNull.has(comparada) || (!compone && pasa === 0)) return WHOLE_CELL;
    return {
      ...NOTHING,
      ...(compone ? lettersOfName(role, letras) : NO_LETTERS),
      ...wordsOf([comparada]),
      flags: (compone ? 0 : Flag.WHOLE_CELL) | FLAGS_OF_PASSING[pasa] | (/ñ/i.test(text) ? Flag.ENIE : 0),
      facts: hechos,
      shown: withoutEnie(shownByWord(text, role === Role.GIVEN)),
    };
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

  /** Reads a date without its year, which `text` has for the purpose. */
  private dayOfYear(text: string): TextPart {
    const { value, problem, doubts } = this.reader.read('fecha_nacimiento', text);
    if (problem !== null || doubts.length > 0 || isMissing(value) || this.reader.hasOwnNulls) return WHOLE_CELL;
    const [year, month, day] = value.split('-');
    const isPlain = Number(year) === LEAP_YEAR && problemaDeFecha(COMMON_YEAR, Number(month), Number(day)) === null;
    if (!isPlain) return WHOLE_CELL;
    return {
      ...NOTHING,
      ...lettersOfDay(month, day),
      shown: shownBy('fecha_nacimiento', text, this.nulls),
      value: Number(month) * 100 + Number(day),
    };
  }

  /** Returns the problems of how a datum is written. */
  private problemsOf(field: Field, { problem, isNothing }: Read): RowProblem[] {
    // A comparison needs no surname.
    const isNeeded = this.operation === 'calcular' && (field === 'apellido_paterno' || field === 'apellidos');
    return [
      ...(isNothing && isNeeded ? [{ cause: 'apellido_sin_dato' } as const] : []),
      ...(problem === null ? [] : [problem]),
    ];
  }

  /** Returns the value of a datum, or a neutral one if it has a problem. A list is crossed by what is written. */
  private kept(field: Field, { value, problem }: Read): string {
    return problem === null || this.operation === 'cruzar' ? value : (NEUTRAL[field] ?? '');
  }

  /** Returns a part with what is odd about it. `text`: what is written, if the value is mostly the same. */
  private part(
    role: Role,
    { values, doubts = [], late = [], problems }: ReadText,
    given: TextPart,
    text?: string,
    isOneDate = false,
  ): TextPart {
    const first = this.isPart || this.operation === 'validar' ? null : firstProblem(role, values, problems, isOneDate);
    const each = Object.values(values);
    const isOdd = first !== null || problems.length > 0 || doubts.length + late.length > 0;
    // The value of a date is its number.
    const isWritten = (each.length === 1 && each[0] === text) || given.value > 0;
    const oddity: Oddity | null = !isOdd && isWritten ? null : { values, doubts, late, problems, first };
    const flags = given.flags | (isOdd ? Flag.ODD : 0) | (first === null ? 0 : Flag.PROBLEM);
    return { ...NOTHING, ...given, flags, oddity };
  }
}

/** Returns what a word shows without its Ñ: the flag `ENIE` counts that for the whole name. */
const withoutEnie = ({ low, high }: EvidenceBits): EvidenceBits => ({
  low: low & ~SHOWS_ENIE.low,
  high: high & ~SHOWS_ENIE.high,
});
const SHOWS_ENIE = shows('enie');

/** The flags of a word by how often it is passed over. */
const FLAGS_OF_PASSING = [0, Flag.PASSED, Flag.PASSED | Flag.OMITTED] as const;
