/** Answers a file (`POST /curp/lote`): stores the upload, lets a thread process it, and sends the answered rows as they arrive. */
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { Reading } from '@curp-service/contract/reading';
import type { Totals } from '@curp-service/lote';
import { readingHeader } from '@curp-service/contract/describe-reading';
import type { Admitted } from '../access/gate.js';
import { openAllowance } from './allowance.js';
import { ANSWER_FILE, type AnswerHost, type AnswerInput, type AnswerProgress } from './answer-file.js';
import { FileRefused } from './failure.js';
import { fileHeaders, givenOptions } from './incoming.js';
import { CONTENT_TYPES, type FileParameter, type RequestOptions, wantsCsv, workbookFormatOf } from './options.js';
import { Spool } from './spool.js';
import { type Transfer, figureHeaders, figures } from './transfer.js';

export const OPERACION = 'lote';

export async function serveFile(
  transfer: Transfer,
  admitted: Admitted<FileParameter>,
  { formato }: RequestOptions,
): Promise<void> {
  const { parts, request, stream, response, project, language } = transfer;
  const { gate, metrics, threads } = parts;
  const allowance = openAllowance(gate, admitted, language);
  const book = workbookFormatOf(fileHeaders(request));
  const comesBack = book !== undefined && !wantsCsv(request.headers);
  const spool = new Spool(parts.tempBytes, project);
  let totals: Readonly<Totals> = { rows: 0, good: 0, reviews: 0, others: 0, errors: new Map() };
  const countRows = (code: number, count: number): void => {
    if (count > 0) metrics.observeRows(code, count);
    if (count > 0 && code === 0) gate.usage.count(project, OPERACION, gate.now(), count);
  };
  /** Counts the rows answered since the last call. A repeated task starts again: its first rows are already counted. */
  const count = (now: Readonly<Totals>): void => {
    if (now.rows < totals.rows) return;
    countRows(0, now.good - totals.good);
    for (const [code, rows] of now.errors) countRows(code, rows - (totals.errors.get(code) ?? 0));
    totals = now;
  };
  /** False for HTTP/1.0, which has no chunks and so no trailers. */
  const hasTrailers = request.raw.httpVersionMinor > 0;

  /** Returns the header with the reading, sent before the rows and as a trailer: `fetch` ignores trailers. */
  const lectura = (reading: Reading): Readonly<Record<string, string>> => ({
    'lote-lectura': readingHeader(reading, language, book !== undefined),
  });
  const begin = (reading: Reading): void =>
    transfer.begin(() => ({
      'content-type': comesBack ? MEDIA_TYPES[book] : CONTENT_TYPES[formato],
      ...lectura(reading),
      ...(hasTrailers ? { trailer: 'lote-filas, lote-correctas, lote-errores, lote-revisar, lote-lectura' } : {}),
    }));
  const hold = (memory: number): void => transfer.hold(spool.memory + memory);
  const host: AnswerHost = {
    read: async (offset, into, memory) => {
      hold(memory);
      return spool.read(offset, into);
    },
    hold: async (memory) => hold(memory),
    write: async (bytes, { totals: done, reading }) => {
      count(done);
      stream.throwIfCut();
      begin(reading);
      await stream.write(bytes);
      return allowance.check();
    },
    refill: async () => {
      stream.throwIfCut();
      return allowance.refill();
    },
  };
  const process = async (): Promise<AnswerProgress> => {
    try {
      await spool.addAll(transfer.pieces(formato), (memory) => transfer.hold(memory));
      const { hoja, ...options } = givenOptions(request);
      const input: AnswerInput = {
        options: { ...options, language },
        upload: spool.stored,
        book: book === undefined ? null : { hoja, comesBack },
        allowed: allowance.granted(),
        exhausted: await allowance.check(),
      };
      const done: AnswerProgress = await threads.run(ANSWER_FILE, input, host, () => !response.headersSent);
      count(done.totals);
      stream.throwIfCut();
      return done;
    } finally {
      allowance.close(totals.good);
      await spool.close();
    }
  };
  await transfer.run({
    work: async () => {
      const { reading } = await process();
      begin(reading);
      if (hasTrailers) response.addTrailers({ ...figureHeaders(figures(totals)), ...lectura(reading) });
      transfer.finish(figures(totals));
    },
    figures: () => figures(totals),
    closes: (error, http) => http >= 500 && !(error instanceof FileRefused),
  });
}
