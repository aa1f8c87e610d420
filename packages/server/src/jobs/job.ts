/** A job as its row holds it: its options, its key, and its status as its client sees it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@curp-service/contract/envelope';
import type { JobStatus, WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { operationFor } from '@curp-service/contract/layouts';
import { tellReading } from '@curp-service/contract/tell-reading';
import type { LoteOptions, NewCells, Place, RowCells } from '@curp-service/lote';
import type { JobRow } from '../store/jobs.js';

/** The name of jobs in the usage. */
export const JOBS_OPERATION = 'lotes';

/** The names of requests about jobs in the log and the metrics. */
export const JOB_REQUESTS = {
  send: 'lotes_enviar',
  ask: 'lotes_consultar',
  download: 'lotes_descargar',
  erase: 'lotes_borrar',
} as const;

export const MAX_KEY_LENGTH = 64;

/** The workbook whose rows the job does, which is stored behind them. */
export interface StoredBook {
  readonly formato: WorkbookFormat;
  /** The number of its first piece, and how many bytes all of them have. */
  readonly pieza: number;
  readonly bytes: number;
  readonly hoja?: string | undefined;
  readonly titulos: readonly string[];
  /** Where its new columns go; `null`: its sheet has no rows. */
  readonly lugar: Place | null;
}

/** As JSON: what its client asked for and, once its file is stored, how it is read. */
export type JobOptions = LoteOptions & { readonly language: Language; readonly libro?: StoredBook };

export const readJobOptions = (json: string): JobOptions => JSON.parse(json);

/** The key under which a client sends its file, `null` without one, or why it is none. */
export function readKey({ 'idempotency-key': key }: IncomingHttpHeaders): string | null | readonly Problem[] {
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= MAX_KEY_LENGTH && /^[!-~]+$/.test(key)) return key;
  return [{ cause: 'lotes_clave', parts: { limite: String(MAX_KEY_LENGTH) } }];
}

/** Counts unfinished pieces by their lines. An upload under way looks like a waiting job: nobody should know its id. */
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
    filas_correctas: correctas,
    filas_por_segundo: inicio === null ? 0 : Math.round(filas / Math.max(seconds, 0.001)),
    errores: Object.entries(byCode).map(([code, n]) => ({ code_error: Number(code), filas: n })),
    revisar,
    lectura: reading === undefined ? [] : tellReading(reading, language, libro !== undefined),
    creado,
    terminado: fin,
    vence,
  };
}

/** How the line of a row in a workbook's pieces begins if the row is marked. */
const SIGNS = { error: '!', review: '?' } as const;

/** The answers of a workbook's rows as the pieces of its job keep them. Each line is empty, a key, or the row's texts as JSON, behind a sign if the row is marked. */
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
