/** Moves rows to PostgreSQL and from it as bytes, by the statement `COPY` in its binary format. */
import type { Connection, Submittable } from 'pg';
import type { Bytes } from './driver.js';

/** A query that the driver can submit. `result` returns its rows once all have arrived. */
class Copy<Result> implements Submittable {
  /** The driver replaces this function, and uses it to limit the time. */
  callback: (error?: unknown) => void = () => undefined;
  readonly done: Promise<Result>;
  readonly #sql: string;
  readonly #end: () => void;
  readonly #fail: (error: unknown) => void;

  constructor(sql: string, result: () => Result) {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.done = promise;
    this.#sql = sql;
    this.#end = () => resolve(result());
    this.#fail = reject;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  handleCommandComplete(): void {
    // The driver requires this method.
  }

  handleError(error: unknown): void {
    this.#fail(error);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#end();
    this.callback();
  }
}

/** The signature, the flags, and the length of an absent extension (PostgreSQL, "COPY", Binary Format). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** -1 instead of a number of columns, which ends the rows. */
const TRAILER = Uint8Array.of(0xff, 0xff);

/**
 * Reads at most one row, whose columns are all bytes; the result is `null` if there is no row. A usual query returns columns as
 * text, so that bytes take twice the space and several times as long.
 */
export class BytesCopy extends Copy<(Bytes | null)[] | null> {
  #bytes: Bytes = new Uint8Array();

  constructor(sql: string) {
    super(`COPY (${sql}) TO STDOUT (FORMAT binary)`, () => readRow(this.#bytes));
  }

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    if (chunk.length <= TRAILER.length) return;
    const bytes = new Uint8Array(this.#bytes.length + chunk.length); // a copy, because the driver reuses its chunk
    bytes.set(this.#bytes);
    bytes.set(chunk, this.#bytes.length);
    this.#bytes = bytes;
  }
}

function readRow(bytes: Bytes): (Bytes | null)[] | null {
  const view = new DataView(bytes.buffer);
  const columns = view.getInt16(HEADER.length);
  if (columns < 0) return null; // the end of the rows
  let position = HEADER.length + 2;
  return Array.from({ length: columns }, () => {
    const length = view.getInt32(position);
    position += 4;
    if (length < 0) return null;
    position += length;
    return bytes.subarray(position - length, position);
  });
}

/** The maximum bytes of a message. The server reads each message as a whole, so rows are sent in several. */
const MESSAGE_BYTES = 1 << 16;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;

/** Writes rows by `COPY … FROM STDIN (FORMAT binary)`. Their bytes must not change until the statement ends. */
export class RowsCopy extends Copy<void> {
  readonly #rows: Uint8Array;

  constructor(sql: string, rows: Uint8Array) {
    super(sql, () => undefined);
    this.#rows = rows;
  }

  handleCopyInResponse({ stream }: Connection): void {
    const rows = this.#rows;
    stream.cork();
    send(COPY_DATA, HEADER);
    for (let from = 0; from < rows.length; from += MESSAGE_BYTES) {
      send(COPY_DATA, rows.subarray(from, from + MESSAGE_BYTES));
    }
    send(COPY_DATA, TRAILER);
    send(COPY_DONE, new Uint8Array());
    stream.uncork();

    function send(code: number, content: Uint8Array): void {
      const head = Buffer.alloc(5, code);
      head.writeInt32BE(4 + content.length, 1);
      stream.write(head);
      stream.write(content);
    }
  }
}
