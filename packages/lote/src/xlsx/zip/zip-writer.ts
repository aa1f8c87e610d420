/** Writes a zip file as a stream: parts copied as they are stored, and parts deflated as their bytes come. */
import { crc32 } from './crc32.js';
import { damaged, UnreadableWorkbook } from '../errors.js';
import type { Codec } from './source.js';
import { Method, type Part, type Zip, joined, pieces, viewOf } from './zip-reader.js';

const MAX_32 = 0xffffffff;
/** Sizes follow the data; the name is UTF-8. */
const FLAGS = 8 | 0x800;
/** Midnight of 1 January 1980, the first moment of the format: a fixed time makes equal input give equal bytes. */
const DATE = 0x21;

/** A part as the directory will describe it. */
interface Written {
  readonly offset: number;
  /** Its record; `offset` is put in at the end. */
  readonly record: Uint8Array;
}

/** Gives the same zip file with the bytes of one part changed; every other part is copied as stored. */
export async function* replacePart(
  zip: Zip,
  changed: Part,
  bytes: AsyncIterable<Uint8Array>,
  largest: number,
): AsyncGenerator<Uint8Array, void> {
  const { source, directory } = zip;
  const inPlace = zip.parts.toSorted((a, b) => a.offset - b.offset);
  const written = new Map<Part, Written>();
  let position = inPlace[0]?.offset ?? directory;
  yield* pieces(source, 0, position);
  for (const [i, part] of inPlace.entries()) {
    const end = inPlace[i + 1]?.offset ?? directory;
    if (part.offset + 30 + part.stored > end) throw damaged(`${part.name}: overlaps the next part`);
    const offset = position;
    if (part === changed) {
      const name = part.record.subarray(46, 46 + viewOf(part.record).getUint16(28, true));
      const stream = new DeflatedPart(name, zip.codec, {
        utf8: (part.flags & 0x800) !== 0,
        large: largest > MAX_32,
        time: viewOf(part.record).getUint32(12, true),
      });
      for await (const piece of stream.write(bytes)) {
        position += piece.length;
        yield piece;
      }
      written.set(part, { offset, record: stream.record(part.record) });
    } else {
      yield* pieces(source, part.offset, end);
      position += end - part.offset;
      written.set(part, { offset, record: part.record });
    }
  }
  const records = zip.parts.map((part) => written.get(part)).filter((part) => part !== undefined);
  yield directoryOf(records, position, zip.comment);
}

/** Gives a new zip file of these parts, in their order. */
export async function* newZip(
  parts: Iterable<readonly [name: string, bytes: AsyncIterable<Uint8Array>]>,
  codec: Codec,
): AsyncGenerator<Uint8Array, void> {
  const written: Written[] = [];
  let position = 0;
  for (const [name, bytes] of parts) {
    const offset = position;
    const stream = new DeflatedPart(new TextEncoder().encode(name), codec, {
      utf8: true,
      large: false,
      time: DATE << 16,
    });
    for await (const piece of stream.write(bytes)) {
      position += piece.length;
      yield piece;
    }
    written.push({ offset, record: stream.record() });
  }
  yield directoryOf(written, position, new Uint8Array());
}

interface Traits {
  readonly utf8: boolean;
  /** Whether its sizes may need more than 32 bits. */
  readonly large: boolean;
  /** Time and date as the format has them. */
  readonly time: number;
}

/** One part that is deflated as its bytes come; a data descriptor behind it has its CRC and sizes. */
class DeflatedPart {
  readonly #name: Uint8Array;
  readonly #codec: Codec;
  readonly #flags: number;
  readonly #large: boolean;
  readonly #time: number;
  #crc = 0;
  #size = 0;
  #stored = 0;

  constructor(name: Uint8Array, codec: Codec, { utf8, large, time }: Traits) {
    this.#name = name;
    this.#codec = codec;
    this.#flags = utf8 ? FLAGS : 8;
    this.#large = large;
    this.#time = time;
  }

  async *write(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    yield this.#localHeader();
    for await (const piece of this.#codec.deflate(this.#counted(bytes))) {
      this.#stored += piece.length;
      yield piece;
    }
    if (!this.#large && Math.max(this.#size, this.#stored) > MAX_32) throw tooLong();
    yield this.#descriptor();
  }

  async *#counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    const sum = this.#codec.crc32 ?? crc32;
    for await (const piece of bytes) {
      this.#crc = sum(piece, this.#crc);
      this.#size += piece.length;
      yield piece;
    }
  }

  #localHeader(): Uint8Array {
    const extra = this.#large ? 20 : 0;
    const header = new Uint8Array(30 + this.#name.length + extra);
    const view = viewOf(header);
    view.setUint32(0, 0x04034b50, true);
    this.#common(view, 4);
    view.setUint16(26, this.#name.length, true);
    view.setUint16(28, extra, true);
    header.set(this.#name, 30);
    if (this.#large) {
      // Says that the sizes behind the data have eight bytes each.
      view.setUint32(18, MAX_32, true);
      view.setUint32(22, MAX_32, true);
      view.setUint32(30 + this.#name.length, 1 | (16 << 16), true);
    }
    return header;
  }

  /** Version, flags, method and time, which both headers have in this order. */
  #common(view: DataView, at: number): void {
    view.setUint16(at, this.#large ? 45 : 20, true);
    view.setUint16(at + 2, this.#flags, true);
    view.setUint16(at + 4, Method.DEFLATED, true);
    view.setUint32(at + 6, this.#time, true);
  }

  #descriptor(): Uint8Array {
    const view = new DataView(new ArrayBuffer(this.#large ? 24 : 16));
    view.setUint32(0, 0x08074b50, true);
    view.setUint32(4, this.#crc, true);
    if (this.#large) {
      view.setBigUint64(8, BigInt(this.#stored), true);
      view.setBigUint64(16, BigInt(this.#size), true);
    } else {
      view.setUint32(8, this.#stored, true);
      view.setUint32(12, this.#size, true);
    }
    return new Uint8Array(view.buffer);
  }

  /** The record for the directory; of the part it replaces, it keeps the attributes and the comment. */
  record(before?: Uint8Array): Uint8Array {
    const name = this.#name.length;
    const head = new Uint8Array(46);
    const view = viewOf(head);
    if (before !== undefined) head.set(before.subarray(0, 46));
    view.setUint32(0, 0x02014b50, true);
    if (before === undefined) view.setUint16(4, 20, true);
    this.#common(view, 6);
    view.setUint32(16, this.#crc, true);
    const big = this.#size > MAX_32 || this.#stored > MAX_32;
    const extra = big ? 20 : 0;
    view.setUint32(20, big ? MAX_32 : this.#stored, true);
    view.setUint32(24, big ? MAX_32 : this.#size, true);
    view.setUint16(28, name, true);
    view.setUint16(30, extra, true);
    const field = new DataView(new ArrayBuffer(extra));
    if (big) {
      field.setUint32(0, 1 | (16 << 16), true);
      field.setBigUint64(4, BigInt(this.#size), true);
      field.setBigUint64(12, BigInt(this.#stored), true);
    }
    const comment = before?.subarray(before.length - view.getUint16(32, true)) ?? new Uint8Array();
    return joined([head, this.#name, new Uint8Array(field.buffer), comment]);
  }
}

/** The directory with its end record. */
function directoryOf(parts: readonly Written[], start: number, comment: Uint8Array): Uint8Array {
  const records = parts.map(({ record, offset }) => placed(record, offset));
  const length = records.reduce((sum, record) => sum + record.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  const large = start > MAX_32 || parts.length > 0xffff;
  const count = Math.min(parts.length, 0xffff);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, length, true);
  end.setUint32(16, Math.min(start, MAX_32), true);
  end.setUint16(20, comment.length, true);
  const behind = large ? [end64(parts.length, length, start)] : [];
  return joined([...records, ...behind, new Uint8Array(end.buffer), comment]);
}

/** A record with the place of its part: in its own field, or in a zip64 field if it is too far. */
function placed(record: Uint8Array, offset: number): Uint8Array {
  const copy = new Uint8Array(record);
  const view = viewOf(copy);
  const before = view.getUint32(42, true);
  if (before !== MAX_32 && offset < MAX_32) {
    view.setUint32(42, offset, true);
    return copy;
  }
  const fields = 46 + view.getUint16(28, true);
  const fieldsEnd = fields + view.getUint16(30, true);
  for (let i = fields; i + 4 <= fieldsEnd; i += 4 + view.getUint16(i + 2, true)) {
    if (view.getUint16(i, true) !== 1) continue;
    if (before === MAX_32) {
      // The place is the last of the numbers that stand in this field.
      const sizes = [20, 24].filter((at) => view.getUint32(at, true) === MAX_32).length;
      view.setBigUint64(i + 4 + 8 * sizes, BigInt(offset), true);
      return copy;
    }
    const grown = joined([
      copy.subarray(0, i + 4 + view.getUint16(i + 2, true)),
      bigNumber(offset),
      copy.subarray(i + 4 + view.getUint16(i + 2, true)),
    ]);
    const grownView = viewOf(grown);
    grownView.setUint16(i + 2, view.getUint16(i + 2, true) + 8, true);
    return far(grown, 8);
  }
  const field = Uint8Array.of(1, 0, 8, 0);
  return far(joined([copy.subarray(0, fieldsEnd), field, bigNumber(offset), copy.subarray(fieldsEnd)]), 12);
}

/** Marks that the place stands in the zip64 field, which made the extra fields so much longer. */
function far(record: Uint8Array, longer: number): Uint8Array {
  const view = viewOf(record);
  view.setUint16(6, Math.max(45, view.getUint16(6, true)), true);
  view.setUint16(30, view.getUint16(30, true) + longer, true);
  view.setUint32(42, MAX_32, true);
  return record;
}

function bigNumber(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return new Uint8Array(view.buffer);
}

/** The end record of zip64 and its locator. */
function end64(count: number, length: number, start: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(76));
  view.setUint32(0, 0x06064b50, true);
  view.setBigUint64(4, 44n, true);
  view.setUint16(12, 45, true);
  view.setUint16(14, 45, true);
  view.setBigUint64(24, BigInt(count), true);
  view.setBigUint64(32, BigInt(count), true);
  view.setBigUint64(40, BigInt(length), true);
  view.setBigUint64(48, BigInt(start), true);
  view.setUint32(56, 0x07064b50, true);
  view.setBigUint64(64, BigInt(start + length), true);
  view.setUint32(72, 1, true);
  return new Uint8Array(view.buffer);
}

const tooLong = (): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'El resultado no cabe en un libro XLSX: escriba un CSV.',
    'The result does not fit in an XLSX workbook: write a CSV.',
  );
