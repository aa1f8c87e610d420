/** Reads a file as CSV or NDJSON text: as it is, from gzip, or from a workbook. */
import { loadScript } from '../../../base/load.js';
import type { FileSource } from './messages.js';
import type * as Xlsx from './xlsx.js';

/** The global of `xlsx.js`. */
declare const curpXlsx: typeof Xlsx;

const GZIP = 0x1f8b;
/** XLSX, and the format of old or encrypted workbooks, which the library rejects with a message. */
const WORKBOOKS = new Set([0x504b0304, 0xd0cf11e0]);

async function signatureOf(file: Blob): Promise<number> {
  const bytes = new Uint8Array(4);
  bytes.set(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  return new DataView(bytes.buffer).getUint32(0);
}

/** The library for workbooks; `null` if the file is no workbook. */
export async function xlsxLibraryFor(file: Blob): Promise<typeof Xlsx | null> {
  return WORKBOOKS.has(await signatureOf(file)) ? xlsxLibrary() : null;
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
  const isGzip = (await signatureOf(file)) >>> 16 === GZIP;
  yield* chunksOf(isGzip ? counted.pipeThrough(new DecompressionStream('gzip')) : counted);
}

/** Some browsers cannot iterate over a stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const lector = stream.getReader();
  try {
    for (let step = await lector.read(); !step.done; step = await lector.read()) yield step.value;
  } finally {
    void lector.cancel().catch(() => {});
  }
}
