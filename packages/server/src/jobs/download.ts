/** Sends the result of a job in chunks, no faster than its client reads. */
import { MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
import { readingHeader } from '@curp-service/contract/describe-reading';
import { release } from '@curp-service/lote';
import { CONTENT_TYPES } from '../files/options.js';
import { StreamCut } from '../http/stream.js';
import { type Figures, type Transfer, figureHeaders, figures } from '../files/transfer.js';
import type { JobRow } from '../store/jobs.js';
import { describeJob, readJobOptions, statusOf } from './job.js';
import type { Jobs } from './jobs.js';

export async function sendResult(transfer: Transfer, { store }: Jobs, job: JobRow): Promise<void> {
  const { request, stream } = transfer;
  const send = async (): Promise<void> => {
    for (let numero = 0, sent = 0; sent < job.salida; numero += 1) {
      const chunk = await store.result(job, numero);
      if (chunk === null) throw new StreamCut('lotes_desconocido'); // the job was erased during the download
      await stream.write(chunk);
      sent += chunk.length;
      release(chunk);
    }
  };
  const totals = (): Figures => {
    const { revisar: reviews, comparadas_hasta } = statusOf(job, 0);
    const fullAt = comparadas_hasta === null ? 0 : comparadas_hasta + 1;
    return figures({ rows: job.filas, good: job.correctas, reviews, fullAt });
  };
  await transfer.run({
    work: async () => {
      const { libro, language, ...options } = readJobOptions(job.opciones);
      const formato = libro?.formato ?? options.formato;
      transfer.begin(() => ({
        'content-length': job.salida,
        'content-type': isWorkbookFormat(formato) ? MEDIA_TYPES[formato] : CONTENT_TYPES[formato],
        'content-disposition': `attachment; filename="${job.id}.${formato}"`,
        ...figureHeaders(totals()),
        'lote-lectura': readingHeader(describeJob(job), language),
      }));
      if (request.method !== 'HEAD') await send();
      transfer.finish(totals());
    },
    figures: totals,
  });
}
