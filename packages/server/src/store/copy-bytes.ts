/**
 * Reads bytes from PostgreSQL by `COPY … (FORMAT binary)`. The columns of a query come as text, so bytes take twice the
 * room and several times as long.
 */
import type { Connection, Submittable } from 'pg';
import type { Bytes } from './driver.js';

/** Signature (11 bytes), flags, and the length of an absent extension (PostgreSQL, "COPY", Binary Format). */
const HEADER_BYTES = 19;
/** A message of this length only marks the end of the rows. */
const END_BYTES = 2;

/** A query that the driver can submit, of at most one row whose columns are all bytes. */
export class BytesCopy implements Submittable {
  /** The driver sets it and uses it to limit the time. */
  callback: (error?: unknown) => void = () => undefined;
  /** The columns; `null`: there was no row. */
  readonly row: Promise<(Bytes | null)[] | null>;
  readonly #sql: string;
  #bytes: Bytes = new Uint8Array();
  #resolve: (row: (Bytes | null)[] | null) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(sql: string) {
    this.#sql = sql;
    this.row = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(`COPY (${this.#sql}) TO STDOUT (FORMAT binary)`);
  }

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    if (chunk.length <= END_BYTES) return;
    const bytes = new Uint8Array(this.#bytes.length + chunk.length); // a copy: the driver reuses its chunk
    bytes.set(this.#bytes);
    bytes.set(chunk, this.#bytes.length);
    this.#bytes = bytes;
  }

  handleCommandComplete(): void {
    // the driver requires this method
  }

  handleError(error: unknown): void {
    this.#reject(error);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#resolve(readRow(this.#bytes));
    this.callback();
  }
}

function readRow(bytes: Bytes): (Bytes | null)[] | null {
  const view = new DataView(bytes.buffer);
  const columns = view.getInt16(HEADER_BYTES);
  if (columns < 0) return null; // the end of the rows
  let position = HEADER_BYTES + 2;
  return Array.from({ length: columns }, () => {
    const length = view.getInt32(position);
    position += 4;
    if (length < 0) return null;
    position += length;
    return bytes.subarray(position - length, position);
  });
}
