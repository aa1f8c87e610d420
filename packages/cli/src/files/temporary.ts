/** Stores bytes in a temporary file without a name: nobody else opens it, and it is gone when the command ends. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, commandFailure, systemReason } from '../failure.js';
import { OWNER_ONLY, readAt, writeAll } from './bytes.js';
import { words } from '../textos/words.js';

export class TemporaryFile {
  /** The number of bytes stored. */
  size = 0;
  readonly fd: number;

  /** Opens a file in the folder that `TMPDIR` names, and removes its name at once. */
  constructor() {
    this.fd = orStoreFailure(() => {
      const path = join(tmpdir(), `curp-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
      const fd = fs.openSync(path, 'wx+', OWNER_ONLY);
      fs.rmSync(path);
      return fd;
    });
  }

  append(bytes: Uint8Array): void {
    orStoreFailure(() => writeAll(this.fd, bytes, this.size));
    this.size += bytes.length;
  }

  /** Forgets all bytes. */
  clear(): void {
    orStoreFailure(() => fs.ftruncateSync(this.fd));
    this.size = 0;
  }

  /** Reads `length` bytes, or fewer at the end. */
  read(offset: number, length: number): Uint8Array {
    return orStoreFailure(() => readAt(this.fd, offset, length));
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}

/** Runs an action on a temporary file and turns an error of the system into a message for the user. */
function orStoreFailure<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const [folder, reason] = [tmpdir(), systemReason(error)];
    throw commandFailure(EXIT.IO, ...words('files_no_se_puede_guardar', { folder, reason }));
  }
}
