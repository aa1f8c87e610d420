/** Reads the names of a file: words, from which plain names are composed, and cells with one name, both surnames or a whole name. */
import { type NombreCortado, claseDeCorte, parseApellidos, parseNombre } from '@curp-service/core/completo';
import { COMPARTEN, DOBLE, leerNombre, leerPalabra } from '@curp-service/core/leido';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { OperationName } from '@curp-service/contract/columns';
import { NULL_TEXTS, isMissing } from '@curp-service/contract/parameters';
import type { Reading } from '@curp-service/contract/reading';
import type { DatumReader } from '../datum/datum-reader.js';
import type { Doubt } from '../datum/doubt.js';
import { NAME_DATA, type NameField } from '../datum/names.js';
import { NullWords } from '../datum/null-words.js';
import { Spellings } from '../datum/spellings.js';
import { shownBy, shownByWord, wordsForNothing } from '../datum/shown-by.js';
import { type CountedWord, NONE_COUNTED, countedIn, countedWord } from '../datum/name-counts.js';
import { LETTERS_OF_NONE, NO_LETTERS, joined, lettersOfName } from './letters.js';
import { Flag, type TextPart } from './part.js';
import { type NameRole, Role } from './roles.js';
import { NOTHING, TextReader, WHOLE_CELL } from './text-reader.js';
import { shareWord, wordsOf } from './words.js';

const NEUTRAL_CUT: NombreCortado = { nombres: 'X', apellidoPaterno: 'X', apellidoMaterno: '', dudoso: false };

/** The role of a name's cell, and the field that it holds. */
export const FIELD_OF_NAME = {
  [Role.GIVEN]: 'nombres',
  [Role.FIRST]: 'apellido_paterno',
  [Role.SECOND]: 'apellido_materno',
} as const satisfies Record<NameRole, NameField>;

export class NameCells extends TextReader {
  /** The parts of words for nothing, which are plain in no name. */
  private readonly partsOfNull: ReadonlySet<string>;
  /** True if the reading of the file changes words, so that names are read as whole cells. */
  private readonly areWordsOdd: boolean;

  constructor(
    reader: DatumReader,
    { enie, envoltura }: Pick<Reading, 'enie' | 'envoltura'>,
    nulos: readonly string[],
    operation: OperationName,
  ) {
    const nothing = wordsForNothing(nulos);
    super(reader, NullWords.of(nothing), operation);
    this.partsOfNull = new Set(nothing.flatMap((words) => leerNombre(words, 'apellidoPaterno').palabras));
    const hasSign = enie.value !== null && enie.value !== 'sin';
    this.areWordsOdd = hasSign || envoltura.value !== null || reader.areSwapped || reader.hasOwnNulls;
  }

  /** Returns what the cell of a name gives: that of given names may hold the whole name. */
  read(role: NameRole, text: string): TextPart {
    return role === Role.GIVEN && this.reader.fullName !== null ? this.wholeName(text) : this.name(role, text);
  }

  /** Reads a word of a name, from which plain names are composed. */
  word(role: NameRole, text: string): TextPart {
    if (text === '' || this.areWordsOdd || NULL_TEXTS.has(text)) return WHOLE_CELL;
    const { compared, part } = WORDS_READ[role].get(text, () => readWord(role, text));
    return this.partsOfNull.has(compared) ? WHOLE_CELL : part;
  }

  /** Reads a word of a whole name, before it is cut. */
  wholeWord(text: string): TextPart {
    return { ...NOTHING, value: claseDeCorte(text), shown: shownByWord(text, true) };
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
    // MA. alone is an abbreviation, and beside GUADALUPE the name of the norm.
    const doubts = isMissing(added) ? first.doubts : this.reader.part('nombres', nombres).doubts;
    const found = { values: { nombres }, doubts, problems };
    return this.part(Role.GIVEN, found, this.givenByName(Role.GIVEN, nombres), text);
  }

  private name(role: NameRole, text: string): TextPart {
    const field = FIELD_OF_NAME[role];
    const read = this.reader.read(field, text);
    const value = this.kept(field, read);
    const found = { values: { [field]: value }, doubts: read.doubts, problems: this.problemsOf(field, read) };
    return { ...this.part(role, found, this.givenByName(role, value), text), shown: shownBy(field, text, this.nulls) };
  }

  /** The second given name by itself: its letters count only if all words before it are passed over. */
  secondGiven(text: string): TextPart {
    const read = this.reader.read('segundo_nombre', text);
    const value = this.kept('segundo_nombre', read);
    const isPlain = read.problem === null && read.doubts.length === 0 && value === text;
    const given = isMissing(value) ? NOTHING : this.givenByName(Role.GIVEN, value);
    return { ...NOTHING, ...given, flags: isPlain ? given.flags : Flag.WHOLE_CELL };
  }

  /** Returns what the value of a name gives: letters, words, and facts for the rules between data. */
  private givenByName(role: NameRole, value: string): TextPart {
    const { lectura, palabras, hechos, dudas } = leerNombre(value, NAME_DATA[FIELD_OF_NAME[role]]);
    if (isMissing(value))
      return { ...NOTHING, ...(role === Role.SECOND ? LETTERS_OF_NONE : NO_LETTERS), facts: hechos };
    return lectura <= 0
      ? NOTHING
      : {
          ...NOTHING,
          ...lettersOfName(role, lectura),
          ...wordsOf(palabras),
          facts: hechos,
          counted: countedIn({ palabras, dudas }, role !== Role.GIVEN),
        };
  }

  /** Reads both surnames in one cell. */
  surnames(text: string): TextPart {
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
    const counted: CountedWord[] = [];
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
      counted.push(...own.counted);
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
      counted,
    });
  }
}

interface WordRead {
  /** The word as it is compared. */
  readonly compared: string;
  readonly part: TextPart;
}

const WORDS_REMEMBERED = 1 << 14;
/** What words give, whatever the reading of their file. A file is read in several passes, and most files have the same words. */
const WORDS_READ: Readonly<Record<NameRole, Spellings<WordRead>>> = {
  [Role.GIVEN]: new Spellings(WORDS_REMEMBERED),
  [Role.FIRST]: new Spellings(WORDS_REMEMBERED),
  [Role.SECOND]: new Spellings(WORDS_REMEMBERED),
};

/** Reads a word of a name for the first time. */
function readWord(role: NameRole, text: string): WordRead {
  const { letras, comparada, compone, pasa, hechos } = leerPalabra(text, NAME_DATA[FIELD_OF_NAME[role]]);
  if (!compone && pasa === 0) return { compared: comparada, part: WHOLE_CELL };
  const { key, sum } = compone ? lettersOfName(role, letras) : NO_LETTERS;
  const { words, otherWords, hash, count } = wordsOf([comparada]);
  const part = {
    key,
    sum,
    words,
    otherWords,
    hash,
    count,
    flags: (compone ? 0 : Flag.WHOLE_CELL) | FLAGS_OF_PASSING[pasa] | (/ñ/i.test(text) ? Flag.ENIE : 0),
    facts: hechos,
    shown: shownByWord(text, role === Role.GIVEN),
    counted: compone ? countedWord(comparada, role !== Role.GIVEN) : NONE_COUNTED,
    value: 0,
    oddity: null,
  };
  return { compared: comparada, part };
}

/** The flags of a word by how often it is passed over. */
const FLAGS_OF_PASSING = [0, Flag.PASSED, Flag.PASSED | Flag.OMITTED] as const;
