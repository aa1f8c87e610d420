/** What a client is told of its job. */
import { JOB_STATES, type JobStatus } from '@curp-service/contract/jobs';
import type { Builder } from '../routes/operation.js';
import { object, text } from '../openapi/schemas.js';
import type { JobRow } from '../store/sql/jobs.js';

/** What jobs are called in the usage, the log and the metrics. */
export const JOBS_OPERATION = 'lotes';

/**
 * As `response` has it. Until a piece is done, its rows are counted by its lines. Of what is still being received no client
 * knows the id; who guesses it is told no more than of one that waits.
 */
export function statusOf(fila: JobRow, ahora: number): JobStatus {
  const { id, estado, filas, lineas, lineas_hechas, correctas, errores, creado, inicio, fin, vence } = fila;
  const porCodigo: Record<string, number> = JSON.parse(errores);
  const segundos = inicio === null ? 0 : ((fin === null ? ahora : Date.parse(fin)) - Date.parse(inicio)) / 1000;
  return {
    id,
    estado: estado === 'recibiendo' ? 'en_cola' : estado,
    filas_hechas: filas,
    filas_total: estado === 'terminado' ? filas : filas + lineas - lineas_hechas,
    filas_correctas: correctas,
    filas_por_segundo: inicio === null ? 0 : Math.round(filas / Math.max(segundos, 0.001)),
    errores: Object.entries(porCodigo).map(([codigo, n]) => ({ code_error: Number(codigo), filas: n })),
    creado,
    terminado: fin,
    vence,
  };
}

export const statusSchema = (t: Builder) =>
  object(t, {
    id: text(t, 'Of the job, for the addresses of its state and its result'),
    estado: t.Enum([...JOB_STATES]),
    filas_hechas: t.Integer({ description: 'Rows that are done' }),
    filas_total: t.Integer({ description: 'Rows of the file; of what is not done yet, its lines' }),
    filas_correctas: t.Integer({ description: 'Good rows' }),
    filas_por_segundo: t.Integer({ description: 'Since the first was taken up' }),
    errores: t.Array(object(t, { code_error: t.Integer(), filas: t.Integer() }), {
      description: 'How many rows carry each code',
    }),
    creado: text(t, 'When the upload began, in ISO 8601'),
    terminado: t.Union([t.String(), t.Null()], { description: 'When it ended; null: it has not' }),
    vence: text(t, 'When all of it is erased'),
  });
