/** Reads the XML of a sheet from its beginning: the prelude before its rows, the rows, and the rest. */
import { DECODER, ENCODER } from '../bytes.js';
import { type Memory, PartQueue } from './queue.js';
import { damaged } from './limits.js';
import { columnAtLetters } from '@curp-service/contract/columns/letters';
import { RowPart, type RowReader } from './rows/row-reader.js';
import { attributesOf } from './xml/elements.js';
import { TagReader, packedName } from './xml/tags.js';

const SHEET_TAGS = new Set(['sheetData', 'dimension', 'cols', 'col'].map(packedName));

/** The position of an element `col`, and the columns, from 1, whose width it sets. */
interface Col {
  readonly from: number;
  to: number;
  readonly min: number;
  readonly max: number;
}

/** Tags after the rows that show that columns are used. */
const USING = ['autoFilter', 'mergeCell'];
/** Receives a tag and its name, and returns the tag that replaces it. */
type OnTag = (tag: string, name: string) => string;

/** The part of a sheet before its rows. Offsets count from the beginning of the sheet. */
export interface Prelude {
  /** The prefix of the sheet's elements, as in `x:`. */
  readonly prefix: string;
  /** The element `dimension`, and its range. */
  readonly dimension: { readonly from: number; readonly to: number; readonly ref: string } | undefined;
  /** The elements `col`, and the offset of `</cols>`. */
  readonly cols: { readonly each: readonly Col[]; readonly end: number } | undefined;
  /** The offsets where `<sheetData>` begins and ends. */
  readonly from: number;
  readonly to: number;
  /** True if the sheet has no rows. */
  readonly isEmpty: boolean;
}

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

function preludeOf(bytes: Uint8Array): Prelude | null {
  const tags = new TagReader();
  let dimension: Prelude['dimension'];
  let cols: Prelude['cols'];
  const each: Col[] = [];
  for (let i = 0; ;) {
    const to = tags.next(bytes, i, bytes.length);
    if (to < 0) return null;
    const from = tags.at;
    i = to;
    if (!SHEET_TAGS.has(tags.name)) continue;
    const name = DECODER.decode(bytes.subarray(tags.nameFrom, tags.nameTo));
    const attributes = (): Record<string, string> => attributesOf(bytes.subarray(tags.nameTo, to));
    if (name === 'sheetData') {
      const prefix = DECODER.decode(bytes.subarray(from + 1, tags.nameFrom));
      return { prefix, dimension, cols, from, to, isEmpty: tags.isEmpty };
    }
    if (name === 'dimension')
      dimension = tags.isEnd && dimension ? { ...dimension, to } : { from, to, ref: attributes()['ref'] ?? '' };
    else if (name === 'cols' && tags.isEnd) cols = { each, end: from };
    else if (name === 'col' && tags.isEnd) {
      const last = each.at(-1);
      if (last !== undefined) last.to = to;
    } else if (name === 'col') {
      const { min = 0, max = 0 } = attributes();
      each.push({ from, to, min: Number(min), max: Number(max) });
    }
  }
}

/** Returns the last column, from 0, of a range like `A1:F20`; -1 if it is no range. */
export function lastColumnOf(ref: string): number {
  return columnAtLetters(ref.slice(ref.indexOf(':') + 1).replaceAll('$', ''));
}
