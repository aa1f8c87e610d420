/** Reads the XML of a sheet from its beginning: the prelude before its rows, the rows, and the rest. */
import { DECODER, ENCODER } from '../bytes.js';
import { damaged } from './limits.js';
import { type Prelude, preludeOf } from './prelude.js';
import { type Memory, PartQueue } from './queue.js';
import { RowPart, type RowReader } from './rows/row-reader.js';
import { TagReader } from './xml/tags.js';

/** Tags after the rows that show that columns are used. */
const USING = ['autoFilter', 'mergeCell'];
/** Receives a tag and its name, and returns the tag that replaces it. */
type OnTag = (tag: string, name: string) => string;

export class Sheet {
  readonly queue: PartQueue;
  /** True if the sheet has no rows; known after the prelude. */
  isEmpty = false;

  constructor(chunks: AsyncGenerator<Uint8Array, void>, memory?: Memory) {
    this.queue = new PartQueue(chunks, memory);
  }

  /** Reads up to the rows; the queue still holds the prelude. */
  async prelude(): Promise<Prelude> {
    const { queue } = this;
    for (;;) {
      const prelude = preludeOf(queue.bytes.subarray(queue.start, queue.end));
      if (prelude !== null) {
        this.isEmpty = prelude.isEmpty;
        return prelude;
      }
      await this.#more();
    }
  }

  /**
   * Reads all rows in order, and the rest after them, so that size and CRC are checked. Pauses after each row for which
   * `take` returns `true`. A caller that reads no further closes the sheet.
   */
  async *rows(
    reader: RowReader,
    take: (bytes: Uint8Array) => boolean,
    onTag: OnTag | null = null,
  ): AsyncGenerator<void, void> {
    const { queue } = this;
    try {
      const { to, isEmpty } = await this.prelude();
      queue.start += to;
      for (let hasMore = !isEmpty; hasMore;) {
        const found = reader.read(queue.bytes, queue.start, queue.end);
        hasMore = found !== RowPart.END;
        if (found === RowPart.PART) await this.#more();
        else if (found === RowPart.ROW) {
          queue.start = reader.end;
          if (take(queue.bytes)) yield;
        }
      }
      if (onTag !== null) for await (const _ of this.rest(USING, onTag));
      await queue.skipRest();
    } finally {
      await queue.close();
    }
  }

  /** Yields the bytes after the rows. `onTag` replaces the tags of these names; that of an end tag begins with a slash. */
  async *rest(names: readonly string[], onTag: OnTag): AsyncGenerator<Uint8Array, void> {
    const { queue } = this;
    const tags = new TagReader();
    for (let scanned = 0; ;) {
      const behind = tags.next(queue.bytes, queue.start + scanned, queue.end);
      if (behind < 0) {
        yield this.upTo(queue.start + scanned);
        scanned = 0;
        if (!(await queue.grow())) break;
        continue;
      }
      const name = (tags.isEnd ? '/' : '') + DECODER.decode(queue.bytes.subarray(tags.nameFrom, tags.nameTo));
      const isWanted = names.includes(name);
      const tag = isWanted ? DECODER.decode(queue.bytes.subarray(tags.at, behind)) : '';
      const changed = isWanted ? onTag(tag, name) : tag;
      scanned = behind - queue.start;
      if (changed !== tag) {
        yield this.upTo(tags.at);
        queue.start = behind;
        scanned = 0;
        yield ENCODER.encode(changed);
      }
    }
    yield this.upTo(queue.end);
  }

  /** Takes the bytes before this offset from the queue. */
  upTo(end: number): Uint8Array {
    const { queue } = this;
    const taken = queue.bytes.slice(queue.start, end);
    queue.start = end;
    return taken;
  }

  async #more(): Promise<void> {
    if (!(await this.queue.grow())) throw damaged('the sheet ends too soon');
  }
}
