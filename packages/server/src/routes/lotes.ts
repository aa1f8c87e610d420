/** Serves `/curp/lotes`: a client sends a file as a durable job, lists jobs, asks for their status, downloads and erases them. */
import { type Problem, success } from '@curp-service/contract/envelope';
import { type JobList, MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { mexicoMonth } from '../access/calendar.js';
import { type Admitted, type IncomingRequest, askStore, quotaUsedUp } from '../access/gate.js';
import { StreamCut } from '../http/stream.js';
import { resultOfJob } from '../files/job-files.js';
import { CONTENT_TYPES, FILE_PARAMETERS } from '../files/options.js';
import { checkFileType, fileOptions } from '../files/receive.js';
import { FileExchange, type FileParts, figuresOf, inSlot, limitDownloads } from '../files/send.js';
import { JobOver } from '../files/task.js';
import { NO_PARAMETER_VALUES, type ParameterValues, knowParameters } from '../http/request.js';
import type { Jobs } from '../jobs/jobs.js';
import { JOB_REQUESTS, describeJob, readJobOptions, readKey, statusOf } from '../jobs/job.js';
import { storeJob } from '../jobs/new-job.js';
import type { JobRow } from '../store/jobs.js';
import type { Store } from '../store/projects.js';
import { type Handler, type Served, createHandler } from './handler.js';

export interface JobParts extends FileParts {
  readonly store: Store;
  /** `null` if this service keeps no jobs. */
  readonly jobs: Jobs | null;
}

const ONLY_TOKEN = knowParameters([], NO_PARAMETER_VALUES);
const UNKNOWN_JOB: readonly Problem[] = [{ cause: 'lotes_desconocido' }];
const NO_JOBS: readonly Problem[] = [{ cause: 'lotes_sin_base' }];
/** The form of an id. The database is asked for no other text, because a NUL would make the query fail. */
const JOB_ID = /^lote_[0-9a-f]{24}$/;

export function registerLotes(server: FastifyInstance, parts: JobParts): void {
  const named = (operation: string) => ({ config: { operation } });
  server.post('/curp/lotes', named(JOB_REQUESTS.send), uploadHandler(parts));
  server.get('/curp/lotes', named(JOB_REQUESTS.ask), listHandler(parts));
  server.get('/curp/lotes/:id', named(JOB_REQUESTS.ask), jobHandler(parts, JOB_REQUESTS.ask, describe));
  server.delete('/curp/lotes/:id', named(JOB_REQUESTS.erase), eraseHandler(parts));
  server.get('/curp/lotes/:id/resultado', named(JOB_REQUESTS.download), downloadHandler(parts));
}

const describe = ({ now }: Jobs, job: JobRow): Served => success(statusOf(job, now()));

/** Creates the handler of a request about one job of the project. */
const jobHandler = (
  { gate, answer, jobs }: JobParts,
  name: string,
  serve: (
    jobs: Jobs,
    job: JobRow,
    admitted: Admitted<string>,
    request: IncomingRequest,
    reply: FastifyReply,
    language: Language,
  ) => Served | Promise<Served>,
): Handler =>
  createHandler(gate, answer, {
    name,
    parameters: ONLY_TOKEN,
    free: true,
    serve: async (admitted, request, reply, language) => {
      if (jobs === null) return NO_JOBS;
      const { params } = request;
      const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
      const job = JOB_ID.test(id) ? await askStore(gate, async () => jobs.store.find(id, admitted.project.id)) : null;
      if (job === null) return UNKNOWN_JOB;
      return 'cause' in job ? [job] : serve(jobs, job, admitted, request, reply, language);
    },
  });

function uploadHandler(parts: JobParts): Handler {
  const { gate, answer, jobs } = parts;
  const quotaProblem = async ({ project: { id, cuota } }: Admitted<string>, language: Language) =>
    askStore(gate, async () => {
      const now = gate.clock.now();
      const isLeft = cuota === null || (await parts.store.quotaTaken(id, mexicoMonth(now))) < cuota;
      return isLeft ? null : quotaUsedUp(now, language);
    });
  return createHandler(gate, answer, {
    name: JOB_REQUESTS.send,
    parameters: FILE_PARAMETERS,
    free: true,
    check: checkFileType,
    serve: async (admitted, request, reply, language) => {
      if (jobs === null) return NO_JOBS;
      const problem = await quotaProblem(admitted, language);
      if (problem !== null) return [problem];
      const options = fileOptions(request);
      if ('length' in options) return options;
      const key = readKey(request.headers);
      if (key !== null && typeof key !== 'string') return key;
      return inSlot(parts.slots, admitted, async () => {
        const exchange = new FileExchange(parts, request, reply, JOB_REQUESTS.send, admitted, language);
        await exchange.run(async () => {
          const stored = await storeJob(exchange, jobs, key, options);
          const answered = { ...success(statusOf(stored, jobs.now())), http: 202 };
          exchange.answer(answered, { location: `/curp/lotes/${stored.id}` });
        });
      });
    },
  });
}

const eraseHandler = (parts: JobParts): Handler =>
  jobHandler(parts, JOB_REQUESTS.erase, async (jobs, { id }, { project }) => {
    const erased = await askStore(parts.gate, async () => {
      await jobs.cancel(id, project.id);
      return jobs.store.find(id, project.id);
    });
    if (erased === null) return UNKNOWN_JOB;
    return 'cause' in erased ? [erased] : describe(jobs, erased);
  });

const listHandler = ({ gate, answer, jobs }: JobParts): Handler =>
  createHandler(gate, answer, {
    name: JOB_REQUESTS.ask,
    parameters: PAGE_PARAMETERS,
    free: true,
    serve: async ({ project, values }) => {
      if (jobs === null) return NO_JOBS;
      const page = readPaging(values);
      if ('length' in page) return page;
      const { pagina, por_pagina } = page;
      const offset = (pagina - 1) * por_pagina;
      const found = await askStore(gate, async () => jobs.store.list(project.id, por_pagina, offset));
      if ('cause' in found) return [found];
      const lotes = found.jobs.map((job) => statusOf(job, jobs.now()));
      return success({ lotes, ...page, total: found.total } satisfies JobList);
    },
  });

function downloadHandler(parts: JobParts): Handler {
  const downloads = limitDownloads();
  return jobHandler(parts, JOB_REQUESTS.download, async (jobs, job, admitted, request, reply, language) => {
    if (job.estado === 'terminado') {
      const { id } = admitted.project;
      const problem = downloads.take(id);
      if (problem !== null) return [problem];
      const end = (): void => downloads.giveBack(id);
      const exchange = new FileExchange(parts, request, reply, JOB_REQUESTS.download, admitted, language);
      await exchange.run(async () => sendResult(exchange, jobs, job)).finally(end);
      return undefined;
    }
    const failed = job.estado === 'fallido' || job.estado === 'cancelado';
    return [{ cause: failed ? 'lotes_sin_resultado' : 'lotes_en_proceso' }];
  });
}

async function sendResult(exchange: FileExchange, { store }: Jobs, job: JobRow): Promise<void> {
  const { libro, ...options } = readJobOptions(job.opciones).options;
  const formato = libro?.formato ?? options.formato;
  const { revisar: reviews, comparadas_hasta } = statusOf(job, 0);
  const fullAt = comparadas_hasta === null ? 0 : comparadas_hasta + 1;
  const figures = figuresOf({ rows: job.filas, good: job.correctas, reviews, fullAt });
  const contentType = isWorkbookFormat(formato) ? MEDIA_TYPES[formato] : CONTENT_TYPES[formato];
  const answer = { bytes: resultOfJob(store, job), contentType, figures, reading: describeJob(job) };
  const more = {
    'content-length': job.salida,
    'content-disposition': `attachment; filename="${job.id}.${formato}"`,
  };
  await exchange.send(answer, more).catch((error: unknown) => {
    throw error instanceof JobOver ? new StreamCut('lotes_desconocido') : error; // the job was erased during the download
  });
}

type PageParameter = 'pagina' | 'por_pagina';

/** The maximum and the default of the number and the length of a page. */
export const PAGES = {
  pagina: { max: 10_000, fallback: 1 },
  por_pagina: { max: 100, fallback: 20 },
} as const satisfies Record<PageParameter, object>;

const PAGE_PARAMETERS = knowParameters<PageParameter>(['pagina', 'por_pagina'], {
  token: undefined,
  pagina: undefined,
  por_pagina: undefined,
});

function readPaging(
  values: ParameterValues<PageParameter>,
): Readonly<Record<PageParameter, number>> | readonly Problem[] {
  const problems: Problem[] = [];
  const read = (parametro: PageParameter): number => {
    const { max, fallback } = PAGES[parametro];
    const text = values[parametro] ?? String(fallback);
    const isValid = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
    if (!isValid) problems.push({ cause: 'lotes_pagina', parametro, parts: { limite: String(max) } });
    return Number(text);
  };
  const page = { pagina: read('pagina'), por_pagina: read('por_pagina') };
  return problems.length > 0 ? problems : page;
}
