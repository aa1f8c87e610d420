/** Receives the file of a new job: a thread cuts it into pieces of whole rows, and each is stored before more is read. */
import { type Hash, createHash, randomBytes } from 'node:crypto';
import { type LoteOptions, release } from '@curp-service/lote';
import { success } from '@curp-service/contract/envelope';
import type { WorkbookFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import type { FastifyReply } from 'fastify';
import type { Admitted, IncomingRequest } from '../access/gate.js';
import type { Cause } from '@curp-service/contract/codes/service';
import { FileRefused } from '../files/failure.js';
import type { FileSlot } from '../files/limits.js';
import { fileHeaders, givenOptions } from '../files/incoming.js';
import { type FileParameter, type RequestOptions, nameOf, workbookFormatOf } from '../files/options.js';
import { Spool } from '../files/spool.js';
import { type FileParts, Transfer } from '../files/transfer.js';
import { StreamCut } from '../http/stream.js';
import type { Config } from '../config.js';
import type { ByteLimits, JobRow, NewPiece, StoreOutcome } from '../store/jobs.js';
import type { Threads } from '../threads.js';
import { CUT_FILE, type CutFile, type CutHost, type CutInput } from './cut-file.js';
import type { Jobs } from './jobs.js';
import { JOB_REQUESTS, type JobOptions, type StoredBook, statusOf } from './job.js';

/** Bytes of a stored piece of a workbook. */
export const BOOK_PIECE = 1 << 20;
/** A slow upload tells the database this often that it is alive. */
const TOUCH_MS = 30_000;

/** So many bytes stay free on the disk of the database, for its log and its other tables. */
const RESERVED_BYTES = 500e6;

type UploadLimits = Pick<Config, 'lotesMaxBytes' | 'lotesMaxBytesPerProject' | 'lotesMaxJobsPerProject'>;

/** A workbook that was received whole. */
interface UploadedBook {
  readonly formato: WorkbookFormat;
  readonly hoja: string | undefined;
  readonly spool: Spool;
}

/** What an upload needs of the request that brings it. */
interface UploadSide extends Pick<CutHost, 'next' | 'hold'> {
  readonly book: UploadedBook | null;
  /** A hash of the file and its options, once all of it has come. */
  readonly fingerprint: () => string;
}

class JobUpload {
  readonly #id = `lote_${randomBytes(12).toString('hex')}`;
  readonly #jobs: Jobs;
  readonly #project: string;
  readonly #name: string | null;
  readonly #options: LoteOptions;
  readonly #key: string | null;
  readonly #limits: UploadLimits;
  #pieces = 0;
  #lines = 0;
  #touched = 0;
  /** The sum of the stored pieces' results, about. */
  #stored = 0;

  constructor(
    jobs: Jobs,
    project: string,
    key: string | null,
    name: string | null,
    options: LoteOptions,
    limits: UploadLimits,
  ) {
    this.#jobs = jobs;
    this.#project = project;
    this.#key = key;
    this.#name = name;
    this.#options = options;
    this.#limits = limits;
  }

  /** Gives the job that the project already has under the key, or a new one. Throws `FileRefused` if it cannot be stored. */
  async receive(threads: Threads, { book, next, hold, fingerprint }: UploadSide): Promise<JobRow> {
    const { store, now, retentionMs } = this.#jobs;
    const known = this.#key === null ? null : await store.findByKey(this.#project, this.#key);
    if (known !== null) {
      await this.#skip(next);
      return this.#checked(known, fingerprint());
    }
    this.#touched = now();
    const expires = this.#touched + retentionMs;
    const opciones = JSON.stringify(this.#options);
    const job = { id: this.#id, proyecto: this.#project, nombre: this.#name, opciones };
    if (!(await store.create(job, this.#touched, expires, this.#limits.lotesMaxJobsPerProject))) {
      throw this.#refusal('lotes_muchos');
    }
    const host: CutHost = {
      hold,
      next: async () => {
        await this.#touch();
        return next();
      },
      read: async (offset, length, memory) => {
        await this.#touch();
        await hold(memory);
        return book?.spool.read(offset, length) ?? new Uint8Array();
      },
      store: async (datos, traits) => {
        await this.#store({ ...traits, datos });
        release(datos);
      },
    };
    const input: CutInput = {
      options: this.#options,
      book: book === null ? null : { hoja: book.hoja, upload: book.spool.stored },
    };
    const cut: CutFile = await threads.run(CUT_FILE, input, host);
    const libro = book === null ? undefined : await this.#storeBook(book, cut);
    await store.setOptions(this.#id, JSON.stringify({ ...this.#options, reading: cut.reading, libro }));
    const huella = this.#key === null ? null : fingerprint();
    const ofFile = { piezas: this.#pieces, lineas: this.#lines, huella };
    const totals = { ...ofFile, expires: now() + retentionMs, clave: this.#key };
    const stored = await store.complete(this.#id, cut.header, totals, this.#maxBytes);
    if (typeof stored === 'string') throw this.#refusal(REFUSALS[stored]);
    if (stored.id !== this.#id) await this.undo();
    this.#jobs.wake();
    return this.#checked(stored, huella);
  }

  /** Gives the job that the project has under the key, if this is its file. */
  #checked(job: JobRow, huella: string | null): JobRow {
    if (job.huella !== huella) throw this.#refusal('lotes_otro_archivo');
    return job;
  }

  async #skip(next: UploadSide['next']): Promise<void> {
    let length = 0;
    for (let bytes = await next(); bytes !== null; bytes = await next()) {
      length += bytes.length;
      if (length > this.#maxBytes.perProject) throw this.#refusal('lotes_lleno');
    }
  }

  /** Erases everything stored so far. If the database is away, the sweep erases it later. */
  async undo(): Promise<void> {
    await this.#jobs.cancel(this.#id, this.#project);
    await this.#jobs.store.erase(this.#id);
  }

  async #storeBook({ formato, hoja, spool }: UploadedBook, { titulos, lugar }: CutFile): Promise<StoredBook> {
    const pieza = this.#pieces;
    for (let from = 0; from < spool.size; from += BOOK_PIECE) {
      const datos = await spool.read(from, BOOK_PIECE);
      await this.#store({ codificacion: null, lineas: 0, peso: datos.length, datos });
    }
    return { formato, pieza, bytes: spool.size, hoja, titulos, lugar };
  }

  async #store(piece: Omit<NewPiece, 'numero'>): Promise<void> {
    this.#touched = this.#jobs.now();
    const { store } = this.#jobs;
    this.#stored += piece.peso;
    if (((await store.freeBytes()) ?? Infinity) < RESERVED_BYTES + this.#stored) {
      throw this.#refusal('lotes_sin_espacio');
    }
    const numbered = { ...piece, numero: this.#pieces };
    const outcome = await store.addPiece(this.#id, numbered, this.#touched, this.#maxBytes);
    if (outcome !== 'guardada') throw this.#refusal(REFUSALS[outcome]);
    this.#pieces += 1;
    this.#lines += piece.lineas;
  }

  async #touch(): Promise<void> {
    const now = this.#jobs.now();
    if (now - this.#touched < TOUCH_MS) return;
    this.#touched = now;
    if (!(await this.#jobs.store.touch(this.#id, now))) throw this.#refusal(REFUSALS.ajena);
  }

  get #maxBytes(): ByteLimits {
    return { total: this.#limits.lotesMaxBytes, perProject: this.#limits.lotesMaxBytesPerProject };
  }

  #refusal(cause: Cause): FileRefused {
    const { lotesMaxJobsPerProject, lotesMaxBytesPerProject } = this.#limits;
    const limite = String(cause === 'lotes_muchos' ? lotesMaxJobsPerProject : lotesMaxBytesPerProject / 1e6);
    return new FileRefused([{ cause, parts: { limite } }]);
  }
}

/** Receives the file of a new job, and answers once all of it is stored. */
export async function receiveUpload(
  parts: FileParts,
  jobs: Jobs,
  request: IncomingRequest,
  reply: FastifyReply,
  { project, headers }: Admitted<FileParameter>,
  key: string | null,
  { formato }: RequestOptions,
  language: Language,
  slot: FileSlot,
): Promise<void> {
  const context = { operacion: JOB_REQUESTS.send, proyecto: project.id, headers, language };
  const transfer = new Transfer(parts, request, reply, context, slot);
  const hash = createHash('sha256');
  const received = transfer.pieces(formato);
  const pieces = key === null ? received : hashed(received, hash);
  const workbook = workbookFormatOf(fileHeaders(request));
  const spool = new Spool(parts.tempBytes, project.id);

  const store = async (): Promise<void> => {
    const { form } = request;
    // The options of a form may follow its file.
    if (workbook !== undefined || form !== undefined) await spool.addAll(pieces, (memory) => transfer.hold(memory));
    const given = givenOptions(request);
    const { hoja, nombre = nameOf(form?.form.fileName), ...common } = given;
    // The text of a workbook is certain.
    const ofSheet = workbook === undefined ? {} : ({ formato: 'csv', codificacion: 'utf-8' } as const);
    const options: JobOptions = { ...common, ...ofSheet, language };
    const book = workbook === undefined ? null : { formato: workbook, hoja, spool };
    const source = form === undefined ? pieces : spool.pieces();
    const upload = new JobUpload(jobs, project.id, key, nombre, options, parts.config);
    try {
      const job = await upload.receive(parts.threads, {
        book,
        hold: async (memory) => transfer.hold(spool.memory + memory),
        next: async () => (await source.next()).value ?? null,
        fingerprint: () => hash.update(JSON.stringify({ ...given, language })).digest('hex'),
      });
      transfer.answer({ ...success(statusOf(job, jobs.now())), http: 202 }, { location: `/curp/lotes/${job.id}` });
    } catch (error) {
      await upload.undo().catch(parts.gate.storeFailed);
      throw error;
    }
  };
  await transfer.run({
    work: async () => store().finally(async () => spool.close()),
    closes: (error) => error instanceof StreamCut,
  });
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** `ajena`: a sweep took the upload for abandoned. */
const REFUSALS = {
  lleno: 'lotes_lleno',
  sin_espacio: 'lotes_sin_espacio',
  ajena: 'lotes_sin_resultado',
} as const satisfies Readonly<Record<Exclude<StoreOutcome, 'guardada'>, Cause>>;
