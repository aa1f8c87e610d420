/** Reads the options, the idempotency key, the status and the stored answers of a job. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import type { JobStatus, WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { operationFor } from '@curp-service/contract/layouts';
import { describeReading } from '@curp-service/contract/describe-reading';
import type { LoteOptions, NewCells, Place, RowCells } from '@curp-service/lote';
import type { JobRow } from '../store/jobs.js';

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

/** The workbook of a job, stored after the pieces of its rows. */
export interface StoredBook {
  readonly formato: WorkbookFormat;
  /** The number of the workbook's first piece, and the bytes of the workbook. */
  readonly pieza: number;
  readonly bytes: number;
  readonly hoja?: string | undefined;
  readonly titulos: readonly string[];
  /** The place of the new columns; `null` if the sheet has no rows. */
  readonly lugar: Place | null;
}

/** The options of a job, stored as JSON: those of its client and, once its file is stored, the reading. */
export type JobOptions = LoteOptions & { readonly language: Language; readonly libro?: StoredBook };

export const readJobOptions = (json: string): JobOptions => JSON.parse(json);

/** Returns the idempotency key of a request, `null` if it has none, or the problem with it. */
export function readKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | null | readonly Problem[] {
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[!-~]+$/.test(key)) return key;
  return [{ cause: 'lotes_clave', parts: { limite: String(MAX_KEY_LENGTH) } }];
}

/**
 * Returns the status of a job, which counts unfinished pieces by their lines. A job that is being uploaded looks like a waiting
 * one.
 */
export function statusOf(job: JobRow, now: number): JobStatus {
  const { id, nombre, estado, filas, lineas, lineas_hechas, correctas, errores, creado, inicio, fin, vence } = job;
  const { revisar = 0, ...byCode }: Record<string, number> = JSON.parse(errores);
  const { operacion, reading, language, libro } = readJobOptions(job.opciones);
  const seconds = inicio === null ? 0 : ((fin === null ? now : Date.parse(fin)) - Date.parse(inicio)) / 1000;
  return {
    id,
    nombre,
    operacion: operationFor(operacion, reading?.formato.value ?? null),
    estado: estado === 'recibiendo' ? 'en_cola' : estado,
    filas_hechas: filas,
    filas_total: estado === 'terminado' ? filas : filas + lineas - lineas_hechas,
    filas_correctas: correctas - revisar,
    filas_por_segundo: inicio === null ? 0 : Math.round(filas / Math.max(seconds, 0.001)),
    errores: Object.entries(byCode).map(([code, n]) => ({ code_error: Number(code), filas: n })),
    revisar,
    lectura: reading === undefined ? [] : describeReading(reading, language, libro !== undefined),
    creado,
    terminado: fin,
    vence,
  };
}

/** The first character of a marked row's line in the pieces of a workbook. */
const SIGNS = { error: '!', review: '?' } as const;

/** Writes the answers to a workbook's rows, one per line: nothing, a key, or the texts as JSON after the sign of a marked row. */
export function writeAnswers(answers: readonly RowCells[]): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder();
  const lines = answers.map((answer) => {
    if (answer === null) return '\n';
    if (answer instanceof Uint8Array) return `${text.decode(answer)}\n`;
    return `${answer.mark === undefined ? '' : SIGNS[answer.mark]}${JSON.stringify(answer.texts)}\n`;
  });
  return new TextEncoder().encode(lines.join(''));
}

export function readSheetAnswer(line: string): NewCells | null {
  if (line === '') return null;
  const [, sign, json] = /^([!?]?)(\[.*)$/.exec(line) ?? [];
  if (json === undefined) return { texts: [line] };
  const mark = sign === SIGNS.error ? 'error' : sign === SIGNS.review ? 'review' : undefined;
  return { texts: JSON.parse(json), mark };
}
