/** `curp lotes`: shows the operator the jobs that the service keeps, and erases them; it never reads their rows. */
import { DEMO, type JobStore, type KeptJob, statusOf, type Store } from '@curp-service/server/admin';
import type { Bilingual } from '@curp-service/contract/language';
import { argument, adminCommand, commandGroup, option, YES } from '../terminal/commands.js';
import { listing } from '../terminal/table.js';
import { confirm } from '../terminal/questions.js';
import { thousands } from '../terminal/words.js';
import { findProject, PROJECT_HELP } from './proyectos/project.js';
import { text } from '../environment.js';
import { notFound } from '../failure.js';
import { withJobs } from '../database.js';

const JOB_HELP: Bilingual = ['el id del trabajo (lote_…)', 'the id of the job (lote_…)'];
const EXAMPLE = 'lote_0123456789abcdef01234567';

const sizeOf = (jobs: readonly { readonly bytes: number }[]): number => jobs.reduce((sum, { bytes }) => sum + bytes, 0);

const listar = adminCommand({
  name: 'listar',
  about: [
    'lista los trabajos que ocupan espacio, por proyecto y del más nuevo al más viejo',
    'lists the jobs that take up space, by project and newest first',
  ],
  examples: ['curp lotes listar --proyecto "Mi tienda"'],
  options: { proyecto: option('<PROYECTO>', PROJECT_HELP) },
  run: async (_, { proyecto }) => {
    const [found, now] = await withJobs(async (jobs, store) =>
      Promise.all([findJobs(jobs, store, proyecto), jobs.time()]),
    );
    const [count, total] = [found.length, sizeText(sizeOf(found))];
    return listing(
      found,
      [
        [['ID', 'ID'], ({ id }) => id],
        [['PROYECTO', 'PROJECT'], ({ projectName }) => projectName],
        [['ESTADO', 'STATE'], ({ estado }) => estado],
        [['FILAS HECHAS', 'ROWS DONE'], (job) => thousands(statusOf(job, now).filas_hechas), 'right'],
        [['FILAS', 'ROWS'], (job) => thousands(statusOf(job, now).filas_total), 'right'],
        [['TAMAÑO', 'SIZE'], ({ bytes }) => sizeText(bytes), 'right'],
        [['ANTIGÜEDAD', 'AGE'], (job) => ageText(job, now), 'right'],
        [['VENCE EN', 'EXPIRES IN'], (job) => expiryText(job, now), 'right'],
      ],
      {
        json: found.map((job) => jobJson(job, now)),
        empty: ['No hay trabajos.', 'There are no jobs.'],
        foot: text(`Trabajos: ${count}; en total ${total}.`, `Jobs: ${count}; ${total} in all.`),
      },
    );
  },
});

const borrar = adminCommand({
  name: 'borrar',
  about: [
    'cancela trabajos y borra sus archivos y resultados; sus clientes los ven como cancelados',
    'cancels jobs and erases their files and results; their clients see them as cancelled',
  ],
  examples: [`curp lotes borrar ${EXAMPLE}`],
  args: [argument<readonly string[]>('<LOTE...>', JOB_HELP)],
  options: { si: YES },
  run: async ([ids], { si }) => {
    const bytes = await withJobs(async (jobs, store) => {
      const found = await Promise.all(ids.map(async (id) => findJob(jobs, store, id)));
      const [count, size] = [found.length, sizeText(sizeOf(found))];
      await confirm(si, `Trabajos: ${count}, ${size}. ¿Borrarlos?`, `Jobs: ${count}, ${size}. Erase them?`);
      for (const job of found) {
        await store.record('lotes borrar', job.id, { proyecto: job.proyecto, bytes: job.bytes });
        await eraseJob(jobs, job);
      }
      return sizeOf(found);
    });
    const [count, size] = [ids.length, sizeText(bytes)];
    return {
      json: { borrados: ids, bytes },
      text: text(`Trabajos borrados: ${count}, ${size}.`, `Jobs erased: ${count}, ${size}.`),
    };
  },
});

export const lotes = commandGroup(
  'lotes',
  [
    'administra los trabajos que guarda el servicio: tamaños, estados y antigüedad, nunca sus filas',
    'administers the jobs that the service keeps: sizes, states and ages, never their rows',
  ],
  ['curp lotes listar'],
  [listar, borrar],
);

interface NamedJob extends KeptJob {
  readonly projectName: string;
}

async function findJobs(jobs: JobStore, store: Store, project?: string): Promise<NamedJob[]> {
  const id = project === undefined || project === DEMO ? project : (await findProject(store, project)).id;
  const kept = await jobs.kept();
  return named(
    store,
    kept.filter(({ proyecto }) => id === undefined || proyecto === id),
  );
}

async function findJob(jobs: JobStore, store: Store, id: string): Promise<NamedJob> {
  const [found] = await named(store, await jobs.kept(id));
  if (found !== undefined) return found;
  throw notFound(['trabajo', 'job'], id, 'lotes listar');
}

async function named(store: Store, jobs: readonly KeptJob[]): Promise<NamedJob[]> {
  const names = new Map((await store.listProjects()).map((each) => [each.id, each.nombre]));
  return jobs.map((job) => Object.assign(job, { projectName: names.get(job.proyecto) ?? job.proyecto }));
}

export async function eraseJob(jobs: JobStore, { id, proyecto }: KeptJob): Promise<void> {
  await jobs.cancel(id, proyecto, await jobs.time());
  await jobs.eraseBytes(id);
}

/** Writes a size in decimal units, as `LOTES_MAX_MB` counts. */
const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return '<1 min';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** Writes the age of a job. `now`: the time of the database. */
const ageText = ({ creado }: NamedJob, now: number): string => durationText(now - Date.parse(creado));

const expiryText = ({ vence }: NamedJob, now: number): string => durationText(Date.parse(vence) - now);

/** Describes a job without the reading of its file, whose evidence may quote values. An upload under way has a state of its own. */
function jobJson(job: NamedJob, now: number): object {
  const { id, proyecto, projectName: nombre, estado, bytes } = job;
  const { filas_hechas, filas_total, filas_correctas, errores, creado, terminado, vence } = statusOf(job, now);
  const progress = { filas_hechas, filas_total, filas_correctas, errores, creado, terminado, vence };
  return { id, proyecto, nombre, estado, bytes, ...progress };
}
