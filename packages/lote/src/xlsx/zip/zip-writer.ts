/** Writes a zip file as a stream: parts copied as stored, parts deflated as their bytes arrive, and the directory. */
import { ENCODER, joinBytes } from '../../bytes.js';
import { UnreadableWorkbook } from '../limits.js';
import { type Codec, crc32 } from './source.js';
import { fieldsOf, isLarge, MAX_32, Method, type Part, pieces, viewOf, type Zip } from './zip-reader.js';

/** The sizes follow the data; the name is UTF-8. */
const FLAGS = 8 | 0x800;
/** Midnight of 1 January 1980, the first moment of the format: with a fixed time, equal input has equal bytes. */
const DATE = 0x21;
/** The record of a part that replaces no other, for version 2.0 of the format. */
const NEW_RECORD = new Uint8Array(46).fill(20, 4, 5);

/** Yields the zip file with new bytes for some parts, and `added` parts; every other part is copied as stored. */
export async function* replaceParts(
  zip: Zip,
  changed: ReadonlyMap<Part, AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
  added: ReadonlyMap<string, Uint8Array | AsyncIterable<Uint8Array>>,
  largest: number,
): AsyncGenerator<Uint8Array, void> {
  const parts = zip.inPlace;
  const written: Written[] = [];
  let position = parts[0]?.part.offset ?? zip.directory;
  yield* pieces(zip.source, 0, position);
  for (const { part, index, end } of parts) {
    const offset = position;
    const bytes = changed.get(part);
    if (bytes !== undefined) {
      const name = part.record.subarray(46, 46 + viewOf(part.record).getUint16(28, true));
      const stream = new DeflatedPart(name, zip.codec, {
        utf8: (part.flags & 0x800) !== 0,
        large: largest >= MAX_32,
        time: viewOf(part.record).getUint32(12, true),
      });
      for await (const piece of stream.write(bytes)) {
        position += piece.length;
        yield piece;
      }
      written[index] = stream.written(offset, part.record);
    } else {
      yield* pieces(zip.source, part.offset, end);
      position += end - part.offset;
      written[index] = { ...part, offset };
    }
  }
  for (const [name, bytes] of added) {
    const stream = newPart(name, zip.codec);
    const offset = position;
    for await (const piece of stream.write(bytes instanceof Uint8Array ? [bytes] : bytes)) {
      position += piece.length;
      yield piece;
    }
    written.push(stream.written(offset, NEW_RECORD));
  }
  yield directoryOf(written, position, zip.comment);
}

const newPart = (name: string, codec: Codec): DeflatedPart =>
  new DeflatedPart(ENCODER.encode(name), codec, { utf8: true, large: false, time: DATE << 16 });

/** Yields a new zip file of these parts, in their order. */
export async function* newZip(
  parts: Iterable<readonly [name: string, bytes: AsyncIterable<Uint8Array>]>,
  codec: Codec,
): AsyncGenerator<Uint8Array, void> {
  const written: Written[] = [];
  let position = 0;
  for (const [name, bytes] of parts) {
    const offset = position;
    const stream = newPart(name, codec);
    for await (const piece of stream.write(bytes)) {
      position += piece.length;
      yield piece;
    }
    written.push(stream.written(offset, NEW_RECORD));
  }
  yield directoryOf(written, position, new Uint8Array());
}

interface Traits {
  readonly utf8: boolean;
  /** True if its sizes may need more than 32 bits. */
  readonly large: boolean;
  /** Time and date in the encoding of the format. */
  readonly time: number;
}

/** A part that is deflated as its bytes arrive; a data descriptor after it has its CRC and sizes. */
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

  async *write(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    yield this.#localHeader();
    for await (const piece of this.#codec.deflate(this.#counted(bytes))) {
      this.#stored += piece.length;
      yield piece;
    }
    if (!this.#large && Math.max(this.#size, this.#stored) >= MAX_32) throw tooLong();
    yield this.#descriptor();
  }

  async *#counted(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
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
      // These values say that the sizes after the data have eight bytes each.
      view.setUint32(18, MAX_32, true);
      view.setUint32(22, MAX_32, true);
      view.setUint32(30 + this.#name.length, 1 | (16 << 16), true);
    }
    return header;
  }

  /** Writes version, flags, method and time, which both headers have in this order. */
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

  /** Returns the entry for the directory. Attributes and comment are those of the earlier record. */
  written(offset: number, before: Uint8Array): Written {
    const head = new Uint8Array(before.subarray(0, 46));
    const view = viewOf(head);
    view.setUint32(0, 0x02014b50, true);
    this.#common(view, 6);
    view.setUint32(16, this.#crc, true);
    view.setUint16(28, this.#name.length, true);
    view.setUint16(30, 0, true);
    const comment = before.subarray(before.length - view.getUint16(32, true));
    return { record: joinBytes([head, this.#name, comment]), size: this.#size, stored: this.#stored, offset };
  }
}

const tooLong = (): UnreadableWorkbook => new UnreadableWorkbook({ cause: 'libro_resultado' });

/** A part as the directory will describe it. */
interface Written {
  /** Its record, whose sizes and offset need not be right. */
  readonly record: Uint8Array;
  readonly size: number;
  readonly stored: number;
  readonly offset: number;
}

/** Returns the directory with its end record. */
function directoryOf(parts: readonly Written[], start: number, comment: Uint8Array): Uint8Array {
  const records = joinBytes(parts.map(recordOf));
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, parts.length, true);
  end.setUint16(10, parts.length, true);
  end.setUint32(12, records.length, true);
  end.setUint32(16, Math.min(start, MAX_32), true);
  end.setUint16(20, comment.length, true);
  const large = start < MAX_32 ? [] : [end64(parts.length, records.length, start)];
  return joinBytes([records, ...large, new Uint8Array(end.buffer), comment]);
}

/** Returns the record of a part. A size or an offset that is too large for its own field goes into a zip64 field. */
function recordOf({ record, size, stored, offset }: Written): Uint8Array {
  const before = viewOf(record);
  const nameEnd = 46 + before.getUint16(28, true);
  const extraEnd = nameEnd + before.getUint16(30, true);
  const head = new Uint8Array(record.subarray(0, nameEnd));
  const view = viewOf(head);
  view.setUint32(24, Math.min(size, MAX_32), true);
  view.setUint32(20, Math.min(stored, MAX_32), true);
  view.setUint32(42, Math.min(offset, MAX_32), true);
  const others = fieldsOf(record.subarray(nameEnd, extraEnd)).filter((field) => !isLarge(field));
  const large = [size, stored, offset].filter((number) => number >= MAX_32).map(bigNumber);
  if (large.length > 0) {
    others.push(Uint8Array.of(1, 0, 8 * large.length, 0), ...large);
    view.setUint16(6, Math.max(45, view.getUint16(6, true)), true);
  }
  const extra = joinBytes(others);
  view.setUint16(30, extra.length, true);
  return joinBytes([head, extra, record.subarray(extraEnd)]);
}

function bigNumber(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value), true);
  return new Uint8Array(view.buffer);
}

/** Returns the end record of zip64 and its locator. */
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
