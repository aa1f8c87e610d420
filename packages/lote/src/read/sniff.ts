/** Tells the format of a file by its first bytes. */
import { Byte } from '../bytes.js';

/** `ole` is the container of old .xls files and of workbooks with a password. */
export type SniffedFormat = 'csv' | 'ndjson' | 'xlsx' | 'gzip' | 'ole';

const MAGIC: readonly (readonly [SniffedFormat, readonly number[]])[] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
];

/** The format of the file that begins with these bytes. A text is NDJSON if its first visible character is a brace. */
export function sniff(first: Uint8Array): SniffedFormat {
  const known = MAGIC.find(([, magic]) => magic.every((byte, i) => first[i] === byte));
  if (known !== undefined) return known[0];
  return first.find((byte) => byte > 32 && byte < 128) === Byte.BRACE ? 'ndjson' : 'csv';
}
