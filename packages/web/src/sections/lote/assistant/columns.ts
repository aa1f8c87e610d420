/** Which column of a file holds which field: as its names tell, and as the user corrects. */
import {
  type ColumnMap,
  DATE_PARTS,
  type Field,
  type OperationName,
  findGivenColumns,
} from '@curp-service/contract/columns';

/** The columns that the user chose. */
export interface ColumnChoice {
  /** Numbers from 0; -1: the file has no such column. */
  readonly columns: Partial<Record<Field, number>>;
  /** The date of birth stands in three columns. */
  inThree: boolean;
  /** One column holds the whole name; `null`: the user has not said so. */
  hasFullName: boolean | null;
}

export const noChoice = (): ColumnChoice => ({ columns: {}, inThree: false, hasFullName: null });

/** The column of each field, as far as it is known; -1: unknown. */
export const columnsOf = (choice: ColumnChoice, names: readonly string[]): Readonly<Record<Field, number>> =>
  findGivenColumns(names, columnMap(choice, names), choice.hasFullName === true);

/** The fields that an operation needs, in the order of the form. */
export function fieldsFor(operacion: OperationName, choice: ColumnChoice, names: readonly string[]): readonly Field[] {
  if (operacion === 'validar') return ['curp'];
  const { anio_nacimiento, segundo_nombre } = columnsOf(choice, names);
  const inThree = choice.inThree || anio_nacimiento >= 0;
  const inTwo = segundo_nombre >= 0 || choice.columns.segundo_nombre !== undefined;
  return [
    ...(operacion === 'cotejar' ? (['curp'] as const) : []),
    'nombres',
    ...(inTwo ? (['segundo_nombre'] as const) : []),
    ...(choice.hasFullName === true ? [] : (['apellido_paterno', 'apellido_materno'] as const)),
    'fecha_nacimiento',
    ...(inThree ? DATE_PARTS : []),
    'sexo',
    'entidad',
  ];
}

/** The choice as `lote` takes it: each column by its name or, if two share the name, by its number. */
export function columnMap({ columns, inThree }: ColumnChoice, names: readonly string[]): ColumnMap {
  const refs = Object.entries(columns).map(([field, i]) => [field, i < 0 ? '' : columnRef(names, i)] as const);
  return { ...Object.fromEntries(refs), ...(inThree && { fecha_nacimiento: '' }) };
}

function columnRef(names: readonly string[], i: number): string {
  const name = names[i] ?? '';
  return name !== '' && names.indexOf(name) === i ? name : String(i + 1);
}
