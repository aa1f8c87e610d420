/** Receives the file of a new job: stores it in chunks as it arrives, and lets a thread decide its reading before the answer. */
import { type Hash, createHash, randomBytes } from 'node:crypto';
import { success } from '@curp-service/contract/envelope';
import type { Cause } from '@curp-service/contract/codes/service';
import type { ReadFile } from '../files/answer-file.js';
import { ChunkWriter } from '../files/chunk-writer.js';
import { FileRefused } from '../files/failure.js';
import { fileHeaders, givenOptions } from '../files/incoming.js';
import { type RequestOptions, jobName, workbookFormatOf } from '../files/options.js';
import type { Transfer } from '../files/transfer.js';
import { StreamCut } from '../http/stream.js';
import type { Config } from '../config.js';
import type { ByteLimits, JobRow, StoreOutcome } from '../store/jobs.js';
import { CHUNK, READ_JOB, type ReadInput } from './answer-job.js';
import type { Jobs } from './jobs.js';
import { type JobOptions, statusOf, writeJobOptions } from './job.js';

/** The interval at which a slow upload notes in the database that it is alive. */
const TOUCH_MS = 30_000;
/** The bytes that uploads leave free on the disk of the database for its log and its other tables. */
const RESERVED_BYTES = 500e6;
/** The approximate bytes that an answer adds to a row, and those of a row of NDJSON with all its findings. */
const ANSWER_BYTES = 64;
const FINDINGS_BYTES = 2400;

const LINE_FEED = 0x0a;

type UploadLimits = Pick<Config, 'lotesMaxBytes' | 'lotesMaxBytesPerProject' | 'lotesMaxJobsPerProject'>;

/** The causes of a refused file. `ajeno` means that a sweep erased the upload as abandoned. */
const REFUSALS = {
  lleno: 'lotes_lleno',
  sin_espacio: 'lotes_sin_espacio',
  ajeno: 'lotes_sin_resultado',
} as const satisfies Readonly<Record<Exclude<StoreOutcome, 'guardado'>, Cause>>;

/** A new job in the store, within its limits. Its methods throw `FileRefused` if the job cannot be stored. */
class NewJob {
  readonly id = `lote_${randomBytes(12).toString('hex')}`;
  readonly #jobs: Jobs;
  readonly #project: string;
  readonly #limits: UploadLimits;
  readonly #maxBytes: ByteLimits;
  readonly #chunks = new ChunkWriter(CHUNK, async (bytes, numero) => this.#store(bytes, numero));
  /** When the upload last noted in the database that it is alive; 0 if the database does not have it. */
  #touched = 0;
  #lines = 0;
  /** True if the last line has no line feed yet. */
  #isWithinLine = false;
  size = 0;

  constructor(jobs: Jobs, project: string, limits: UploadLimits) {
    this.#jobs = jobs;
    this.#project = project;
    this.#limits = limits;
    this.#maxBytes = { total: limits.lotesMaxBytes, perProject: limits.lotesMaxBytesPerProject };
  }

  refusal(cause: Cause): FileRefused {
    const { lotesMaxJobsPerProject, lotesMaxBytesPerProject } = this.#limits;
    const limite = cause === 'lotes_muchos' ? lotesMaxJobsPerProject : lotesMaxBytesPerProject / 1e6;
    return new FileRefused([{ cause, parts: { limite: String(limite) } }]);
  }

  async create(): Promise<void> {
    const { store, now, retentionMs } = this.#jobs;
    this.#touched = now();
    const job = { id: this.id, proyecto: this.#project, nombre: null, opciones: '{}' };
    const { lotesMaxJobsPerProject } = this.#limits;
    const isCreated = await store.create(job, this.#touched, this.#touched + retentionMs, lotesMaxJobsPerProject);
    if (!isCreated) throw this.refusal('lotes_muchos');
  }

  async add(bytes: Uint8Array): Promise<void> {
    await this.#touch();
    this.size += bytes.length;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.#lines += 1;
    this.#isWithinLine = bytes.at(-1) !== LINE_FEED;
    await this.#chunks.add(bytes);
  }

  async end(): Promise<void> {
    await this.#chunks.end();
  }

  /** Completes and returns this job or, if the project already has a job under the key, returns that job. */
  async complete(
    nombre: string | null,
    options: JobOptions,
    { reading, columns }: ReadFile,
    clave: string | null,
    huella: string | null,
  ): Promise<JobRow> {
    const { store, now, retentionMs } = this.#jobs;
    const isText = options.libro === undefined;
    const lines = this.#lines + (this.#isWithinLine ? 1 : 0);
    const ofRow = options.formato === 'ndjson' && options.operacion === 'validar' ? FINDINGS_BYTES : ANSWER_BYTES;
    const totals = {
      nombre,
      opciones: writeJobOptions(options, reading),
      lineas: isText ? Math.max(0, lines - (options.formato === 'csv' ? 1 : 0)) : 0,
      peso: isText ? lines * (columns + ofRow) : this.size,
      huella,
      expires: now() + retentionMs,
      clave,
    };
    const completed = await store.complete(this.id, totals, this.#maxBytes);
    if (typeof completed === 'string') throw this.refusal(REFUSALS[completed]);
    return completed;
  }

  /** Erases everything stored so far. If the database is away, the sweep erases it later. */
  async undo(): Promise<void> {
    if (this.#touched === 0) return;
    await this.#jobs.cancel(this.id, this.#project);
    await this.#jobs.store.erase(this.id);
  }

  async #touch(): Promise<void> {
    const { store, now } = this.#jobs;
    if (now() - this.#touched < TOUCH_MS) return;
    this.#touched = now();
    if (!(await store.touch(this.id, this.#touched))) throw this.refusal(REFUSALS.ajeno);
  }

  async #store(bytes: Uint8Array, numero: number): Promise<void> {
    const { store, now } = this.#jobs;
    this.#touched = now();
    // The result will take about as much again.
    if (((await store.freeBytes()) ?? Infinity) < RESERVED_BYTES + this.size) throw this.refusal('lotes_sin_espacio');
    const outcome = await store.addChunk(this.id, numero, bytes, this.#touched, this.#maxBytes);
    if (outcome !== 'guardado') throw this.refusal(REFUSALS[outcome]);
  }
}

export async function receiveUpload(
  transfer: Transfer,
  jobs: Jobs,
  key: string | null,
  { formato }: RequestOptions,
): Promise<void> {
  const { parts, request, stream, project, language } = transfer;
  const hash = createHash('sha256');
  const received = transfer.pieces(formato);
  const pieces = key === null ? received : hashed(received, hash);
  const workbook = workbookFormatOf(fileHeaders(request));
  const job = new NewJob(jobs, project, parts.config);
  /** Returns the hash of the file and its options. Valid once the whole file has arrived. */
  const fingerprint = (): string => hash.update(JSON.stringify({ ...givenOptions(request), language })).digest('hex');
  const checked = (found: JobRow, huella: string | null): JobRow => {
    if (found.huella !== huella) throw job.refusal('lotes_otro_archivo');
    return found;
  };
  const skipFile = async (): Promise<void> => {
    let length = 0;
    for await (const bytes of pieces) {
      length += bytes.length;
      if (length > parts.config.lotesMaxBytesPerProject) throw job.refusal('lotes_lleno');
    }
  };
  const read = async (options: JobOptions): Promise<ReadFile> => {
    const input: ReadInput = { databaseUrl: jobs.databaseUrl, id: job.id, archivo: job.size, options };
    return parts.threads.run(READ_JOB, input, {
      project,
      bytes: job.size,
      signal: stream.signal,
      onLook: ({ held }) => {
        transfer.hold(held);
        return null;
      },
      mayRepeat: () => true,
    });
  };

  /** Stores the file. Returns the job that the project already has under the key, or the new one. */
  const store = async (): Promise<JobRow> => {
    const known = key === null ? null : await jobs.store.findByKey(project, key);
    if (known !== null) {
      await skipFile();
      return checked(known, fingerprint());
    }
    await job.create();
    for await (const piece of pieces) await job.add(piece);
    await job.end();
    // The options of a form may follow its file.
    const { hoja, nombre = jobName(request.form?.form.fileName), ...common } = givenOptions(request);
    // The text of a workbook is always read as CSV in UTF-8.
    const ofSheet =
      workbook === undefined
        ? {}
        : ({ formato: 'csv', codificacion: 'utf-8', libro: { formato: workbook, hoja } } as const);
    const options: JobOptions = { ...common, ...ofSheet, language };
    const understood = await read(options);
    const huella = key === null ? null : fingerprint();
    const stored = await job.complete(nombre, options, understood, key, huella);
    if (stored.id !== job.id) await job.undo();
    jobs.wake();
    return checked(stored, huella);
  };
  await transfer.run({
    work: async () => {
      try {
        const stored = await store();
        const answer = { ...success(statusOf(stored, jobs.now())), http: 202 };
        transfer.answer(answer, { location: `/curp/lotes/${stored.id}` });
      } catch (error) {
        await job.undo().catch(parts.gate.storeFailed);
        throw error;
      }
    },
    closes: (error) => error instanceof StreamCut,
  });
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
