/** The XML of a sheet with new cells, letter by letter. */
import { describe, expect, it } from 'vitest';
import { nodeCodec } from '../node/xlsx-node.js';
import type { FillOptions } from '../src/sheet/sheet-lote.js';
import { type Codec, csvFromXlsx, openSheet } from '../src/xlsx/xlsx.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { inPieces } from './run-lote.js';
import { partsOf, sheetXml, zip } from './workbook.js';

/** A reader waits for so many bytes at once. */
const AT_ONCE = 1 << 16;

/** Packs nothing, and gives bytes as a reader waits for them. */
const codec: Codec = {
  ...nodeCodec(),
  inflate: async function* (chunks) {
    for await (const chunk of chunks) yield* inPieces(chunk, AT_ONCE);
  },
  deflate: (chunks) => chunks,
};

const bookOf = (xml: string): Uint8Array => zip(partsOf({ sheets: [['Una', xml]] }), { method: 8 });

/** The sheet with the answer `k` and its number in every row; rows with a `!` are bad. */
async function filled(xml: string, options: Partial<FillOptions> = {}): Promise<string> {
  const sheet = await openSheet(bookOf(xml), { codec });
  const answer: FillOptions['answer'] = ({ csv, first }) =>
    Buffer.from(csv)
      .toString()
      .split('\n')
      .map((line, i) => ({ texts: [`k${first + i}`, line.includes('!') ? 'mal' : ''], bad: line.includes('!') }));
  const all: Uint8Array[] = [];
  for await (const piece of sheet.workbook({ titles: () => ['CURP', 'Motivo'], answer, ...options }))
    all.push(piece.slice());
  const book = await Workbook.open(Buffer.concat(all), codec);
  return Buffer.from(await book.zip.bytes(book.sheet(undefined).part, 1 << 24)).toString();
}

const text = (place: string, value: string, style = ''): string =>
  `<c r="${place}"${style} t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (number: number, ...cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;
const WIDTHS = '<col min="3" max="4" width="22" customWidth="1"/>';

describe('before the rows', () => {
  const before = row(1, text('A1', 'a'), text('B1', 'b')) + row(2, text('A2', 'x'));
  const after =
    row(1, text('A1', 'a'), text('B1', 'b'), text('C1', 'CURP'), text('D1', 'Motivo')) +
    row(2, text('A2', 'x'), text('C2', 'k2'));
  const cols = `<cols>${WIDTHS}</cols>`;

  it.each([
    ['', cols],
    ['<sheetPr/><dimension ref="A1:B2"/><sheetViews/>', `<sheetPr/><dimension ref="A1:D2"/><sheetViews/>${cols}`],
    ['<dimension ref="A1:B2"></dimension>', `<dimension ref="A1:D2"/>${cols}`],
    ['<dimension ref="$A$1:$B$2"/>', `<dimension ref="$A$1:D2"/>${cols}`],
    ['<dimension ref="A1:Z9"/>', `<dimension ref="A1:Z9"/>${cols}`],
    ['<dimension ref="A1"/>', cols],
    ['<dimension ref=""/>', cols],
    ['<dimension/>', cols],
    ['<cols><col min="1" max="2"/></cols>', `<cols><col min="1" max="2"/>${WIDTHS}</cols>`],
    ['<cols><col min="1" max="1"></col></cols>', `<cols><col min="1" max="1"></col>${WIDTHS}</cols>`],
    [
      '<cols><col min="1" max="2"/><col min="3" max="3"/></cols>',
      '<cols><col min="1" max="2"/><col min="3" max="3"/></cols>',
    ],
    ['<cols><col max="9"/><col max="1"/></cols>', '<cols><col max="9"/><col max="1"/></cols>'],
    ['<cols><col/></cols>', `<cols><col/>${WIDTHS}</cols>`],
    ['<x max="9"/><cols></cols>', `<x max="9"/><cols>${WIDTHS}</cols>`],
  ])('%s becomes %s', async (given, expected) => {
    expect(await filled(sheetXml(before, given))).toBe(sheetXml(after, expected));
  });

  it('a range of one cell becomes one of a row', async () => {
    expect(await filled(sheetXml(row(1, text('A1', 'a')), '<dimension ref="A1"/>'))).toBe(
      sheetXml(
        row(1, text('A1', 'a'), text('B1', 'CURP'), text('C1', 'Motivo')),
        '<dimension ref="A1:C1"/><cols><col min="2" max="3" width="22" customWidth="1"/></cols>',
      ),
    );
  });
});

describe('the rows', () => {
  const before = sheetXml(
    [
      row(1, text('A1', 'título')),
      '<row r="3"/>',
      `<row r="9" spans="1:2" ht="9">${text('A9', 'a')}${text('B9', 'b', ' s="4"')}<c r="C9" s="1"/></row>`,
      row(10, text('A10', 'x')),
      row(11, '<c r="B11" s="2"/>', '<c r="E11" s="3"/>'),
      row(99, text('B99', '!'), '<c r="D99" s="1"/><c r="E99"/>'),
      row(100, text('A100', 'y')),
    ].join('\n'),
    '<dimension ref="A1:B100"/>',
    '<autoFilter ref="A1"/><mergeCells count="2"><mergeCell ref="A9:C9"/><mergeCell ref="A1:D1"/></mergeCells><x/>',
  );
  const after = sheetXml(
    [
      row(1, text('A1', 'título')),
      '<row r="3"/>',
      `<row r="9"${' '.repeat(13)}ht="9">${text('A9', 'a')}${text('B9', 'b', ' s="4"')}${text('C9', 'CURP', ' s="4"')}${text('D9', 'Motivo', ' s="4"')}</row>`,
      row(10, text('A10', 'x'), text('C10', 'k10')),
      row(11, '<c r="B11" s="2"/>', '<c r="E11" s="3"/>'),
      row(99, text('B99', '!'), text('C99', 'k99', ' s="3"'), text('D99', 'mal', ' s="3"'), '<c r="E99"/>'),
      row(100, text('A100', 'y'), text('C100', 'k100')),
    ].join('\n'),
    `<dimension ref="A1:D100"/><cols>${WIDTHS}</cols>`,
    '<autoFilter ref="A1"/><mergeCells count="2"><mergeCell ref="A9:B9"/><mergeCell ref="A1:D1"/></mergeCells><x/>',
  );

  it('gain their cells, wherever their bytes are cut', async () => {
    expect(await filled(before, { encabezado: 9 })).toBe(after);
    for (let cut = 0; cut < before.length; cut += 11) {
      const comment = `<!--${'-'.repeat(AT_ONCE - cut)}-->`;
      expect(await filled(comment + before, { encabezado: 9 })).toBe(comment + after);
    }
  });

  it('are read as CSV, wherever their bytes are cut', async () => {
    for (let cut = 0; cut < before.length; cut += 11) {
      const workbook = bookOf(`<!--${'-'.repeat(AT_ONCE - cut)}-->${before}`);
      const csv: Uint8Array[] = [];
      for await (const piece of csvFromXlsx(workbook, { codec })) csv.push(piece);
      expect(Buffer.concat(csv).toString()).toBe(`título,\n${'\n'.repeat(7)}a,b\nx,\n${'\n'.repeat(88)},!\ny,\n`);
    }
  });
});
