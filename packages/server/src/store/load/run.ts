/**
 * Runs: records sorted by their keys, none twice, on their way into the padron. Their bytes are the rows of PostgreSQL's
 * binary `COPY`: the number of columns, then the length and the bytes of each.
 */
import type { Bytes } from '../statement.js';
import { sortByKey } from './sort.js';

export interface Run {
  readonly bytes: Bytes;
  readonly rows: number;
}

/** The places of the key and of the other fields within a record. */
export const KEY_AT = 6;
export const DATOS_AT = 28;
export const KEY_BYTES = 18;
/** A run is full at this size. */
const RUN_BYTES = 1 << 23;
/** The most that one record takes: 26 fields of 200 characters. */
const MAX_RECORD = 1 << 15;
const UTF8 = new TextEncoder();

/** Where the record at a place ends. */
export const endOf = (bytes: Uint8Array, at: number): number =>
  at + DATOS_AT + ((bytes[at + 25] << 16) | (bytes[at + 26] << 8) | bytes[at + 27]);

/** Negative, zero or positive: how the keys of two records compare. */
export function compareKeys(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  for (let i = KEY_AT; i < KEY_AT + KEY_BYTES; i++) {
    const difference = a[atA + i] - b[atB + i];
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Collects records in any order. The last record of a key counts. */
export class RunBuilder {
  bytes: Bytes = new Uint8Array(2 * MAX_RECORD);
  #view = new DataView(this.bytes.buffer);
  #sorted: Bytes = new Uint8Array();
  #places: number[] = [];
  #end = 0;

  get isFull(): boolean {
    return this.#end >= RUN_BYTES;
  }

  /** The place for the next record, with room for the longest. */
  place(): number {
    if (this.#end + MAX_RECORD > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return this.#end;
  }

  /** Keeps the record whose key and other fields were written at `place`. */
  keep(end: number): void {
    const at = this.#end;
    this.#view.setInt16(at, 2);
    this.#view.setInt32(at + 2, KEY_BYTES);
    this.#view.setInt32(at + KEY_AT + KEY_BYTES, end - at - DATOS_AT);
    this.#places.push(at);
    this.#end = end;
  }

  add(curp: string, datos: string): void {
    const at = this.place();
    UTF8.encodeInto(curp, this.bytes.subarray(at + KEY_AT, at + DATOS_AT));
    this.keep(at + DATOS_AT + UTF8.encodeInto(datos, this.bytes.subarray(at + DATOS_AT)).written);
  }

  /** Gives the records as a run, and begins anew. The next call reuses the memory of the run. */
  take(): Run {
    const { bytes } = this;
    if (this.#sorted.length < this.#end) this.#sorted = new Uint8Array(bytes.length);
    const places = sortByKey(bytes, this.#places, KEY_AT);
    let rows = 0;
    let end = 0;
    for (let i = 0; i < places.length; i++) {
      if (i + 1 < places.length && compareKeys(bytes, places[i], bytes, places[i + 1]) === 0) continue;
      const record = bytes.subarray(places[i], endOf(bytes, places[i]));
      this.#sorted.set(record, end);
      end += record.length;
      rows += 1;
    }
    this.#places = [];
    this.#end = 0;
    return { bytes: this.#sorted.subarray(0, end), rows };
  }
}

/** Cuts a run into parts of at least so many bytes, the last excepted. An empty run is one part. */
export function cutRun(run: Run, partBytes: number): readonly Run[] {
  const { bytes } = run;
  const parts: Run[] = [];
  let start = 0;
  let rows = 0;
  for (let at = 0; at < bytes.length;) {
    at = endOf(bytes, at);
    rows += 1;
    if (at - start < partBytes && at < bytes.length) continue;
    parts.push({ bytes: bytes.subarray(start, at), rows });
    start = at;
    rows = 0;
  }
  return parts.length === 0 ? [run] : parts;
}
