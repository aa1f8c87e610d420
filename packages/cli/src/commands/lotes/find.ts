/** Finds the jobs that the user names, with the names of their projects. */
import { DEMO, type JobStore, type KeptJob, type Store } from '@curp-service/server/admin';
import type { Translate } from '../../environment.js';
import { notFound } from '../../failure.js';
import { findProject } from '../proyectos/find.js';

export interface NamedJob extends KeptJob {
  /** The name of its project. */
  readonly nombre: string;
}

export const jobHelp = (text: Translate): string => text('el id del trabajo (lote_…)', 'the id of the job (lote_…)');

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
