/** From a file, whatever it is, to rows of text. */
import { loadScript } from '../../../base/load.js';
import type * as Xlsx from './xlsx.js';

/** What that script leaves behind. */
declare const curpXlsx: typeof Xlsx;

const GZIP = 0x1f8b;
/** A workbook; and an old one, or one with a password, of which the library says so. */
const WORKBOOKS = new Set([0x504b0304, 0xd0cf11e0]);

async function signatureOf(file: Blob): Promise<number> {
  const bytes = new Uint8Array(4);
  bytes.set(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  return new DataView(bytes.buffer).getUint32(0);
}

/** The library that reads workbooks, if the file is one. */
export async function xlsxLibraryFor(file: Blob): Promise<typeof Xlsx | null> {
  return WORKBOOKS.has(await signatureOf(file)) ? xlsxLibrary() : null;
}

export async function xlsxLibrary(): Promise<typeof Xlsx> {
  await loadScript('xlsx.js');
  return curpXlsx;
}

export const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await file.arrayBuffer());

/** Its rows as CSV or NDJSON. `alLeer`: told how many bytes of the file were read. */
export async function* textOf(
  file: Blob,
  hoja: string | undefined,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array, void> {
  const xlsx = await xlsxLibraryFor(file);
  if (xlsx !== null) {
    yield* xlsx.csvFromXlsx(await bytesOf(file), { hoja });
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

/** Not every browser goes through a stream by itself. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const lector = stream.getReader();
  try {
    for (let step = await lector.read(); !step.done; step = await lector.read()) yield step.value;
  } finally {
    void lector.cancel().catch(() => {});
  }
}
