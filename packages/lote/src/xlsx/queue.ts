/** The bytes of a workbook's parts as they are read, and the memory that they take. */
import { ByteQueue } from '../bytes.js';
import { ROW_BYTES, tooLarge } from './limits.js';

const AT_ONCE = 1 << 16;
/** A larger buffer counts thrice: a long row is there as XML, as a row and as a part of the answer, a part also as its pieces and as text. */
const USUAL = 1 << 20;
const COPIES = 3;

/** Told how many bytes they are. It may throw, and its promise is waited for before more is read. */
export type OnMemory = (bytes: number) => void | Promise<void>;

export class Memory {
  readonly #parts = new Map<object, number>();
  readonly #onMemory: OnMemory;
  #told = 0;

  constructor(onMemory: OnMemory = () => {}) {
    this.#onMemory = onMemory;
  }

  /** Notes how many bytes a part takes. */
  note(part: object, bytes: number): void {
    this.#parts.set(part, bytes);
  }

  /** Notes a buffer of that length, which counts if it is large. */
  noteBuffer(part: object, bytes: number): void {
    this.note(part, bytes > USUAL ? bytes * COPIES : 0);
  }

  /** Tells the sum, if it has changed. */
  async tell(): Promise<void> {
    const bytes = [...this.#parts.values()].reduce((sum, part) => sum + part, 0);
    if (bytes === this.#told) return;
    this.#told = bytes;
    await this.#onMemory(bytes);
  }
}

/** The chunks of a part, waited for until a whole unit is there. */
export class PartQueue extends ByteQueue {
  /** The most unread bytes, apart from one chunk. */
  longest = ROW_BYTES;
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  readonly #memory: Memory;

  constructor(chunks: AsyncGenerator<Uint8Array, void>, memory = new Memory()) {
    super();
    this.#chunks = chunks;
    this.#memory = memory;
  }

  /** Waits for at least as many bytes as there are unread. `false`: no more come. Moves the unread ones. */
  async grow(): Promise<boolean> {
    const unread = this.end - this.start;
    if (unread >= this.longest) throw tooLarge('una fila demasiado larga', 'a row that is too long');
    const wanted = Math.min(this.longest, Math.max(AT_ONCE, 2 * unread));
    let any = false;
    while (this.end - this.start < wanted) {
      const step = await this.#chunks.next();
      if (step.done) break;
      this.append(step.value, this.longest + step.value.length);
      any = true;
    }
    this.#memory.noteBuffer(this, this.bytes.length);
    await this.#memory.tell();
    return any;
  }

  /** Says that nobody will read on. */
  async close(): Promise<void> {
    this.#memory.note(this, 0);
    await this.#chunks.return();
  }
}
