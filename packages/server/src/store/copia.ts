/**
 * Bytes from PostgreSQL as they are, by `COPY … (FORMAT binary)`: the driver reads the columns of a query as text, which
 * for bytes takes twice the room and several times as long.
 */
import type { Connection, Submittable } from 'pg';

/** Signature (11 bytes), flags and the length of an extension that there is none of (PostgreSQL, "COPY", Binary Format). */
const ENCABEZADO = 19;
/** A message of so many bytes only says that there are no more rows. */
const FIN = 2;

/** A query as the driver takes it: of one row at most, all of whose columns are bytes. */
export class CopiaDeBytes implements Submittable {
  /** Set by the driver, which watches the time by it. */
  callback: (error?: unknown) => void = () => undefined;
  /** The columns; `null`: there was no row. */
  readonly fila: Promise<(Uint8Array | null)[] | null>;
  readonly #sql: string;
  #bytes = Buffer.alloc(0);
  #listo: (fila: (Uint8Array | null)[] | null) => void = () => undefined;
  #mal: (error: unknown) => void = () => undefined;

  constructor(sql: string) {
    this.#sql = sql;
    this.fila = new Promise((listo, mal) => {
      this.#listo = listo;
      this.#mal = mal;
    });
  }

  submit(connection: Connection): void {
    connection.query(`COPY (${this.#sql}) TO STDOUT (FORMAT binary)`);
  }

  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    // Copied, for the driver uses its own again.
    if (chunk.length > FIN) this.#bytes = Buffer.concat([this.#bytes, chunk]);
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

function leerFila(bytes: Buffer): (Uint8Array | null)[] | null {
  const columnas = bytes.readInt16BE(ENCABEZADO);
  if (columnas < 0) return null; // as the last row has it
  let desde = ENCABEZADO + 2;
  return Array.from({ length: columnas }, () => {
    const largo = bytes.readInt32BE(desde);
    desde += 4;
    if (largo < 0) return null;
    desde += largo;
    return bytes.subarray(desde - largo, desde);
  });
}
