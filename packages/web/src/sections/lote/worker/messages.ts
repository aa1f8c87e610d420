/** What the page asks of whoever does the work, and what it is told. */
import type { Peek, LoteOptions, Totals } from '@curp-service/lote';
import type { Language } from '@curp-service/contract/language';
import type { KeptRow } from './rows.js';

type Tipo = 'csv' | 'ndjson' | 'xlsx';

/** A text in both languages. */
export type Par = readonly [es: string, en: string];

/** What can be seen of a file before it is done. */
export interface Visto {
  readonly tipo: Tipo;
  /** `null`: its rows name their data themselves. */
  readonly cabecera: Peek | null;
  /** The sheets of a workbook. */
  readonly hojas: readonly string[];
}

export interface Encargo {
  readonly archivo: Blob;
  readonly hoja: string | undefined;
  readonly opciones: LoteOptions;
  readonly delimitador: string;
}

export type Pedido =
  | { readonly mirar: { readonly archivo: Blob; readonly hoja: string | undefined; readonly lengua: Language } }
  | { readonly hacer: Encargo }
  | { readonly libro: { readonly csv: Blob; readonly delimitador: string } };

export interface Avance {
  readonly filas: number;
  readonly malas: number;
  /** How much of the file is read, from 0 to 1; `null`: nobody knows. */
  readonly parte: number | null;
}

/** Rows whose answer is not the one hoped for, of one kind. */
export interface Grupo {
  filas: number;
  readonly texto: Par;
}

export interface Hecho {
  readonly totales: Readonly<Totals>;
  readonly segundos: number;
  /** The whole output, and the length of its header in bytes. */
  readonly todo: Blob;
  readonly cabecera: number;
  readonly primeras: readonly KeptRow[];
  /** The bad rows of a CSV as the output has them, each behind its number. */
  readonly malas: Blob;
  /** The bad rows as lines of JSON, and where each page of them begins. */
  readonly filasMalas: Blob;
  readonly paginas: readonly number[];
  readonly cuantas: number;
  /** By the name of a finding. */
  readonly grupos: ReadonlyMap<string, Grupo>;
  /** Rows whose root agrees and whose differentiator does not. */
  readonly mismaRaiz: number;
}

export type Resultado = Visto | Hecho | Blob;

export type Aviso =
  | { readonly avance: Avance }
  | { readonly listo: Resultado }
  /** `null`: nobody knows what happened. */
  | { readonly falla: Par | null };

/** Rows in a page of a table. */
export const POR_PAGINA = 100;
