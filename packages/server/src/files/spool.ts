/**
 * Keeps an upload until it is answered: in memory if it is short, otherwise in a temporary file. No other program can read that
 * file: it has no name, it is encrypted, and its key exists only in memory.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredUpload } from './answer-upload.js';
import { EncryptedFile } from './encrypted-file.js';
import { FileRefused } from './failure.js';
import type { Limiter } from './limits.js';

/** A quarter of the memory per file. A full buffer is written to the temporary file. */
const MAX_BUFFER = 1 << 18;
const FIRST_BUFFER = 1 << 14;

/** A temporary file without a name, whose bytes count in the space of its project. */
export class TempFile {
  readonly #space: Limiter;
  readonly #project: string;
  readonly #handle: FileHandle;
  #size = 0;

  private constructor(handle: FileHandle, space: Limiter, project: string) {
    this.#handle = handle;
    this.#space = space;
    this.#project = project;
  }

  /** Creates a file. Throws `FileRefused` if the disk fails. */
  static async create(space: Limiter, project: string): Promise<TempFile> {
    return new TempFile(await openNameless().catch(refuse), space, project);
  }

  get fd(): number {
    return this.#handle.fd;
  }

  /** Takes the space for `size` bytes. Throws `FileRefused` if there is none. */
  resize(size: number): void {
    if (size < this.#size) this.#space.giveBack(this.#project, this.#size - size);
    else {
      const problem = this.#space.take(this.#project, size - this.#size);
      if (problem !== null) throw new FileRefused([problem]);
    }
    this.#size = size;
  }

  async close(): Promise<void> {
    this.resize(0);
    await this.#handle.close();
  }
}

export class Spool {
  readonly #space: Limiter;
  readonly #project: string;
  /** The last bytes of the upload in one buffer, because a client may send them one by one. */
  #buffer = Buffer.allocUnsafe(FIRST_BUFFER);
  #buffered = 0;
  /** The bytes before those in `#buffer`; `null` if there are none. */
  #temp: TempFile | null = null;
  #file: EncryptedFile | null = null;
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

  /** Adds all pieces. Calls `onMemory` after each with the bytes of memory that the upload takes. */
  async addAll(pieces: AsyncIterable<Uint8Array>, onMemory: (bytes: number) => void): Promise<void> {
    for await (const piece of pieces) {
      await this.add(piece);
      onMemory(this.memory);
    }
  }

  /** Ends the upload, and returns it as a thread receives it. */
  async finish(): Promise<StoredUpload> {
    if (this.#filed > 0) await this.#flush();
    const [temp, file] = [this.#temp, this.#file];
    if (temp === null || file === null)
      return { size: this.#buffered, bytes: new Uint8Array(this.#buffer.subarray(0, this.#buffered)), file: null };
    this.#buffer = Buffer.alloc(0);
    return { size: this.#filed, bytes: null, file: { fd: temp.fd, secret: file.secret } };
  }

  async close(): Promise<void> {
    await this.#temp?.close();
  }

  #grow(length: number): void {
    if (length <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.min(Math.max(length, this.#buffer.length * 2), MAX_BUFFER));
    this.#buffer.copy(larger, 0, 0, this.#buffered);
    this.#buffer = larger;
  }

  async #flush(): Promise<void> {
    this.#temp ??= await TempFile.create(this.#space, this.#project);
    this.#temp.resize(this.#filed + this.#buffered);
    this.#file ??= new EncryptedFile(this.#temp.fd);
    await this.#file.append(this.#buffer.subarray(0, this.#buffered)).catch(refuse);
    this.#filed += this.#buffered;
    this.#buffered = 0;
  }
}

const refuse = (error: unknown): never => {
  throw new FileRefused([{ cause: 'lote_sin_espacio' }], error);
};

/** Opens a file without a name: no other program can open it, and the system deletes it when this process ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `curp-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
