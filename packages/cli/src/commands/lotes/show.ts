/** Sizes and times of a job as the user reads them, and its JSON. */
import { statusOf } from '@curp-service/server/admin';
import type { NamedJob } from './find.js';

/** Decimal, as `LOTES_MAX_MB` counts. */
export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return '<1 min';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** `now`: the time of the database. */
export function ageText({ creado }: NamedJob, now: number): string {
  return durationText(now - Date.parse(creado));
}

export function expiryText({ vence }: NamedJob, now: number): string {
  return durationText(Date.parse(vence) - now);
}

/** Without the reading of the file, whose evidence may quote values. An upload under way has a state of its own. */
export function jobJson(job: NamedJob, now: number): object {
  const { id, proyecto, nombre, estado, bytes } = job;
  const { filas_hechas, filas_total, filas_correctas, errores, creado, terminado, vence } = statusOf(job, now);
  const progress = { filas_hechas, filas_total, filas_correctas, errores, creado, terminado, vence };
  return { id, proyecto, nombre, estado, bytes, ...progress };
}
