/** Which column holds which datum: what was understood, and what somebody corrects. */
import {
  type Field,
  DATE_PARTS,
  type ColumnMap,
  type OperationName,
  findColumns,
} from '@curp-service/contract/columns';

/** What was chosen. A number of a column, from 0; -1: there is none. */
export interface Eleccion {
  readonly columnas: Partial<Record<Field, number>>;
  /** The date is in three columns. */
  enTres: boolean;
}

export function comoSeEntiende(nombres: readonly string[]): Eleccion {
  const { columns: columnas } = findColumns(nombres);
  const halladas = Object.entries(columnas).filter(([, i]) => i >= 0);
  return { columnas: Object.fromEntries(halladas), enTres: columnas.anio_nacimiento >= 0 };
}

/** The data that an operation asks for, in the order of the form. */
export function camposDe(operacion: OperationName, enTres: boolean): readonly Field[] {
  if (operacion === 'validar') return ['curp'];
  return [
    ...(operacion === 'cotejar' ? (['curp'] as const) : []),
    'nombres',
    'apellido_paterno',
    'apellido_materno',
    'fecha_nacimiento',
    ...(enTres ? DATE_PARTS : []),
    'sexo',
    'entidad',
  ];
}

/** The choice as `lote` takes it: a column by its name or, if that does not tell it apart, by its number. */
export function mapaDe(
  { columnas, enTres }: Eleccion,
  operacion: OperationName,
  nombres: readonly string[],
): ColumnMap {
  const mapa: Partial<Record<Field, string>> = {};
  for (const campo of camposDe(operacion, enTres)) {
    const i = columnas[campo];
    if (enTres && campo === 'fecha_nacimiento') mapa[campo] = '';
    else if (i !== undefined) mapa[campo] = i < 0 ? '' : comoSeDice(nombres, i);
  }
  return mapa;
}

function comoSeDice(nombres: readonly string[], i: number): string {
  const nombre = nombres[i] ?? '';
  return nombre !== '' && nombres.indexOf(nombre) === i ? nombre : String(i + 1);
}
