/** The blocks of a file, answered by several workers, have the same output as the whole file answered by one. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Block, type Lote, Splitter, Survey, decideReading, answerBlock, drain, prepare } from '../src/index.js';
import type { Encoding } from '@curp-service/contract/reading';
import { MAX_ROW } from '../src/bytes.js';
import { CsvReader } from '../src/read/csv-reader.js';
import { DECLARED, type Options, runFile, slow, toBytes, toText, inPieces, run, concat } from './run-lote.js';
import { HEADER, NUSTA, RENATA, withMark, in1252, inUtf16be, inUtf16le, line } from './people.js';

const MEBIBYTE = 1 << 20;

/** Returns the blocks of a file that arrives in pieces of this size. */
function split(
  formato: 'csv' | 'ndjson',
  bytes: Uint8Array,
  length: number,
  codificacion?: Encoding,
): { header: Block | null; blocks: Block[] } {
  const splitter = new Splitter(formato, codificacion);
  const blocks = inPieces(bytes, length).flatMap((piece) => Array.from(splitter.split(piece)));
  blocks.push(...splitter.finish());
  return { header: splitter.header, blocks };
}

/** Returns the output of the blocks, answered in turn by two `Lote`s, with one header. */
function inBlocks(options: Options, { header, blocks }: ReturnType<typeof split>): Uint8Array {
  const headerOutput: Uint8Array[] = [];
  const lotes = [0, 1].map(() => {
    const lote = prepare({ ...DECLARED, ...options });
    if (header !== null) {
      headerOutput.push(concat(...Array.from(lote.process(header.bytes), (done) => done.slice())));
    }
    return lote;
  });
  const done = blocks.map((block, i) => run(lotes[i % 2] as Lote, [block.bytes]));
  return concat(...headerOutput.slice(0, 1), ...done);
}

/** Repeats a text until it fills a block. */
const fillBlock = (text: string): string => text.repeat(Math.ceil((1.1 * MEBIBYTE) / toBytes(text).length));

// Notes make the rows long, so that few of them fill a block.
const WITH_NOTES = `${HEADER},notas`;
const RENATA_AND_NOTES = `${RENATA},${'notas y otras '.repeat(300)}\n`;
const PLAIN = fillBlock(RENATA_AND_NOTES);
const NUSTA_WITHOUT = `${NUSTA},\nTOTAL,,,,,,\n`;
const NOTES = `"${'con ""comillas"", más\n'.repeat(100)}"`;
const QUOTED = fillBlock(
  `"Renata","Olvera","Tina\njero","1990-05-17","M","09",${NOTES}\r\n${NUSTA_WITHOUT}${RENATA_AND_NOTES}`,
);
const OBJECT = line({ notas: 'x'.repeat(3000) });
const OBJECTS = fillBlock(OBJECT);
const OBJECT_WITH_MORE = line({ nombres: 'Ñusta', notas: '"{\n' });
const ENDLESS = 'x'.repeat(1.2 * MEBIBYTE);

const FILES: readonly (readonly [string, Options, Uint8Array])[] = [
  ['a short file', {}, toBytes(`${WITH_NOTES}\n${NUSTA},`)],
  [
    'plain rows, a first accent late, one that is broken',
    {},
    concat(`${WITH_NOTES}\n${PLAIN}${NUSTA_WITHOUT}${PLAIN}`, in1252(NUSTA_WITHOUT), RENATA),
  ],
  [
    'a first accent late in Windows-1252, in quotes',
    {},
    concat(`${WITH_NOTES}\n${PLAIN}"x`, in1252('ñ",,,x,,,\n'), `${PLAIN}${NUSTA_WITHOUT}`, in1252(NUSTA_WITHOUT)),
  ],
  ['quotes with line breaks', { excel: true }, toBytes(`${WITH_NOTES}\r\n${QUOTED}${QUOTED}`)],
  ['quotes in Windows-1252', {}, in1252(`${WITH_NOTES}\r\n${QUOTED}${PLAIN}`)],
  [
    'quotes, told to be in Windows-1252',
    { codificacion: 'windows-1252' },
    toBytes(`${WITH_NOTES}\n${QUOTED}${NUSTA_WITHOUT}`),
  ],
  [
    'accents that were spoilt',
    {},
    toBytes(new TextDecoder('windows-1252').decode(toBytes(`${WITH_NOTES}\n${QUOTED}`))),
  ],
  ['quotes in UTF-16LE', {}, withMark([0xff, 0xfe], inUtf16le(`${WITH_NOTES}\r\n${QUOTED}${NUSTA_WITHOUT}`))],
  [
    'quotes, told to be in UTF-16BE',
    { codificacion: 'utf-16be' },
    inUtf16be(`${WITH_NOTES}\n${QUOTED}${NUSTA_WITHOUT}`),
  ],
  [
    'quotes that are not closed',
    {},
    toBytes(`${WITH_NOTES}\n${NUSTA_WITHOUT}"abierta\n${PLAIN}"abierta\n${NUSTA_WITHOUT}\n"`),
  ],
  [
    'long lines',
    {},
    toBytes(`${WITH_NOTES}\n${RENATA},\n${ENDLESS}"\n${NUSTA_WITHOUT}"${ENDLESS}\n${NUSTA_WITHOUT}${ENDLESS}`),
  ],
  [
    'a long line of accents before the first',
    {},
    concat(
      `${WITH_NOTES}\n${RENATA},\n`,
      in1252('ñ'.repeat(1.2 * MEBIBYTE)),
      `\n${PLAIN}${NUSTA_WITHOUT}`,
      in1252(NUSTA_WITHOUT),
    ),
  ],
  [
    'objects, a first accent late, one that is broken',
    { formato: 'ndjson' },
    concat(OBJECTS, OBJECT_WITH_MORE, OBJECTS, in1252(OBJECT_WITH_MORE), OBJECT),
  ],
  [
    'objects in Windows-1252, then in UTF-8',
    { formato: 'ndjson' },
    concat(in1252(OBJECT_WITH_MORE), OBJECTS, in1252(OBJECT_WITH_MORE), OBJECT_WITH_MORE),
  ],
  ['objects in UTF-16', { formato: 'ndjson' }, withMark([0xfe, 0xff], inUtf16be(OBJECTS + OBJECT_WITH_MORE))],
  ['a long object', { formato: 'ndjson' }, concat(OBJECT, `{"a":"ñ${ENDLESS}"}\n`, OBJECTS, in1252('ñ'))],
  ['marks in the middle', { formato: 'ndjson' }, concat(OBJECT, fillBlock(`\ufeff${OBJECT}`), OBJECT)],
];

slow.each(FILES)('%s', (_, options, bytes) => {
  const cut = split(options.formato ?? 'csv', bytes, 50_021, options.codificacion);
  if (bytes.length > MEBIBYTE) expect(cut.blocks.length).toBeGreaterThan(1);
  const survey = new Survey({ ...DECLARED, ...options });
  survey.read(bytes);
  const withReading = { ...options, reading: decideReading(survey.finish(), { ...DECLARED, ...options }) };
  expect(Buffer.compare(inBlocks(withReading, cut), runFile(withReading, bytes))).toBe(0);
});

it('the splitter reports the encoding that the first bytes show', () => {
  const marks = [withMark([0xff, 0xfe], inUtf16le(HEADER)), toBytes(HEADER)].map((bytes) => {
    const splitter = new Splitter('csv');
    for (const _ of splitter.split(bytes)) expect.fail();
    return splitter.mark;
  });
  expect(marks).toEqual(['utf-16le', null]);
});

it.each(['', '\n\r\n'])('a file without rows gives no block: %j', (text) => {
  const { header, blocks } = split('csv', toBytes(text), 1);
  expect([toText(header?.bytes ?? new Uint8Array()), blocks]).toEqual([text, []]);
});

slow('a line that is too long takes linear time', () => {
  const long = `"${'x'.repeat(8 * MEBIBYTE)}"`;
  const { blocks } = split('csv', toBytes(`${HEADER}\n${long}\n${RENATA}\n`), 2000);
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length, 0);
  expect(bytes).toBeLessThan(2 * MEBIBYTE); // The rest of the line is dropped.
});

const BLOCK_SIZE = 1 << 18;
const lengthOf = (pieces: Iterable<Uint8Array>): number =>
  Array.from(pieces).reduce((sum, { length }) => sum + length, 0);
const PIECE = 10_000;

/** Starts to count the rows that are read. */
function countReads(): () => number {
  const spy = vi.spyOn(CsvReader.prototype, 'read');
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

describe('a block', () => {
  it.each(['csv', 'ndjson'] as const)('is handed over as soon as it is full: %s', (formato) => {
    const rows = toBytes((formato === 'csv' ? `${RENATA}\n` : line({})).repeat(20_000));
    const file = formato === 'csv' ? concat(`${HEADER}\n`, rows) : rows;
    const { header, blocks } = split(formato, file, PIECE);
    const full = blocks.slice(0, -1).map(({ bytes }) => bytes.length);
    expect(full.length).toBeGreaterThan(1);
    expect(Math.min(...full)).toBeGreaterThan(BLOCK_SIZE - PIECE);
    expect(Math.max(...full)).toBeLessThan(BLOCK_SIZE + 2 * PIECE);
    const parts = [header, ...blocks].map((block) => block?.bytes ?? '');
    expect(Buffer.compare(concat(...parts), file)).toBe(0);
  });

  it('is cut without reading its rows if it has no quotes and its encoding is known', () => {
    const splitter = new Splitter('csv', 'utf-8');
    for (const _ of splitter.split(toBytes(`${HEADER}\n${`${NUSTA}\n`.repeat(10_000)}`)));
    const reads = countReads();
    const [block] = splitter.split(toBytes(`${NUSTA}\n`.repeat(20_000)));
    expect(block?.bytes.at(-1)).toBe(10);
    expect(reads()).toBe(0);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('is not cut inside quotes, at any offset (%d)', (more) => {
    const splitter = new Splitter('csv', 'utf-8');
    const opened = `"${'b'.repeat(more)}\n`;
    const rows = `${HEADER}\n${`${RENATA}\n`.repeat(6000)}`;
    const before = `${rows}${'a'.repeat(BLOCK_SIZE - rows.length - opened.length - 1)}\n`;
    const [block] = splitter.split(toBytes(before + opened));
    expect((splitter.header?.bytes.length ?? 0) + (block?.bytes.length ?? 0)).toBe(before.length);
    const [rest] = splitter.finish();
    expect(toText(rest?.bytes ?? new Uint8Array())).toBe(opened);
  });

  it.each([
    ['plain', '1\n'],
    ['in quotes', '"1"\n'],
    ['after quotes that are never closed', '1\n', '"'],
  ])('is smaller with many columns and short rows, %s, because its answer is long', (_, row, before = '') => {
    const file = toBytes(`${HEADER}${',x'.repeat(1018)}\n${before}${row.repeat(20_000)}`);
    const splitter = new Splitter('csv');
    const blocks = [...splitter.split(file), ...splitter.finish()];
    const lote = prepare({ formato: 'csv' });
    drain(answerBlock(lote, splitter.header ?? expect.fail()));
    for (const block of blocks) expect(lengthOf(answerBlock(lote, block))).toBeLessThan(36 * MEBIBYTE);
    expect(Buffer.compare(concat(...[splitter.header, ...blocks].map((block) => block?.bytes ?? '')), file)).toBe(0);
  });

  it('is handed over as soon as it is full even with many columns after quotes that hold back the header', () => {
    const file = toBytes(`curp${',x'.repeat(1023)}\n"\n${'1234567\n'.repeat(150_000)}`);
    const splitter = new Splitter('csv');
    const blocks = inPieces(file, 50_021).flatMap((piece) => Array.from(splitter.split(piece)));
    const given = blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(given).toBeGreaterThan(file.length - BLOCK_SIZE);
    blocks.push(...splitter.finish());
    expect(Buffer.compare(concat(...[splitter.header, ...blocks].map((block) => block?.bytes ?? '')), file)).toBe(0);
  });

  it.each(['es', 'en'] as const)('has an answer of bounded length for bad keys in NDJSON, in %s', (language) => {
    const keys = Array.from({ length: 40 }, (_, length) => `{"curp":"${'#'.repeat(length)}"}\n`);
    const file = toBytes(keys.join('') + `{"curp":"${'#'.repeat(20)}"}\n`.repeat(1000));
    const splitter = new Splitter('ndjson', 'utf-8', undefined, 'validar');
    const blocks = [...splitter.split(file), ...splitter.finish()];
    const lote = prepare({ formato: 'ndjson', operacion: 'validar', language });
    for (const block of blocks) expect(lengthOf(answerBlock(lote, block))).toBeLessThan(16 * MEBIBYTE);
  });

  it('is not read again for every piece if it is one long row', () => {
    const splitter = new Splitter('csv');
    for (const _ of splitter.split(toBytes(`${HEADER}\n`)));
    const reads = countReads();
    const long = inPieces(toBytes(`"${'a\n'.repeat(MAX_ROW / 2 - 10)}`), 1000);
    for (const piece of long) for (const _ of splitter.split(piece)) expect.fail();
    expect(reads()).toBeGreaterThan(1);
    expect(reads()).toBeLessThan(30); // of a thousand pieces
  });
});

describe('the splitter drops the rest of a line that is too long', () => {
  it.each(['csv', 'ndjson'] as const)('%s', (formato) => {
    const row = formato === 'csv' ? `${RENATA}\n` : line({});
    for (const long of ['x', '"x', 'ñ']) {
      const splitter = new Splitter(formato);
      const start = formato === 'csv' ? `${HEADER}\n${row}` : row;
      const pieces = [start + long, ...Array.from({ length: 60 }, () => 'x'.repeat(50_000)), 'x', `\n${row}`, row];
      const blocks = pieces.flatMap((piece) => Array.from(splitter.split(toBytes(piece))));
      blocks.push(...splitter.finish());
      const text = toText(concat(...[splitter.header, ...blocks].map((block) => block?.bytes ?? '')));
      expect(text.startsWith(start + long)).toBe(true);
      expect(text.endsWith(`x\n${row}${row}`)).toBe(true);
      expect(text.length).toBeGreaterThan(MAX_ROW);
      expect(text.length).toBeLessThan(MAX_ROW + 2 * BLOCK_SIZE);
    }
  });
});

describe('the header from the splitter', () => {
  it('is whole even if it is longer than a block', () => {
    const long = `${HEADER},${'notas'.repeat(80_000)}`;
    const { header, blocks } = split('csv', toBytes(`${long}\n${RENATA},\n`), PIECE);
    expect(header?.bytes.length).toBe(long.length + 1);
    expect(blocks.map(({ bytes }) => toText(bytes))).toEqual([`${RENATA},\n`]);
  });

  it('is handed over even if it is too long, because the worker reports that', () => {
    const splitter = new Splitter('csv');
    const pieces = inPieces(toBytes('x'.repeat(2 * MAX_ROW)), PIECE);
    const given = pieces.findIndex((piece) => {
      for (const _ of splitter.split(piece));
      return splitter.header !== null;
    });
    expect(splitter.header?.bytes.length).toBe((given + 1) * PIECE);
    expect(splitter.header?.bytes.length).toBeGreaterThan(MAX_ROW);
    expect(splitter.header?.bytes.length).toBeLessThan(MAX_ROW + 2 * BLOCK_SIZE);
  });

  it('gets a line feed at the end of the file if it has none', () => {
    const { header, blocks } = split('csv', toBytes('"nombres'), 3);
    expect(toText(header?.bytes ?? new Uint8Array())).toBe('"nombres\n');
    expect(blocks).toEqual([]);
  });
});
