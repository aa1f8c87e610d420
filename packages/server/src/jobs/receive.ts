/** Receives the file of a new job, and answers once all of it is stored. */
import type { FastifyReply } from 'fastify';
import { success } from '@curp-service/contract/envelope';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import { takeOver } from '../http/answer.js';
import { StreamCut, Stream } from '../http/stream.js';
import { failureAnswer } from '../files/failure.js';
import { type FileParameter, workbookFormat } from '../files/options.js';
import type { Place } from '../files/places.js';
import type { FileParts } from '../files/serve.js';
import { Spool } from '../files/spool.js';
import type { JobOptions } from './options.js';
import { JOB_REQUESTS, statusOf } from './status.js';
import type { Jobs } from './jobs.js';
import { Upload, type UploadedBook } from './upload.js';

export async function receiveUpload(
  { config, gate, answer, running, maxIdleMs, places, tempSpace, threads }: FileParts,
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
  place.cut = (reason) => stream.cut(reason);

  const store = async (fileOptions: JobOptions, book: UploadedBook | null): Promise<void> => {
    const upload = new Upload(jobs, project.id, key, fileOptions, config);
    const hold = async (memory: number): Promise<void> => {
      places.hold(place, (book?.spool.memory ?? 0) + memory);
      stream.throwIfCut();
    };
    try {
      const job = await upload.receive(threads, { book, hold, next: async () => stream.read() });
      const accepted = { ...success(statusOf(job, jobs.now())), http: 202 };
      answer(request, reply, accepted, { ...context, headers: { ...headers, location: `/curp/lotes/${job.id}` } });
    } catch (error) {
      await upload.undo().catch(gate.storeFailed);
      throw error;
    }
  };
  const receive = async (): Promise<void> => {
    const formato = workbookFormat(request.headers);
    const spool = new Spool(tempSpace, project.id);
    try {
      if (formato === undefined) await store(options, null);
      else {
        await spool.addAll(stream.pieces(), (memory) => places.hold(place, memory));
        // The text of a workbook is certain.
        const ofSheet: JobOptions = { ...options, formato: 'csv', codificacion: 'utf-8' };
        await store(ofSheet, { formato, hoja: values.hoja, spool });
      }
    } catch (error) {
      const cut = error instanceof StreamCut ? { connection: 'close' } : {};
      const failed = failureAnswer(error, gate, JOB_REQUESTS.send, options.language);
      answer(request, reply, failed, { ...context, headers: { ...headers, ...cut } });
    } finally {
      await spool.close();
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: receive() });
}
