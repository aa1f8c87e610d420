/** Answers a file: limits how many are under way, takes over its response, sends the stored answer, and records how it ended. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type DescribedReading, readingHeader } from '@curp-service/contract/describe-reading';
import type { Cause } from '@curp-service/contract/codes/service';
import type { Answer, Problem } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import type { Totals } from '@curp-service/lote';
import type { FastifyReply } from 'fastify';
import { type Admitted, type Gate, type IncomingRequest, askStore, usableProject } from '../access/gate.js';
import type { Config } from '../config.js';
import { type RecordAnswer, type SendAnswer, answerHeaders, takeOver } from '../http/answer.js';
import { type RunningFiles, Stream } from '../http/stream.js';
import { levelOf } from '../observe/log.js';
import type { Metrics } from '../observe/metrics.js';
import type { Project } from '../store/projects.js';
import { failureAnswer } from './failure.js';
import type { Pool } from './pool.js';
import { FileRefused, type StoredBytes, piecesOf } from './task.js';

/** The totals of a file under the contract's names. */
export type Figures = Readonly<Record<'filas' | 'correctas' | 'errores' | 'revisar', number>> & {
  /** The last row that was compared with all others; absent if all were. */
  readonly comparadas_hasta?: number;
};

export const figuresOf = ({ rows, good, reviews, fullAt }: Omit<Totals, 'others' | 'errors'>): Figures => ({
  filas: rows,
  correctas: good - reviews,
  errores: rows - good,
  revisar: reviews,
  ...(fullAt > 0 && { comparadas_hasta: fullAt - 1 }),
});

interface AmountLimits {
  readonly all: number;
  readonly perProject: number;
}

interface Refusals {
  readonly all: Cause;
  readonly perProject: Cause;
  /** The unit in which the message states the limit of a project. */
  readonly unit?: number;
}

/** Counts an amount that projects take, up to a limit for each project and a limit for all. */
export class Limiter {
  readonly #limits: AmountLimits;
  readonly #refusals: Refusals;
  readonly #byProject = new Map<string, number>();
  #used = 0;

  constructor(limits: AmountLimits, refusals: Refusals) {
    this.#limits = limits;
    this.#refusals = refusals;
  }

  get used(): number {
    return this.#used;
  }

  /** Returns why one project may not hold `amount`, or `null` if it may. */
  refusal(amount: number): Problem | null {
    const { perProject } = this.#limits;
    if (amount <= perProject) return null;
    const { perProject: cause, unit = 1 } = this.#refusals;
    return { cause, parts: { limite: String(perProject / unit) } };
  }

  /** Takes `amount`, or returns the problem. */
  take(project: string, amount = 1): Problem | null {
    const problem = this.refusal((this.#byProject.get(project) ?? 0) + amount);
    if (problem !== null) return problem;
    if (this.#used + amount > this.#limits.all) return { cause: this.#refusals.all };
    this.#change(project, amount);
    return null;
  }

  giveBack(project: string, amount = 1): void {
    this.#change(project, -amount);
  }

  #change(project: string, by: number): void {
    const own = (this.#byProject.get(project) ?? 0) + by;
    if (own > 0) this.#byProject.set(project, own);
    else this.#byProject.delete(project);
    this.#used += by;
  }
}

export const limitTempBytes = (all: number, perProject: number): Limiter =>
  new Limiter({ all, perProject }, { all: 'lote_sin_espacio', perProject: 'lote_grande', unit: 1e6 });

/** Limits the downloads under way, because each holds a range of a result in memory. */
export const limitDownloads = (): Limiter =>
  new Limiter({ all: 50, perProject: 10 }, { all: 'sobrecarga', perProject: 'lotes_descargas' });

/** Limits the files under way, because each holds a connection and temporary files. */
export const limitFiles = (all: number, perProject: number): Limiter =>
  new Limiter({ all, perProject }, { all: 'lote_ocupado', perProject: 'lote_simultaneos' });

export interface FileParts {
  readonly config: Config;
  readonly gate: Gate;
  readonly metrics: Metrics;
  readonly answer: SendAnswer;
  readonly record: RecordAnswer;
  readonly running: RunningFiles;
  readonly slots: Limiter;
  readonly tempBytes: Limiter;
  readonly pool: Pool;
  /** How long a connection may be silent. */
  readonly maxIdleMs: number;
}

/** Serves a file while it holds a slot, or returns the problem if none is free. */
export async function inSlot(
  slots: Limiter,
  { project: { id } }: Admitted<string>,
  serve: () => Promise<void>,
): Promise<readonly Problem[] | undefined> {
  const problem = slots.take(id);
  if (problem !== null) return [problem];
  await serve().finally(() => slots.giveBack(id));
  return undefined;
}

/** A stored answer, and what its headers tell of it. */
export interface StoredAnswer {
  readonly bytes: StoredBytes;
  readonly contentType: string;
  readonly figures: Figures;
  readonly reading: DescribedReading;
}

/** The request of a file and its response, from the first byte to the last. */
export class FileExchange {
  readonly response: ServerResponse;
  readonly stream: Stream;
  readonly project: string;
  readonly #context: Parameters<SendAnswer>[3];
  /** What the log tells of an answer that is cut. */
  #figures: Figures | null = null;

  /** `operacion` is the name in the log and the metrics. */
  constructor(
    readonly parts: FileParts,
    readonly request: IncomingRequest,
    readonly reply: FastifyReply,
    private readonly operacion: string,
    private readonly admitted: Admitted<string>,
    readonly language: Language,
  ) {
    const { project, headers } = admitted;
    this.response = takeOver(reply);
    this.stream = request.form?.stream ?? new Stream(request.raw, this.response, parts.maxIdleMs);
    this.project = project.id;
    this.#context = { operacion, proyecto: project.id, headers };
  }

  /** Sends a stored answer no faster than its client reads, with the totals in its headers and, for clients written for them, in its trailers. */
  async send({ bytes, contentType, figures, reading }: StoredAnswer, more: OutgoingHttpHeaders = {}): Promise<void> {
    const { request, response, stream } = this;
    const pieces = piecesOf(bytes);
    let next = await pieces.next(); // an answer that cannot be read, or whose client is gone, does not begin
    stream.throwIfCut();
    this.#figures = figures;
    const told = { ...figureHeaders(figures), 'lote-lectura': readingHeader(reading, this.language) };
    // HTTP/1.0 has no chunks and so no trailers, and an answer of a known length has no chunks.
    const hasTrailers = request.raw.httpVersionMinor > 0 && !('content-length' in more);
    const trailer = hasTrailers ? { trailer: Object.keys(told).join(', ') } : {};
    const common = answerHeaders(this.parts.config, request, this.#context.headers);
    response.writeHead(200, { ...common, 'content-type': contentType, ...told, ...trailer, ...more });
    for (; request.method !== 'HEAD' && next.done !== true; next = await pieces.next()) {
      await stream.write(next.value);
    }
    stream.throwIfCut();
    if (hasTrailers) response.addTrailers(told);
    response.end();
    const ended = { http: 200, code_error: 0, figures: { ...figures, cortado: false } };
    this.parts.record(request, { ...this.#context, ...ended });
  }

  /** Looks at the token and its project once more, before anything is sent or kept. Throws `FileRefused` if they may not be used. */
  async usableProject(): Promise<Project> {
    const { gate } = this.parts;
    const { token } = this.admitted;
    const found = await askStore(gate, async () => {
      const opened = gate.auth.open(token);
      return usableProject(opened instanceof Promise ? await opened : opened, token);
    });
    if ('cause' in found) throw new FileRefused([found]);
    return found;
  }

  /** Answers in the envelope. */
  answer(answer: Answer, headers: Readonly<Record<string, string>> = {}): void {
    const context = { ...this.#context, headers: { ...this.#context.headers, ...headers } };
    this.parts.answer(this.request, this.reply, answer, context);
  }

  /** Runs the work, for which a stop waits. Never rejects: an error is answered or, once the headers were sent, cuts the file. */
  async run(work: () => Promise<void>): Promise<void> {
    const end = work().catch((error: unknown) => this.#fail(error));
    await this.parts.running.add({ socket: this.request.raw.socket, stream: this.stream, end });
  }

  #fail(error: unknown): void {
    const { headersSent, destroyed } = this.response;
    const failed = failureAnswer(error, this.parts.gate, this.operacion, this.language);
    const { http, cause, envelope } = failed;
    if (!headersSent && !destroyed) {
      const closes = http >= 500 && !(error instanceof FileRefused); // the upload may still be arriving
      this.answer(failed, closes ? { connection: 'close' } : {});
      return;
    }
    this.stream.close();
    this.parts.record(this.request, {
      ...this.#context,
      http: headersSent ? 200 : http,
      code_error: envelope.code_error,
      cause,
      level: levelOf(http),
      figures: { ...(this.#figures ?? figuresOf(NO_ROWS)), cortado: true },
    });
  }
}

const NO_ROWS = { rows: 0, good: 0, reviews: 0, fullAt: 0 };

const figureHeaders = (figures: Figures): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(figures).map(([name, n]) => [`lote-${name.replace('_', '-')}`, String(n)]));
