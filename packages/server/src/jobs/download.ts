/** Sends the result of a job in bounded ranges, no faster than its client reads. */
import { MEDIA_TYPES, isWorkbookFormat } from '@curp-service/contract/jobs';
import { readingHeader } from '@curp-service/contract/describe-reading';
import { release } from '@curp-service/lote';
import { CONTENT_TYPES } from '../files/options.js';
import { StreamCut } from '../http/stream.js';
import { type Transfer, figureHeaders, figures } from '../files/transfer.js';
import type { JobRow } from '../store/jobs.js';
import { StoreError } from '../store/driver.js';
import { FILL_BOOK, type FillHost, type FillInput } from './fill-book.js';
import { type StoredBook, readJobOptions, statusOf } from './job.js';
import type { Jobs } from './jobs.js';
import { BOOK_PIECE } from './upload.js';

/** The bytes of a range. A download holds one range in memory until its client has taken it. */
const RANGE_BYTES = 1 << 20;

export async function sendResult(transfer: Transfer, { store }: Jobs, job: JobRow): Promise<void> {
  const { parts, request, stream, response, language } = transfer;
  const options = readJobOptions(job.opciones);
  const { reading, libro } = options;
  const formato = libro?.formato ?? options.formato;
  const { revisar: reviews } = statusOf(job, 0);
  const totals = figures({ rows: job.filas, good: job.correctas, reviews });

  const begin = (): void =>
    transfer.begin(() => ({
      // The length of a workbook is unknown until it is written.
      ...(libro === undefined ? { 'content-length': job.salida } : {}),
      'content-type': isWorkbookFormat(formato) ? MEDIA_TYPES[formato] : CONTENT_TYPES[formato],
      'content-disposition': `attachment; filename="${job.id}.${formato}"`,
      ...figureHeaders(totals),
      ...(reading === undefined ? {} : { 'lote-lectura': readingHeader(reading, language, libro !== undefined) }),
    }));
  const stored = async (numero: number, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    stream.throwIfCut();
    const bytes = await store.result(job.id, numero, from, length).catch((error: unknown) => {
      throw error instanceof StoreError ? error : new StoreError(error, false);
    });
    if (bytes === null) throw new StreamCut('lotes_desconocido'); // the job was erased during the download
    return bytes;
  };
  const sendPiece = async (numero: number): Promise<void> => {
    for (let from = 0, isLast = false; !isLast; from += RANGE_BYTES) {
      const bytes = await stored(numero, from, RANGE_BYTES);
      isLast = bytes.length < RANGE_BYTES;
      if (bytes.length > 0) await stream.write(bytes);
      release(bytes);
    }
  };
  const sendRows = async (): Promise<void> => {
    begin();
    for (let numero = 0; numero < job.piezas; numero += 1) await sendPiece(numero);
  };
  const sendBook = async (book: StoredBook): Promise<void> => {
    const host: FillHost = {
      hold: async (memory) => transfer.hold(memory),
      result: stored,
      read: async (offset, into, memory) => {
        transfer.hold(memory);
        let length = 0;
        while (length < into.length && offset + length < book.bytes) {
          const at = offset + length;
          const from = at % BOOK_PIECE;
          const count = Math.min(BOOK_PIECE - from, into.length - length);
          const range = await stored(book.pieza + Math.floor(at / BOOK_PIECE), from, count);
          if (range.length === 0) break; // stored bytes are missing, which the reader of the workbook notices
          into.set(range, length);
          length += range.length;
          release(range);
        }
        return into.subarray(0, length);
      },
      write: async (bytes) => {
        begin();
        await stream.write(bytes);
      },
    };
    const input: FillInput = { book, header: reading?.encabezado.value ?? 1 };
    await parts.threads.run(FILL_BOOK, input, host, () => !response.headersSent);
  };
  await transfer.run({
    work: async () => {
      if (request.method === 'HEAD') begin();
      else await (libro === undefined ? sendRows() : sendBook(libro));
      transfer.finish(totals);
    },
    figures: () => totals,
  });
}
