/** Goes through the XML of a sheet from its beginning: what stands before its rows, the rows, and the rest. */
import { type Memory, PartQueue } from './queue.js';
import { damaged } from './limits.js';
import { columnAt } from './rows/cells.js';
import { RowPart, type RowReader } from './rows/row-reader.js';
import { attributesOf } from './xml/elements.js';
import { TagReader, findTag, packedName } from './xml/tags.js';

const text = new TextDecoder();
const NAMES = new Set(['sheetData', 'dimension', 'cols', 'col'].map(packedName));

/** The part of a sheet before its rows. Places are counted from the beginning of the sheet. */
export interface Prelude {
  /** The prefix of the sheet's elements, as in `x:`. */
  readonly prefix: string;
  /** The element `dimension`, and the range that it gives. */
  readonly dimension: { readonly from: number; readonly to: number; readonly ref: string } | undefined;
  /** Where `</cols>` begins, and the last column, from 1, that the widths speak of. */
  readonly cols: { readonly end: number; readonly last: number } | undefined;
  /** Where `<sheetData>` begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Whether the sheet has no rows at all. */
  readonly isEmpty: boolean;
}

export class Sheet {
  readonly queue: PartQueue;
  /** The range that the sheet says it has, and whether it has no rows at all; known once what stands before them was read. */
  dimension: string | undefined;
  isEmpty = false;

  constructor(chunks: AsyncGenerator<Uint8Array, void>, memory?: Memory) {
    this.queue = new PartQueue(chunks, memory);
  }

  /** Reads up to the rows; the queue still has what stands before them. */
  async prelude(): Promise<Prelude> {
    const { queue } = this;
    for (;;) {
      const prelude = preludeOf(queue.bytes.subarray(queue.start, queue.end));
      if (prelude !== null) {
        this.dimension = prelude.dimension?.ref;
        this.isEmpty = prelude.isEmpty;
        return prelude;
      }
      await this.#more();
    }
  }

  /**
   * Reads all rows one after another, and what follows them, so that size and CRC are checked. Pauses behind each row for
   * which `take` returns `true`; who reads no further closes the sheet.
   */
  async *rows(reader: RowReader, take: (bytes: Uint8Array) => boolean): AsyncGenerator<void, void> {
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
      do queue.start = queue.end;
      while (await queue.grow());
    } finally {
      await queue.close();
    }
  }

  async #more(): Promise<void> {
    if (!(await this.queue.grow())) throw damaged('the sheet ends too soon');
  }
}

function preludeOf(bytes: Uint8Array): Prelude | null {
  const tags = new TagReader();
  let dimension: Prelude['dimension'];
  let cols: Prelude['cols'];
  let lastColumn = 0;
  for (let i = 0; ;) {
    const from = findTag(bytes, i, bytes.length);
    if (from < 0) return null;
    const to = tags.read(bytes, from, bytes.length);
    if (to < 0) return null;
    i = to;
    if (!NAMES.has(tags.name)) continue;
    const name = text.decode(bytes.subarray(tags.nameFrom, tags.nameTo));
    const attributes = (): Record<string, string> => attributesOf(bytes.subarray(tags.nameTo, to));
    if (name === 'sheetData') {
      const prefix = text.decode(bytes.subarray(from + 1, tags.nameFrom));
      return { prefix, dimension, cols, from, to, isEmpty: tags.isEmpty };
    }
    if (name === 'dimension')
      dimension = tags.isEnd && dimension ? { ...dimension, to } : { from, to, ref: attributes()['ref'] ?? '' };
    else if (name === 'col' && !tags.isEnd) lastColumn = Math.max(lastColumn, Number(attributes()['max'] ?? 0));
    else if (name === 'cols' && tags.isEnd) cols = { end: from, last: lastColumn };
  }
}

/** The last column, from 0, of a range such as `A1:F20`; -1 if it is none. */
export function lastColumnOf(ref: string): number {
  const corner = new TextEncoder().encode(ref.slice(ref.indexOf(':') + 1).replaceAll('$', ''));
  return columnAt(corner, 0, corner.length);
}
