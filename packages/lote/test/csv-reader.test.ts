/** The CSV reader agrees with `csv-parse`: both give the same cells, or both reject. */
import fc from 'fast-check';
import { type CsvError, parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { CsvReader } from '../src/read/csv-reader.js';
import { Seen } from '../src/read/row.js';
import { runs, toBytes, concat } from './run-lote.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const UTF8 = new TextDecoder();

/** Returns the rows of a text: the cells of each, or `null` if it was rejected. Empty lines are no rows. */
function read(text: string, delimiter: string): (string[] | null)[] {
  const written = toBytes(text);
  const bytes = new Uint8Array(written.length + 8);
  bytes.set(written);
  bytes[written.length] = 10;
  const reader = new CsvReader(delimiter.charCodeAt(0));
  const rows: (string[] | null)[] = [];
  for (let start = 0; start < written.length; start = reader.next) {
    if (!reader.read(bytes, start, written.length)) expect(reader.readBroken(bytes, start, written.length)).toBe(true);
    if (reader.end === start) continue;
    rows.push((reader.seen & Seen.BAD_QUOTES) === 0 ? cells(reader, bytes) : null);
  }
  return rows;
}

function cells(reader: CsvReader, bytes: Uint8Array): string[] {
  return Array.from({ length: reader.cells }, (_, i) => {
    const text = UTF8.decode(bytes.subarray(reader.from[i], reader.to[i]));
    return bytes[(reader.from[i] ?? 0) - 1] === 34 ? text.replaceAll('""', '"') : text;
  });
}

/** Returns the rows that `csv-parse` reads, up to the one that it rejects. */
function readOther(text: string, delimiter: string): { rows: string[][]; error: CsvError | null } {
  const rows: string[][] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (row: string[]) => void rows.push(row),
    });
    return { rows, error: null };
  } catch (error) {
    return { rows, error: error as CsvError };
  }
}

const letter = fc.constantFrom('a', 'Ñ', 'é', '漢', '🦊', ' ', '\u00a0', '\u200b', '=', "'");
const sign = fc.constantFrom('"', '""', ',', ';', '\t', '|', '\r\n', '\n', '\r', ' "', '" ', '');

/** Random characters and signs: most of it is bad CSV. */
const jumble = fc.array(fc.oneof(letter, sign), { maxLength: 30 }).map((pieces) => pieces.join(''));

/** Returns CSV as a program writes it, perhaps with one sign thrown in. */
const written = (delimiter: string): fc.Arbitrary<string> => {
  const plain = fc.string({ unit: letter, maxLength: 4 });
  const quoted = jumble.map((text) => `"${text.replaceAll('"', '""')}"`);
  const row = fc.array(fc.oneof(plain, quoted), { minLength: 1, maxLength: 4 }).map((c) => c.join(delimiter));
  const lineFeed = fc.constantFrom('\n', '\r\n', '\n\n');
  return fc
    .tuple(fc.array(fc.tuple(row, lineFeed), { maxLength: 4 }), fc.option(fc.tuple(sign, fc.nat(60))))
    .map(([rows, thrown]) => {
      const text = rows.flat().join('');
      const [broken, en] = thrown ?? ['', 0];
      return `${text.slice(0, en)}${broken}${text.slice(en)}`;
    });
};

it.each([256, 257, 16_384])('a row of %i cells has the offset of each, as have the rows around it', (count) => {
  const wide = Array.from({ length: count }, (_, i) => (i % 7 === 0 ? `"${i}\n"` : String(i))).join(',');
  const text = `a,b\n${wide}\n"c",d\n`;
  expect(read(text, ',')).toEqual(readOther(text, ',').rows);
});

describe.each(DELIMITERS)('the CSV reader with %j', (delimiter) => {
  it('reads what csv-parse reads, and rejects what it rejects', () => {
    let goodRows = 0;
    fc.assert(
      fc.property(fc.oneof(jumble, written(delimiter)), (t) => {
        // `Input` adds the last line feed. CRCRLF and blanks beside quotes are left out, because `csv-parse` does not take them for such.
        const text = `${t}\n`.replaceAll(/\r+\n/g, '\r\n').replaceAll(/ +(?=")|(?<=") +/g, '');
        const other = readOther(text, delimiter);
        const ours = read(text, delimiter);
        const rejected = ours.indexOf(null);
        expect(rejected >= 0).toBe(other.error !== null);
        expect(rejected < 0 ? ours : ours.slice(0, rejected)).toEqual(other.rows);
        goodRows += other.error === null && other.rows.some((row) => row.length > 1) ? 1 : 0;
      }),
      runs(1000),
    );
    expect(goodRows).toBeGreaterThan(10); // With fewer of them, the test compares too little.
  });
});

/** Returns the bits that the reader sets for a row. */
function seen(bytes: Uint8Array): number {
  const reader = new CsvReader(44);
  const withLineFeed = concat(bytes, '\n\0\0\0\0');
  if (!reader.read(withLineFeed, 0, bytes.length + 1)) reader.readBroken(withLineFeed, 0, bytes.length + 1);
  return reader.seen;
}

it.each([
  ['a blank before a quote', 'a, "b, c",  "d"\n', ['a', 'b, c', 'd']],
  ['a blank after a quote', '"a" ,"b"  ,"c" \n', ['a', 'b', 'c']],
  ['a quoted cell of blanks', ' " " ,b\n', [' ', 'b']],
])('the CSV reader takes %s for no part of the cell', (_, text, expected) => {
  expect(read(text, ',')).toEqual([expected]);
});

describe('the CSV reader notices', () => {
  it.each([
    ['nothing', 'a,"b"', 0],
    ['letters beyond ASCII', 'ñ', Seen.NOT_ASCII | Seen.PLAIN_UTF8],
    ['letters beyond ASCII in quotes', 'a,"ñ"', Seen.NOT_ASCII | Seen.PLAIN_UTF8],
    ['every letter of Spanish', 'ÁÉÍÓÚÜÑáéíóúüñ', Seen.NOT_ASCII | Seen.PLAIN_UTF8],
    ['a letter that Spanish does not have', 'Û', Seen.NOT_ASCII | Seen.PLAIN_UTF8 | Seen.ODD],
    ['a pictograph in quotes', 'a,"ñ🦊"', Seen.NOT_ASCII | Seen.PLAIN_UTF8 | Seen.ODD],
    ['what is not UTF-8', Uint8Array.of(97, 0xf1, 111), Seen.NOT_ASCII | Seen.NOT_UTF8],
    ['what is not UTF-8 in quotes', Uint8Array.of(34, 0xf1, 34), Seen.NOT_ASCII | Seen.NOT_UTF8],
    [
      'half a letter after a whole one',
      Uint8Array.of(0xc3, 0xb1, 0xc3, 44),
      Seen.NOT_ASCII | Seen.NOT_UTF8 | Seen.PLAIN_UTF8,
    ],
    ['a broken character at the end', Uint8Array.of(97, 0xc3), Seen.NOT_ASCII | Seen.NOT_UTF8],
    ['NUL', 'a\0', Seen.NUL],
    ['NUL in quotes', '"a\0"', Seen.NUL],
    ['quotes written twice', '"a""b"', Seen.ESCAPED_QUOTES],
    ['bad quotes', 'a"ñ', Seen.BAD_QUOTES | Seen.NOT_ASCII | Seen.PLAIN_UTF8],
    ['quotes that are not closed', '"a,ñ', Seen.BAD_QUOTES | Seen.NOT_ASCII | Seen.PLAIN_UTF8],
    ['a character after a closing quote', '"a"b', Seen.BAD_QUOTES],
    ['a CR after a closing quote', '"a"\rb', Seen.BAD_QUOTES],
  ])('%s', (_, input, expected) => {
    expect(seen(toBytes(input))).toBe(expected);
  });
});

it('the CSV reader takes CRCRLF for the end of a row', () => {
  expect(read('a,b\r\r\n"c","d"\r\r\n\r\r\ne"\r\r\n"\r\r\n"\n', ',')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    null,
    ['\r\r\n'],
  ]);
});

it('a rejected row ends at its line, and the next is read', () => {
  expect(read('"a\nb,"c"\n"d"e\n"f""\n', ',')).toEqual([null, ['b', 'c'], null, null]);
});

it.each([
  ['right after a letter of UTF-8', [0xc3, 0x91, 0xff], true],
  ['right after a character of three bytes', [0xe2, 0x82, 0xac, 0xff], true],
  ['nowhere if there is none', [0xc3, 0x91, 0xc3, 0xb1], false],
])('in a row of bad quotes, a byte that is not UTF-8 is noticed %s', (_, highBytes, isSeen) => {
  const row = concat('a"b', new Uint8Array(highBytes), '\n12345678');
  const reader = new CsvReader(','.charCodeAt(0));
  expect(reader.readBroken(row, 0, 4 + highBytes.length)).toBe(true);
  expect(reader.seen & Seen.NOT_ASCII).not.toBe(0);
  expect((reader.seen & Seen.NOT_UTF8) !== 0).toBe(isSeen);
});
