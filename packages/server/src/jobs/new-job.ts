/** Stores the file of a new job as it arrives, and refuses what its head shows that cannot be read. */
import { createHash, randomBytes } from 'node:crypto';
import type { Cause } from '@curp-service/contract/codes/service';
import { JobRefused, NewFile } from '../files/job-files.js';
import { type ReceivedFile, receiveFile } from '../files/receive.js';
import type { RequestOptions } from '../files/options.js';
import type { FileExchange } from '../files/send.js';
import { FileRefused, type TaskDone } from '../files/task.js';
import type { ByteLimits, JobRow, StoreOutcome } from '../store/jobs.js';
import type { Jobs } from './jobs.js';
import { type JobOptions, taskOf, writeJobOptions } from './job.js';

/** The approximate bytes that an answer adds to a row, and those of a row of NDJSON with all its findings. */
const ANSWER_BYTES = 64;
const FINDINGS_BYTES = 2400;

/** The causes of a refused file. `ajeno` means that a sweep erased the upload as abandoned. */
const REFUSALS = {
  lleno: 'lotes_lleno',
  sin_espacio: 'lotes_sin_espacio',
  ajeno: 'lotes_sin_resultado',
} as const satisfies Readonly<Record<Exclude<StoreOutcome, 'guardado'>, Cause>>;

/** Stores the file of a request. Returns the job that the project already has under the key, or the new one. */
export async function storeJob(
  exchange: FileExchange,
  jobs: Jobs,
  key: string | null,
  options: RequestOptions,
): Promise<JobRow> {
  const job = new NewJob(exchange, jobs, key);
  try {
    const known = key === null ? null : await jobs.store.findByKey(exchange.project, key);
    return known === null ? await job.store(options) : await job.compare(options, known);
  } catch (error) {
    await job.undo().catch(exchange.parts.gate.storeFailed);
    throw error instanceof JobRefused ? job.refusal(REFUSALS[error.outcome]) : error;
  }
}

class NewJob {
  readonly #id = `lote_${randomBytes(12).toString('hex')}`;
  readonly #exchange: FileExchange;
  readonly #jobs: Jobs;
  readonly #key: string | null;
  readonly #hash = createHash('sha256');
  readonly #maxBytes: ByteLimits;
  #isCreated = false;

  constructor(exchange: FileExchange, jobs: Jobs, key: string | null) {
    const { lotesMaxBytes, lotesMaxBytesPerProject } = exchange.parts.config;
    this.#exchange = exchange;
    this.#jobs = jobs;
    this.#key = key;
    this.#maxBytes = { total: lotesMaxBytes, perProject: lotesMaxBytesPerProject };
  }

  refusal(cause: Cause): FileRefused {
    const { lotesMaxJobsPerProject, lotesMaxBytesPerProject } = this.#exchange.parts.config;
    const limite = cause === 'lotes_muchos' ? lotesMaxJobsPerProject : lotesMaxBytesPerProject / 1e6;
    return new FileRefused([{ cause, parts: { limite: String(limite) } }]);
  }

  /** Receives the file as a new job, and completes it. */
  async store(options: RequestOptions): Promise<JobRow> {
    await this.#create();
    const { store, now } = this.#jobs;
    const file = new NewFile(store, this.#id, now, this.#maxBytes);
    const received = await this.#receive(options, file);
    const done = await this.#readHead(received, file.size);
    await this.#exchange.usableProject();
    const stored = await this.#complete(received, file, done);
    if (stored.id !== this.#id) await this.undo();
    this.#jobs.wake();
    return stored;
  }

  /** Receives the file without keeping it, and compares it with that of a known job. */
  async compare(options: RequestOptions, known: JobRow): Promise<JobRow> {
    let length = 0;
    const append = async (bytes: Uint8Array): Promise<void> => {
      length += bytes.length;
      if (length > this.#maxBytes.perProject) throw new JobRefused('lleno');
    };
    const received = await this.#receive(options, { append, finish: async () => undefined });
    return this.#checked(known, this.#fingerprint(received));
  }

  /** Erases everything stored so far. If the database is away, the sweep erases it later. */
  async undo(): Promise<void> {
    if (!this.#isCreated) return;
    await this.#jobs.cancel(this.#id, this.#exchange.project);
    await this.#jobs.store.erase(this.#id);
  }

  async #create(): Promise<void> {
    const { store, now, retentionMs } = this.#jobs;
    const moment = now();
    const job = { id: this.#id, proyecto: this.#exchange.project, nombre: null, opciones: '{}' };
    const { lotesMaxJobsPerProject } = this.#exchange.parts.config;
    this.#isCreated = true;
    if (await store.create(job, moment, moment + retentionMs, lotesMaxJobsPerProject)) return;
    throw this.refusal('lotes_muchos');
  }

  async #receive(options: RequestOptions, bytes: Pick<NewFile, 'append' | 'finish'>): Promise<ReceivedFile> {
    const append = async (piece: Uint8Array): Promise<void> => {
      if (this.#key !== null) this.#hash.update(piece);
      await bytes.append(piece);
    };
    return receiveFile(this.#exchange, options, { append, finish: async () => bytes.finish() });
  }

  async #readHead(received: ReceivedFile, size: number): Promise<TaskDone> {
    const { parts, project, stream } = this.#exchange;
    const bytes = { databaseUrl: this.#jobs.databaseUrl, lease: { id: this.#id, intento: 0, archivo: size } };
    const task = { ...taskOf(jobOptions(received)), bytes, onlyHead: true };
    // The head of a text is short, but the texts of a workbook stand anywhere in it.
    const headSize = received.libro === undefined ? 0 : size;
    return parts.pool.run(task, { project, of: 'client', size: headSize, signal: stream.signal });
  }

  /** Completes and returns this job or, if the project already has a job under the key, returns that job. */
  async #complete(received: ReceivedFile, file: NewFile, { reading, columns }: TaskDone): Promise<JobRow> {
    const { store, now, retentionMs } = this.#jobs;
    const options = jobOptions(received);
    const huella = this.#key === null ? null : this.#fingerprint(received);
    const isText = options.libro === undefined;
    const ofRow = options.formato === 'ndjson' && options.operacion === 'validar' ? FINDINGS_BYTES : ANSWER_BYTES;
    const totals = {
      nombre: received.nombre,
      opciones: writeJobOptions(options, reading),
      lineas: isText ? Math.max(0, file.lines - (options.formato === 'csv' ? 1 : 0)) : 0,
      peso: isText ? file.lines * (columns + ofRow) : file.size,
      huella,
      expires: now() + retentionMs,
      clave: this.#key,
    };
    const completed = await store.complete(this.#id, totals, this.#maxBytes);
    if (typeof completed === 'string') throw new JobRefused(completed);
    return this.#checked(completed, huella);
  }

  #checked(found: JobRow, huella: string | null): JobRow {
    if (found.huella !== huella) throw this.refusal('lotes_otro_archivo');
    return found;
  }

  /** Returns the hash of the file and its options. */
  #fingerprint({ options, libro, nombre }: ReceivedFile): string {
    return this.#hash
      .update(JSON.stringify({ ...options, hoja: libro?.hoja, nombre: nombre ?? undefined }))
      .digest('hex');
  }
}

/** The text of a workbook is always read as CSV in UTF-8. */
const jobOptions = ({ options, libro }: ReceivedFile): JobOptions =>
  libro === undefined ? options : { ...options, formato: 'csv', codificacion: 'utf-8', libro };
