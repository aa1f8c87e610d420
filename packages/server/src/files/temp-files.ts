/** Keeps uploads and answers in temporary files. No other program can open them: they have no name. */
import { randomBytes } from 'node:crypto';
import { ftruncate, read, write } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Language, say } from '@curp-service/contract/language';
import { ConfigError } from '../config.js';
import type { Limiter } from './send.js';
import { FileRefused, type StoredBytes } from './task.js';
import { words } from '../textos/words.js';

/** An open file, which any thread reads and writes by its descriptor. */
export class DiskFile implements StoredBytes {
  constructor(
    readonly fd: number,
    protected length = 0,
  ) {}

  get size(): number {
    return this.length;
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;)
      from += (await promisify(write)(this.fd, bytes, from, bytes.length - from, this.length + from)).bytesWritten;
    this.length += bytes.length;
  }

  async finish(): Promise<void> {}

  async read(from: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.length - from)));
    for (let end = 0, count = 1; end < bytes.length; end += count) {
      count = (await promisify(read)(this.fd, bytes, end, bytes.length - end, from + end)).bytesRead;
      if (count === 0) throw new RangeError('the temporary file is shorter than what was written');
    }
    return bytes;
  }

  async truncate(): Promise<void> {
    await promisify(ftruncate)(this.fd, 0);
    this.length = 0;
  }

  async erase(): Promise<void> {
    await this.truncate();
  }
}

/** A temporary file, whose bytes count in the space of its project. Its methods throw `FileRefused` if there is no space. */
export class TempFile extends DiskFile {
  readonly #handle: FileHandle;
  readonly #space: Limiter;
  readonly #project: string;
  /** The space that the project has for it. */
  #taken = 0;

  private constructor(handle: FileHandle, space: Limiter, project: string) {
    super(handle.fd);
    this.#handle = handle;
    this.#space = space;
    this.#project = project;
  }

  static async create(space: Limiter, project: string): Promise<TempFile> {
    return new TempFile(await openNameless().catch(refuseForSpace), space, project);
  }

  override async append(bytes: Uint8Array): Promise<void> {
    this.#take(this.size + bytes.length);
    await super.append(bytes).catch(refuseForSpace);
  }

  override async read(from: number, length: number): Promise<Uint8Array> {
    return super.read(from, length).catch(refuseForSpace);
  }

  /** Notes that a thread has written it up to this size. */
  grown(size: number): void {
    this.#take(size);
    this.length = size;
  }

  override async erase(): Promise<void> {
    this.#take(0);
    await this.#handle.close();
  }

  #take(size: number): void {
    if (size < this.#taken) this.#space.giveBack(this.#project, this.#taken - size);
    else {
      const problem = this.#space.take(this.#project, size - this.#taken);
      if (problem !== null) throw new FileRefused([problem]);
    }
    this.#taken = size;
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
    throw new ConfigError(say(words('temporales_no_se_pueden_crear', { carpeta: tmpdir(), codigo: code }), language));
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
