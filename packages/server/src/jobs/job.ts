/** Reads the options, the idempotency key and the status of a job. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import type { JobStatus, WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { operationFor } from '@curp-service/contract/layouts';
import { type DescribedReading, describeReading } from '@curp-service/contract/describe-reading';
import type { Reading } from '@curp-service/contract/reading';
import type { StoredReading } from '@curp-service/contract/conventions/table';
import type { LoteOptions } from '@curp-service/lote';
import type { ThreadTask } from '../files/task.js';
import type { JobRow } from '../store/jobs.js';
import { BUILD } from '../version.js';

/** The name of jobs in usage counts. */
export const JOBS_OPERATION = 'lotes';

/** The names of requests about jobs in the log and the metrics. */
export const JOB_REQUESTS = {
  send: 'lotes_enviar',
  ask: 'lotes_consultar',
  download: 'lotes_descargar',
  erase: 'lotes_borrar',
} as const;

export const MAX_KEY_LENGTH = 64;

/** The options of a job, as its client gave them. */
export type JobOptions = LoteOptions & {
  readonly language: Language;
  /** The format and the sheet of a workbook; absent for a text. */
  readonly libro?: { readonly formato: WorkbookFormat; readonly hoja?: string | undefined };
};

/** Returns how to answer the file of a job: as `/curp/lote` would. */
export const taskOf = ({ libro, ...options }: JobOptions): Pick<ThreadTask, 'options' | 'book'> => ({
  options,
  book: libro === undefined ? null : { hoja: libro.hoja, comesBack: true },
});

/** The options as they are stored, with the reading: what the head of the file supposes, until all rows have proved it. */
type StoredOptions = JobOptions & { readonly build?: string };

/** Reads stored options, with what the head supposes: another version may have stored a reading that this one does not know. */
export function readJobOptions(json: string): {
  readonly options: JobOptions;
  readonly supposed?: Reading | undefined;
} {
  const { build, reading, ...options }: StoredOptions = JSON.parse(json);
  return { options, supposed: build === BUILD ? reading : undefined };
}

export const writeJobOptions = (options: JobOptions, reading: Reading): string =>
  JSON.stringify({ ...options, reading, build: BUILD } satisfies StoredOptions);

/** What `JobRow.errores` holds: numbers of rows by code, the two others, and why the file could not be read. */
type StoredCounts = Readonly<Record<string, number>> & { readonly error_message: string };

/** Reads what any version of the program may have stored. Returns an empty object for text that is no JSON object. */
function readStored<T extends object>(json: string): Partial<T> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

/** Describes how the file of a job is read. It has no sentences if this version cannot describe what another one stored. */
export function describeJob({ opciones }: Pick<JobRow, 'opciones'>): DescribedReading {
  const { reading, language = 'es', libro } = readStored<JobOptions>(opciones);
  try {
    return reading === undefined ? [] : describeReading(reading, language, libro !== undefined);
  } catch {
    return [];
  }
}

/** Returns the idempotency key of a request, `null` if it has none, or the problem with it. */
export function readKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | null | readonly Problem[] {
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[!-~]+$/.test(key)) return key;
  return [{ cause: 'lotes_clave', parts: { limite: String(MAX_KEY_LENGTH) } }];
}

/** Returns the status of a job. A job that is being uploaded looks like a waiting one. */
export function statusOf(job: JobRow, now: number): JobStatus {
  const { id, nombre, estado, filas, correctas, errores, creado, inicio, fin, vence } = job;
  const { revisar = 0, comparadas_hasta, error_message, ...byCode } = readStored<StoredCounts>(errores);
  const { operacion, reading } = readStored<JobOptions & { readonly reading: StoredReading }>(job.opciones);
  const seconds = inicio === null ? 0 : ((fin === null ? now : Date.parse(fin)) - Date.parse(inicio)) / 1000;
  return {
    id,
    nombre,
    operacion: operationFor(operacion, reading?.formato?.value ?? null),
    estado: estado === 'recibiendo' ? 'en_cola' : estado,
    error_message: error_message ?? null,
    filas_hechas: filas,
    filas_total: estado === 'terminado' ? filas : expectedRows(job),
    filas_correctas: correctas - revisar,
    filas_por_segundo: inicio === null ? 0 : Math.round(filas / Math.max(seconds, 0.001)),
    errores: Object.entries(byCode).map(([code, n]) => ({ code_error: Number(code), filas: n ?? 0 })),
    revisar,
    comparadas_hasta: comparadas_hasta ?? null,
    lectura: describeJob(job),
    creado,
    terminado: fin,
    vence,
  };
}

/** Returns the rows that a running job will have: each line of a text, or what the bytes read so far suggest of a workbook. */
function expectedRows({ filas, lineas, archivo, leidos }: JobRow): number {
  if (lineas > 0) return Math.max(filas, lineas);
  return leidos > 0 ? Math.max(filas, Math.round((filas * archivo) / leidos)) : filas;
}
