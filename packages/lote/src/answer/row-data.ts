/** The data of a row, as the operations take them. */
import type { Dato } from '@curp-service/core';
import type { RowProblem } from '@curp-service/contract/codes/file';
import {
  type ColumnIndexes,
  type Field,
  type OperationName,
  type Witness,
  takesPart,
} from '@curp-service/contract/columns';
import { type ComparisonValues, isMissing } from '@curp-service/contract/parameters';
import type { PersonRow } from '../cell/person-row.js';
import { namesOf, otherValuesOf, writtenIn } from '../cell/person-values.js';
import { Role } from '../cell/roles.js';
import type { DatumReader } from '../datum/datum-reader.js';
import type { Doubt } from '../datum/doubt.js';
import type { Row } from '../read/row.js';
import type { RowDoubts } from './row-doubts.js';

/** What other cells of a row say about the person, as they are written; dates and years are read. */
type Witnesses = Readonly<Partial<Record<Witness | 'rfc', string | undefined>>>;

/** The data of one row, and the problems with their spelling. */
export interface RowData extends ComparisonValues {
  readonly problems: readonly RowProblem[];
  /** Returns the data as they are written. */
  readonly written: () => Readonly<Partial<Record<Dato, string | undefined>>>;
  /** A key that the row already has, which should be the calculated one. */
  readonly witness: string | undefined;
  readonly witnesses: Witnesses;
  /** True if the date was in one column. */
  readonly hasOneDate: boolean;
  /** Why the row needs a review. */
  readonly doubts: readonly Doubt[];
}

/** The data of an operation that reads no person. */
const NO_PERSON = {
  nombres: undefined,
  apellido_paterno: undefined,
  apellido_materno: undefined,
  anio_nacimiento: undefined,
  mes_nacimiento: undefined,
  dia_nacimiento: undefined,
  sexo: undefined,
  entidad: undefined,
  rfc: undefined,
  witness: undefined,
  witnesses: {},
  doubts: [],
  hasOneDate: false,
  written: () => ({}),
} as const;
const DIGITS_OF_DATE = 8;

/** Returns the text of a cell; `undefined` if the row has none. */
export const textIn = (row: Row | null, column: number): string | undefined =>
  column < 0 || row === null || row.from[column] < 0 ? undefined : row.text(column);

export class RowDataReader {
  constructor(
    private readonly person: PersonRow,
    private readonly doubts: RowDoubts,
    private readonly reader: DatumReader,
    private readonly operation: OperationName,
  ) {}

  /** Returns the data of a row whose person is composed. */
  read(row: Row | null, columns: ColumnIndexes | null): RowData {
    const { person, operation, doubts } = this;
    const textOf = (field: Field): string | undefined => textIn(row, columns?.[field] ?? -1);
    const problems: RowProblem[] = [];
    const datum = (field: Field): string | undefined => {
      const text = textOf(field);
      if (text === undefined) return undefined;
      const { value, problem } = this.reader.read(field, text);
      if (problem !== null) problems.push(problem);
      return problem === null || operation === 'cruzar' ? value : '';
    };
    const curp = operation === 'calcular' ? undefined : datum('curp');
    if (operation === 'validar') return { ...NO_PERSON, curp, problems };
    const names = namesOf(person);
    // A row without surnames does not say that the person has no second surname.
    const isSilent = takesPart(operation) && isMissing(names.apellido_paterno) && isMissing(names.apellido_materno);
    problems.push(...doubts.problems());
    return {
      ...NO_PERSON,
      ...names,
      ...(isSilent && { apellido_materno: undefined }),
      ...otherValuesOf(person),
      written: () => writtenIn(person),
      curp,
      rfc: operation === 'cotejar' ? datum('rfc') : undefined,
      witness: operation === 'calcular' ? textOf('curp') : undefined,
      witnesses: operation === 'calcular' ? this.witnesses(textOf('rfc')) : {},
      problems,
      doubts: doubts.ofTexts(!isSilent),
      hasOneDate: (columns?.fecha_nacimiento ?? -1) >= 0,
    };
  }

  private witnesses(rfc: string | undefined): Witnesses {
    const { person } = this;
    const { texts } = person;
    const [year, date] = [Role.OTHER_YEAR, Role.OTHER_DATE].map((role) =>
      texts.hasColumn(role) ? person.value(role) : 0,
    );
    const digits = String(date).padStart(DIGITS_OF_DATE, '0');
    return {
      rfc,
      edad: texts.text(Role.AGE),
      pais: texts.text(Role.COUNTRY),
      otro_anio: year === 0 ? undefined : String(year).padStart(4, '0'),
      otra_fecha: date === 0 ? undefined : `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`,
    };
  }
}
