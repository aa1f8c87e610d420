/** The status of a job, as its client sees it. */
import type { JobStatus } from '@curp-service/contract/jobs';
import { tellReading } from '@curp-service/contract/tell-reading';
import type { JobRow } from '../store/job-store.js';
import { readJobOptions } from './options.js';

/** The name of jobs in the usage. */
export const JOBS_OPERATION = 'lotes';

/** The names of requests about jobs in the log and the metrics. */
export const JOB_REQUESTS = {
  send: 'lotes_enviar',
  ask: 'lotes_consultar',
  download: 'lotes_descargar',
  erase: 'lotes_borrar',
} as const;

/** Counts unfinished pieces by their lines. An upload under way looks like a waiting job: nobody should know its id. */
export function statusOf(job: JobRow, now: number): JobStatus {
  const { id, estado, filas, lineas, lineas_hechas, correctas, errores, creado, inicio, fin, vence } = job;
  const { contradicciones = 0, ...byCode }: Record<string, number> = JSON.parse(errores);
  const { reading, language, libro } = readJobOptions(job.opciones);
  const seconds = inicio === null ? 0 : ((fin === null ? now : Date.parse(fin)) - Date.parse(inicio)) / 1000;
  return {
    id,
    estado: estado === 'recibiendo' ? 'en_cola' : estado,
    filas_hechas: filas,
    filas_total: estado === 'terminado' ? filas : filas + lineas - lineas_hechas,
    filas_correctas: correctas,
    filas_por_segundo: inicio === null ? 0 : Math.round(filas / Math.max(seconds, 0.001)),
    errores: Object.entries(byCode).map(([code, n]) => ({ code_error: Number(code), filas: n })),
    contradicciones,
    lectura: reading === undefined ? [] : tellReading(reading, language, libro !== undefined),
    creado,
    terminado: fin,
    vence,
  };
}
