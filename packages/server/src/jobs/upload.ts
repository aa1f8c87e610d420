/** An upload: cuts the file into pieces of whole rows, and stores each before it reads more. */
import { randomBytes } from 'node:crypto';
import {
  type Block,
  Lote,
  type LoteOptions,
  Splitter,
  Survey,
  countLines,
  decideReading,
  release,
} from '@curp-service/lote';
import type { Cause } from '@curp-service/contract/codes/service';
import type { JobRow } from '../store/job-store.js';
import type { Jobs } from './jobs.js';

/** Large enough that storing a piece costs little beside processing it; small enough that memory holds several. */
const PIECE_BYTES = 1 << 20;
/** The answer to a short line is long, so pieces are limited by lines too. */
const PIECE_LINES = 50_000;
/** A slow upload tells the database this often that it is alive. */
const TOUCH_MS = 30_000;

/** The upload cannot go on. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
  constructor(readonly reason: Cause) {
    super();
  }
}

export class Upload {
  readonly #id = `lote_${randomBytes(12).toString('hex')}`;
  readonly #jobs: Jobs;
  readonly #project: string;
  readonly #options: LoteOptions;
  /** Looks through all rows, so that they are read alike. */
  readonly #survey: Survey;
  readonly #splitter: Splitter;
  /** Reads the header as it arrives, so that an unusable one is refused at once. */
  #preview: Lote | null;
  #blocks: Block[] = [];
  #length = 0;
  #blockLines = 0;
  #pieces = 0;
  #lines = 0;
  #touched = 0;
  /** How many bytes of a project may be kept, and how many more it may send now. */
  readonly #maxBytes: number;
  #room = 0;

  constructor(jobs: Jobs, project: string, options: LoteOptions, maxBytes: number) {
    this.#jobs = jobs;
    this.#project = project;
    this.#options = options;
    this.#maxBytes = maxBytes;
    this.#splitter = new Splitter(options.formato, options.codificacion, options.encabezado);
    this.#survey = new Survey(options);
    const onUnderstood = (): void => void (this.#preview = null);
    this.#preview = options.formato === 'csv' ? new Lote({ ...options, onUnderstood }) : null;
  }

  /** Throws `UnreadableFile` if the header makes no sense. */
  async receive(read: () => Promise<Uint8Array | null>): Promise<JobRow> {
    const { store, now, retentionMs } = this.#jobs;
    this.#touched = now();
    const expires = this.#touched + retentionMs;
    await store.create(this.#id, this.#project, JSON.stringify(this.#options), this.#touched, expires);
    await this.#measureRoom();
    for (let chunk = await read(); chunk !== null; chunk = await read()) {
      this.#room -= chunk.length;
      if (this.#room < 0) throw new UploadRefused('lotes_lleno');
      this.#survey.read(chunk);
      if (this.#preview !== null) this.#readHeader(this.#preview.process(chunk));
      for (const block of this.#splitter.split(chunk)) await this.#add(block);
      await this.#touch();
    }
    if (this.#preview !== null) this.#readHeader(this.#preview.finish());
    for (const block of this.#splitter.finish()) await this.#add(block);
    // A file without rows has one empty piece: the first piece carries the header.
    if (this.#blocks.length > 0 || this.#pieces === 0) await this.#storePiece();
    const header = this.#splitter.header ?? { bytes: new Uint8Array(), encoding: null };
    const reading = decideReading(this.#survey.finish(), this.#options);
    await store.setOptions(this.#id, JSON.stringify({ ...this.#options, reading }));
    return requireAlive(await this.#jobs.enqueue(this.#id, header, this.#pieces, this.#lines));
  }

  /** Erases everything stored so far. If the database is away, the sweep erases it later. */
  async undo(): Promise<void> {
    await this.#jobs.cancel(this.#id, this.#project);
    await this.#jobs.store.erase(this.#id);
  }

  /** Stops once the header is understood: the rows behind it are done later. */
  #readHeader(rows: Iterator<Uint8Array>): void {
    while (this.#preview !== null && rows.next().done !== true);
  }

  async #add(block: Block): Promise<void> {
    this.#blocks.push(block);
    this.#length += block.bytes.length;
    this.#blockLines += countLines(block.bytes);
    if (this.#length >= PIECE_BYTES || this.#blockLines >= PIECE_LINES) await this.#storePiece();
  }

  async #storePiece(): Promise<void> {
    const datos = new Uint8Array(this.#length);
    let end = 0;
    for (const { bytes } of this.#blocks) {
      datos.set(bytes, end);
      end += bytes.length;
      release(bytes);
    }
    const lineas = this.#blockLines;
    const codificacion = this.#blocks[0]?.encoding ?? null;
    this.#blocks = [];
    this.#length = 0;
    this.#blockLines = 0;
    this.#touched = this.#jobs.now();
    const piece = { numero: this.#pieces, codificacion, lineas, datos };
    requireAlive((await this.#jobs.store.addPiece(this.#id, piece, this.#touched)) || null);
    release(datos);
    this.#pieces += 1;
    this.#lines += lineas;
    await this.#measureRoom();
  }

  /** Measured again after each piece: other uploads of the project may be under way. */
  async #measureRoom(): Promise<void> {
    this.#room = this.#maxBytes - (await this.#jobs.store.bytesKept(this.#project)) - this.#length;
    if (this.#room < 0) throw new UploadRefused('lotes_lleno');
  }

  async #touch(): Promise<void> {
    const now = this.#jobs.now();
    if (now - this.#touched < TOUCH_MS) return;
    this.#touched = now;
    requireAlive((await this.#jobs.store.touch(this.#id, now)) || null);
  }
}

/** `null`: a sweep took the upload for abandoned. */
function requireAlive<T>(result: T | null): T {
  if (result === null) throw new UploadRefused('lotes_sin_resultado');
  return result;
}
