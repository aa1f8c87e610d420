/**
 * Keeps an upload until it is answered: in memory if it is short, otherwise in a temporary file. No other program can read that
 * file: it has no name, it is encrypted, and its key exists only in memory.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, say } from '@curp-service/contract/language';
import { ConfigError } from '../config.js';
import type { StoredUpload } from './answer-upload.js';
import { ChunkWriter } from './chunk-writer.js';
import { EncryptedFile } from './encrypted-file.js';
import { FileRefused } from './failure.js';
import type { Limiter } from './limits.js';

/** A quarter of the memory per file. A full buffer is written to the temporary file. */
const MAX_BUFFER = 1 << 18;

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
    return new TempFile(await openNameless().catch(refuseForSpace), space, project);
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
  readonly #chunks = new ChunkWriter(MAX_BUFFER, async (bytes) => this.#append(bytes));
  /** The bytes of full buffers; `null` if there are none. */
  #temp: TempFile | null = null;
  #file: EncryptedFile | null = null;
  #size = 0;

  constructor(space: Limiter, project: string) {
    this.#space = space;
    this.#project = project;
  }

  /** The bytes of memory that the upload takes. */
  get memory(): number {
    return this.#chunks.memory;
  }

  /** Adds a piece. Throws `FileRefused` if there is no space. */
  async add(piece: Uint8Array): Promise<void> {
    return this.#chunks.add(piece);
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
    const { rest, isUnwritten } = this.#chunks;
    if (isUnwritten) return { size: rest.length, bytes: rest.slice(), file: null };
    await this.#chunks.end();
    const [temp, file] = [this.#temp, this.#file];
    return {
      size: this.#size,
      bytes: null,
      file: temp === null || file === null ? null : { fd: temp.fd, secret: file.secret },
    };
  }

  async close(): Promise<void> {
    await this.#chunks.settle();
    await this.#temp?.close();
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#temp ??= await TempFile.create(this.#space, this.#project);
    this.#temp.resize(this.#size + bytes.length);
    this.#file ??= new EncryptedFile(this.#temp.fd);
    await this.#file.append(bytes).catch(refuseForSpace);
    this.#size += bytes.length;
  }
}

const refuseForSpace = (error: unknown): never => {
  throw new FileRefused([{ cause: 'lote_sin_espacio' }], error);
};

/** Throws a `ConfigError` that names the folder of temporary files if no file can be created in it. A full disk may have room later. */
export async function checkTempFolder(language: Language): Promise<void> {
  try {
    await (await openNameless()).close();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'ERROR';
    if (code === 'ENOSPC' || code === 'EDQUOT') return;
    const es = `TMPDIR: no se pueden crear archivos en ${tmpdir()} (${code}). Ponga una carpeta que exista y en la que el servicio pueda escribir.`;
    const en = `TMPDIR: no file can be created in ${tmpdir()} (${code}). Set a folder that exists and that the service may write.`;
    throw new ConfigError(say([es, en], language));
  }
}

/** Opens a file without a name: no other program can open it, and the system deletes it when this process ends. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `curp-${randomBytes(12).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
