/** Random access to the bytes of a workbook, so that it need not be in memory, and the deflate and CRC-32 of the platform. */
import type { Source } from '../../bytes.js';

/** The needed part of `Blob`. */
interface BlobLike {
  readonly size: number;
  readonly slice: (start: number, end: number) => { readonly arrayBuffer: () => Promise<ArrayBuffer> };
}

export type WorkbookInput = Uint8Array | BlobLike | Source;

export function sourceOf(input: WorkbookInput): Source {
  if (input instanceof Uint8Array) {
    return { size: input.length, read: async (offset, length) => input.subarray(offset, offset + length) };
  }
  if ('read' in input) return input;
  return {
    size: input.size,
    read: async (offset, length) => new Uint8Array(await input.slice(offset, offset + length).arrayBuffer()),
  };
}

/** Raw deflate in both directions. Node's own is faster and is passed in; browsers have `webCodec`. */
export interface Codec {
  /** Each piece it yields is valid until the next is requested. */
  readonly inflate: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** It owns the pieces it gets and may free their memory. */
  readonly deflate: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Continues a CRC-32 with more bytes. If absent, a slower one in JavaScript is used. */
  readonly crc32?: ((bytes: Uint8Array, before: number) => number) | undefined;
}

/** Browsers inflate a whole piece at once: small pieces keep the memory of a zip bomb small. */
const SOURCE_PIECE_BYTES = 1 << 14;

/** Deflate by the Compression Streams standard, in browsers and in Node. */
export const webCodec: Codec = {
  inflate: (pieces) => throughStream(pieces, new DecompressionStream('deflate-raw')),
  deflate: (pieces) => throughStream(pieces, new CompressionStream('deflate-raw')),
};

async function* throughStream(
  pieces: AsyncIterable<Uint8Array>,
  { readable, writable }: DecompressionStream | CompressionStream,
): AsyncGenerator<Uint8Array, void> {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const writing = (async () => {
    for await (const piece of pieces) {
      for (let i = 0; i < piece.length; i += SOURCE_PIECE_BYTES) {
        await writer.ready;
        await writer.write(new Uint8Array(piece.subarray(i, i + SOURCE_PIECE_BYTES)));
      }
    }
    await writer.close();
  })().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => {});
    throw error;
  });
  // A failure is reported below; until then no code awaits it.
  writing.catch(() => {});
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    await writing;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const POLYNOMIAL = 0xedb88320;
/** Table k has the CRC of a byte that k others follow. */
const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
for (let i = 0; i < 256; i++) {
  let crc = i;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  tables[0][i] = crc;
}
for (let k = 1; k < 8; k++) {
  for (let i = 0; i < 256; i++) tables[k][i] = (tables[k - 1][i] >>> 8) ^ tables[0][tables[k - 1][i] & 255];
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;

export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  const { length } = bytes;
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc =
      t7[crc & 255] ^
      t6[(crc >>> 8) & 255] ^
      t5[(crc >>> 16) & 255] ^
      t4[crc >>> 24] ^
      t3[bytes[i + 4]] ^
      t2[bytes[i + 5]] ^
      t1[bytes[i + 6]] ^
      t0[bytes[i + 7]];
  }
  for (; i < length; i++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[i]) & 255];
  return ~crc >>> 0;
}
