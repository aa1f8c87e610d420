/** The format of a file by its first bytes, and how many lines bytes hold. */
import { expect, it } from 'vitest';
import { countLines, sniff } from '../src/index.js';
import { inUtf16le, withMark } from './people.js';
import { toBytes } from './run-lote.js';

it.each([
  ['a ZIP archive as a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20), 'xlsx'],
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8), 'gzip'],
  ['an old .xls, or a workbook with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'ole'],
  ['a PDF', toBytes('%PDF-1.7'), 'pdf'],
  ['a photograph', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'picture'],
  ['a table of dBASE', Uint8Array.of(3, 126, 11, 18), 'dbf'],
  ['UTF-32 with its mark', Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), 'utf-32'],
  ['UTF-32 without a mark', Uint8Array.of(0x61, 0, 0, 0), 'utf-32'],
  ['UTF-32 that begins with zeros', Uint8Array.of(0, 0, 0, 0x61), 'utf-32'],
  ['UTF-32 with its mark behind zeros', Uint8Array.of(0, 0, 0xfe, 0xff), 'utf-32'],
  ['UTF-16 as text', withMark([0xff, 0xfe], inUtf16le('ab')), 'csv'],
  ['UTF-16 of one character as text', inUtf16le('ab'), 'csv'],
  ['lists in a list of JSON', toBytes(' [\n [1, 2]]'), 'json'],
  ['a part of the magic number as text', Uint8Array.of(0x50, 0x4b), 'csv'],
  ['a text that begins with a brace', toBytes('{"curp":""}'), 'ndjson'],
  ['a brace after a byte order mark, blanks and empty lines', toBytes('\ufeff\r\n \t{'), 'ndjson'],
  ['a brace in UTF-16', withMark([0xff, 0xfe], inUtf16le('{}')), 'ndjson'],
  ['a brace that is not the first character', toBytes('a{'), 'csv'],
  ['an empty file as text', new Uint8Array(), 'csv'],
])('sniff recognises %s', (_, bytes, format) => {
  expect(sniff(bytes)).toBe(format);
});

it.each([
  ['', 0],
  ['\n', 1],
  ['a', 1],
  ['a\nb', 2],
  ['a\n\nb\n', 3],
])('countLines of %j is %d', (text, lines) => {
  expect(countLines(toBytes(text))).toBe(lines);
});
