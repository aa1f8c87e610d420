/** Zip files in which one part is replaced: those beyond 4 GiB too, whose first gigabytes are not stored anywhere. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeCodec } from '../node/xlsx-node.js';
import type { Source } from '../src/xlsx/xlsx.js';
import { Zip } from '../src/xlsx/zip/zip-reader.js';
import { replacePart } from '../src/xlsx/zip/zip-writer.js';
import { zip } from './workbook.js';

const FOUR_GIBIBYTES = 2 ** 32;
const LIMIT = 1 << 20;
const zeros = new Uint8Array(1 << 17);
const content = randomBytes(1000);

/** Bytes behind a gap of zeros. */
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

/** The zip file behind the gap with another part `a`, without the gap. */
async function replaced(source: Source, gap: number, largest: number): Promise<Buffer> {
  const file = await Zip.open(source, nodeCodec());
  const part = file.part('a');
  if (part === undefined) throw new Error('no part');
  const bytes = (async function* () {
    yield content;
  })();
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of replacePart(file, part, bytes, largest)) {
    if (length >= gap) kept.push(piece.slice());
    length += piece.length;
  }
  return Buffer.concat(kept);
}

/** The bytes of each part. */
async function partsOf(source: Source): Promise<Record<string, string>> {
  const file = await Zip.open(source, nodeCodec());
  const parts = await Promise.all(
    file.parts.map(async (part) => [part.name, Buffer.from(await file.bytes(part, LIMIT)).toString('hex')] as const),
  );
  return Object.fromEntries(parts);
}

const FILES = { a: 'one', b: 'two' };
const EXPECTED = { a: content.toString('hex'), b: Buffer.from('two').toString('hex') };

describe('a replaced part is read back, and so is the other', () => {
  it.each([
    ['in a zip file', 0, {}],
    ['in a zip file with large fields', 0, { zip64: true }],
    ['that moves the other beyond 4 GiB', FOUR_GIBIBYTES - 300, {}],
    ['beyond 4 GiB', FOUR_GIBIBYTES, { zip64: true }],
  ])('%s', async (_, gap, options) => {
    const bytes = zip(FILES, { ...options, before: gap, comment: 'nota' });
    const result = await replaced(behind(gap, bytes), gap, content.length);
    expect(await partsOf(behind(gap, result))).toEqual(EXPECTED);
    expect(result.subarray(-4).toString()).toBe('nota');
  });
});

it('a part that may pass 4 GiB has sizes of eight bytes behind its data', async () => {
  const result = await replaced(behind(0, zip(FILES)), 0, Infinity);
  expect(await partsOf(behind(0, result))).toEqual(EXPECTED);
  const sizes = [0, 4, 18, 22].map((at) => result.readUInt32LE(at) >>> 0);
  expect(sizes).toEqual([0x04034b50, 45 | (8 << 16), 0xffffffff, 0xffffffff]);
  expect([result.readUInt16LE(28), result.readUInt32LE(31)]).toEqual([20, 1 | (16 << 16)]);
  const { stored = 0, size = 0 } = (await Zip.open(behind(0, result), nodeCodec())).part('a') ?? {};
  const descriptor = 30 + 1 + 20 + stored;
  expect(result.readUInt32LE(descriptor)).toBe(0x08074b50);
  expect([8, 16].map((at) => Number(result.readBigUInt64LE(descriptor + at)))).toEqual([stored, size]);
  expect(result.readUInt32LE(descriptor + 24)).toBe(0x04034b50);
});
