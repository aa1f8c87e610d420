/** What the formats share: bytes in and out, the work to be done, and its totals. */
import type { Decodificador } from '../read/encoding.js';
import { CODIGOS, type Causa, type Problema } from '@curp-service/contract/codes/file';
import { type Dicho, decir } from '@curp-service/contract/codes/code';
import type { Idioma } from '@curp-service/contract/language';
import type { ComoSeDice, Mapa, NombreDeOperacion } from '@curp-service/contract/columns';
import type { Entrada } from '../read/input.js';
import type { Raices } from './homonyms.js';
import type { Operacion } from './operations.js';
import type { Salida } from '../write/output.js';

export interface Totales {
  /** Rows read, the header apart. */
  filas: number;
  correctas: number;
  /** How many rows carry each code. */
  readonly errores: Map<number, number>;
}

/** What was understood of a file before the work starts. */
export interface Entendido {
  readonly formato: 'csv' | 'ndjson';
  readonly codificacion: string;
  readonly delimitador?: string;
  /** The columns that hold the data, and those that are only kept. */
  readonly columnas?: ReadonlyMap<string, string>;
  readonly otras?: readonly string[];
  /** The names of the columns that are added. */
  readonly agregadas?: readonly string[];
}

export interface Contexto {
  readonly entrada: Entrada;
  readonly salida: Salida;
  readonly decodificador: Decodificador;
  readonly operacion: Operacion;
  readonly nombre: NombreDeOperacion;
  /** The columns that the operation adds, and those that every operation does. */
  readonly agregadas: readonly string[];
  readonly mapa: Mapa;
  readonly dice: ComoSeDice;
  readonly lengua: Idioma;
  readonly excel: boolean;
  /** Where the roots seen so far are kept, to mark those that come again. */
  readonly raices: Raices | null;
  readonly totales: Totales;
  /** Lines without anything, which are no rows, but a spreadsheet counts them. */
  vacias: number;
  readonly alEntender: (entendido: Entendido) => void;
  /** What the remaining rows carry, if nothing more may be calculated. */
  agotado: Dicho | null;
}

/** One way of writing rows. */
export interface Formato {
  /** Takes the next row from the input and writes its answer. `false`: there is no whole row there. */
  fila(esElFinal: boolean): boolean;
}

export const enPalabras = ({ lengua }: Contexto, problema: Problema): Dicho => decir<Causa>(CODIGOS, problema, lengua);

/** Counts a row, and gives what it carries: nothing if it is good. */
export function contar({ totales }: Contexto, dicho: Dicho | null): void {
  totales.filas++;
  if (dicho === null) totales.correctas++;
  else totales.errores.set(dicho.code_error, (totales.errores.get(dicho.code_error) ?? 0) + 1);
}
