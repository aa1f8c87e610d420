/**
 * Builds runs: records for the padron, with no key twice. Their bytes are rows of PostgreSQL's binary `COPY`: the number of
 * columns, then the length and the bytes of each.
 */

export interface RecordRun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
}

/** The offsets of the key and of the other fields within a record. */
export const KEY_AT = 6;
export const DATOS_AT = 28;
export const KEY_BYTES = 18;
/** The size at which a run is full. */
const RUN_BYTES = 1 << 22;
/** More than the bytes of any record, which has 26 fields of up to 200 characters. */
const MAX_RECORD = 1 << 15;

/** Returns the end of the record at an offset. */
export const endOf = (bytes: Uint8Array, at: number): number =>
  at + DATOS_AT + ((bytes[at + 25] << 16) | (bytes[at + 26] << 8) | bytes[at + 27]);

/** Collects records. Only the last record of a key counts. */
export class RunBuilder {
  #buffer = Buffer.alloc(2 * MAX_RECORD);
  /** The buffer of the previous run, which the next run reuses. */
  #spare = Buffer.alloc(0);
  /** The offset of each key's record. */
  readonly #places = new Map<string, number>();
  #end = 0;
  #hasRepeated = false;

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer;
  }

  get isFull(): boolean {
    return this.#end >= RUN_BYTES;
  }

  /** Returns the offset of the next record, with space for the longest. */
  place(): number {
    if (this.#end + MAX_RECORD > this.#buffer.length) {
      const larger = Buffer.alloc(this.#buffer.length * 2);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    return this.#end;
  }

  /** Keeps the record whose key and other fields the caller wrote at `place()`. */
  keep(end: number): void {
    const [at, buffer] = [this.#end, this.#buffer];
    buffer.writeInt16BE(2, at);
    buffer.writeInt32BE(KEY_BYTES, at + 2);
    buffer.writeInt32BE(end - at - DATOS_AT, at + KEY_AT + KEY_BYTES);
    const key = buffer.toString('latin1', at + KEY_AT, at + KEY_AT + KEY_BYTES);
    this.#hasRepeated ||= this.#places.has(key);
    this.#places.set(key, at);
    this.#end = end;
  }

  add(curp: string, datos: string): void {
    const at = this.place();
    this.#buffer.write(curp, at + KEY_AT, 'latin1');
    this.keep(at + DATOS_AT + this.#buffer.write(datos, at + DATOS_AT));
  }

  /** Returns the records as a run, and starts an empty one. The run is valid until the next call. */
  take(): RecordRun {
    const buffer = this.#buffer;
    const rows = this.#places.size;
    const record = (at: number): Buffer => buffer.subarray(at, endOf(buffer, at));
    const whole = this.#hasRepeated ? Buffer.concat(Array.from(this.#places.values(), record)) : buffer;
    // `subarray` of a Buffer is slower than that of a Uint8Array.
    const bytes = new Uint8Array(whole.buffer, whole.byteOffset, this.#hasRepeated ? whole.length : this.#end);
    this.#buffer = this.#spare.length > 0 ? this.#spare : Buffer.alloc(buffer.length);
    this.#spare = buffer;
    this.#places.clear();
    this.#end = 0;
    this.#hasRepeated = false;
    return { bytes, rows };
  }
}
