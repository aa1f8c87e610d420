/** Collects bytes into chunks of one size, and writes each full chunk while the next is filled. */

/** The first buffer. It grows up to the size of a chunk, because most files are short. */
const FIRST_BUFFER = 1 << 14;

export class ChunkWriter {
  readonly #size: number;
  readonly #write: (chunk: Uint8Array, number: number) => Promise<void>;
  #buffer = new Uint8Array(FIRST_BUFFER);
  #length = 0;
  #count = 0;
  #writing: Promise<void> = Promise.resolve();

  /** `write` takes a chunk and its number, from 0. */
  constructor(size: number, write: (chunk: Uint8Array, number: number) => Promise<void>) {
    this.#size = size;
    this.#write = write;
  }

  /** The bytes that are in no written chunk. */
  get rest(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** The bytes of memory that the buffer takes. */
  get memory(): number {
    return this.#buffer.length;
  }

  /** True if no chunk was written: `rest` is everything. */
  get isUnwritten(): boolean {
    return this.#count === 0;
  }

  /** Adds bytes. A full chunk is written when more bytes arrive. Throws what an earlier write threw. */
  async add(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      if (this.#length === this.#size) await this.flush();
      this.#grow(Math.min(this.#length + bytes.length - from, this.#size));
      const part = bytes.subarray(from, from + this.#buffer.length - this.#length);
      this.#buffer.set(part, this.#length);
      this.#length += part.length;
      from += part.length;
    }
  }

  /** Begins to write what was added, once the previous chunk is written. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#length === 0) return;
    const chunk = this.rest;
    this.#buffer = new Uint8Array(this.#buffer.length);
    this.#length = 0;
    this.#writing = this.#write(chunk, this.#count++);
    this.#writing.catch(() => undefined); // the next flush throws it
  }

  /** Writes everything. */
  async end(): Promise<void> {
    await this.flush();
    await this.#writing;
    this.#buffer = new Uint8Array();
  }

  /** Drops what was added and begins again with chunk 0. */
  async restart(): Promise<void> {
    await this.#writing;
    this.#length = 0;
    this.#count = 0;
  }

  /** Waits for the chunk under way, whatever its outcome: from then on, nothing is written. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  #grow(length: number): void {
    if (length <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.min(Math.max(length, this.#buffer.length * 2), this.#size));
    larger.set(this.rest);
    this.#buffer = larger;
  }
}
