/** Which column of a file holds which field: the guess, and the corrections of the user. */
import {
  type Field,
  DATE_PARTS,
  type ColumnMap,
  type OperationName,
  findColumns,
} from '@curp-service/contract/columns';

/** Numbers of columns from 0; -1 if the file has no such column. */
export interface ColumnChoice {
  readonly columns: Partial<Record<Field, number>>;
  /** The date of birth stands in three columns. */
  inThree: boolean;
}

export function guessColumns(names: readonly string[]): ColumnChoice {
  const { columns } = findColumns(names);
  const found = Object.entries(columns).filter(([, i]) => i >= 0);
  return { columns: Object.fromEntries(found), inThree: columns.anio_nacimiento >= 0 };
}

/** The fields that an operation needs, in the order of the form. */
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

/** The choice as `lote` takes it: each column by its name or, if two share the name, by its number. */
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
