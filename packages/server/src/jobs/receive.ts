/** Receives the file of a new job, and answers once all of it is stored. */
import type { FastifyReply } from 'fastify';
import type { Cause } from '@curp-service/contract/codes/service';
import { failure, success } from '@curp-service/contract/envelope';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import { takeOver } from '../http/answer.js';
import { StreamCut, Stream } from '../http/stream.js';
import { type FileParameter, workbookFormat } from '../files/options.js';
import type { Place } from '../files/places.js';
import type { FileParts } from '../files/serve.js';
import { Spool, SpoolRefused } from '../files/spool.js';
import { receiveWorkbook, unreadableAnswer } from '../files/workbook.js';
import { StoreUnreachable } from '../store/store.js';
import type { JobOptions } from './options.js';
import { JOB_REQUESTS, statusOf } from './status.js';
import type { Jobs } from './jobs.js';
import { Upload, UploadRefused, type UploadedSheet } from './upload.js';

export async function receiveUpload(
  { config, gate, answer, running, maxIdleMs, places, tempSpace }: FileParts,
  jobs: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project, headers, values }: Admitted<FileParameter>,
  key: string | null,
  options: JobOptions,
  place: Place,
): Promise<void> {
  const response = takeOver(reply);
  const context = { operacion: JOB_REQUESTS.send, proyecto: project.id, headers };
  const stream = new Stream(request.raw, response, maxIdleMs);

  const causeOf = (error: unknown): Cause => {
    if (error instanceof StreamCut || error instanceof UploadRefused) return error.reason;
    if (error instanceof StoreUnreachable) {
      gate.storeFailed(error);
      return 'almacen';
    }
    gate.log.error({ err: error, operacion: JOB_REQUESTS.send }, 'bug');
    return 'interno';
  };
  const store = async (
    fileOptions: JobOptions,
    file: AsyncIterable<Uint8Array>,
    sheet?: UploadedSheet,
  ): Promise<void> => {
    const upload = new Upload(jobs, project.id, key, fileOptions, config);
    try {
      const job = await upload.receive(file, sheet);
      const accepted = { ...success(statusOf(job, jobs.now())), http: 202 };
      answer(request, reply, accepted, { ...context, headers: { ...headers, location: `/curp/lotes/${job.id}` } });
    } catch (error) {
      await upload.undo().catch(gate.storeFailed);
      throw error;
    }
  };
  const storeWorkbook = async (formato: WorkbookFormat): Promise<void> => {
    const spool = new Spool(tempSpace, project.id);
    try {
      const { hoja } = values;
      const onProgress = (memory: number): void => places.hold(place, memory);
      const { sheet } = await receiveWorkbook({ stream, spool, onProgress }, hoja, options);
      await store({ ...options, ...sheet.options }, sheet.neededCsv(), { formato, sheet, hoja, spool });
    } finally {
      await spool.close();
    }
  };
  const receive = async (): Promise<void> => {
    place.cut = (reason) => stream.cut(reason);
    try {
      const book = workbookFormat(request.headers);
      await (book === undefined ? store(options, stream.pieces()) : storeWorkbook(book));
    } catch (error) {
      const unreadable = unreadableAnswer(error, options.language);
      if (unreadable !== null) answer(request, reply, unreadable, context);
      else if (error instanceof SpoolRefused)
        answer(request, reply, failure([error.problem], options.language), context);
      else {
        const cause = causeOf(error);
        const limite = String(
          cause === 'lotes_muchos' ? config.lotesMaxJobsPerProject : config.lotesMaxBytesPerProject / 1e6,
        );
        const refusal = failure([{ cause, parts: { limite } }], options.language);
        const cut = error instanceof StreamCut ? { connection: 'close' } : {};
        answer(request, reply, refusal, { ...context, headers: { ...headers, ...cut } });
      }
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: receive() });
}
