/** Where the readers of rows put them, one at a time, and what they all do with one. */
import type { Decodificador } from '../read/encoding.js';
import { ROW_AND_FILE_CODES, type RowCause, type RowProblem } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import { toEntry } from '@curp-service/contract/codes/code';
import type { Entrada } from '../read/input.js';
import { FILA_MAXIMA } from '../read/csv-reader.js';
import type { Objeto } from '../read/ndjson-lines.js';

export interface FileRow {
  /** The line of the file in which it begins, as an editor counts. */
  readonly line: number;
  /** As it stands in the file, in UTF-8; empty where it is too long to be kept. */
  readonly written: string;
  /** The texts of its cells, as many as the header has, or its object. `null`: it cannot be read. */
  readonly content: readonly string[] | Objeto | null;
  /** Why it cannot be read; empty: it can. */
  readonly reason: string;
}

/** What a file says of itself before its rows. */
export interface FileHead {
  readonly encoding: string;
  /** Of a CSV: what stands between its cells, the names of its columns, and its first line as it is written. */
  readonly delimiter?: string;
  readonly names?: readonly string[];
  readonly written?: string;
}

/** What the formats put rows into. */
export interface Slot {
  readonly entrada: Entrada;
  readonly decodificador: Decodificador;
  readonly lengua: Language;
  readonly alEmpezar: (cabeza: FileHead) => void;
  /** How many rows were seen, those passed over included. */
  filas: number;
  /** How many of them are passed over. */
  saltar: number;
  /** The line that comes next. */
  linea: number;
  /** The row that was read and is not handed out yet. */
  renglon: FileRow | null;
}

/** Counts a row, and tells whether it is one of those to be passed over. */
export function seSalta(bandeja: Slot): boolean {
  bandeja.filas++;
  return bandeja.filas <= bandeja.saltar;
}

/** Puts a row that cannot be read there. */
export function rechazar(bandeja: Slot, escrito: string, problema: RowProblem): void {
  const motivo = toEntry<RowCause>(ROW_AND_FILE_CODES, problema, bandeja.lengua).error_message;
  bandeja.renglon = { line: bandeja.linea, written: escrito, content: null, reason: motivo };
}

/** There was a row too long to be kept: one line, whatever it holds. */
export function rechazarLarga(bandeja: Slot): void {
  const partes = { limite: String(FILA_MAXIMA) };
  if (!seSalta(bandeja)) rechazar(bandeja, '', { cause: 'fila_larga', parts: partes });
  bandeja.linea++;
}
