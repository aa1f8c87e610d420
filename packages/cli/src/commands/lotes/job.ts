/** Jobs as the operator sees them: with the names of their projects, sizes and ages, never their rows. */
import { DEMO, type JobStore, type KeptJob, type Store, statusOf } from '@curp-service/server/admin';
import type { Translate } from '../../environment.js';
import { notFound } from '../../failure.js';
import { findProject } from '../proyectos/find.js';

interface NamedJob extends KeptJob {
  /** The name of its project. */
  readonly nombre: string;
}

/** All jobs, or those of a project that the user names. */
export async function findJobs(jobs: JobStore, store: Store, text: Translate, project?: string): Promise<NamedJob[]> {
  const id = project === undefined || project === DEMO ? project : (await findProject(store, project, text)).id;
  const kept = await jobs.kept();
  return named(
    store,
    kept.filter(({ proyecto }) => id === undefined || proyecto === id),
  );
}

export async function findJob(jobs: JobStore, store: Store, text: Translate, id: string): Promise<NamedJob> {
  const [found] = await named(store, await jobs.kept(id));
  if (found !== undefined) return found;
  throw notFound(text, ['trabajo', 'job'], id, 'lotes listar');
}

async function named(store: Store, jobs: readonly KeptJob[]): Promise<NamedJob[]> {
  const names = new Map((await store.listProjects()).map((each) => [each.id, each.nombre]));
  return jobs.map((job) => Object.assign(job, { nombre: names.get(job.proyecto) ?? job.proyecto }));
}

/** Cancels a job and erases its file and result. */
export async function eraseJob(jobs: JobStore, { id, proyecto }: KeptJob): Promise<void> {
  await jobs.cancel(id, proyecto, await jobs.time());
  await jobs.eraseBytes(id);
}

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
export const ageText = ({ creado }: NamedJob, now: number): string => durationText(now - Date.parse(creado));

export const expiryText = ({ vence }: NamedJob, now: number): string => durationText(Date.parse(vence) - now);

/** Without the reading of the file, whose evidence may quote values. An upload under way has a state of its own. */
export function jobJson(job: NamedJob, now: number): object {
  const { id, proyecto, nombre, estado, bytes } = job;
  const { filas_hechas, filas_total, filas_correctas, errores, creado, terminado, vence } = statusOf(job, now);
  const progress = { filas_hechas, filas_total, filas_correctas, errores, creado, terminado, vence };
  return { id, proyecto, nombre, estado, bytes, ...progress };
}
