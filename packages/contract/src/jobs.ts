/** A file over HTTP, as the contract has it: how a client says what is to be done, and what it is told of a job. */
import type { Mapa, NombreDeOperacion } from './columns.js';

/** The encodings that a file may come in. */
export type Codificacion = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** The options of a file, under the names that every user types. */
export interface FileOptions {
  readonly formato: 'csv' | 'ndjson';
  /** `calcular` if absent. */
  readonly operacion?: NombreDeOperacion;
  /** If absent, the bytes tell. */
  readonly codificacion?: Codificacion | undefined;
  /** Where a datum stands, for columns whose name does not say it. */
  readonly columnas?: Mapa;
  /** For a spreadsheet: a mark that says UTF-8, and no cell that it would take for a formula. */
  readonly excel?: boolean;
}

/** The parameter that names the column of a datum. */
export const columnaDe = <C extends string>(campo: C): `columna_${C}` => `columna_${campo}`;

const TIPOS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** The type of the file and the parameters of the address. */
export function pedido({
  formato,
  codificacion,
  operacion = 'calcular',
  columnas = {},
  excel = false,
}: FileOptions): {
  readonly tipo: string;
  readonly parametros: Readonly<Record<string, string>>;
} {
  const dichas = Object.entries(columnas).map(([campo, columna]) => [columnaDe(campo), columna]);
  return {
    tipo: codificacion === undefined ? TIPOS[formato] : `${TIPOS[formato]}; charset=${codificacion}`,
    parametros: { operacion, ...(excel ? { excel: '1' } : {}), ...Object.fromEntries(dichas) },
  };
}

/** What a job may be in, as a client is told. */
export const ESTADOS = ['en_cola', 'en_proceso', 'terminado', 'fallido', 'cancelado'] as const;

/** Whether a job may still come to something else by itself. */
export const sigue = ({ estado }: Pick<EstadoDeTrabajo, 'estado'>): boolean =>
  estado === 'en_cola' || estado === 'en_proceso';

/** What the service says of a job. */
export interface EstadoDeTrabajo {
  readonly id: string;
  readonly estado: (typeof ESTADOS)[number];
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
