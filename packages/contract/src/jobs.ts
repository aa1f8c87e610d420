/** A file over HTTP, as the contract has it: how a client says what is to be done, and what it is told of a job. */
import type { ColumnMap, OperationName } from './columns.js';

/** The encodings that a file may come in. */
export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** The options of a file, under the names that every user types. */
export interface FileOptions {
  readonly formato: 'csv' | 'ndjson';
  /** `calcular` if absent. */
  readonly operacion?: OperationName;
  /** If absent, the bytes tell. */
  readonly codificacion?: Encoding | undefined;
  /** Where a datum stands, for columns whose name does not say it. */
  readonly columnas?: ColumnMap;
  /** For a spreadsheet: a mark that says UTF-8, and no cell that it would take for a formula. */
  readonly excel?: boolean;
}

/** The parameter that names the column of a datum. */
export const columnParameter = <C extends string>(campo: C): `columna_${C}` => `columna_${campo}`;

const TIPOS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** The type of the file and the parameters of the address. */
export function fileRequest({
  formato,
  codificacion,
  operacion = 'calcular',
  columnas = {},
  excel = false,
}: FileOptions): {
  readonly tipo: string;
  readonly parametros: Readonly<Record<string, string>>;
} {
  const dichas = Object.entries(columnas).map(([campo, columna]) => [columnParameter(campo), columna]);
  return {
    tipo: codificacion === undefined ? TIPOS[formato] : `${TIPOS[formato]}; charset=${codificacion}`,
    parametros: { operacion, ...(excel ? { excel: '1' } : {}), ...Object.fromEntries(dichas) },
  };
}

/** What a job may be in, as a client is told. */
export const JOB_STATES = ['en_cola', 'en_proceso', 'terminado', 'fallido', 'cancelado'] as const;

/** Whether a job may still come to something else by itself. */
export const isPending = ({ estado }: Pick<JobStatus, 'estado'>): boolean =>
  estado === 'en_cola' || estado === 'en_proceso';

/** What the service says of a job. */
export interface JobStatus {
  readonly id: string;
  readonly estado: (typeof JOB_STATES)[number];
  readonly filas_hechas: number;
  /** Of what is not done yet, its lines. */
  readonly filas_total: number;
  readonly filas_correctas: number;
  readonly filas_por_segundo: number;
  /** How many rows carry each code. */
  readonly errores: readonly { readonly code_error: number; readonly filas: number }[];
  readonly creado: string;
  readonly terminado: string | null;
  readonly vence: string;
}
