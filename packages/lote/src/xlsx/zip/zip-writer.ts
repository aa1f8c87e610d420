/** Writes a zip file as a stream: parts copied as stored, parts deflated as their bytes arrive, and the directory. */
import { ENCODER, joinBytes } from '../../bytes.js';
import { UnreadableWorkbook } from '../limits.js';
import { type Codec, crc32 } from './source.js';
import { fieldsOf, isLarge, MAX_32, Method, type Part, pieces, viewOf, type Zip } from './zip-reader.js';

type PartBytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The sizes of a part follow its data. */
const SIZES_BEHIND = 8;
const NAME_IN_UTF8 = 0x800;
/** Midnight of 1 January 1980, the first moment of the format: with a fixed time, equal input has equal bytes. */
const DATE = 0x21;
/** Version 2.0 of the format. */
const ZIP_VERSION = 20;

/** Yields the zip file with new bytes for some parts, and `added` parts; every other part is copied as stored. */
export async function* replaceParts(
  zip: Zip,
  changed: ReadonlyMap<Part, PartBytes>,
  added: Iterable<readonly [name: string, bytes: PartBytes]>,
): AsyncGenerator<Uint8Array, void> {
  const parts = zip.inPlace;
  const start = parts[0]?.part.offset ?? zip.directory;
  yield* pieces(zip.source, 0, start);
  const writer = new ZipWriter(zip.codec, start);
  for (const { part, index, end } of parts) {
    const bytes = changed.get(part);
    if (bytes !== undefined) yield* writer.deflate(part.record, bytes, index);
    else {
      writer.copy(part, index, end);
      yield* pieces(zip.source, part.offset, end);
    }
  }
  yield* writer.finish(added, zip.comment);
}

/** Yields a new zip file of these parts, in their order. */
export const newZip = (
  parts: Iterable<readonly [name: string, bytes: PartBytes]>,
  codec: Codec,
): AsyncGenerator<Uint8Array, void> => new ZipWriter(codec, 0).finish(parts, new Uint8Array());

/** A part as the directory will describe it. */
interface Written {
  /** Its record, whose sizes and offset need not be right. */
  readonly record: Uint8Array;
  readonly size: number;
  readonly stored: number;
  readonly offset: number;
}

class ZipWriter {
  readonly #codec: Codec;
  /** The parts by their number in the directory. */
  readonly #written: Written[] = [];
  #position: number;

  constructor(codec: Codec, position: number) {
    this.#codec = codec;
    this.#position = position;
  }

  /** Notes a part that is copied as stored, up to the offset `end`. */
  copy(part: Part, index: number, end: number): void {
    this.#written[index] = { ...part, offset: this.#position };
    this.#position += end - part.offset;
  }

  /** Yields a part that is deflated as its bytes arrive; a descriptor behind it has its CRC and sizes. It keeps the name, time, attributes and comment of a record. */
  async *deflate(before: Uint8Array, bytes: PartBytes, index: number): AsyncGenerator<Uint8Array, void> {
    const offset = this.#position;
    const record = deflatedRecord(before);
    const sum = this.#codec.crc32 ?? crc32;
    let [crc, size, stored] = [0, 0, 0];
    const counted = async function* (): AsyncGenerator<Uint8Array, void> {
      for await (const piece of bytes) {
        crc = sum(piece, crc);
        size += piece.length;
        yield piece;
      }
    };
    const header = localHeader(record);
    yield header;
    for await (const piece of this.#codec.deflate(counted())) {
      stored += piece.length;
      yield piece;
    }
    viewOf(record).setUint32(16, crc, true);
    const descriptor = new DataView(new ArrayBuffer(16));
    for (const [i, value] of [0x08074b50, crc, inZip(stored), inZip(size)].entries())
      descriptor.setUint32(4 * i, value, true);
    yield new Uint8Array(descriptor.buffer);
    this.#written[index] = { record, size, stored, offset };
    this.#position += header.length + stored + descriptor.byteLength;
  }

  /** Yields added parts, and the directory with its end record. */
  async *finish(
    added: Iterable<readonly [name: string, bytes: PartBytes]>,
    comment: Uint8Array,
  ): AsyncGenerator<Uint8Array, void> {
    for (const [name, bytes] of added) yield* this.deflate(newRecord(name), bytes, this.#written.length);
    const records = joinBytes(this.#written.map(recordOf));
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, this.#written.length, true);
    end.setUint16(10, this.#written.length, true);
    end.setUint32(12, records.length, true);
    end.setUint32(16, inZip(this.#position), true);
    end.setUint16(20, comment.length, true);
    yield joinBytes([records, new Uint8Array(end.buffer), comment]);
  }
}

/** Returns the record of a part that replaces no other. */
function newRecord(name: string): Uint8Array {
  const bytes = ENCODER.encode(name);
  const head = new DataView(new ArrayBuffer(46));
  head.setUint16(4, ZIP_VERSION, true);
  head.setUint16(8, NAME_IN_UTF8, true);
  head.setUint16(14, DATE, true);
  head.setUint16(28, bytes.length, true);
  return joinBytes([new Uint8Array(head.buffer), bytes]);
}

/** Returns the record of a deflated part in place of another one: without its extra fields. */
function deflatedRecord(before: Uint8Array): Uint8Array {
  const own = viewOf(before);
  const nameEnd = 46 + own.getUint16(28, true);
  const comment = before.subarray(before.length - own.getUint16(32, true));
  const record = joinBytes([before.subarray(0, nameEnd), comment]);
  const view = viewOf(record);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(6, ZIP_VERSION, true);
  view.setUint16(8, (own.getUint16(8, true) & NAME_IN_UTF8) | SIZES_BEHIND, true);
  view.setUint16(10, Method.DEFLATED, true);
  view.setUint16(30, 0, true);
  return record;
}

/** Returns the header before the data of a part whose sizes follow them: version, flags, method, time and name of its record. */
function localHeader(record: Uint8Array): Uint8Array {
  const name = record.subarray(46, 46 + viewOf(record).getUint16(28, true));
  const header = new Uint8Array(30 + name.length);
  const view = viewOf(header);
  view.setUint32(0, 0x04034b50, true);
  header.set(record.subarray(6, 16), 4);
  view.setUint16(26, name.length, true);
  header.set(name, 30);
  return header;
}

/** Returns the record of a part with its sizes and its offset. */
function recordOf({ record, size, stored, offset }: Written): Uint8Array {
  const before = viewOf(record);
  const nameEnd = 46 + before.getUint16(28, true);
  const extraEnd = nameEnd + before.getUint16(30, true);
  const head = new Uint8Array(record.subarray(0, nameEnd));
  const extra = joinBytes(fieldsOf(record.subarray(nameEnd, extraEnd)).filter((field) => !isLarge(field)));
  const view = viewOf(head);
  view.setUint32(24, inZip(size), true);
  view.setUint32(20, inZip(stored), true);
  view.setUint32(42, inZip(offset), true);
  view.setUint16(30, extra.length, true);
  return joinBytes([head, extra, record.subarray(extraEnd)]);
}

/** Returns a size or an offset; throws if only a zip64 file holds it. */
function inZip(number: number): number {
  if (number >= MAX_32) throw new UnreadableWorkbook({ cause: 'libro_resultado' });
  return number;
}
