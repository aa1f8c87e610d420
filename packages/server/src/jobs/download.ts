/** Sends the result of a job piece by piece, no faster than its client reads. */
import { readingHeader } from '@curp-service/contract/tell-reading';
import { release } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { CODES } from '@curp-service/contract/codes/service';
import { answerHeaders, takeOver } from '../http/answer.js';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import { CONTENT_TYPES } from '../files/options.js';
import { StreamCut, Stream } from '../http/stream.js';
import { figures } from '../files/totals.js';
import type { FileParts } from '../files/serve.js';
import { levelOf } from '../observe/log.js';
import type { JobRow } from '../store/job-store.js';
import { readJobOptions } from './options.js';
import { JOBS_OPERATION, statusOf } from './status.js';
import type { Jobs } from './jobs.js';

export async function sendResult(
  { config, gate, record, running, maxIdleMs }: FileParts,
  { store }: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project, headers }: Admitted<string>,
  job: JobRow,
): Promise<void> {
  const response = takeOver(reply);
  const stream = new Stream(request.raw, response, maxIdleMs);
  const { formato, reading, language } = readJobOptions(job.opciones);
  const { contradicciones: contradictions } = statusOf(job, 0);
  const totals = figures({ rows: job.filas, good: job.correctas, contradictions });

  const sendPieces = async (): Promise<void> => {
    response.writeHead(200, {
      ...answerHeaders(config, request, headers),
      'content-type': CONTENT_TYPES[formato],
      'content-length': job.salida,
      'content-disposition': `attachment; filename="${job.id}.${formato}"`,
      ...Object.fromEntries(Object.entries(totals).map(([name, n]) => [`lote-${name}`, String(n)])),
      ...(reading === undefined ? {} : { 'lote-lectura': readingHeader(reading, language) }),
    });
    for (let numero = 0; numero < job.piezas && request.method !== 'HEAD'; numero += 1) {
      const bytes = await store.result(job.id, numero);
      if (bytes === null) throw new StreamCut('lotes_desconocido'); // the job was erased meanwhile
      if (bytes.length > 0) await stream.write(bytes);
      release(bytes);
    }
    response.end();
  };
  const send = async (): Promise<void> => {
    const outcome = { operacion: JOBS_OPERATION, proyecto: project.id, http: 200 };
    try {
      await sendPieces();
      record(request, { ...outcome, code_error: 0, figures: { ...totals, cortado: false } });
    } catch (error) {
      stream.close();
      if (!(error instanceof StreamCut)) gate.storeFailed(error);
      const { code, http } = CODES[error instanceof StreamCut ? error.reason : 'almacen'];
      record(request, { ...outcome, code_error: code, level: levelOf(http), figures: { ...totals, cortado: true } });
    }
  };
  await running.add({ socket: request.raw.socket, stream, end: send() });
}
