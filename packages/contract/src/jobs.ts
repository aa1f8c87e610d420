/** The options of a file sent over HTTP, and the status of a job. */
import type { ColumnMap, OperationName } from './columns.js';
import type { ReadingOptions } from './file-options.js';
import type { Layout } from './layouts.js';
import { type Encoding, READING_PARAMETERS, type ReadingParameter } from './reading.js';
import type { DescribedReading } from './describe-reading.js';

/** The options of a file, under the names that every user types. */
export interface FileOptions extends ReadingOptions {
  readonly formato: FileFormat;
  /** The sheet of a workbook; the first if absent. */
  readonly hoja?: string | undefined;
  /** If absent, the layout of the file decides, otherwise it is `calcular`. */
  readonly operacion?: OperationName | undefined;
  /** The layout of a file without a header. */
  readonly layout?: Layout | undefined;
  /** If absent, it is detected. */
  readonly codificacion?: Encoding | undefined;
  /** The columns of the data whose names are not recognised. */
  readonly columnas?: ColumnMap;
  /** True to write for a spreadsheet: with a byte order mark, and no cell that would run as a formula. */
  readonly excel?: boolean;
  /** The name of a job, for lists. */
  readonly nombre?: string | undefined;
}

/** Returns the parameter that names the column of a datum. */
export const columnParameter = <F extends string>(field: F): `columna_${F}` => `columna_${field}`;

/** The `Content-Type` of each format. */
export const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
} as const;

export type FileFormat = keyof typeof MEDIA_TYPES;

/** A workbook, without and with macros. */
export type WorkbookFormat = 'xlsx' | 'xlsm';

export const isWorkbookFormat = (formato: string | undefined): formato is WorkbookFormat =>
  formato === 'xlsx' || formato === 'xlsm';

/** A type that fits only if every other option of a file has its own line in `fileRequest`. */
type OnlyReading<T> = { readonly [P in keyof T]: P extends ReadingParameter ? unknown : never };

/** Returns the `Content-Type` and the query parameters of the request that sends a file. */
export function fileRequest({
  formato,
  codificacion,
  operacion,
  layout,
  columnas = {},
  excel = false,
  hoja,
  nombre,
  ...reading
}: FileOptions): {
  readonly contentType: string;
  readonly parameters: Readonly<Record<string, string>>;
} {
  const columns = Object.entries(columnas).map(([field, column]) => [columnParameter(field), column]);
  return {
    contentType:
      codificacion === undefined || isWorkbookFormat(formato)
        ? MEDIA_TYPES[formato]
        : `${MEDIA_TYPES[formato]}; charset=${codificacion}`,
    parameters: {
      ...(operacion === undefined ? {} : { operacion }),
      ...(layout === undefined ? {} : { formato: JSON.stringify(layout) }),
      ...(excel ? { excel: '1' } : {}),
      ...(hoja === undefined ? {} : { hoja }),
      ...(nombre === undefined ? {} : { nombre }),
      ...readingParameters(reading satisfies OnlyReading<typeof reading>),
      ...Object.fromEntries(columns),
    },
  };
}

/** Writes the conventions as query parameters. */
export function readingParameters(options: ReadingOptions): Record<string, string> {
  const written = READING_PARAMETERS.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    return [[name, typeof value === 'object' ? value.join(',') || 'ninguno' : String(value)] as const];
  });
  return Object.fromEntries(written);
}

/** The states of a job. */
export const JOB_STATES = ['en_cola', 'en_proceso', 'terminado', 'fallido', 'cancelado'] as const;

/** The status of a job, as the service answers it. */
export type JobStatus = PendingJob | EndedJob;

/** A job whose state still changes by itself. */
export type PendingJob = JobIn<'en_cola' | 'en_proceso'>;
export type EndedJob = JobIn<'terminado' | 'fallido' | 'cancelado'>;

/** One type for each state, so that a comparison of `estado` narrows. */
type JobIn<State extends (typeof JOB_STATES)[number]> = State extends string
  ? JobFields & { readonly estado: State }
  : never;

interface JobFields {
  readonly id: string;
  /** The name that the client gave to the job, or that of its file. */
  readonly nombre: string | null;
  readonly operacion: OperationName;
  readonly filas_hechas: number;
  /** Until the job ends, every line of the file counts as a row. */
  readonly filas_total: number;
  /** The number of rows with a key and nothing to review. */
  readonly filas_correctas: number;
  readonly filas_por_segundo: number;
  /** The number of rows with each code. */
  readonly errores: readonly { readonly code_error: number; readonly filas: number }[];
  /** The number of rows with a key that a person must check. */
  readonly revisar: number;
  /** The last row that was compared with all others to find repeated people; `null` if all were. */
  readonly comparadas_hasta: number | null;
  /** Why the file cannot be answered, if the job is `fallido` for that; otherwise `null`. */
  readonly error_message: string | null;
  /** The reading of the file: what its first rows suppose, and at the end what all have proved; empty until the file is stored. */
  readonly lectura: DescribedReading;
  readonly creado: string;
  readonly terminado: string | null;
  readonly vence: string;
}

/** A page of the jobs of a project, newest first. */
export interface JobList {
  readonly lotes: readonly JobStatus[];
  /** Counted from 1. */
  readonly pagina: number;
  readonly por_pagina: number;
  /** The number of jobs on all pages. */
  readonly total: number;
}
