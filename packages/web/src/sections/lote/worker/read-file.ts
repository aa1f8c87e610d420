/** Reads a file as CSV or NDJSON text: as it is, from gzip, or from a workbook. */
import { sniff } from '@curp-service/lote';
import { loadScript } from '../../../base/load.js';
import type { FileSource } from './messages.js';
import type * as Xlsx from './xlsx.js';

/** The global of `xlsx.js`. */
declare const curpXlsx: typeof Xlsx;

const formatOf = async (file: Blob): Promise<ReturnType<typeof sniff>> => sniff(await bytesOf(file.slice(0, 4)));

/** The library for workbooks, which rejects old and encrypted ones with a message; `null` if the file is no workbook. */
export async function xlsxLibraryFor(file: Blob): Promise<typeof Xlsx | null> {
  const format = await formatOf(file);
  return format === 'xlsx' || format === 'ole' ? xlsxLibrary() : null;
}

export async function xlsxLibrary(): Promise<typeof Xlsx> {
  await loadScript('xlsx.js');
  return curpXlsx;
}

export const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer());

/** `onRead` is called with the number of bytes of each chunk. */
export async function* textOf(
  { file, hoja, dateColumn }: FileSource,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array, void> {
  const xlsx = await xlsxLibraryFor(file);
  if (xlsx !== null) {
    yield* xlsx.csvFromXlsx(file, { hoja, dateColumn });
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
  const isGzip = (await formatOf(file)) === 'gzip';
  yield* chunksOf(isGzip ? counted.pipeThrough(new DecompressionStream('gzip')) : counted);
}

/** Some browsers cannot iterate over a stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
  } finally {
    void reader.cancel().catch(() => {});
  }
}
