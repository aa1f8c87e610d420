/** The workbook written from a CSV file, part by part and letter by letter. */
import { describe, expect, it } from 'vitest';
import { nodeCodec } from '../node/xlsx-node.js';
import { type Codec, xlsxFromCsv } from '../src/xlsx/xlsx.js';
import { sourceOf } from '../src/xlsx/zip/source.js';
import { Zip } from '../src/xlsx/zip/zip-reader.js';
import { inPieces } from './run-lote.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET = 'xl/worksheets/sheet1.xml';

/** A codec that packs nothing, so that the parts can be read as they are written. */
const plain: Codec = { ...nodeCodec(), inflate: (pieces) => pieces, deflate: (pieces) => pieces };

async function* chunksOf(csv: string, size: number): AsyncGenerator<Uint8Array, void> {
  yield* inPieces(Buffer.from(csv), size);
}

/** Returns the texts of the parts of the workbook, by their names. */
async function partsOf(
  csv: string,
  options: { readonly hoja?: string; readonly delimitador?: string } = {},
  size = csv.length + 1,
): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxFromCsv(chunksOf(csv, size), { codec: plain, ...options })) pieces.push(piece);
  const file = await Zip.open(sourceOf(Buffer.concat(pieces)), plain);
  const texts = file.parts.map(async (part) => [part.name, Buffer.from(await file.bytes(part, 1 << 20)).toString()]);
  return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
}

const sheetOf = (rows: string): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>${rows}</sheetData></worksheet>`;
const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const spaced = (place: string, text: string): string => cell(place, text).replace('<t>', '<t xml:space="preserve">');

describe('a workbook written from CSV', () => {
  it('has the parts that programs expect', async () => {
    expect(await partsOf('a\n')).toEqual({
      '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
      '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="CURP" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml': expect.stringMatching(/^<\?xml .*<cellXfs count="1">.*<\/styleSheet>$/s) as unknown,
      [SHEET]: sheetOf(`<row r="1">${cell('A1', 'a')}</row>`),
    });
  });

  it('has the name of its sheet, whatever letters it has', async () => {
    const { 'xl/workbook.xml': workbook } = await partsOf('a\n', { hoja: 'Año "1" & <2>' });
    expect(workbook).toContain('<sheet name="Año &quot;1&quot; &amp; &lt;2&gt;" sheetId="1"');
  });

  it('has every cell as an escaped text', async () => {
    const rows = [
      '\uFEFFAño,"b ""c""", d,',
      'plain,Ñandú, before,behind ,in the middle',
      '"a ""b""","c"" ","l1\nl2",\tx,x\t',
      'a&b,<c>,_x0041_,_x00g1_,_X00aF_',
      '\u0001\u0008\u000B\u001F,\u007F\uFFFD\uFFFE\uFFFF,"a\rb",,z\uFFFF',
    ];
    const expected = [
      [cell('A1', 'Año'), cell('B1', 'b "c"'), spaced('C1', ' d')],
      [
        cell('A2', 'plain'),
        cell('B2', 'Ñandú'),
        spaced('C2', ' before'),
        spaced('D2', 'behind '),
        cell('E2', 'in the middle'),
      ],
      [cell('A3', 'a "b"'), spaced('B3', 'c" '), spaced('C3', 'l1\nl2'), spaced('D3', '\tx'), spaced('E3', 'x\t')],
      [
        cell('A4', 'a&amp;b'),
        cell('B4', '&lt;c&gt;'),
        cell('C4', '_x005F_x0041_'),
        cell('D4', '_x00g1_'),
        cell('E4', '_x005F_X00aF_'),
      ],
      [
        spaced('A5', '_x0001__x0008__x000B__x001F_'),
        cell('B5', '\u007F\uFFFD_xFFFE__xFFFF_'),
        cell('C5', 'a_x000D_b'),
        cell('E5', 'z_xFFFF_'),
      ],
    ].map((cells, i) => `<row r="${i + 1}">${cells.join('')}</row>`);
    const csv = `${rows.join('\n')}\n`;
    expect((await partsOf(csv))[SHEET]).toBe(sheetOf(expected.join('')));
  });

  it('has references beyond the first letters, and no cells for empty texts', async () => {
    const { [SHEET]: sheet } = await partsOf(`${'a;'.repeat(28)}\n;;b`, { delimitador: ';' });
    expect(sheet).toContain(
      `${cell('Z1', 'a')}${cell('AA1', 'a')}${cell('AB1', 'a')}</row><row r="2">${cell('C2', 'b')}</row>`,
    );
  });

  it('is the same whatever pieces the CSV arrives in', async () => {
    const csv = '\uFEFFAño,"b ""c""",\n"l1\nl2",Ñandú,<d>\n\nfin';
    const whole = await partsOf(csv);
    for (let size = 1; size <= 32; size++) expect(await partsOf(csv, {}, size)).toEqual(whole);
  });

  it('is written while the CSV still arrives', async () => {
    let taken = 0;
    const csv = (async function* () {
      for (; taken < 20; taken++) yield Buffer.from('0123456789\n'.repeat(400));
    })();
    const before: number[] = [];
    for await (const _ of xlsxFromCsv(csv, { codec: plain })) before.push(taken);
    expect(before.filter((chunks) => chunks > 0 && chunks < 20).length).toBeGreaterThan(5);
  });
});

it('a second workbook made in the same process has the same bytes as the first', async () => {
  const make = async (): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of xlsxFromCsv(chunksOf('a,b\n1,2\n', 3), { codec: nodeCodec() }))
      pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  };
  const first = await make();
  expect(await make()).toEqual(first);
});
