/** Keeps the files and the results of jobs in the database, in chunks of one size. */
import { countLines } from '@curp-service/lote';
import type { Bytes } from '../store/driver.js';
import { FILE, type TaskLease } from '../store/leases.js';
import type { ByteLimits, JobRow, JobStore, StoreOutcome } from '../store/jobs.js';
import { JobOver, type StoredBytes } from './task.js';

/** The bytes of a chunk. All but the last have as many. */
const CHUNK = 1 << 20;
/** The interval at which a slow upload notes in the database that it is alive. */
const TOUCH_MS = 30_000;
/** The bytes that uploads leave free on the disk of the database for its log and its other tables. */
const RESERVED_BYTES = 500e6;

/** The job may not be stored. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused';
  constructor(readonly outcome: Exclude<StoreOutcome, 'guardado'>) {
    super();
  }
}

/** The bytes of a job that its store keeps: its file, or what a lease wrote. */
class JobBytes implements StoredBytes {
  #length: number;

  constructor(
    protected readonly store: JobStore,
    protected readonly id: string,
    private readonly intento: number,
    size = 0,
  ) {
    this.#length = size;
  }

  get size(): number {
    return this.#length;
  }

  async read(from: number, length: number): Promise<Bytes> {
    const end = Math.min(this.#length, from + length);
    const parts: Bytes[] = [];
    for (let at = from; at < end;) {
      const start = at % CHUNK;
      const count = Math.min(CHUNK - start, end - at);
      const part = await this.store.readChunk(this.id, this.intento, Math.floor(at / CHUNK), start, count);
      if (part === null) throw new JobOver();
      parts.push(part);
      at += part.length;
    }
    const [first] = parts;
    return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
  }

  /** The bytes that are in no chunk yet. The system gives memory only to what is written of it. */
  #rest = new Uint8Array(0);
  #restLength = 0;
  /** The memory of the chunk that is written: free again for the next but one. */
  #written = new Uint8Array(0);
  #numero = 0;
  #writing: Promise<void> = Promise.resolve();

  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      if (this.#restLength === CHUNK) await this.#flush();
      if (this.#rest.length === 0) this.#rest = new Uint8Array(CHUNK);
      const part = bytes.subarray(from, from + CHUNK - this.#restLength);
      this.#rest.set(part, this.#restLength);
      this.#restLength += part.length;
      this.#length += part.length;
      from += part.length;
    }
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async truncate(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#writing = Promise.resolve();
    this.#restLength = 0;
    this.#numero = 0;
    this.#length = 0;
  }

  async erase(): Promise<void> {
    await this.truncate();
  }

  protected async writeChunk(_numero: number, _bytes: Uint8Array): Promise<void> {
    throw new RangeError('these bytes are only read');
  }

  /** Begins to write the chunk, once the one before is written. */
  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#restLength === 0) return;
    const chunk = this.#rest.subarray(0, this.#restLength);
    [this.#rest, this.#written] = [this.#written, this.#rest];
    this.#restLength = 0;
    this.#writing = this.writeChunk(this.#numero++, chunk);
    this.#writing.catch(() => undefined); // the next flush throws it
  }
}

/** Returns the file of a job. */
export const fileOfJob = (store: JobStore, id: string, size: number): StoredBytes =>
  new JobBytes(store, id, FILE, size);

/** Returns the result of a job. */
export const resultOfJob = (store: JobStore, { id, intento, salida }: JobRow): StoredBytes =>
  new JobBytes(store, id, intento, salida);

/** The result that a lease writes, which nobody sees yet. */
export class NewResult extends JobBytes {
  readonly #lease: TaskLease;

  constructor(store: JobStore, lease: TaskLease) {
    super(store, lease.id, lease.intento);
    this.#lease = lease;
  }

  /** Erases the results of earlier leases, too. */
  override async truncate(): Promise<void> {
    await super.truncate();
    await this.store.eraseResult(this.#lease);
  }

  protected override async writeChunk(numero: number, bytes: Uint8Array): Promise<void> {
    if (!(await this.store.writeResult(this.#lease, numero, bytes))) throw new JobOver();
  }
}

/** The file of a job that is received. Its methods throw `JobRefused` if it may not be stored. */
export class NewFile extends JobBytes {
  #touched: number;
  #lineFeeds = 0;
  #endsInLine = false;

  constructor(
    store: JobStore,
    id: string,
    private readonly now: () => number,
    private readonly limits: ByteLimits,
  ) {
    super(store, id, FILE);
    this.#touched = now();
  }

  /** The lines received, of which the last may lack its line feed. */
  get lines(): number {
    return this.#lineFeeds + (this.#endsInLine ? 1 : 0);
  }

  override async append(bytes: Uint8Array): Promise<void> {
    const now = this.now();
    if (now - this.#touched >= TOUCH_MS) {
      this.#touched = now;
      if (!(await this.store.touch(this.id, now))) throw new JobRefused('ajeno');
    }
    await super.append(bytes);
  }

  protected override async writeChunk(numero: number, bytes: Uint8Array): Promise<void> {
    this.#touched = this.now();
    this.#endsInLine = bytes.at(-1) !== LINE_FEED;
    this.#lineFeeds += countLines(bytes) - (this.#endsInLine ? 1 : 0);
    // The result will take about as much again.
    if (((await this.store.freeBytes()) ?? Infinity) < RESERVED_BYTES + this.size) throw new JobRefused('sin_espacio');
    const outcome = await this.store.addChunk(this.id, numero, bytes, this.#touched, this.limits);
    if (outcome !== 'guardado') throw new JobRefused(outcome);
  }
}

const LINE_FEED = 0x0a;
