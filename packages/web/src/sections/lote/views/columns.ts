/** Which column holds which datum: what was understood, and what somebody corrects. */
import {
  type Field,
  DATE_PARTS,
  type ColumnMap,
  type OperationName,
  findColumns,
} from '@curp-service/contract/columns';

/** What was chosen. A number of a column, from 0; -1: there is none. */
export interface ColumnChoice {
  readonly columns: Partial<Record<Field, number>>;
  /** The date is in three columns. */
  inThree: boolean;
}

export function guessColumns(names: readonly string[]): ColumnChoice {
  const { columnas: columns } = findColumns(names);
  const found = Object.entries(columns).filter(([, i]) => i >= 0);
  return { columns: Object.fromEntries(found), inThree: columns.anio_nacimiento >= 0 };
}

/** The data that an operation asks for, in the order of the form. */
export function fieldsFor(operacion: OperationName, inThree: boolean): readonly Field[] {
  if (operacion === 'validar') return ['curp'];
  return [
    ...(operacion === 'cotejar' ? (['curp'] as const) : []),
    'nombres',
    'apellido_paterno',
    'apellido_materno',
    'fecha_nacimiento',
    ...(inThree ? DATE_PARTS : []),
    'sexo',
    'entidad',
  ];
}

/** The choice as `lote` takes it: a column by its name or, if that does not tell it apart, by its number. */
export function columnMap(
  { columns, inThree }: ColumnChoice,
  operacion: OperationName,
  names: readonly string[],
): ColumnMap {
  const map: Partial<Record<Field, string>> = {};
  for (const field of fieldsFor(operacion, inThree)) {
    const i = columns[field];
    if (inThree && field === 'fecha_nacimiento') map[field] = '';
    else if (i !== undefined) map[field] = i < 0 ? '' : columnRef(names, i);
  }
  return map;
}

function columnRef(names: readonly string[], i: number): string {
  const name = names[i] ?? '';
  return name !== '' && names.indexOf(name) === i ? name : String(i + 1);
}
