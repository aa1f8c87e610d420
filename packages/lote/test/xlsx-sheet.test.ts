/** The XML of a sheet with new cells, letter by letter. */
import { describe, expect, it } from 'vitest';
import { nodeCodec } from '../node/xlsx-node.js';
import type { AnswerSheetRow } from '../src/sheet/answers.js';
import type { FillOptions } from '../src/sheet/sheet-file.js';
import { type Codec, csvFromXlsx, openSheet } from '../src/xlsx/xlsx.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { inPieces } from './run-lote.js';
import { partsOf, sheetXml, zip } from './workbook.js';
import { bytesOf } from './bytes-of.js';

/** The number of bytes that a reader waits for at once. */
const AT_ONCE = 1 << 16;

/** A codec that packs nothing, and hands over bytes in the amounts that a reader waits for. */
const codec: Codec = {
  ...nodeCodec(),
  inflate: async function* (chunks) {
    for await (const chunk of chunks) yield* inPieces(chunk, AT_ONCE);
  },
  deflate: (chunks) => chunks,
};

const bookOf = (xml: string, styles?: string): Uint8Array =>
  zip(partsOf({ sheets: [['Una', xml]], ...(styles === undefined ? {} : { styles }) }), { method: 8 });

/** Returns the sheet with the answer `k` and its number in every row, where rows with a `!` are bad. */
async function filled(xml: string, options: Partial<FillOptions> = {}, styles?: string): Promise<string> {
  const sheet = await openSheet(bookOf(xml, styles), { codec });
  const answer: AnswerSheetRow = (cells, number) => {
    const mark = cells.writtenFrom(0).includes('!') ? 'error' : undefined;
    return { texts: [`k${number}`, mark ? 'mal' : ''], mark };
  };
  const place = await sheet.findPlace(options, ['a', 'b']);
  const written = await bytesOf(
    sheet.workbook([{ titles: ['CURP', 'Motivo'], begin: async () => answer, place, ...options }]),
  );
  const book = await Workbook.open(written, codec);
  return Buffer.from(await book.zip.bytes(book.sheet(undefined).part, 1 << 24)).toString();
}

const text = (place: string, value: string, style = ''): string =>
  `<c r="${place}"${style} t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (number: number, ...cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;
const WIDTHS = '<col min="3" max="3" width="22" customWidth="1"/><col min="4" max="4" width="40" customWidth="1"/>';

describe('before the rows of a sheet', () => {
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
    ['<sheetViews></sheetViews>', `<sheetViews></sheetViews>${cols}`],
    ['<cols><col min="1" max="2"/></cols>', `<cols><col min="1" max="2"/>${WIDTHS}</cols>`],
    ['<cols><col min="1" max="1"></col></cols>', `<cols><col min="1" max="1"></col>${WIDTHS}</cols>`],
    ['<cols><col min="1" max="2"/><col min="3" max="3"/></cols>', `<cols><col min="1" max="2"/>${WIDTHS}</cols>`],
    [
      '<cols> <col hidden="1" min="2" max="16384"/> </cols>',
      `<cols> <col hidden="1" min="2" max="2"/>${WIDTHS}<col hidden="1" min="5" max="16384"/> </cols>`,
    ],
    [
      "<cols><col min='4' max='4'></col><col min='5' max='9' hidden='1'></col></cols>",
      `<cols>${WIDTHS}<col min='5' max='9' hidden='1'></col></cols>`,
    ],
    ['<cols><col min="6" max="9"/></cols>', `<cols>${WIDTHS}<col min="6" max="9"/></cols>`],
    ['<cols><col max="9"/><col max="1"/></cols>', `<cols><col max="9"/><col max="1"/>${WIDTHS}</cols>`],
    ['<cols><col/></cols>', `<cols><col/>${WIDTHS}</cols>`],
    ['<x max="9"/><cols></cols>', `<x max="9"/><cols>${WIDTHS}</cols>`],
  ])('%s becomes %s', async (given, expected) => {
    expect(await filled(sheetXml(before, given))).toBe(sheetXml(after, expected));
  });

  it('a range of one cell becomes a range of a row', async () => {
    expect(await filled(sheetXml(row(1, text('A1', 'a')), '<dimension ref="A1"/>'))).toBe(
      sheetXml(
        row(1, text('A1', 'a'), text('B1', 'CURP'), text('C1', 'Motivo')),
        '<dimension ref="A1:C1"/><cols><col min="2" max="2" width="22" customWidth="1"/><col min="3" max="3" width="40" customWidth="1"/></cols>',
      ),
    );
  });
});

describe('the rows of a sheet', () => {
  const MERGES = '<mergeCells count="2"><mergeCell ref="A9:B9"/><mergeCell ref="A1:XFD1"/></mergeCells>';
  const before = sheetXml(
    [
      row(1, text('A1', 'título')),
      '<row r="3"/>',
      `<row r="9" spans="1:2" ht="9">${text('A9', 'a')}${text('B9', 'b', ' s="4"')}<c r="C9" s="1"/></row>`,
      row(10, text('A10', 'x')).replace('>', ' spx="1" xpans="2" style="3" ipa="4">'),
      row(11, '<c r="B11" s="2"/>', '<c r="E11" s="3"/>'),
      row(99, text('B99', '!'), '<c r="D99" s="1"/><c r="E99"/>'),
      row(100, text('A100', 'y')),
    ].join('\n'),
    '<dimension ref="A1:B100"/>',
    `<autoFilter ref="A9:B99"><sortState ref='A10:B99'/></autoFilter>${MERGES}<x/>`,
  );
  const after = sheetXml(
    [
      row(1, text('A1', 'título')),
      '<row r="3"/>',
      `<row r="9"${' '.repeat(13)}ht="9">${text('A9', 'a')}${text('B9', 'b', ' s="4"')}${text('C9', 'CURP', ' s="4"')}${text('D9', 'Motivo', ' s="4"')}</row>`,
      row(10, text('A10', 'x'), text('C10', 'k10')).replace('>', ' spx="1" xpans="2" style="3" ipa="4">'),
      row(11, '<c r="B11" s="2"/>', '<c r="E11" s="3"/>'),
      row(99, text('B99', '!'), text('C99', 'k99', ' s="6"'), text('D99', 'mal', ' s="6"'), '<c r="E99"/>'),
      row(100, text('A100', 'y'), text('C100', 'k100')),
    ].join('\n'),
    `<dimension ref="A1:D100"/><cols>${WIDTHS}</cols>`,
    `<autoFilter ref="A9:D99"><sortState ref='A10:D99'/></autoFilter>${MERGES}<x/>`,
  );

  it('get their new cells, and keep everything else', async () => {
    expect(await filled(before, { encabezado: 9 })).toBe(after);
  });

  it('are followed by what followed them, merged cells or none', async () => {
    const long = `<mergeCells count="1"><mergeCell ref="A8:A9"/></mergeCells><!--${' '.repeat(4 * AT_ONCE)}-->`;
    for (const behind of ['', '<mergeCells/><x/>', '<x></x>', long]) {
      const xml = await filled(sheetXml(row(1, text('A1', 'a')), '', behind));
      expect(xml.slice(xml.indexOf('</sheetData>'))).toBe(`</sheetData>${behind}</worksheet>`);
    }
  });

  it('get their new cells, however their bytes are cut', async () => {
    for (let cut = 0; cut < before.length; cut += 41) {
      const comment = `<!--${'-'.repeat(AT_ONCE - cut)}-->`;
      expect(await filled(comment + before, { encabezado: 9 })).toBe(comment + after);
    }
  });

  it('are read as CSV, however their bytes are cut', async () => {
    for (let cut = 0; cut < before.length; cut += 41) {
      const workbook = bookOf(`<!--${'-'.repeat(AT_ONCE - cut)}-->${before}`);
      const csv: Uint8Array[] = [];
      for await (const piece of csvFromXlsx(workbook, { codec })) csv.push(piece);
      expect(Buffer.concat(csv).toString()).toBe(`título,\n${'\n'.repeat(7)}a,b\nx,\n${'\n'.repeat(88)},!\ny,\n`);
    }
  });

  it('get keys and texts with the styles of the empty cells that they replace', async () => {
    const styled = (number: number): string =>
      row(number, text(`A${number}`, 'x'), `<c r="B${number}" s="4"/><c r="C${number}" s="1"/>`);
    const key = Buffer.from('CLAVE');
    const answers = [key, key, { texts: ['a'] }, { texts: ['', ' b'] }, { texts: [], mark: 'error' as const }, null];
    const header = row(1, text('A1', 'a'));
    const plain = row(3, text('A3', 'x'));
    const xml = await filled(sheetXml([header, styled(2), plain, ...[4, 5, 6, 7].map(styled)].join('')), {
      begin: async () => (_, number) => answers[number - 2] ?? null,
    });
    const cells = (number: number, b: string, c: string): string => row(number, text(`A${number}`, 'x'), b, c);
    expect(xml.slice(xml.indexOf('<row r="2">'), xml.indexOf('</sheetData>'))).toBe(
      [
        cells(2, text('B2', 'CLAVE', ' s="4"'), '<c r="C2" s="1"/>'),
        cells(3, text('B3', 'CLAVE'), ''),
        cells(4, text('B4', 'a', ' s="4"'), '<c r="C4" s="1"/>'),
        cells(5, '<c r="B5" s="4"/>', text('C5', ' b', ' s="1"').replace('<t>', '<t xml:space="preserve">')),
        cells(6, '<c r="B6" s="6"/>', '<c r="C6" s="6"/>'),
        styled(7),
      ].join(''),
    );
  });

  it.each([
    ['of an error', 'error', 6],
    ['to review', 'review', 7],
  ] as const)('%s: they get a colour of their own', async (_, mark, style) => {
    const sheet = sheetXml(row(1, text('A1', 'a')) + row(2, text('A2', 'x')));
    const answer: AnswerSheetRow = () => ({ texts: ['k2', 'mal'], mark });
    expect(await filled(sheet, { begin: async () => answer })).toContain(
      row(2, text('A2', 'x'), text('B2', 'k2', ` s="${style}"`), text('C2', 'mal', ` s="${style}"`)),
    );
  });

  it('have texts no longer than a cell may be', async () => {
    const answer: AnswerSheetRow = () => ({ texts: ['x'.repeat(32_768), 'Ñ'.repeat(32_767)] });
    const xml = await filled(sheetXml(row(1, text('A1', 'a')) + row(2, text('A2', 'x'))), {
      begin: async () => answer,
    });
    expect(xml).toContain(`${text('B2', 'x'.repeat(32_767))}${text('C2', 'Ñ'.repeat(32_767))}`);
  });
});

describe('the new columns', () => {
  it.each([
    ['the header', ['B1', 'A2', 'A3'], 'C1'],
    ['the widest row, wherever it is', ['A1', 'B2', 'C3', 'A4'], 'D1'],
    ['the last row', ['A1', 'A2', 'A3', 'F4'], 'G1'],
  ])('come after %s', async (_, places, expected) => {
    const rows = places.map((place, i) => row(i + 1, text(place, 'x'))).join('');
    for (const before of ['', '<dimension ref="A1:J9"/>'])
      expect(await filled(sheetXml(rows, before))).toContain(text(expected, 'CURP'));
  });

  it('fill a sheet up to its last column, and do not exceed it', async () => {
    const rows = (place: string): string => sheetXml(row(1, text(place, 'x')));
    expect(await filled(rows('XFB1'))).toContain(`${text('XFC1', 'CURP')}${text('XFD1', 'Motivo')}`);
    await expect(filled(rows('XFC1'))).rejects.toMatchObject({
      problem: { cause: 'libro_ancho', parts: { hoja: ['Una'] } },
    });
  });

  it('need a header if one is named', async () => {
    const sheet = sheetXml(row(1, text('A1', 'x')) + row(3, '<c r="A3"/>') + row(4, text('A4', 'y')));
    for (const encabezado of [2, 3, 5]) {
      await expect(filled(sheet, { encabezado })).rejects.toMatchObject({
        problem: { cause: 'libro_encabezado_vacio', parts: { fila: encabezado, hoja: ['Una'] } },
      });
    }
    expect(await filled(sheet, { encabezado: 4 })).toContain(text('B4', 'CURP'));
  });

  it('come after cells that the sheet does not declare', async () => {
    const sheet = sheetXml(row(1, text('A1', 'x')) + row(2, text('F2', 'y')), '<dimension ref="A1:A2"/>');
    expect(await filled(sheet)).toContain(row(2, text('F2', 'y'), text('G2', 'k2')));
  });
});
