/** Streams of bytes: compresses, decompresses, or peeks at them before they are read. */
import { Buffer } from 'node:buffer';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { rejoined } from '@curp-service/lote';

/** The bytes of a file that are read or written at a time. */
export const CHUNK_SIZE = 1 << 18;
/** Twice as fast as the default level 6; the file is a tenth larger. */
const LEVEL = 3;

/** The first bytes of gzip. Names do not tell it: a browser may inflate `lista.csv.gz` and keep its name. */
export const GZIP_MAGIC = [0x1f, 0x8b];

export const isGzip = (firstBytes: Uint8Array): boolean => GZIP_MAGIC.every((byte, i) => firstBytes[i] === byte);

/** Inflates a stream if its first bytes are those of gzip. */
export async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const { firstBytes, all } = await peekBytes(chunks);
  yield* isGzip(firstBytes) ? through(all, createGunzip({ chunkSize: CHUNK_SIZE })) : all;
}

export const compress = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  through(chunks, createGzip({ chunkSize: CHUNK_SIZE, level: LEVEL }));

async function* through(chunks: AsyncIterable<Uint8Array>, zlib: Transform): AsyncGenerator<Uint8Array, void> {
  // A stream asks for the next chunk before it has used the last one, so it gets copies.
  const copies = async function* (): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) yield Buffer.from(chunk);
  };
  // `pipeline` destroys zlib with the error, and the loop below throws it.
  pipeline(copies, zlib).catch(() => {});
  yield* zlib as AsyncIterable<Uint8Array>;
}

/** Returns the first bytes of a stream. `all` is the stream from its beginning. */
export async function peekBytes(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ readonly firstBytes: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  let first = await iterator.next();
  while (first.done !== true && first.value.length === 0) first = await iterator.next();
  const firstBytes = first.done === true ? new Uint8Array() : first.value;
  return { firstBytes, all: rejoined(firstBytes, iterator) };
}
