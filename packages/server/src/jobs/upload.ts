/** Receives the file of a new job. A thread cuts it into pieces of whole rows, and each piece is stored before more is read. */
import { type Hash, createHash, randomBytes } from 'node:crypto';
import { release } from '@curp-service/lote';
import { success } from '@curp-service/contract/envelope';
import type { Cause } from '@curp-service/contract/codes/service';
import { FileRefused } from '../files/failure.js';
import { fileHeaders, givenOptions } from '../files/incoming.js';
import { type RequestOptions, nameOf, workbookFormatOf } from '../files/options.js';
import { Spool } from '../files/spool.js';
import type { Transfer } from '../files/transfer.js';
import { StreamCut } from '../http/stream.js';
import type { Config } from '../config.js';
import type { ByteLimits, JobRow, NewPiece, StoreOutcome } from '../store/jobs.js';
import { CUT_FILE, type CutFile, type CutHost, type CutInput } from './cut-file.js';
import type { Jobs } from './jobs.js';
import { type JobOptions, type StoredBook, statusOf } from './job.js';

/** The bytes of a workbook in one stored piece. */
export const BOOK_PIECE = 1 << 20;
/** The interval at which a slow upload notes in the database that it is alive. */
const TOUCH_MS = 30_000;

/** The bytes that uploads leave free on the disk of the database for its log and its other tables. */
const RESERVED_BYTES = 500e6;

type UploadLimits = Pick<Config, 'lotesMaxBytes' | 'lotesMaxBytesPerProject' | 'lotesMaxJobsPerProject'>;

/** The causes of a refused piece. `ajena` means that a sweep erased the upload as abandoned. */
const REFUSALS = {
  lleno: 'lotes_lleno',
  sin_espacio: 'lotes_sin_espacio',
  ajena: 'lotes_sin_resultado',
} as const satisfies Readonly<Record<Exclude<StoreOutcome, 'guardada'>, Cause>>;

/** Writes a new job to the store within its limits. Its functions throw `FileRefused` if the job cannot be stored. */
function newJob({ store, now, retentionMs, cancel }: Jobs, proyecto: string, limits: UploadLimits) {
  const id = `lote_${randomBytes(12).toString('hex')}`;
  const maxBytes: ByteLimits = { total: limits.lotesMaxBytes, perProject: limits.lotesMaxBytesPerProject };
  let piezas = 0;
  let lineas = 0;
  /** When the upload last noted in the database that it is alive; 0 if the database does not have it. */
  let touched = 0;
  /** The approximate total bytes of the stored pieces' results. */
  let stored = 0;

  const refusal = (cause: Cause): FileRefused => {
    const limite = cause === 'lotes_muchos' ? limits.lotesMaxJobsPerProject : limits.lotesMaxBytesPerProject / 1e6;
    return new FileRefused([{ cause, parts: { limite: String(limite) } }]);
  };

  return {
    id,
    refusal,
    pieces: () => piezas,

    create: async (nombre: string | null, options: JobOptions): Promise<void> => {
      touched = now();
      const job = { id, proyecto, nombre, opciones: JSON.stringify(options) };
      const isCreated = await store.create(job, touched, touched + retentionMs, limits.lotesMaxJobsPerProject);
      if (!isCreated) throw refusal('lotes_muchos');
    },

    touch: async (): Promise<void> => {
      if (now() - touched < TOUCH_MS) return;
      touched = now();
      if (!(await store.touch(id, touched))) throw refusal(REFUSALS.ajena);
    },

    add: async (piece: Omit<NewPiece, 'numero'>): Promise<void> => {
      touched = now();
      stored += piece.peso;
      if (((await store.freeBytes()) ?? Infinity) < RESERVED_BYTES + stored) throw refusal('lotes_sin_espacio');
      const outcome = await store.addPiece(id, { ...piece, numero: piezas }, touched, maxBytes);
      if (outcome !== 'guardada') throw refusal(REFUSALS[outcome]);
      piezas += 1;
      lineas += piece.lineas;
    },

    /** Completes and returns this job or, if the project already has a job under the key, returns that job. */
    complete: async (
      options: JobOptions,
      header: CutFile['header'],
      clave: string | null,
      huella: string | null,
    ): Promise<JobRow> => {
      await store.setOptions(id, JSON.stringify(options));
      const totals = { piezas, lineas, huella, expires: now() + retentionMs, clave };
      const completed = await store.complete(id, header, totals, maxBytes);
      if (typeof completed === 'string') throw refusal(REFUSALS[completed]);
      return completed;
    },

    /** Erases everything stored so far. If the database is away, the sweep erases it later. */
    undo: async (): Promise<void> => {
      if (touched === 0) return;
      await cancel(id, proyecto);
      await store.erase(id);
    },
  };
}

export async function receiveUpload(
  transfer: Transfer,
  jobs: Jobs,
  key: string | null,
  { formato }: RequestOptions,
): Promise<void> {
  const { parts, request, project, language } = transfer;
  const { form } = request;
  const hash = createHash('sha256');
  const received = transfer.pieces(formato);
  const pieces = key === null ? received : hashed(received, hash);
  const workbook = workbookFormatOf(fileHeaders(request));
  const spool = new Spool(parts.tempBytes, project);
  const source = form === undefined ? pieces : spool.pieces();
  const next = async (): Promise<Uint8Array | null> => (await source.next()).value ?? null;
  const hold = async (memory: number): Promise<void> => transfer.hold(spool.memory + memory);
  const job = newJob(jobs, project, parts.config);
  const host: CutHost = {
    hold,
    next: async () => {
      await job.touch();
      return next();
    },
    read: async (offset, into, memory) => {
      await job.touch();
      await hold(memory);
      return spool.read(offset, into);
    },
    store: async (datos, traits) => {
      await job.add({ ...traits, datos });
      release(datos);
    },
  };

  const storeBook = async ({ titulos, lugar }: CutFile): Promise<Omit<StoredBook, 'formato' | 'hoja'>> => {
    const pieza = job.pieces();
    for (let from = 0; from < spool.size; from += BOOK_PIECE) {
      const datos = await spool.read(from, new Uint8Array(BOOK_PIECE));
      await job.add({ codificacion: null, lineas: 0, peso: datos.length, datos });
    }
    return { pieza, bytes: spool.size, titulos, lugar };
  };
  const skipRest = async (): Promise<void> => {
    let length = 0;
    for (let bytes = await next(); bytes !== null; bytes = await next()) {
      length += bytes.length;
      if (length > parts.config.lotesMaxBytesPerProject) throw job.refusal('lotes_lleno');
    }
  };

  /** Stores the file. Returns the job that the project already has under the key, or the new one. */
  const store = async (): Promise<JobRow> => {
    // A form is received completely first, because its options may follow its file.
    if (workbook !== undefined || form !== undefined) await spool.addAll(pieces, (memory) => transfer.hold(memory));
    const given = givenOptions(request);
    const { hoja, nombre = nameOf(form?.form.fileName), ...common } = given;
    // The text of a workbook is always read as CSV in UTF-8.
    const ofSheet = workbook === undefined ? {} : ({ formato: 'csv', codificacion: 'utf-8' } as const);
    const options: JobOptions = { ...common, ...ofSheet, language };
    /** Returns the hash of the file and its options. Valid once the whole file has arrived. */
    const fingerprint = (): string => hash.update(JSON.stringify({ ...given, language })).digest('hex');
    const checked = (found: JobRow, huella: string | null): JobRow => {
      if (found.huella !== huella) throw job.refusal('lotes_otro_archivo');
      return found;
    };
    const known = key === null ? null : await jobs.store.findByKey(project, key);
    if (known !== null) {
      await skipRest();
      return checked(known, fingerprint());
    }
    await job.create(nombre, options);
    const input: CutInput = { options, book: workbook === undefined ? null : { hoja, upload: spool.stored } };
    const cut: CutFile = await parts.threads.run(CUT_FILE, input, host);
    const libro = workbook === undefined ? null : { formato: workbook, hoja, ...(await storeBook(cut)) };
    const huella = key === null ? null : fingerprint();
    const stored = await job.complete(
      { ...options, reading: cut.reading, ...(libro && { libro }) },
      cut.header,
      key,
      huella,
    );
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
      } finally {
        await spool.close();
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
