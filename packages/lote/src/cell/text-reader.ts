/** What the readings of all texts have in common: the values that are kept, their problems, and what is odd about them. */
import type { RowProblem } from '@curp-service/contract/codes/file';
import { type Field, type OperationName, takesPart } from '@curp-service/contract/columns';
import type { PersonValues } from '@curp-service/contract/parameters';
import type { DatumReader, Read } from '../datum/datum-reader.js';
import type { Doubt } from '../datum/doubt.js';
import { NOTHING_SHOWN } from '../datum/evidence-names.js';
import type { NullWords } from '../datum/null-words.js';
import { firstProblem } from './judge.js';
import { NO_LETTERS } from './letters.js';
import { NONE_COUNTED } from '../datum/name-counts.js';
import { Flag, type Oddity, type TextPart } from './part.js';
import type { Role } from './roles.js';
import { NO_WORDS } from './words.js';

export const NOTHING: TextPart = {
  ...NO_LETTERS,
  ...NO_WORDS,
  flags: 0,
  facts: 0,
  shown: NOTHING_SHOWN,
  counted: NONE_COUNTED,
  value: 0,
  oddity: null,
};
/** A word, or a part of a date, from which nothing can be composed. */
export const WHOLE_CELL: TextPart = { ...NOTHING, flags: Flag.WHOLE_CELL };

/** Replaces a datum with a problem, so that it causes no second one. */
const NEUTRAL: Partial<Record<Field, string>> = {
  nombres: 'X',
  apellido_paterno: 'X',
  anio_nacimiento: '2000',
  sexo: 'X',
  entidad: '09',
};

/** The values, doubts and problems that were read in one text. */
interface ReadText {
  readonly values: Partial<PersonValues>;
  readonly doubts?: readonly Doubt[];
  readonly late?: readonly Doubt[];
  readonly problems: readonly RowProblem[];
}

export class TextReader {
  protected readonly isPart: boolean;

  /** `nulls`: the words that the file's evidence counts as missing surnames. */
  constructor(
    readonly reader: DatumReader,
    protected readonly nulls: NullWords,
    protected readonly operation: OperationName,
  ) {
    this.isPart = takesPart(operation);
  }

  /** Returns the problems of how a datum is written. */
  protected problemsOf(field: Field, { problem, isNothing }: Read): RowProblem[] {
    // A comparison needs no surname.
    const isNeeded = this.operation === 'calcular' && (field === 'apellido_paterno' || field === 'apellidos');
    return [
      ...(isNothing && isNeeded ? [{ cause: 'apellido_sin_dato' } as const] : []),
      ...(problem === null ? [] : [problem]),
    ];
  }

  /** Returns the value of a datum, or a neutral one if it has a problem. A list is crossed by what is written. */
  protected kept(field: Field, { value, problem }: Read): string {
    return problem === null || this.operation === 'cruzar' ? value : (NEUTRAL[field] ?? '');
  }

  /** Returns a part with what is odd about it. `text`: what is written, if the value is mostly the same. */
  part(
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
    const hasSlip = given.counted.some(({ near }) => near.length > 0);
    const flags =
      given.flags | (isOdd ? Flag.ODD : 0) | (first === null ? 0 : Flag.PROBLEM) | (hasSlip ? Flag.SLIP : 0);
    return { ...NOTHING, ...given, flags, oddity };
  }
}
