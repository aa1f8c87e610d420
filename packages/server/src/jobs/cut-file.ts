/** The task of a thread that cuts the file of a job into pieces of whole rows, and decides the reading of the file. */
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
 * The approximate bytes of a piece's result, for somewhat more than a megabyte of ordinary rows: large enough that processing a
 * piece costs much more than storing it, and small enough that memory holds several.
 */
const PIECE_WORK = 3 << 20;

export interface CutInput {
  readonly options: LoteOptions;
  /** A workbook that was received completely; `null` for a text, which is cut as it arrives. */
  readonly book: { readonly hoja: string | undefined; readonly upload: StoredUpload } | null;
}

type PieceTraits = Omit<NewPiece, 'numero' | 'datos'>;

export interface CutHost extends UploadHost {
  /** Returns the next bytes of a text, or `null` at the end. */
  readonly next: () => Promise<Uint8Array | null>;
  readonly store: (datos: Uint8Array<ArrayBuffer>, traits: PieceTraits) => Promise<void>;
}

export interface CutFile {
  readonly header: { readonly bytes: Uint8Array; readonly encoding: Block['encoding'] };
  readonly reading: Reading;
  /** The names and the place of a workbook's new columns. A text has neither. */
  readonly titulos: readonly string[];
  readonly lugar: Place | null;
}

/** Cuts a file. Throws `UnreadableFile` if its header is unusable. */
export async function cutFile(input: CutInput, host: CutHost): Promise<CutFile> {
  const options: LoteOptions = { ...input.options, optionFor: columnOption };
  if (input.book === null) {
    const cutter = openCutter(options, host);
    for (let bytes = await host.next(); bytes !== null; bytes = await host.next()) await cutter.add(bytes);
    return { ...(await cutter.finish()), titulos: [], lugar: null };
  }
  const sheet = await openBook(new UploadSource(input.book.upload, host), input.book.hoja, options);
  const lugar = await sheet.findPlace();
  const cutter = openCutter({ ...options, sheet: sheet.options.sheet ?? null, rangos: lugar?.stuck ?? [] }, host);
  for await (const bytes of sheet.neededCsv()) await cutter.add(bytes);
  return { ...(await cutter.finish()), titulos: sheet.understood.added ?? [], lugar };
}

/** Collects blocks of whole rows into pieces, and surveys all rows. */
function openCutter(options: LoteOptions, host: CutHost) {
  const survey = new Survey(options);
  const splitter = new Splitter(options.formato, options.codificacion, options, options.operacion);
  const onUnderstood = (): void => void (preview = null);
  /** Reads the header as it arrives, so that an unusable one is refused at once; `null` once it is understood. */
  let preview: Lote | null =
    // `hm` is arbitrary: the header does not show what M means, and at the end all rows decide it.
    options.formato === 'csv' ? new Lote({ sexo: 'hm', ...options, onUnderstood }) : null;
  let blocks: Block[] = [];
  let lines = 0;
  let work = 0;
  let pieces = 0;

  /** Reads rows until the header is understood. The other rows are processed later. */
  const readHeader = (rows: Iterator<Uint8Array>): void => {
    const isRead = (): boolean => preview === null || rows.next().done === true;
    while (!isRead());
  };
  const store = async (): Promise<void> => {
    const bytes = new Uint8Array(blocks.reduce((length, block) => length + block.bytes.length, 0));
    let end = 0;
    for (const block of blocks) {
      bytes.set(block.bytes, end);
      end += block.bytes.length;
    }
    const traits = { codificacion: blocks[0]?.encoding ?? null, lineas: lines, peso: work };
    blocks = [];
    lines = 0;
    work = 0;
    pieces += 1;
    await host.store(bytes, traits);
  };
  const take = async (block: Block): Promise<void> => {
    blocks.push(block);
    const inBlock = countLines(block.bytes);
    lines += inBlock;
    work += splitter.workOf(block, inBlock);
    if (work >= PIECE_WORK) await store();
  };

  return {
    add: async (bytes: Uint8Array): Promise<void> => {
      survey.read(bytes);
      if (preview !== null) readHeader(preview.process(bytes));
      for (const block of splitter.split(bytes)) await take(block);
    },
    finish: async (): Promise<Pick<CutFile, 'header' | 'reading'>> => {
      if (preview !== null) readHeader(preview.finish());
      for (const block of splitter.finish()) await take(block);
      // A file without rows has one empty piece: the first piece carries the header.
      if (blocks.length > 0 || pieces === 0) await store();
      const header = splitter.header ?? { bytes: new Uint8Array(), encoding: null };
      const reading = decideReading(survey.finish(), options);
      // oxlint-disable-next-line no-new -- the constructor refuses a reading that leaves a question for a person
      new Lote({ ...options, reading });
      return { header, reading };
    },
  };
}
