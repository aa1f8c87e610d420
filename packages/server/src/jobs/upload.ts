/** An upload: cuts the file into pieces of whole rows, and stores each before it reads more. */
import { randomBytes } from 'node:crypto';
import {
  type Block,
  Lote,
  type LoteOptions,
  type SheetLote,
  Splitter,
  Survey,
  countLines,
  decideReading,
  release,
} from '@curp-service/lote';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { Cause } from '@curp-service/contract/codes/service';
import type { Spool } from '../files/spool.js';
import type { Config } from '../config.js';
import type { ByteLimits, JobRow, NewPiece, StoreOutcome } from '../store/job-store.js';
import { BOOK_PIECE } from './book.js';
import type { Jobs } from './jobs.js';
import type { StoredBook } from './options.js';

/**
 * The bytes of a piece's result, about, and somewhat more than a megabyte of ordinary rows: large enough that storing a piece
 * costs little beside processing it; small enough that memory holds several.
 */
const PIECE_WORK = 3 << 20;
/** A slow upload tells the database this often that it is alive. */
const TOUCH_MS = 30_000;

/** So many bytes stay free on the disk of the database, for its log and its other tables. */
const RESERVED_BYTES = 500e6;

export type UploadLimits = Pick<Config, 'lotesMaxBytes' | 'lotesMaxBytesPerProject' | 'lotesMaxJobsPerProject'>;

/** A workbook that was received whole. */
export interface UploadedSheet {
  readonly formato: WorkbookFormat;
  readonly sheet: SheetLote;
  readonly hoja: string | undefined;
  readonly spool: Spool;
}

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
  readonly #key: string | null;
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
  #work = 0;
  #touched = 0;
  /** The sum of the stored pieces' results, about. */
  #stored = 0;
  readonly #maxJobs: number;
  readonly #maxBytes: ByteLimits;

  constructor(jobs: Jobs, project: string, key: string | null, options: LoteOptions, limits: UploadLimits) {
    this.#jobs = jobs;
    this.#project = project;
    this.#key = key;
    this.#options = options;
    this.#maxJobs = limits.lotesMaxJobsPerProject;
    this.#maxBytes = { total: limits.lotesMaxBytes, perProject: limits.lotesMaxBytesPerProject };
    this.#splitter = new Splitter(options.formato, options.codificacion, options.encabezado, options.operacion);
    this.#survey = new Survey(options);
    const onUnderstood = (): void => void (this.#preview = null);
    this.#preview = options.formato === 'csv' ? new Lote({ ...options, onUnderstood }) : null;
  }

  /**
   * Gives the job that the project already has under the key, or a new one. Throws `UnreadableFile` if the header makes no
   * sense. `sheet`: the file is that of a workbook, which is stored behind its rows.
   */
  async receive(file: AsyncIterable<Uint8Array>, sheet?: UploadedSheet): Promise<JobRow> {
    const { store, now, retentionMs } = this.#jobs;
    const known = this.#key === null ? null : await store.findByKey(this.#project, this.#key);
    if (known !== null) return known;
    this.#touched = now();
    const expires = this.#touched + retentionMs;
    const job = { id: this.#id, proyecto: this.#project, opciones: JSON.stringify(this.#options) };
    if (!(await store.create(job, this.#touched, expires, this.#maxJobs))) {
      throw new UploadRefused('lotes_muchos');
    }
    for await (const chunk of file) {
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
    const libro = sheet === undefined ? undefined : await this.#storeBook(sheet);
    await store.setOptions(this.#id, JSON.stringify({ ...this.#options, reading, libro }));
    const totals = { piezas: this.#pieces, lineas: this.#lines, expires: now() + retentionMs, clave: this.#key };
    const stored = await store.complete(this.#id, header, totals, this.#maxBytes);
    if (typeof stored === 'string') throw refusal(stored);
    if (stored.id !== this.#id) await this.undo();
    this.#jobs.wake();
    return stored;
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
    this.#work += this.#splitter.workOf(block);
    if (this.#work >= PIECE_WORK) await this.#storePiece();
  }

  async #storeBook({ formato, hoja, sheet, spool }: UploadedSheet): Promise<StoredBook> {
    const pieza = this.#pieces;
    for (let from = 0; from < spool.size; from += BOOK_PIECE) {
      const datos = await spool.read(from, BOOK_PIECE);
      await this.#store({ codificacion: null, lineas: 0, peso: datos.length, datos });
    }
    const { understood, widest: columnas } = sheet;
    return { formato, pieza, bytes: spool.size, hoja, titulos: understood.added ?? [], columnas };
  }

  async #storePiece(): Promise<void> {
    const datos = new Uint8Array(this.#length);
    let end = 0;
    for (const { bytes } of this.#blocks) {
      datos.set(bytes, end);
      end += bytes.length;
      release(bytes);
    }
    const [lineas, peso] = [this.#blockLines, this.#work];
    const codificacion = this.#blocks[0]?.encoding ?? null;
    this.#blocks = [];
    this.#length = 0;
    this.#blockLines = 0;
    this.#work = 0;
    await this.#store({ codificacion, lineas, peso, datos });
    release(datos);
  }

  async #store(piece: Omit<NewPiece, 'numero'>): Promise<void> {
    this.#touched = this.#jobs.now();
    const { store } = this.#jobs;
    this.#stored += piece.peso;
    if (((await store.freeBytes()) ?? Infinity) < RESERVED_BYTES + this.#stored) throw refusal('sin_espacio');
    const numbered = { ...piece, numero: this.#pieces };
    const outcome = await store.addPiece(this.#id, numbered, this.#touched, this.#maxBytes);
    if (outcome !== 'guardada') throw refusal(outcome);
    this.#pieces += 1;
    this.#lines += piece.lineas;
  }

  async #touch(): Promise<void> {
    const now = this.#jobs.now();
    if (now - this.#touched < TOUCH_MS) return;
    this.#touched = now;
    if (!(await this.#jobs.store.touch(this.#id, now))) throw refusal('ajena');
  }
}

const refusal = (outcome: Exclude<StoreOutcome, 'guardada'>): UploadRefused => new UploadRefused(REFUSALS[outcome]);

/** `ajena`: a sweep took the upload for abandoned. */
const REFUSALS = { lleno: 'lotes_lleno', sin_espacio: 'lotes_sin_espacio', ajena: 'lotes_sin_resultado' } as const;
