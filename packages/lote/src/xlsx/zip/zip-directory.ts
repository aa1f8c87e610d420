/** Writes the directory of a zip file: a record for each part, and the end records. */
import { MAX_32, fieldsOf, isLarge, joined, viewOf } from './zip-reader.js';

/** A part as the directory will describe it. */
export interface Written {
  /** Its record, in which the sizes and the place need not be right. */
  readonly record: Uint8Array;
  readonly size: number;
  readonly stored: number;
  readonly offset: number;
}

/** The directory with its end record. */
export function directoryOf(parts: readonly Written[], start: number, comment: Uint8Array): Uint8Array {
  const records = joined(parts.map(recordOf));
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, parts.length, true);
  end.setUint16(10, parts.length, true);
  end.setUint32(12, records.length, true);
  end.setUint32(16, Math.min(start, MAX_32), true);
  end.setUint16(20, comment.length, true);
  const large = start < MAX_32 ? [] : [end64(parts.length, records.length, start)];
  return joined([records, ...large, new Uint8Array(end.buffer), comment]);
}

/** The record of a part. A size or a place that is too large for its own field stands in a zip64 field. */
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
  const extra = joined(others);
  view.setUint16(30, extra.length, true);
  return joined([head, extra, record.subarray(extraEnd)]);
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
