/** The task of a thread that cuts the file of a job into pieces of whole rows, and decides how all of them are read. */
import type { Reading } from '@curp-service/contract/reading';
import {
  type Block,
  Lote,
  type LoteOptions,
  type Place,
  Splitter,
  Survey,
  countLines,
  decideReading,
} from '@curp-service/lote';
import { columnOption } from '../files/options.js';
import { type StoredUpload, type UploadHost, UploadSource, openBook } from '../files/upload-source.js';
import type { NewPiece } from '../store/jobs.js';

export const CUT_FILE = 'cutFile';

/**
 * The bytes of a piece's result, about, and somewhat more than a megabyte of ordinary rows: large enough that storing a piece
 * costs little beside processing it; small enough that memory holds several.
 */
const PIECE_WORK = 3 << 20;

export interface CutInput {
  readonly options: LoteOptions;
  /** A workbook that was received whole; `null`: a text that is cut as it comes. */
  readonly book: { readonly hoja: string | undefined; readonly upload: StoredUpload } | null;
}

type PieceTraits = Omit<NewPiece, 'numero' | 'datos'>;

export interface CutHost extends UploadHost {
  /** Gives the next bytes of a text; `null`: there are no more. */
  readonly next: () => Promise<Uint8Array | null>;
  /** Stores a piece. */
  readonly store: (datos: Uint8Array<ArrayBuffer>, traits: PieceTraits) => Promise<void>;
}

export interface CutFile {
  readonly header: { readonly bytes: Uint8Array; readonly encoding: Block['encoding'] };
  readonly reading: Reading;
  /** Of a workbook: the names of its new columns, and where they go. */
  readonly titulos: readonly string[];
  readonly lugar: Place | null;
}

/** Throws `UnreadableFile` if the header makes no sense. */
export async function cutFile(input: CutInput, host: CutHost): Promise<CutFile> {
  const options: LoteOptions = { ...input.options, optionFor: columnOption };
  if (input.book === null) {
    const cutter = new Cutter(options, host);
    for (let bytes = await host.next(); bytes !== null; bytes = await host.next()) await cutter.add(bytes);
    return { ...(await cutter.finish()), titulos: [], lugar: null };
  }
  const sheet = await openBook(new UploadSource(input.book.upload, host), input.book.hoja, options);
  const lugar = await sheet.findPlace();
  const cutter = new Cutter({ ...options, rangos: lugar?.stuck ?? [] }, host);
  for await (const bytes of sheet.neededCsv()) await cutter.add(bytes);
  return { ...(await cutter.finish()), titulos: sheet.understood.added ?? [], lugar };
}

class Cutter {
  readonly #host: CutHost;
  readonly #options: LoteOptions;
  /** Observes all rows, so that they are read alike. */
  readonly #survey: Survey;
  readonly #splitter: Splitter;
  /** Reads the header as it arrives, so that an unusable one is refused at once. */
  #preview: Lote | null;
  #blocks: Block[] = [];
  #length = 0;
  #lines = 0;
  #work = 0;
  #pieces = 0;

  constructor(options: LoteOptions, host: CutHost) {
    this.#host = host;
    this.#options = options;
    this.#splitter = new Splitter(options.formato, options.codificacion, options.encabezado, options.operacion);
    this.#survey = new Survey(options);
    const onUnderstood = (): void => void (this.#preview = null);
    // The header does not show what M means. All rows decide it, at the end.
    this.#preview = options.formato === 'csv' ? new Lote({ sexo: 'hm', ...options, onUnderstood }) : null;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#survey.read(bytes);
    if (this.#preview !== null) this.#readHeader(this.#preview.process(bytes));
    for (const block of this.#splitter.split(bytes)) await this.#take(block);
  }

  async finish(): Promise<Pick<CutFile, 'header' | 'reading'>> {
    if (this.#preview !== null) this.#readHeader(this.#preview.finish());
    for (const block of this.#splitter.finish()) await this.#take(block);
    // A file without rows has one empty piece: the first piece carries the header.
    if (this.#blocks.length > 0 || this.#pieces === 0) await this.#store();
    const header = this.#splitter.header ?? { bytes: new Uint8Array(), encoding: null };
    const reading = decideReading(this.#survey.finish(), this.#options);
    // oxlint-disable-next-line no-new -- the constructor refuses a reading that leaves a question for a person
    new Lote({ ...this.#options, reading });
    return { header, reading };
  }

  /** Stops once the header is understood: the rows behind it are processed later. */
  #readHeader(rows: Iterator<Uint8Array>): void {
    while (this.#preview !== null && rows.next().done !== true);
  }

  async #take(block: Block): Promise<void> {
    this.#blocks.push(block);
    this.#length += block.bytes.length;
    this.#lines += countLines(block.bytes);
    this.#work += this.#splitter.workOf(block);
    if (this.#work >= PIECE_WORK) await this.#store();
  }

  async #store(): Promise<void> {
    const bytes = new Uint8Array(this.#length);
    let end = 0;
    for (const block of this.#blocks) {
      bytes.set(block.bytes, end);
      end += block.bytes.length;
    }
    const traits = { codificacion: this.#blocks[0]?.encoding ?? null, lineas: this.#lines, peso: this.#work };
    this.#blocks = [];
    this.#length = 0;
    this.#lines = 0;
    this.#work = 0;
    this.#pieces += 1;
    await this.#host.store(bytes, traits);
  }
}
