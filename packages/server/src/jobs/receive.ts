/** Receives the file of a new job, and answers once all of it is stored. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { FastifyReply } from 'fastify';
import type { Cause } from '@curp-service/contract/codes/service';
import { success, failure, fileFailure } from '@curp-service/contract/envelope';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import { takeOver } from '../http/answer.js';
import { StreamCut, Stream } from '../http/stream.js';
import type { FileParts } from '../files/serve.js';
import { StoreUnreachable } from '../store/store.js';
import type { JobOptions } from './options.js';
import { JOBS_OPERATION, statusOf } from './status.js';
import type { Jobs } from './jobs.js';
import { Upload, UploadRefused } from './upload.js';

export async function receiveUpload(
  { config, gate, answer, running, maxIdleMs }: FileParts,
  jobs: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project, headers }: Admitted<string>,
  key: string | null,
  options: JobOptions,
): Promise<void> {
  const response = takeOver(reply);
  const context = { operacion: JOBS_OPERATION, proyecto: project.id, headers };
  const stream = new Stream(request.raw, response, maxIdleMs);

  const causeOf = (error: unknown): Cause => {
    if (error instanceof StreamCut || error instanceof UploadRefused) return error.reason;
    if (error instanceof StoreUnreachable) {
      gate.storeFailed(error);
      return 'almacen';
    }
    gate.log.error({ err: error, operacion: JOBS_OPERATION }, 'bug');
    return 'interno';
  };
  const store = async (): Promise<void> => {
    const upload = new Upload(jobs, project.id, key, options, config);
    try {
      const job = await upload.receive(async () => stream.read());
      const accepted = { ...success(statusOf(job, jobs.now())), http: 202 };
      answer(request, reply, accepted, { ...context, headers: { ...headers, location: `/curp/lotes/${job.id}` } });
    } catch (error) {
      await upload.undo().catch(gate.storeFailed);
      throw error;
    }
  };
  const receive = async (): Promise<void> => {
    try {
      await store();
    } catch (error) {
      if (error instanceof UnreadableFile) answer(request, reply, fileFailure(error.entry), context);
      else {
        const cause = causeOf(error);
        const limite = String(cause === 'lotes_muchos' ? config.lotesMaxJobs : config.lotesMaxBytes / 1e6);
        const refusal = failure([{ cause, parts: { limite } }], options.language);
        const cut = error instanceof StreamCut ? { connection: 'close' } : {};
        answer(request, reply, refusal, { ...context, headers: { ...headers, ...cut } });
      }
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: receive() });
}
