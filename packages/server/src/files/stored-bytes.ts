/** Defines how the bytes of a file are kept: an upload or its answer, in a temporary file or in the chunks of a job. */
import { release } from '@curp-service/lote';

export interface StoredBytes {
  readonly size: number;
  /** Adds bytes at the end. The caller may change them once the promise resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Keeps everything that was added. */
  finish(): Promise<void>;
  /** Returns the `length` bytes from `from` on, in a buffer of their own; fewer only at the end. */
  read(from: number, length: number): Promise<Uint8Array>;
  /** Drops all bytes: the answer begins again. */
  truncate(): Promise<void>;
  /** Gives back the space. Nothing is read or added afterwards. */
  erase(): Promise<void>;
}

/** The bytes that are read at a time: a chunk of a job, which a database reads whole. */
const PIECE = 1 << 20;

/** Yields all bytes in order. Each piece is valid until the next is requested. */
export async function* piecesOf(bytes: Pick<StoredBytes, 'size' | 'read'>): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < bytes.size; from += PIECE) {
    const piece = await bytes.read(from, Math.min(PIECE, bytes.size - from));
    yield piece;
    release(piece);
  }
}
