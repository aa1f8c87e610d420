/** Reads the directory of a zip file and the parts that it names, by random access. */
import { DECODER, joinBytes, type Source } from '../../bytes.js';
import { type Codec, crc32 } from './source.js';
import { UnreadableWorkbook, damaged, encrypted, otherFormat, tooLarge } from '../limits.js';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const RECORD_SIGNATURE = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end record and the longest comment. */
const TAIL = 22 + 0xffff;
const OLE = 0xe011cfd0;
const OLE_HEADER = 512;
const OLE_DIRECTORY = 4096;
const ARCHIVE_PIECE_BYTES = 1 << 17;
const MAX_PARTS = 1 << 14;
const DIRECTORY = 1 << 24;
/** Any part may inflate to `ALWAYS` bytes, and a larger one to `RATIO` times its stored size. Deflate itself reaches 1,032. */
const ALWAYS = 1 << 26;
const RATIO = 200;
const FIELD_HEAD = 4;
/** Marks a number that is in the zip64 field instead. */
export const MAX_32 = 0xffffffff;

export const enum Method {
  STORED = 0,
  DEFLATED = 8,
}

/** A part as the directory describes it. */
export interface Part {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly stored: number;
  readonly size: number;
  /** The offset of its local header. */
  readonly offset: number;
  /** Its record in the directory, byte by byte. */
  readonly record: Uint8Array;
}

export class Zip {
  readonly source: Source;
  readonly parts: readonly Part[];
  /** The offset of the directory: every part ends before it. */
  readonly directory: number;
  /** The comment of the end record, after the directory. */
  readonly comment: Uint8Array;
  readonly codec: Codec;
  /** The parts by offset. */
  readonly inPlace: readonly PlacedPart[];
  /** The offset before which each part ends. */
  readonly #ends: ReadonlyMap<Part, number>;
  readonly #byName: ReadonlyMap<string, Part>;

  private constructor(source: Source, codec: Codec, { parts, start, comment }: Directory) {
    this.source = source;
    this.codec = codec;
    this.parts = parts;
    this.directory = start;
    this.comment = comment;
    this.inPlace = placed(parts, start);
    this.#ends = new Map(this.inPlace.map(({ part, end }) => [part, end]));
    this.#byName = byName(parts);
  }

  static async open(source: Source, codec: Codec): Promise<Zip> {
    return new Zip(source, codec, await readDirectory(source));
  }

  /** Finds a part; case, the kind of slash and signs in percent-encoding make no difference. */
  part(name: string): Part | undefined {
    return this.#byName.get(partKey(name)) ?? this.#byName.get(partKey(decodePercent(name)));
  }

  /** Yields the bytes of the part, inflated as they are taken and checked against size, CRC and `limit`. A piece is valid until the next is requested. */
  async *open(part: Part, limit: number): AsyncGenerator<Uint8Array, void> {
    const most = Math.min(limit, Math.max(ALWAYS, part.stored * RATIO));
    const sum = this.codec.crc32 ?? crc32;
    let size = 0;
    let crc = 0;
    for await (const bytes of this.#inflated(part)) {
      size += bytes.length;
      if (size > most) throw tooLarge('partes_que_crecen');
      if (size > part.size) break; // the directory understates the memory that the part takes
      crc = sum(bytes, crc);
      yield bytes;
    }
    if (size !== part.size || crc !== part.crc) throw damaged(`${part.name}: size or CRC differ`);
  }

  /** Returns all bytes of a small part. */
  async bytes(part: Part, limit: number): Promise<Uint8Array> {
    const all: Uint8Array[] = [];
    for await (const piece of this.open(part, limit)) all.push(new Uint8Array(piece)); // a `Buffer` would not be copied by `slice`
    return joinBytes(all);
  }

  async *#inflated(part: Part): AsyncGenerator<Uint8Array, void> {
    if (part.flags & 1) throw encrypted();
    if (part.method !== Method.STORED && part.method !== Method.DEFLATED) throw damaged(`method ${part.method}`);
    const from = await this.#dataStart(part);
    const stored = pieces(this.source, from, from + part.stored);
    if (part.method === Method.STORED) yield* stored;
    else {
      try {
        yield* this.codec.inflate(stored);
      } catch (error) {
        throw error instanceof UnreadableWorkbook ? error : damaged(error);
      }
    }
  }

  /** Returns the offset of the part's data: its local header has its own lengths. */
  async #dataStart(part: Part): Promise<number> {
    const { name, offset, stored } = part;
    const header = viewOf(await exactly(this.source, offset, 30));
    if (header.getUint32(0, true) !== LOCAL) throw damaged(`${name}: no local header`);
    const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    if (start + stored > (this.#ends.get(part) ?? 0)) throw damaged(`${name}: overlaps the next part`);
    return start;
  }
}

/** Yields the bytes of a source between two offsets, in pieces. */
export async function* pieces(source: Source, from: number, to: number): AsyncGenerator<Uint8Array, void> {
  for (let i = from; i < to; i += ARCHIVE_PIECE_BYTES)
    yield await exactly(source, i, Math.min(ARCHIVE_PIECE_BYTES, to - i));
}

const partKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** Returns the text as it is if it is no percent-encoding. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Throws if two parts have one name: programs differ in which of them they read. */
function byName(parts: readonly Part[]): Map<string, Part> {
  const found = new Map(parts.map((part) => [partKey(part.name), part]));
  if (found.size < parts.length) throw damaged('two parts with one name');
  return found;
}

/** A part, its number in the directory, and the offset of the next part. */
export interface PlacedPart {
  readonly part: Part;
  readonly index: number;
  readonly end: number;
}

/** Returns the parts by offset. Throws if two overlap: a small file could then hold any number of large ones. */
function placed(parts: readonly Part[], directory: number): PlacedPart[] {
  const ordered = parts.map((part, index) => ({ part, index })).toSorted((a, b) => a.part.offset - b.part.offset);
  return ordered.map(({ part, index }, i) => {
    const end = ordered[i + 1]?.part.offset ?? directory;
    if (part.offset + 30 + part.stored > end) throw damaged(`${part.name}: overlaps the next part`);
    return { part, index, end };
  });
}

interface Directory {
  readonly parts: readonly Part[];
  readonly start: number;
  readonly comment: Uint8Array;
}

async function readDirectory(source: Source): Promise<Directory> {
  if (viewOf(await exactly(source, 0, 4)).getUint32(0, true) === OLE) {
    throw (await hasPassword(source)) ? encrypted() : otherFormat('.xls');
  }
  const tailStart = Math.max(0, source.size - TAIL);
  const tail = await exactly(source, tailStart, source.size - tailStart);
  const view = viewOf(tail);
  let end = tail.length - 22;
  while (end >= 0 && !(view.getUint32(end, true) === END && end + 22 + view.getUint16(end + 20, true) <= tail.length))
    end--;
  if (end < 0) throw damaged('no end record');
  let [count, length, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  let recordsEnd = tailStart + end;
  if (end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64) {
    recordsEnd = Number(view.getBigUint64(end - 12, true));
    const end64 = viewOf(await exactly(source, recordsEnd, 56));
    if (end64.getUint32(0, true) !== END_64) throw damaged('no zip64 end record');
    [count, length, start] = [32, 40, 48].map((place) => Number(end64.getBigUint64(place, true)));
  }
  if (start + length !== recordsEnd) throw damaged('the directory is not where the end record says');
  if (count > MAX_PARTS || length > DIRECTORY) throw tooLarge('demasiadas_partes');
  const parts = partsIn(await exactly(source, start, length), count);
  const comment = tail.subarray(end + 22, end + 22 + view.getUint16(end + 20, true));
  return { parts, start, comment };
}

/** Returns whether a compound file, the container of old formats, holds an encrypted workbook: its directory names it. */
async function hasPassword(source: Source): Promise<boolean> {
  if (source.size < OLE_HEADER) return false;
  const header = viewOf(await exactly(source, 0, OLE_HEADER));
  const directory = (header.getUint32(48, true) + 1) * 2 ** header.getUint16(30, true);
  const names = await source.read(Math.min(directory, source.size), OLE_DIRECTORY);
  return new TextDecoder('utf-16le').decode(names).includes('EncryptedPackage');
}

function partsIn(bytes: Uint8Array, count: number): Part[] {
  const view = viewOf(bytes);
  const parts: Part[] = [];
  let i = 0;
  for (let k = 0; k < count; k++) {
    if (i + 46 > bytes.length || view.getUint32(i, true) !== RECORD_SIGNATURE) throw damaged('the directory is broken');
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(i + place, true));
    const end = i + 46 + name + extra + comment;
    if (end > bytes.length) throw damaged('the directory is broken');
    const record = bytes.subarray(i, end);
    parts.push(partOf(record, name, extra));
    i = end;
  }
  return parts;
}

function partOf(record: Uint8Array, nameLength: number, extraLength: number): Part {
  const view = viewOf(record);
  const name = DECODER.decode(record.subarray(46, 46 + nameLength));
  const sizes = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)];
  if (sizes.includes(MAX_32)) {
    const extra = record.subarray(46 + nameLength, 46 + nameLength + extraLength);
    const large = viewOf(fieldsOf(extra).find(isLarge) ?? new Uint8Array());
    let place = FIELD_HEAD;
    for (const [k, size] of sizes.entries()) {
      if (size !== MAX_32) continue;
      if (place + 8 > large.byteLength) throw damaged('a zip64 field is broken, or missing');
      sizes[k] = Number(large.getBigUint64(place, true));
      place += 8;
    }
  }
  const [size, stored, offset] = sizes;
  return {
    name,
    flags: view.getUint16(8, true),
    method: view.getUint16(10, true),
    crc: view.getUint32(16, true),
    size,
    stored,
    offset,
    record,
  };
}

/** Returns the extra fields of a record, each with the four bytes of its id and length. */
export function fieldsOf(extra: Uint8Array): Uint8Array[] {
  const view = viewOf(extra);
  const fields: Uint8Array[] = [];
  for (let i = 0; i + FIELD_HEAD <= extra.length;) {
    const from = i;
    i += FIELD_HEAD + view.getUint16(i + 2, true);
    fields.push(extra.subarray(from, i));
  }
  return fields;
}

/** Returns whether an extra field holds the numbers of zip64. */
export const isLarge = (field: Uint8Array): boolean => field[0] === 1 && field[1] === 0;

async function exactly(source: Source, offset: number, length: number): Promise<Uint8Array> {
  const bytes = offset + length <= source.size ? await source.read(offset, length) : new Uint8Array();
  if (bytes.length !== length) throw damaged('the file ends too soon');
  return bytes;
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
