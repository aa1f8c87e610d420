/**
 * Keeps an upload until it is answered: in memory if it is short, otherwise in a temporary file. No other program can read that
 * file: it has no name, it is encrypted, and its key exists only in this object.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { release } from '@curp-service/lote';
import { FileRefused } from './failure.js';
import type { Limiter } from './limits.js';
import type { StoredUpload } from './upload-source.js';

/** A quarter of the memory per file. A full buffer is written to the temporary file. */
const MAX_BUFFER = 1 << 18;
const FIRST_BUFFER = 1 << 14;
const PIECE = 1 << 16;
const CIPHER = 'aes-256-ctr';
const CIPHER_BLOCK = 16;

export class Spool {
  readonly #space: Limiter;
  readonly #project: string;
  readonly #secret = [randomBytes(32), randomBytes(16)] as const;
  readonly #cipher = createCipheriv(CIPHER, ...this.#secret);
  /** The last bytes of the upload in one buffer, because a client may send them one by one. */
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  #buffered = 0;
  /** The bytes before those in `#buffer`; `null` if there are none. */
  #file: FileHandle | null = null;
  #filed = 0;

  constructor(space: Limiter, project: string) {
    this.#space = space;
    this.#project = project;
  }

  /** The bytes of memory that the upload takes. */
  get memory(): number {
    return this.#buffer.length;
  }

  /** Adds a piece. Throws `FileRefused` if there is no space. */
  async add(piece: Uint8Array): Promise<void> {
    for (let from = 0; from < piece.length;) {
      if (this.#buffered === MAX_BUFFER) await this.#flush();
      this.#grow(Math.min(this.#buffered + piece.length - from, MAX_BUFFER));
      const part = piece.subarray(from, from + this.#buffer.length - this.#buffered);
      this.#buffer.set(part, this.#buffered);
      this.#buffered += part.length;
      from += part.length;
    }
  }

  get size(): number {
    return this.#filed + this.#buffered;
  }

  /** The upload as a thread receives it: its size and, if it is short, its bytes. */
  get stored(): StoredUpload {
    const bytes = this.#filed > 0 ? null : new Uint8Array(this.#buffer.subarray(0, this.#buffered));
    return { size: this.size, bytes };
  }

  /** Adds all pieces. Calls `onMemory` after each with the bytes of memory that the upload takes. */
  async addAll(pieces: AsyncIterable<Uint8Array>, onMemory: (bytes: number) => void): Promise<void> {
    for await (const piece of pieces) {
      await this.add(piece);
      onMemory(this.memory);
    }
  }

  /** Yields the upload in pieces. Each piece is valid until the next is requested. */
  async *pieces(): AsyncGenerator<Uint8Array, void> {
    const piece = new Uint8Array(PIECE);
    for (let offset = 0; offset < this.size; offset += PIECE) yield this.read(offset, piece);
  }

  /** Fills `into` with the bytes from `offset` on. Returns the filled part, which is shorter only at the end of the upload. */
  async read<T extends ArrayBufferLike>(offset: number, into: Uint8Array<T>): Promise<Uint8Array<T>> {
    const inFile = Math.max(0, Math.min(into.length, this.#filed - offset));
    if (inFile > 0) await this.#readFile(offset, into.subarray(0, inFile));
    const from = offset + inFile - this.#filed;
    const behind = this.#buffer.subarray(from, Math.min(from + into.length - inFile, this.#buffered));
    into.set(behind, inFile);
    return into.subarray(0, inFile + behind.length);
  }

  async #readFile(offset: number, into: Uint8Array): Promise<void> {
    for (let end = 0, read = 1; end < into.length; end += read) {
      read = (await this.#file?.read(into, end, into.length - end, offset + end))?.bytesRead ?? 0;
      if (read === 0) throw new RangeError('the temporary file is shorter than the upload');
    }
    const [key, iv] = this.#secret;
    const decipher = createDecipheriv(CIPHER, key, counterAt(iv, Math.floor(offset / CIPHER_BLOCK)));
    decipher.update(new Uint8Array(offset % CIPHER_BLOCK)); // advances the cipher to the byte within its block
    const plain = decipher.update(into);
    into.set(plain);
    release(plain);
  }

  async close(): Promise<void> {
    this.#space.giveBack(this.#project, this.#filed);
    await this.#file?.close();
  }

  #grow(length: number): void {
    if (length <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.min(Math.max(length, this.#buffer.length * 2), MAX_BUFFER));
    this.#buffer.copy(larger, 0, 0, this.#buffered);
    this.#buffer = larger;
  }

  async #flush(): Promise<void> {
    const problem = this.#space.take(this.#project, MAX_BUFFER);
    if (problem !== null) throw new FileRefused([problem]);
    this.#filed += MAX_BUFFER;
    this.#buffered = 0;
    try {
      this.#file ??= await openNameless();
      const encrypted = this.#cipher.update(this.#buffer);
      await this.#file.appendFile(encrypted);
      release(encrypted);
    } catch (error) {
      throw new FileRefused([{ cause: 'lote_sin_espacio' }], error);
    }
  }
}

/** Opens a file without a name: no other program can open it, and the system deletes it when this process ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `curp-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Returns the counter of the cipher at a block. */
function counterAt(iv: Buffer, block: number): Buffer {
  const counter = (BigInt(`0x${iv.toString('hex')}`) + BigInt(block)) % 2n ** 128n;
  return Buffer.from(counter.toString(16).padStart(2 * CIPHER_BLOCK, '0'), 'hex');
}
