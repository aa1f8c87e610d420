/** Zip files byte for byte, even beyond 4 GiB, where the first gigabytes are not stored anywhere. */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Codec, Source } from '../src/xlsx/xlsx.js';
import { Zip } from '../src/xlsx/zip/zip-reader.js';
import { newZip, replaceParts } from '../src/xlsx/zip/zip-writer.js';

const MAX_32 = 0xffffffff;
const LIMIT = 1 << 20;
const zeros = new Uint8Array(1 << 24);

/** Functions that write numbers of two, four and eight bytes. */
const [u16, u32, u64] = [2, 4, 8].map(
  (size) =>
    (...values: readonly number[]): Buffer =>
      Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(2 * size, '0'), 'hex').toReversed())),
) as [typeof Buffer.of, typeof Buffer.of, typeof Buffer.of];
const bytesOf = (...pieces: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));

/** A part as the headers of a zip file describe it. */
interface Entry {
  readonly name: string;
  readonly data: string;
  readonly version?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly time?: number;
  readonly crc?: number;
  readonly stored?: number;
  readonly size?: number;
  readonly extra?: Uint8Array;
}

const common = ({ version = 20, flags = 0, method = 0, time = 0x5a2b6c3d }: Entry): Buffer =>
  bytesOf(u16(version, flags, method), u32(time));

const sizes = ({ data, crc = crc32(data), stored = data.length, size = data.length }: Entry): Buffer =>
  u32(crc, stored, size);

const local = (entry: Entry): Buffer =>
  bytesOf(
    'PK\x03\x04',
    common(entry),
    sizes(entry),
    u16(entry.name.length, entry.extra?.length ?? 0),
    entry.name,
    entry.extra ?? '',
  );

const record = (
  entry: Entry,
  offset: number,
  { madeBy = 20, attributes = '\0'.repeat(6), comment = '' } = {},
): Buffer =>
  bytesOf(
    'PK\x01\x02',
    u16(madeBy),
    common(entry),
    sizes(entry),
    u16(entry.name.length, entry.extra?.length ?? 0, comment.length, 0),
    attributes,
    u32(offset),
    entry.name,
    entry.extra ?? '',
    comment,
  );

const end = (count: number, length: number, start: number, comment = ''): Buffer =>
  bytesOf('PK\x05\x06', u16(0, 0, count, count), u32(length, start), u16(comment.length), comment);

/** A codec that packs nothing, so that the bytes of a part are known. */
const plain: Codec = { inflate: (pieces) => pieces, deflate: (pieces) => pieces };

async function* of(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** Returns a source of bytes after a gap of zeros. */
const behind = (gap: number, bytes: Uint8Array): Source => ({
  size: gap + bytes.length,
  read: async (offset, length) => {
    const empty = Math.max(0, Math.min(length, gap - offset));
    const from = Math.max(0, offset - gap);
    return empty === length
      ? zeros.subarray(0, length)
      : Buffer.concat([new Uint8Array(empty), bytes.subarray(from, from + length - empty)]);
  },
});

/** Returns the zip file after the gap with another part `a`, without the gap and without pieces of zeros. */
async function replaced(
  source: Source,
  content: AsyncIterable<Uint8Array>,
  { gap = 0, codec = plain } = {},
): Promise<Buffer> {
  const file = await Zip.open(source, codec);
  const part = file.part('a');
  if (part === undefined) throw new Error('no part');
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of replaceParts(file, new Map([[part, content]]), [])) {
    if (length >= gap && piece.length < LIMIT) kept.push(piece.slice());
    length += piece.length;
  }
  return Buffer.concat(kept);
}

it('a new zip file is written byte for byte', async () => {
  const written: Uint8Array[] = [];
  const parts = [['a', of('u', 'no')] as const, ['b.xml', of()] as const];
  for await (const piece of newZip(parts, plain)) written.push(piece);
  const traits = { flags: 0x808, method: 8, time: 0x210000 };
  const [a, b] = [
    { name: 'a', data: 'uno', ...traits },
    { name: 'b.xml', data: '', ...traits },
  ];
  const open = { crc: 0, stored: 0, size: 0 };
  const first = bytesOf(local({ ...a, ...open }), 'uno', 'PK\x07\x08', sizes(a));
  const both = bytesOf(first, local({ ...b, ...open }), 'PK\x07\x08', sizes(b));
  const records = bytesOf(record(a, 0), record(b, first.length));
  expect(Buffer.concat(written)).toEqual(bytesOf(both, records, end(2, records.length, both.length)));
});

describe('a zip file with one part replaced', () => {
  const TIME_FIELD = bytesOf('UT', u16(5), '\x01abcd');
  const a = { name: 'a', data: 'one', flags: 0x800, extra: TIME_FIELD };
  const b = { name: 'b', data: 'two', version: 63, extra: TIME_FIELD };
  const [localA, localB] = [bytesOf(local(a), a.data), bytesOf(local(b), b.data)];
  const traits = { madeBy: 0x314, attributes: 'attrib', comment: 'una nota' };
  /** The part that replaces the old one. */
  const fresh = { name: 'a', data: 'fresh'.repeat(20), flags: 0x808, method: 8 };
  const open = { crc: 0, stored: 0, size: 0 };
  const freshPart = bytesOf(local({ ...fresh, ...open }), fresh.data, 'PK\x07\x08', sizes(fresh));

  /** Returns the zip file of both parts after a gap, whose directory names `b` first. */
  function archive(gap: number, entryB: Entry = b): Buffer {
    const records = bytesOf(record(entryB, gap + localA.length, traits), record(a, gap, traits));
    return bytesOf(localA, localB, records, end(2, records.length, gap + localA.length + localB.length, 'nota'));
  }

  it('keeps all other bytes, the order of the directory, attributes and comments', async () => {
    const records = bytesOf(record(b, 6 + freshPart.length, traits), record(fresh, 6, traits));
    const parts = bytesOf('before', freshPart, localB);
    expect(
      await replaced(behind(0, bytesOf('before', archive(6))), of(fresh.data.slice(0, 7), fresh.data.slice(7))),
    ).toEqual(bytesOf(parts, records, end(2, records.length, parts.length, 'nota')));
  });

  it('can be read, whatever the headers of its parts hold', async () => {
    const file = await Zip.open(behind(0, archive(0)), plain);
    const texts = file.parts.map(async (part) => Buffer.from(await file.bytes(part, LIMIT)).toString());
    expect(await Promise.all(texts)).toEqual(['two', 'one']);
  });

  it('keeps a name that is not marked as UTF-8', async () => {
    const only = { name: 'a', data: 'one' };
    const before = bytesOf(local(only), 'one', record(only, 0), end(1, 47, 34));
    const after = await replaced(behind(0, before), of(fresh.data));
    expect([after.readUInt16LE(6), after.readUInt16LE(after.indexOf('PK\x01\x02') + 8)]).toEqual([8, 8]);
  });

  it('loses the fields of eight bytes of a part that does not need them', async () => {
    const large: Entry = { ...b, stored: MAX_32, size: MAX_32, extra: bytesOf(u16(1, 16), u64(3, 3), TIME_FIELD) };
    const after = await replaced(behind(0, archive(0, large)), of(fresh.data));
    expect(after).toEqual(await replaced(behind(0, archive(0)), of(fresh.data)));
  });

  it('is refused from the first byte that needs a field of eight bytes', async () => {
    for (const start of [MAX_32 - 1, MAX_32]) {
      const gap = start - freshPart.length - localB.length;
      const after = replaced(behind(gap, archive(gap)), of(fresh.data), { gap });
      if (start < MAX_32) expect((await Zip.open(behind(gap, await after), plain)).directory).toBe(start);
      else await expect(after).rejects.toMatchObject({ problem: { cause: 'libro_resultado' } });
    }
  });

  /** Yields this number of zeros, of which at most a piece is in memory. */
  async function* zerosOf(length: number): AsyncGenerator<Uint8Array, void> {
    for (let i = 0; i < length; i += zeros.length) yield zeros.subarray(0, Math.min(zeros.length, length - i));
  }
  const counting = { ...plain, crc32: () => 0 };
  const packing: Codec = {
    ...counting,
    deflate: async function* (pieces) {
      let length = 0;
      for await (const piece of pieces) length += piece.length;
      yield Buffer.from(`${length} bytes`);
    },
  };

  it('is refused with a part of 4 GiB', async () => {
    for (const codec of [counting, packing])
      await expect(replaced(behind(0, archive(0)), zerosOf(MAX_32), { codec })).rejects.toMatchObject({
        problem: { cause: 'libro_resultado' },
      });
    const most = await replaced(behind(0, archive(0)), zerosOf(MAX_32 - 1), { codec: packing });
    expect(most.includes('4294967294 bytes')).toBe(true);
  });

  it('is refused if two parts overlap', async () => {
    const records = bytesOf(record(b, localA.length - 1), record(a, 0));
    const before = bytesOf(localA, localB, records, end(2, records.length, localA.length + localB.length));
    before.writeUInt32LE(localA.length - 29, before.indexOf(record(a, 0)) + 20);
    await expect(replaced(behind(0, before), of(fresh.data))).rejects.toMatchObject({
      cause: new Error('a: overlaps the next part'),
    });
  });
});
