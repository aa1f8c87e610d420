/** Reads and writes the bytes of open files, as many as were asked for. */
import { readSync, writeSync } from 'node:fs';

/** The permissions of a file that only its owner may read. */
export const OWNER_ONLY = 0o600;

/** Reads `length` bytes, or fewer at the end of the file. */
export function readAt(fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (let size = -1; size !== 0; end += size) size = readSync(fd, bytes, end, length - end, position + end);
  return bytes.subarray(0, end);
}

/** Writes all bytes, at a position or behind those written last: `writeSync` may write fewer than it was given, as on a disk that fills up. */
export function writeAll(fd: number, bytes: Uint8Array, position: number | null = null): void {
  for (let from = 0; from < bytes.length;) {
    const at = position === null ? null : position + from;
    from += writeSync(fd, bytes, from, bytes.length - from, at);
  }
}
