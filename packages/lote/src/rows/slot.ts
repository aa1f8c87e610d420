/** Where the readers of rows put them, one at a time, and what they all do with one. */
import type { Decodificador } from '../read/encoding.js';
import { CODIGOS, type Causa, type Problema } from '@curp-service/contract/codes/file';
import type { Idioma } from '@curp-service/contract/language';
import { decir } from '@curp-service/contract/codes/code';
import type { Entrada } from '../read/input.js';
import { FILA_MAXIMA } from '../read/csv-reader.js';
import type { Objeto } from '../read/ndjson-lines.js';

export interface Renglon {
  /** The line of the file in which it begins, as an editor counts. */
  readonly linea: number;
  /** As it stands in the file, in UTF-8; empty where it is too long to be kept. */
  readonly escrito: string;
  /** The texts of its cells, as many as the header has, or its object. `null`: it cannot be read. */
  readonly contenido: readonly string[] | Objeto | null;
  /** Why it cannot be read; empty: it can. */
  readonly motivo: string;
}

/** What a file says of itself before its rows. */
export interface Cabeza {
  readonly codificacion: string;
  /** Of a CSV: what stands between its cells, the names of its columns, and its first line as it is written. */
  readonly delimitador?: string;
  readonly nombres?: readonly string[];
  readonly escrito?: string;
}

/** What the formats put rows into. */
export interface Bandeja {
  readonly entrada: Entrada;
  readonly decodificador: Decodificador;
  readonly lengua: Idioma;
  readonly alEmpezar: (cabeza: Cabeza) => void;
  /** How many rows were seen, those passed over included. */
  filas: number;
  /** How many of them are passed over. */
  saltar: number;
  /** The line that comes next. */
  linea: number;
  /** The row that was read and is not handed out yet. */
  renglon: Renglon | null;
}

/** Counts a row, and tells whether it is one of those to be passed over. */
export function seSalta(bandeja: Bandeja): boolean {
  bandeja.filas++;
  return bandeja.filas <= bandeja.saltar;
}

/** Puts a row that cannot be read there. */
export function rechazar(bandeja: Bandeja, escrito: string, problema: Problema): void {
  const motivo = decir<Causa>(CODIGOS, problema, bandeja.lengua).error_message;
  bandeja.renglon = { linea: bandeja.linea, escrito, contenido: null, motivo };
}

/** There was a row too long to be kept: one line, whatever it holds. */
export function rechazarLarga(bandeja: Bandeja): void {
  const partes = { limite: String(FILA_MAXIMA) };
  if (!seSalta(bandeja)) rechazar(bandeja, '', { causa: 'fila_larga', partes });
  bandeja.linea++;
}
