/** From a file, whatever it is, to rows of text. */
import { cargar } from '../../../base/load.js';
import type * as Xlsx from './xlsx.js';

/** What that script leaves behind. */
declare const curpXlsx: typeof Xlsx;

const GZIP = 0x1f8b;
/** A workbook; and an old one, or one with a password, of which the library says so. */
const LIBROS = new Set([0x504b0304, 0xd0cf11e0]);

async function firmaDe(archivo: Blob): Promise<number> {
  const bytes = new Uint8Array(4);
  bytes.set(new Uint8Array(await archivo.slice(0, 4).arrayBuffer()));
  return new DataView(bytes.buffer).getUint32(0);
}

/** The library that reads workbooks, if the file is one. */
export async function libreriaPara(archivo: Blob): Promise<typeof Xlsx | null> {
  return LIBROS.has(await firmaDe(archivo)) ? libreria() : null;
}

export async function libreria(): Promise<typeof Xlsx> {
  await cargar('xlsx.js');
  return curpXlsx;
}

export const bytesDe = async (archivo: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await archivo.arrayBuffer());

/** Its rows as CSV or NDJSON. `alLeer`: told how many bytes of the file were read. */
export async function* textoDe(
  archivo: Blob,
  hoja: string | undefined,
  alLeer: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array, void> {
  const xlsx = await libreriaPara(archivo);
  if (xlsx !== null) {
    yield* xlsx.csvFromXlsx(archivo, { hoja });
    return;
  }
  const contados = archivo.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (trozo, control) => {
        alLeer(trozo.length);
        control.enqueue(trozo);
      },
    }),
  );
  const comprimido = (await firmaDe(archivo)) >>> 16 === GZIP;
  yield* trozosDe(comprimido ? contados.pipeThrough(new DecompressionStream('gzip')) : contados);
}

/** Not every browser goes through a stream by itself. */
export async function* trozosDe(flujo: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const lector = flujo.getReader();
  try {
    for (let paso = await lector.read(); !paso.done; paso = await lector.read()) yield paso.value;
  } finally {
    void lector.cancel().catch(() => {});
  }
}
