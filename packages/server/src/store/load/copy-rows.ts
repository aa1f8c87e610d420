/** Writes rows into PostgreSQL by `COPY … FROM STDIN (FORMAT binary)`. */
import type { Connection, Submittable } from 'pg';

/** Signature, flags, and the length of an absent extension (PostgreSQL, "COPY", Binary Format). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** In place of the number of columns, -1 ends the rows. */
const TRAILER = Uint8Array.of(0xff, 0xff);
/** The server takes a message as a whole, so rows come in several. */
const MESSAGE_BYTES = 1 << 16;
const COPY_DATA = 0x64;
const COPY_DONE = 0x63;

/** A query that the driver can submit. The bytes of the rows must not change until it is done. */
export class RowsCopy implements Submittable {
  /** The driver sets it and uses it to limit the time. */
  callback: (error?: unknown) => void = () => undefined;
  readonly done: Promise<void>;
  readonly #sql: string;
  readonly #rows: Uint8Array;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(sql: string, rows: Uint8Array) {
    this.#sql = sql;
    this.#rows = rows;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
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

  handleCommandComplete(): void {
    // the driver requires this method
  }

  handleError(error: unknown): void {
    this.#reject(error);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#resolve();
    this.callback();
  }
}
