/**
 * Bytes from PostgreSQL as they are, by `COPY … (FORMAT binary)`: the driver reads the columns of a query as text, which
 * for bytes takes twice the room and several times as long.
 */
import type { Connection, Submittable } from 'pg';

/** Signature (11 bytes), flags and the length of an extension that there is none of (PostgreSQL, "COPY", Binary Format). */
const ENCABEZADO = 19;
/** A message of so many bytes only says that there are no more rows. */
const FIN = 2;

/** In a buffer that is nobody else's, but for the columns of the same row. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A query as the driver takes it: of one row at most, all of whose columns are bytes. */
export class BytesCopy implements Submittable {
  /** Set by the driver, which watches the time by it. */
  callback: (error?: unknown) => void = () => undefined;
  /** The columns; `null`: there was no row. */
  readonly row: Promise<(Bytes | null)[] | null>;
  readonly #sql: string;
  #bytes: Bytes = new Uint8Array();
  #listo: (fila: (Bytes | null)[] | null) => void = () => undefined;
  #mal: (error: unknown) => void = () => undefined;

  constructor(sql: string) {
    this.#sql = sql;
    this.row = new Promise((listo, mal) => {
      this.#listo = listo;
      this.#mal = mal;
    });
  }

  submit(connection: Connection): void {
    connection.query(`COPY (${this.#sql}) TO STDOUT (FORMAT binary)`);
  }

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    // Copied, for the driver uses its own again.
    if (chunk.length <= FIN) return;
    const bytes = new Uint8Array(this.#bytes.length + chunk.length);
    bytes.set(this.#bytes);
    bytes.set(chunk, this.#bytes.length);
    this.#bytes = bytes;
  }

  handleCommandComplete(): void {
    // All that it says is known.
  }

  handleError(error: unknown): void {
    this.#mal(error);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.#listo(leerFila(this.#bytes));
    this.callback();
  }
}

function leerFila(bytes: Bytes): (Bytes | null)[] | null {
  const vista = new DataView(bytes.buffer);
  const columnas = vista.getInt16(ENCABEZADO);
  if (columnas < 0) return null; // as the end has it
  let desde = ENCABEZADO + 2;
  return Array.from({ length: columnas }, () => {
    const largo = vista.getInt32(desde);
    desde += 4;
    if (largo < 0) return null;
    desde += largo;
    return bytes.subarray(desde - largo, desde);
  });
}
