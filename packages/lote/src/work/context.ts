/** What the formats share: bytes in and out, the work to be done, and its totals. */
import type { Decodificador } from '../read/encoding.js';
import { ROW_AND_FILE_CODES, type RowCause, type RowProblem } from '@curp-service/contract/codes/file';
import { type ErrorEntry, toEntry } from '@curp-service/contract/codes/code';
import type { Language } from '@curp-service/contract/language';
import type { Wording, ColumnMap, OperationName } from '@curp-service/contract/columns';
import type { Entrada } from '../read/input.js';
import type { Raices } from './homonyms.js';
import type { Operacion } from './operations.js';
import type { Salida } from '../write/output.js';

export interface Totals {
  /** Rows read, the header apart. */
  rows: number;
  good: number;
  /** How many rows carry each code. */
  readonly errors: Map<number, number>;
}

/** What was understood of a file before the work starts. */
export interface Understood {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: string;
  readonly delimiter?: string;
  /** The columns that hold the data, and those that are only kept. */
  readonly columns?: ReadonlyMap<string, string>;
  readonly others?: readonly string[];
  /** The names of the columns that are added. */
  readonly added?: readonly string[];
}

export interface Contexto {
  readonly entrada: Entrada;
  readonly salida: Salida;
  readonly decodificador: Decodificador;
  readonly operacion: Operacion;
  readonly nombre: OperationName;
  /** The columns that the operation adds, and those that every operation does. */
  readonly agregadas: readonly string[];
  readonly mapa: ColumnMap;
  readonly dice: Wording;
  readonly lengua: Language;
  readonly excel: boolean;
  /** Where the roots seen so far are kept, to mark those that come again. */
  readonly raices: Raices | null;
  readonly totales: Totals;
  /** Lines without anything, which are no rows, but a spreadsheet counts them. */
  vacias: number;
  readonly alEntender: (entendido: Understood) => void;
  /** What the remaining rows carry, if nothing more may be calculated. */
  agotado: ErrorEntry | null;
}

/** One way of writing rows. */
export interface Formato {
  /** Takes the next row from the input and writes its answer. `false`: there is no whole row there. */
  fila(esElFinal: boolean): boolean;
}

export const enPalabras = ({ lengua }: Contexto, problema: RowProblem): ErrorEntry =>
  toEntry<RowCause>(ROW_AND_FILE_CODES, problema, lengua);

/** Counts a row, and gives what it carries: nothing if it is good. */
export function contar({ totales }: Contexto, dicho: ErrorEntry | null): void {
  totales.rows++;
  if (dicho === null) totales.good++;
  else totales.errors.set(dicho.code_error, (totales.errors.get(dicho.code_error) ?? 0) + 1);
}
