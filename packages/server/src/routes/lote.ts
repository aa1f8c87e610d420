/** Serves `POST /curp/lote`, which receives a file of people and returns the same rows with their answers. */
import { describeReading } from '@curp-service/contract/describe-reading';
import { toEntry } from '@curp-service/contract/codes/code';
import { CODES, type Cause } from '@curp-service/contract/codes/service';
import type { Problem } from '@curp-service/contract/envelope';
import { MEDIA_TYPES } from '@curp-service/contract/jobs';
import type { FastifyInstance } from 'fastify';
import { askStore, quotaUsedUp } from '../access/gate.js';
import { StreamCut } from '../http/stream.js';
import { CONTENT_TYPES, FILE_PARAMETERS, type RequestOptions, wantsCsv } from '../files/options.js';
import { checkFileType, declaredBytes, fileOptions, receiveFile } from '../files/receive.js';
import { FileExchange, type FileParts, figuresOf, inSlot } from '../files/send.js';
import { FileRefused, type TaskDone, type ThreadTask } from '../files/task.js';
import { TempFile } from '../files/temp-files.js';
import { createHandler } from './handler.js';

/** The name in the log, the metrics and the usage. */
export const LOTE_OPERATION = 'lote';

/** Returns whether an address, with or without the host, takes files. */
export const takesFile = (url: string): boolean => /^(https?:\/\/[^/]*)?\/curp\/lotes?\/?(\?|$)/i.test(url);

export function registerLote(server: FastifyInstance, parts: FileParts): void {
  const handler = createHandler(parts.gate, parts.answer, {
    name: LOTE_OPERATION,
    parameters: FILE_PARAMETERS,
    check: checkFileType,
    serve: async (admitted, request, reply, language) => {
      const options = fileOptions(request);
      if ('length' in options) return options;
      const length = declaredBytes(request);
      const problem = tooLong(length, parts) ?? parts.tempBytes.refusal(length);
      if (problem !== null) return [problem];
      return inSlot(parts.slots, admitted, async () => {
        admitted.unit.giveBack(); // there is quota: the good rows are charged once they are known
        const exchange = new FileExchange(parts, request, reply, LOTE_OPERATION, admitted, language);
        await exchange.run(async () => answerUpload(exchange, options));
      });
    },
  });
  server.post('/curp/lote', handler);
}

/** Returns the problem with a file of so many bytes, or `null` if it is short enough. */
function tooLong(bytes: number, { config: { loteMaxBytes } }: FileParts): Problem | null {
  return bytes > loteMaxBytes ? { cause: 'lote_largo', parts: { limite: String(loteMaxBytes / 1e6) } } : null;
}

/** Stores the upload, answers it into another file, and sends that. */
async function answerUpload(exchange: FileExchange, given: RequestOptions): Promise<void> {
  const { parts, project, request, language } = exchange;
  const upload = await TempFile.create(parts.tempBytes, project);
  const answer = await TempFile.create(parts.tempBytes, project).catch(async (error: unknown) => {
    await upload.erase();
    throw error;
  });
  try {
    const append = async (piece: Uint8Array): Promise<void> => {
      const problem = tooLong(upload.size + piece.length, parts);
      if (problem !== null) throw new FileRefused([problem]);
      await upload.append(piece);
    };
    const { options, libro } = await receiveFile(exchange, given, { append, finish: async () => upload.finish() });
    const book = libro === undefined ? null : { hoja: libro.hoja, comesBack: !wantsCsv(request.headers) };
    const bytes = { fd: upload.fd, size: upload.size, answerFd: answer.fd };
    const { done, settle } = await answerPaid(exchange, { bytes, options, book }, answer);
    const contentType =
      libro !== undefined && book?.comesBack === true ? MEDIA_TYPES[libro.formato] : CONTENT_TYPES[given.formato];
    const reading = describeReading(done.reading, language, libro !== undefined);
    const sent = exchange.send({ bytes: answer, contentType, figures: figuresOf(done.totals), reading });
    await sent.then(
      () => settle(true),
      (error: unknown) => {
        settle(error instanceof StreamCut && exchange.response.headersSent); // what the service breaks off is free
        throw error;
      },
    );
  } finally {
    await answer.erase();
    await upload.erase();
  }
}

/** An answer whose good rows are charged. `settle` counts them in the usage or, if they are free, refunds them. */
interface PaidAnswer {
  readonly done: TaskDone;
  readonly settle: (counts: boolean) => void;
}

/** Answers a file and charges its good rows. If the quota allows fewer, it is answered once more, with that many. */
async function answerPaid(exchange: FileExchange, first: ThreadTask, answer: TempFile): Promise<PaidAnswer> {
  const { parts, project, stream, language } = exchange;
  const { gate, metrics } = parts;
  const options = {
    project,
    of: 'client',
    size: 'fd' in first.bytes ? first.bytes.size : 0,
    signal: stream.signal,
    onProgress: ({ written }: { readonly written: number }) => answer.grown(written),
  } as const;
  for (let task = first; ;) {
    const done = await parts.pool.run(task, options);
    answer.grown(done.size);
    const { good, errors } = done.totals;
    const owner = await exchange.usableProject();
    stream.throwIfCut();
    const now = gate.clock.now();
    const granted = await askStore(gate, async () => gate.quota.charge(owner, now, good));
    if (typeof granted !== 'number') throw new FileRefused([granted]);
    if (granted === good) {
      const settle = (counts: boolean): void => {
        if (!counts) gate.quota.refund(owner, now, good);
        else if (good > 0) gate.usage.count(project, LOTE_OPERATION, now, good);
      };
      if (stream.signal.aborted) settle(false); // a client that is gone pays nothing
      stream.throwIfCut();
      for (const [code, rows] of [[0, good] as const, ...errors]) if (rows > 0) metrics.observeRows(code, rows);
      return { done, settle };
    }
    const beyond = toEntry<Cause>(CODES, quotaUsedUp(now, language), language);
    task = { ...task, options: { ...task.options, reading: done.reading, allowed: { rows: granted, beyond } } };
  }
}
