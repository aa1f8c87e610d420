/** Transfers a file in, out or both: takes over its response, counts its memory, and answers, cuts and records it. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Answer } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import { type Totals, jsonLines } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import type { Admitted, Gate, IncomingRequest } from '../access/gate.js';
import type { Config } from '../config.js';
import { type RecordAnswer, type SendAnswer, answerHeaders, takeOver } from '../http/answer.js';
import { type RunningFiles, Stream } from '../http/stream.js';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import type { Threads } from '../threads.js';
import { failureAnswer } from './failure.js';
import { receiveFile } from './incoming.js';
import type { FileSlot, FileSlots, Limiter } from './limits.js';
import type { TextFormat } from './options.js';

/** The totals of a file under the contract's names. */
export type Figures = Readonly<Record<'filas' | 'correctas' | 'errores' | 'revisar', number>> & {
  /** The last row that was compared with all others; absent if all were. */
  readonly comparadas_hasta?: number;
};

export const figures = ({ rows, good, reviews, fullAt }: Omit<Totals, 'others' | 'errors'>): Figures => ({
  filas: rows,
  correctas: good - reviews,
  errores: rows - good,
  revisar: reviews,
  ...(fullAt > 0 && { comparadas_hasta: fullAt - 1 }),
});

export const figureHeaders = (totals: Figures): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(totals).map(([name, n]) => [`lote-${name.replace('_', '-')}`, String(n)]));

export interface FileParts {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly answer: SendAnswer;
  readonly record: RecordAnswer;
  readonly running: RunningFiles;
  readonly slots: FileSlots;
  readonly tempBytes: Limiter;
  readonly threads: Threads;
  /** How long a connection may be silent. */
  readonly maxIdleMs: number;
}

interface TransferWork {
  /** Receives the file and answers, or sends a file and calls `finish`. */
  readonly work: () => Promise<void>;
  /** Returns the figures of the file so far, for the log. */
  readonly figures?: () => Figures;
  /** Returns whether to close the connection after the answer to a failed file, whose upload may still be arriving. */
  readonly closes?: (error: unknown, http: number) => boolean;
}

export class Transfer {
  readonly response: ServerResponse;
  readonly stream: Stream;
  readonly project: string;
  readonly #context: Parameters<SendAnswer>[3];

  /** `operacion` is the name in the log and the metrics. `slot` counts the memory of the work. */
  constructor(
    readonly parts: FileParts,
    readonly request: IncomingRequest,
    private readonly reply: FastifyReply,
    private readonly operacion: string,
    { project, headers }: Admitted<string>,
    readonly language: Language,
    private readonly slot: FileSlot | null,
  ) {
    this.response = takeOver(reply);
    this.stream = request.form?.stream ?? new Stream(request.raw, this.response, parts.maxIdleMs);
    this.project = project.id;
    this.#context = { operacion, proyecto: project.id, headers };
    if (slot !== null) slot.cut = (reason) => this.stream.cut(reason);
  }

  /** Yields the upload as it arrives. JSON becomes lines of NDJSON. */
  pieces(formato: TextFormat): AsyncGenerator<Uint8Array, void> {
    const pieces = receiveFile(this.request, this.reply, this.stream);
    return formato === 'ndjson' ? jsonLines(pieces) : pieces;
  }

  /** Notes how many bytes the work holds. Throws if the file was cut. */
  hold(memory: number): void {
    if (this.slot !== null) this.parts.slots.hold(this.slot, memory);
    this.stream.throwIfCut();
  }

  /** Sends the status and the headers of a file, once. */
  begin(headers: () => OutgoingHttpHeaders): void {
    if (this.response.headersSent) return;
    const common = answerHeaders(this.parts.config, this.request, this.#context.headers);
    this.response.writeHead(200, { ...common, ...headers() });
  }

  /** Ends a file that was sent completely. */
  finish(totals: Figures): void {
    this.response.end();
    const ended = { http: 200, code_error: 0, figures: { ...totals, cortado: false } };
    this.parts.record(this.request, { ...this.#context, ...ended });
  }

  answer(answer: Answer, headers: Readonly<Record<string, string>> = {}): void {
    const context = { ...this.#context, headers: { ...this.#context.headers, ...headers } };
    this.parts.answer(this.request, this.reply, answer, context);
  }

  /** Runs the work, for which a stop waits. Never rejects: an error is answered or, once the headers were sent, cuts the file. */
  async run({ work, figures: soFar, closes }: TransferWork): Promise<void> {
    const transfer = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        this.#fail(error, soFar, closes);
      }
    };
    await this.parts.running.add({ socket: this.request.raw.socket, stream: this.stream, end: transfer() });
  }

  #fail(error: unknown, soFar: TransferWork['figures'], closes: TransferWork['closes']): void {
    const { headersSent, destroyed } = this.response;
    const failed = failureAnswer(error, this.parts.gate, this.operacion, this.language);
    const { http, cause, envelope } = failed;
    if (!headersSent && !destroyed) {
      this.answer(failed, closes?.(error, http) ? { connection: 'close' } : {});
      return;
    }
    this.stream.close();
    this.parts.record(this.request, {
      ...this.#context,
      http: headersSent ? 200 : http,
      code_error: envelope.code_error,
      cause,
      level: levelOf(http),
      ...(soFar === undefined ? {} : { figures: { ...soFar(), cortado: true } }),
    });
  }
}
