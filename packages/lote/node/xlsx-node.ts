/** Node's means for workbooks: files read from any place, and zlib, which is faster than the Web's streams. */
import type { FileHandle } from 'node:fs/promises';
import { Readable, type Transform, pipeline } from 'node:stream';
import zlib, { createDeflateRaw, createInflateRaw } from 'node:zlib';
import { release } from '@curp-service/lote';
import type { Codec, Source } from '@curp-service/lote/xlsx';

const CHUNK = 1 << 18;
/** A sheet gets about 15 % larger than with level 6, in a quarter to a third of the time. */
const LEVEL = 1;

/** The deflate of `node:zlib`. `level`: from 1, fast, to 9, small. */
export const nodeCodec = (level = LEVEL): Codec => ({
  inflate,
  deflate: (pieces) => {
    const deflate = createDeflateRaw({ chunkSize: CHUNK, level, memLevel: 9 });
    deflate.on('error', () => {}); // the reader gets it
    feed(pieces, deflate).catch((error: unknown) => deflate.destroy(error instanceof Error ? error : undefined));
    return deflate;
  },
  // Node 20 has it from 20.15 on.
  crc32: (zlib as { readonly crc32?: Codec['crc32'] }).crc32,
});

/** A failure of either stream is told to the one who reads. */
async function* inflate(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = Readable.from(pieces, { objectMode: true, highWaterMark: 2 });
  for await (const chunk of pipeline(source, createInflateRaw({ chunkSize: CHUNK }), () => {})) {
    yield chunk;
    const { buffer, byteOffset, length } = chunk;
    if (byteOffset + length === buffer.byteLength) release(chunk); // zlib writes into another buffer from now on
  }
}

/** Passes zlib one piece at a time, so that the next piece is made while zlib reads. */
async function feed(pieces: AsyncIterable<Uint8Array>, deflate: Transform): Promise<void> {
  let reading = Promise.resolve();
  for await (const piece of pieces) {
    await reading;
    reading = write(deflate, piece);
    reading.catch(() => {}); // the error is thrown where the reading is awaited
  }
  await reading;
  deflate.end();
}

/** Resolves when zlib has read the piece, whose memory then belongs to zlib. */
async function write(deflate: Transform, piece: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    deflate.write(piece, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
  if (piece.length === piece.buffer.byteLength) release(piece); // otherwise V8 would search its whole heap after every few pieces
}

/** An open file as a source. The one who opened it closes it. */
export async function fileSource(file: FileHandle): Promise<Source> {
  const { size } = await file.stat();
  return {
    size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}
