/** Bytes that are written one after another, and bytes that come in chunks and are read in whole units. */
import { tooLarge } from './errors.js';
import { ROW_BYTES } from './limits.js';
import { Memory } from './memory.js';

const FIRST = 1 << 16;
/** A larger buffer counts thrice: a long row is there as XML, as CSV and as a part of the answer. */
const USUAL = 1 << 20;
const COPIES = 3;

/** Room behind the last byte, so that a look at a few bytes more stays in the buffer: V8 is slower beyond it. */
const SLACK = 64;

/** So many bytes are copied sooner one by one than by a call. */
const FEW = 48;

/** A buffer that grows as it is written. */
export class ByteSink {
  bytes = new Uint8Array(FIRST);
  length = 0;

  /** Makes room for so many more bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    if (end - start > FEW) this.bytes.set(from.subarray(start, end), this.length);
    else for (let i = start, to = this.length; i < end; i++, to++) this.bytes[to] = from[i];
    this.length += end - start;
  }

  /** Writes characters of ASCII. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  /** Writes a whole number that is not negative and has 31 bits at most. */
  number(value: number): void {
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    this.digits(value, digits);
  }

  /** Writes the last digits of such a number. */
  digits(value: number, count: number): void {
    this.reserve(count);
    let rest = value;
    // Divided as integers: a division of floating-point numbers takes several times as long.
    for (let i = this.length + count - 1; i >= this.length; i--, rest = (rest / 10) | 0) {
      this.bytes[i] = 48 + (rest % 10);
    }
    this.length += count;
  }

  /** Gives what was written, as a copy, and begins anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }
}

/** Chunks of bytes in one buffer, of which the first are dropped once they are read. */
export class ByteQueue {
  bytes = new Uint8Array(FIRST);
  /** The unread bytes. */
  start = 0;
  end = 0;
  /** The most unread bytes, apart from one chunk. */
  longest = ROW_BYTES;
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  readonly #memory: Memory;

  constructor(chunks: AsyncGenerator<Uint8Array, void>, memory = new Memory()) {
    this.#chunks = chunks;
    this.#memory = memory;
  }

  /** Waits for at least as many bytes as there are unread. `false`: no more come. Moves the unread ones. */
  async grow(): Promise<boolean> {
    const unread = this.end - this.start;
    if (unread >= this.longest) throw tooLarge('una fila demasiado larga', 'a row that is too long');
    const wanted = Math.min(this.longest, Math.max(FIRST, 2 * unread));
    let any = false;
    while (this.end - this.start < wanted) {
      const step = await this.#chunks.next();
      if (step.done) break;
      this.#append(step.value);
      any = true;
    }
    this.#memory.note(this, this.bytes.length > USUAL ? this.bytes.length * COPIES : 0);
    await this.#memory.tell();
    return any;
  }

  /** Says that nobody will read on. */
  async close(): Promise<void> {
    this.#memory.note(this, 0);
    await this.#chunks.return();
  }

  #append(chunk: Uint8Array): void {
    if (this.end + chunk.length + SLACK > this.bytes.length) {
      const before = this.bytes.subarray(this.start, this.end);
      const length = before.length + chunk.length;
      if (length + SLACK > this.bytes.length) {
        this.bytes = new Uint8Array(Math.min(2 * length, this.longest + chunk.length) + SLACK);
        this.bytes.set(before);
      } else this.bytes.copyWithin(0, this.start, this.end);
      this.start = 0;
      this.end = before.length;
    }
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }
}
