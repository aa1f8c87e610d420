/** The shared strings of a workbook in a few large buffers, without JavaScript strings. */
import { Byte, ByteSink } from '../bytes.js';
import { Memory, PartQueue } from './queue.js';
import { CELL_BYTES, damaged, STRING_BYTES, STRINGS, tooLarge } from './limits.js';
import { TagName, TagReader, numberAt } from './xml/tags.js';
import { writeRuns } from './xml/text.js';

/** A text never crosses the border of two blocks. A line feed follows each. */
const BLOCK_BITS = 20;
const STRINGS_BLOCK = 1 << BLOCK_BITS;
/** The first block begins small: most workbooks have few texts. */
const FIRST_BLOCK = 1 << 14;

interface Options {
  /** Counts the memory of the strings. */
  readonly memory?: Memory | undefined;
  /** The most strings, and the most bytes of their texts. */
  readonly most?: number;
  readonly mostBytes?: number;
}

export class SharedStrings {
  count = 0;
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** The number of used bytes of each block: never all of them, so that every text begins inside its block. */
  readonly #used: number[] = [];
  /** The offset where each text begins, and where the last one ends. */
  #starts = new Uint32Array(1024);
  /** The text of the last look-up lies in these bytes, from `from` to `to`. */
  bytes = new Uint8Array();
  from = 0;
  to = 0;

  readonly #memory: Memory;
  readonly #most: number;
  readonly #mostBytes: number;

  constructor({ memory = new Memory(), most = STRINGS, mostBytes = STRING_BYTES }: Options = {}) {
    this.#memory = memory;
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  /** Reads all strings of the part. */
  static async read(chunks: AsyncGenerator<Uint8Array, void>, options?: Options): Promise<SharedStrings> {
    const strings = new SharedStrings(options);
    const queue = new PartQueue(chunks, options?.memory);
    try {
      const reader = new ItemReader(queue, strings);
      while (!reader.readAll()) if (!(await queue.grow())) throw damaged('the shared strings end too soon');
      await queue.skipRest();
    } finally {
      await queue.close();
    }
    return strings;
  }

  add({ bytes, length }: Pick<ByteSink, 'bytes' | 'length'>): void {
    if (length > CELL_BYTES) throw tooLarge('celda_larga');
    if (this.count === this.#most) throw tooLarge('demasiado_texto');
    let last = this.#blocks.length - 1;
    if (last < 0 || this.#used[last] + length + 1 >= STRINGS_BLOCK) {
      if ((last + 2) * STRINGS_BLOCK > this.#mostBytes) throw tooLarge('demasiado_texto');
      this.#blocks.push(new Uint8Array(last < 0 ? FIRST_BLOCK : STRINGS_BLOCK));
      last = this.#used.push(0) - 1;
      this.#noteMemory();
    }
    if (this.count + 1 === this.#starts.length) {
      const more = new Uint32Array(this.#starts.length * 2);
      more.set(this.#starts);
      this.#starts = more;
      this.#noteMemory();
    }
    const at = this.#used[last];
    const end = at + length;
    if (end >= this.#blocks[last].length) this.#growFirst(end);
    this.#blocks[last].set(bytes.subarray(0, length), at);
    this.#blocks[last][end] = Byte.LINE_FEED;
    this.#used[last] = end + 1;
    this.#starts[this.count++] = last * STRINGS_BLOCK + at;
    this.#starts[this.count] = last * STRINGS_BLOCK + end + 1;
  }

  /** Makes room for a text of the first block, which is as large as the others only if it must be. */
  #growFirst(end: number): void {
    let { length } = this.#blocks[0];
    while (length <= end) length *= 2;
    const more = new Uint8Array(length);
    more.set(this.#blocks[0]);
    this.#blocks[0] = more;
  }

  #noteMemory(): void {
    this.#memory.note(this, this.#blocks.length * STRINGS_BLOCK + this.#starts.byteLength);
  }

  /** Looks up the text whose index is in these bytes, up to the `<` of a tag; spaces around the index do not count. */
  findAt(bytes: Uint8Array, from: number, to: number): void {
    let i = from;
    while (bytes[i] <= 32) i++;
    if (bytes[i] < 48 || bytes[i] > 57) throw damaged('a shared string without a number');
    this.find(numberAt(bytes, i, to));
  }

  /** Looks up a text and sets `bytes`, `from` and `to`. */
  find(index: number): void {
    if (index >= this.count) throw damaged('a shared string that is not there');
    const start = this.#starts[index];
    const next = this.#starts[index + 1];
    const block = start >>> BLOCK_BITS;
    this.bytes = this.#blocks[block];
    this.from = start & (STRINGS_BLOCK - 1);
    this.to = (next >>> BLOCK_BITS === block ? next & (STRINGS_BLOCK - 1) : this.#used[block]) - 1;
  }
}

/** Reads the items of the part as its bytes arrive. */
class ItemReader {
  readonly #queue: PartQueue;
  readonly #strings: SharedStrings;
  readonly #tags = new TagReader();
  readonly #runTags = new TagReader();
  readonly #text = new ByteSink();

  constructor(queue: PartQueue, strings: SharedStrings) {
    this.#queue = queue;
    this.#strings = strings;
  }

  /** Reads the whole items that have arrived. Returns `true` if those were all. */
  readAll(): boolean {
    const queue = this.#queue;
    const tags = this.#tags;
    for (;;) {
      const { bytes, end } = queue;
      const behind = tags.next(bytes, queue.start, end);
      if (behind < 0) return false;
      if (tags.name !== TagName.SI) {
        queue.start = behind;
        if (tags.name === TagName.SST && (tags.isEnd || tags.isEmpty)) return true;
        continue;
      }
      if (tags.isEmpty) queue.start = behind;
      else {
        const close = this.#closing(bytes, behind, end);
        if (close < 0) return false;
        writeRuns(this.#text, this.#runTags, bytes, behind, close);
      }
      this.#strings.add(this.#text);
      this.#text.length = 0;
    }
  }

  /** Returns the offset of the item's end tag, and moves the start of the queue after it. */
  #closing(bytes: Uint8Array, from: number, end: number): number {
    const tags = this.#tags;
    for (let i = from; ;) {
      i = tags.next(bytes, i, end);
      if (i < 0) return -1;
      if (tags.isEnd && tags.name === TagName.SI) {
        this.#queue.start = i;
        return tags.at;
      }
    }
  }
}
