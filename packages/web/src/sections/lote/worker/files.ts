/** Reads files as CSV or NDJSON text, and keeps bytes and rows in blobs, outside of the script's memory. */
import type { FileFormat } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { checkText, jsonLines, sniff } from '@curp-service/lote';
import type * as Xlsx from '@curp-service/lote/xlsx';
import { loadFile } from '../../../base/load.js';
import type { ChosenFile, Pile } from './tasks.js';

/** The global of `xlsx.js`. */
declare const curpXlsx: typeof Xlsx;

/** The size at which collected bytes become a blob. */
const BATCH_BYTES = 1 << 22;

export class BlobBuilder {
  size = 0;
  private parts: BlobPart[] = [];
  private pending = 0;
  private readonly blobs: Blob[] = [];

  add(part: Uint8Array<ArrayBuffer>): void {
    this.parts.push(part);
    this.size += part.length;
    this.pending += part.length;
    if (this.pending < BATCH_BYTES) return;
    this.blobs.push(new Blob(this.parts));
    this.parts = [];
    this.pending = 0;
  }

  blob(type: string): Blob {
    return new Blob([...this.blobs, ...this.parts], { type });
  }
}

const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer());

/** Reads the rows of one page of a pile. */
export async function readPage<T>({ lines, pages }: Pile<T>, page: number): Promise<T[]> {
  const texts = (await lines.slice(pages[page], pages[page + 1]).text()).split('\n').slice(0, -1);
  return texts.map((line) => JSON.parse(line) as T);
}

/** Yields everything that a pile holds, with only one page in memory. */
export async function* readPile<T>(pile: Pile<T>): AsyncGenerator<T, void> {
  for (const page of pile.pages.keys()) yield* await readPage(pile, page);
}

/** The bytes that show what a file is: the name of the first file in a .zip is among them. */
const SNIFFED_BYTES = 512;
/** The library for workbooks refuses old and encrypted ones with a message. */
const BOOKS: ReadonlySet<ReturnType<typeof sniff>> = new Set(['xlsx', 'ole']);

const sniffFile = async (file: Blob): Promise<ReturnType<typeof sniff>> =>
  sniff(await bytesOf(file.slice(0, SNIFFED_BYTES)));

/** Returns the format of a file. Throws an `UnreadableFile` that says what the file is, if it holds neither text nor a workbook. */
export async function formatOf(file: File, language: Language): Promise<FileFormat> {
  const format = await sniffFile(file);
  if (BOOKS.has(format)) return /\.xlsm$/i.test(file.name) ? 'xlsm' : 'xlsx';
  if (format !== 'gzip') checkText(format, language);
  const text = await firstBytes(textOf({ file, hoja: undefined }), SNIFFED_BYTES);
  return sniff(text) === 'ndjson' ? 'ndjson' : 'csv';
}

export async function xlsxLibrary(): Promise<typeof Xlsx> {
  await loadFile('xlsx.js');
  return curpXlsx;
}

/** Reads a file as text. It calls `onRead` with the number of bytes of each chunk. */
export async function* textOf(
  { file, hoja, dateColumn, operacion }: ChosenFile,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array, void> {
  const format = await sniffFile(file);
  if (BOOKS.has(format)) {
    const { csvFromXlsx } = await xlsxLibrary();
    yield* csvFromXlsx(file, { hoja, dateColumn, operacion });
    return;
  }
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        onRead(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
  yield* jsonLines(chunksOf(format === 'gzip' ? counted.pipeThrough(new DecompressionStream('gzip')) : counted));
}

/** Reads at least the first `count` bytes. */
export async function firstBytes(chunks: AsyncIterable<Uint8Array>, count: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.slice());
    length += chunk.length;
    if (length >= count) break;
  }
  return bytesOf(new Blob(parts));
}

/** Yields the chunks of a stream: some browsers cannot iterate over one. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    void reader.cancel().catch(() => {});
  }
}
