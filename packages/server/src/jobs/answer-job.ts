/** The tasks of a thread on a stored job: to decide the reading of its file, and to answer it into the store. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import type { FileSink, Totals } from '@curp-service/lote';
import { ChunkWriter } from '../files/chunk-writer.js';
import { FileAnswerer, type ReadFile, type StoredFile, type TaskHost } from '../files/answer-file.js';
import { StoreError } from '../store/driver.js';
import type { Lease } from '../store/leases.js';
import type { JobStore } from '../store/jobs.js';
import { openJobStore } from '../store/open.js';
import type { TaskState } from '../turns.js';
import { type JobOptions, questionOf } from './job.js';

export const READ_JOB = 'readJob';
export const ANSWER_JOB = 'answerJob';

/** The bytes of a chunk of a stored file or result. */
export const CHUNK = 1 << 20;
/** The bytes read at a time, so that the buffers of the consumer stay small. */
const READ_BYTES = 1 << 18;

export interface ReadInput {
  readonly databaseUrl: string;
  readonly id: string;
  readonly archivo: number;
  readonly options: JobOptions;
}

export interface AnswerInput {
  readonly databaseUrl: string;
  readonly lease: Lease;
  readonly options: JobOptions;
  /** The number of good rows that the quota allows, and the error of the others. */
  readonly granted: number;
  readonly beyond: ErrorEntry;
}

/** The answered rows, the bytes of the result and the reading; `null` if the lease or the job is over. */
export type AnsweredJob = (Totals & { readonly size: number; readonly reading: Reading }) | null;

/** The lease or the job is over: another worker has the job, or its client erased it. */
class LeaseOver extends Error {
  override readonly name = 'LeaseOver';
}

export async function readJob({ databaseUrl, id, archivo, options }: ReadInput, host: TaskHost): Promise<ReadFile> {
  const store = await openFor(databaseUrl);
  return new FileAnswerer(questionOf(options), new JobSource(store, id, archivo, host.turn.state), host).read();
}

/** Answers a leased job into the store, where nobody sees the result yet. */
export async function answerJob(input: AnswerInput, host: TaskHost): Promise<AnsweredJob> {
  const { lease, options, granted, beyond } = input;
  const store = await openFor(input.databaseUrl);
  const sink = new JobSink(store, lease, host.turn.state);
  const source = new JobSource(store, lease.id, lease.archivo, host.turn.state);
  const question = questionOf(options);
  try {
    await sink.restart(); // an earlier worker may have left a part of its result
    const certain = question.options.reading ?? (await new FileAnswerer(question, source, host).read()).reading;
    const task = new FileAnswerer({ ...question, options: { ...question.options, reading: certain } }, source, {
      ...host,
      needCredit: async () => Promise.resolve(beyond),
    });
    const { totals, reading } = await task.answer(sink, granted);
    return { ...totals, reading, size: await sink.finish() };
  } catch (error) {
    if (error instanceof LeaseOver) return null;
    throw error;
  }
}

/** The connections of this thread to each database. */
const stores = new Map<string, Promise<JobStore>>();
const THREAD_CONNECTIONS = 8;

/** Opens the database of a job, which exists. Whatever prevents that is an error of the database: the job waits. */
async function openFor(databaseUrl: string): Promise<JobStore> {
  const opening = stores.get(databaseUrl) ?? openJobStore(databaseUrl, THREAD_CONNECTIONS, true);
  stores.set(databaseUrl, opening);
  return opening.catch((error: unknown) => {
    stores.delete(databaseUrl); // the next task tries again
    throw error instanceof StoreError ? error : new StoreError(error, false);
  });
}

class JobSource implements StoredFile {
  readonly #store: JobStore;
  readonly #id: string;
  readonly #state: TaskState;

  constructor(
    store: JobStore,
    id: string,
    readonly size: number,
    state: TaskState,
  ) {
    this.#store = store;
    this.#id = id;
    this.#state = state;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, offset + length);
    const bytes = new Uint8Array(Math.max(0, end - offset));
    for (let at = offset; at < end;) {
      const from = at % CHUNK;
      const part = await this.#store.readFile(this.#id, Math.floor(at / CHUNK), from, Math.min(CHUNK - from, end - at));
      if (part === null) throw new LeaseOver();
      bytes.set(part, at - offset);
      at += part.length;
    }
    this.#state.read = end;
    return bytes;
  }

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for (let offset = 0; offset < this.size; offset += CHUNK) {
      const chunk = await this.read(offset, CHUNK);
      for (let from = 0; from < chunk.length; from += READ_BYTES) {
        this.#state.read = offset + from;
        yield chunk.subarray(from, from + READ_BYTES);
      }
    }
  }
}

/** Writes the result in chunks. */
class JobSink implements FileSink {
  readonly #store: JobStore;
  readonly #lease: Lease;
  readonly #state: TaskState;
  readonly #chunks: ChunkWriter;

  constructor(store: JobStore, lease: Lease, state: TaskState) {
    this.#store = store;
    this.#lease = lease;
    this.#state = state;
    this.#chunks = new ChunkWriter(CHUNK, async (bytes, numero) => {
      if (!(await store.writeResult(lease, numero, bytes))) throw new LeaseOver();
      state.written += bytes.length;
    });
  }

  async write(bytes: Uint8Array): Promise<void> {
    return this.#chunks.add(bytes);
  }

  async restart(): Promise<void> {
    await this.#chunks.restart();
    await this.#store.eraseResult(this.#lease);
    this.#state.written = 0;
  }

  /** Writes the last chunk. Returns the bytes of the result. */
  async finish(): Promise<number> {
    await this.#chunks.end();
    return this.#state.written;
  }
}
