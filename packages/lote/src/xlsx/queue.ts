/** The bytes of a workbook's parts while they are read, and the memory that they take. */
import { ByteQueue } from '../bytes.js';
import { ROW_BYTES, tooLarge } from './limits.js';

const BYTES_AT_ONCE = 1 << 16;
/** A larger buffer counts three times: a long row exists as XML, as a row and in the answer; a part, also as its pieces and as text. */
const USUAL_BYTES = 1 << 20;
const COPIES = 3;

/** Called with the number of bytes. It may throw, and its promise must resolve before more is read. */
export type OnMemory = (bytes: number) => void | Promise<void>;
/** Called before each portion of a part is used. The work goes on when its promise resolves. */
export type Pause = () => void | Promise<void>;

export class Memory {
  readonly #parts = new Map<object, number>();
  readonly #onMemory: OnMemory;
  #reported = 0;

  constructor(
    onMemory: OnMemory = () => {},
    readonly pause: Pause = () => {},
  ) {
    this.#onMemory = onMemory;
  }

  /** Notes the number of bytes that a part takes. One that takes none is forgotten, so that its buffers can go. */
  note(part: object, bytes: number): void {
    if (bytes > 0) this.#parts.set(part, bytes);
    else this.#parts.delete(part);
  }

  /** Notes a buffer of this length, which counts if it is large. */
  noteBuffer(part: object, bytes: number): void {
    this.note(part, bytes > USUAL_BYTES ? bytes * COPIES : 0);
  }

  /** Reports the sum, if it has changed. */
  async report(): Promise<void> {
    const bytes = [...this.#parts.values()].reduce((sum, part) => sum + part, 0);
    if (bytes === this.#reported) return;
    this.#reported = bytes;
    await this.#onMemory(bytes);
  }
}

/** The chunks of a part, which wait until a whole unit is available. */
export class PartQueue extends ByteQueue {
  /** The most unread bytes. */
  longest = ROW_BYTES;
  readonly #chunks: AsyncGenerator<Uint8Array, void>;
  readonly #memory: Memory;
  /** The unused rest of the last chunk. */
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncGenerator<Uint8Array, void>, memory = new Memory()) {
    super();
    this.#chunks = chunks;
    this.#memory = memory;
  }

  /** Waits until the unread bytes have doubled, and moves them. Returns `false` if no more bytes come. */
  async grow(): Promise<boolean> {
    const unread = this.end - this.start;
    if (unread >= this.longest) throw tooLarge('fila_de_libro_larga');
    const wanted = Math.min(this.longest, Math.max(BYTES_AT_ONCE, 2 * unread));
    let any = false;
    while (this.end - this.start < wanted) {
      if (this.#rest.length === 0) {
        const step = await this.#chunks.next();
        if (step.done) break;
        this.#rest = step.value;
      }
      const portion = this.#rest.subarray(0, wanted - (this.end - this.start));
      this.#rest = this.#rest.subarray(portion.length);
      this.append(portion, this.longest + portion.length);
      any = true;
    }
    this.#memory.noteBuffer(this, this.bytes.length);
    await this.#memory.report();
    await this.#memory.pause();
    return any;
  }

  /** Reads to the end of the part, so that its size and CRC are checked. */
  async skipRest(): Promise<void> {
    do this.start = this.end;
    while (await this.grow());
  }

  /** Ends the reading. */
  async close(): Promise<void> {
    this.#memory.note(this, 0);
    await this.#chunks.return();
  }
}
