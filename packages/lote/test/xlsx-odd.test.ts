/** Workbooks that programs write in other ways, and those that are broken or malicious. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fileSource, nodeCodec } from '../node/xlsx-node.js';
import { RowPart, RowReader } from '../src/xlsx/rows/row-reader.js';
import { SharedStrings } from '../src/xlsx/shared-strings.js';
import { UnreadableWorkbook, sheetNames } from '../src/xlsx/xlsx.js';
import { crc32 } from '../src/xlsx/zip/source.js';
import { slow } from './run-lote.js';
import { csvOf, partsOf, rawWorkbook, sheetXml, workbookOf, zip } from './workbook.js';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const fixture = (name: string): URL => new URL(`workbooks/${name}`, import.meta.url);

/** Returns the CSV of a sheet with these rows. */
const rows = async (xml: string, strings = ''): Promise<string> => csvOf(rawWorkbook(xml, strings));

const failure = async (workbook: Uint8Array): Promise<UnreadableWorkbook> => {
  const error = await csvOf(workbook).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableWorkbook);
  return error as UnreadableWorkbook;
};

describe('cells', () => {
  it('follow one another if they have no references, with gaps where references say so', async () => {
    expect(
      await rows('<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="C2"><v>3</v></c><c><v>4</v></c></row>'),
    ).toBe('1,2,,\n,,3,4\n');
  });

  it('may have any quotes, spaces, comments, CDATA, entities and prefixes', async () => {
    const strings = `<x:si><x:t>a &amp; b</x:t></x:si><si ><t><![CDATA[<c&>]]></t></si><!-- <si/> --><si><t>&#241;&#xF1;&lt;</t></si><si/>`;
    const xml = `<!-- no --><row r='1' ><c  r = 'A1'\n t='s' ><v>0</v></c><c r="B1" t="s"><v> 1 </v></c><!-- <c/> --><c r="C1" t="s"><v>2</v></c><c r="E1" t="inlineStr"><is><t>x<!-- y -->z</t></is></c></row>`;
    expect(await rows(xml, strings)).toBe('a & b,<c&>,ññ<,,xz\n');
  });

  it('join their runs and skip phonetic hints', async () => {
    const item =
      '<r><rPr><b/></rPr><t xml:space="preserve">Ana </t></r><r><t>Ruiz</t></r><rPh sb="0" eb="1"><t>ana</t></rPh>';
    const xml = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is>${item}</is></c></row>`;
    expect(await rows(xml, `<si>${item}<phoneticPr fontId="1"/></si>`)).toBe('Ana Ruiz,Ana Ruiz\n');
  });

  it('may hold formulas, booleans, errors and dates of ISO 8601', async () => {
    const xml =
      '<row r="1"><c r="A1" t="str"><f>A2&amp;"x"</f><v>Oaxaca</v></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c><c r="E1" t="d"><v>1990-05-17T00:00:00</v></c><c r="F1" t="d"><v>1990-05-17T08:30</v></c><c r="G1"><f>A1</f></c><c r="H1" t="str"><v></v></c><c r="I1" t="b"><v>0</v></c><c r="J1" t="b"><v>true</v></c><c r="K1" t="d"><v>ayer</v></c></row>';
    expect(await rows(xml)).toBe('Oaxaca,2,true,#N/A,1990-05-17,1990-05-17 08:30:00,=,,false,true,ayer\n');
  });

  it('are dates if the style of their number says so', async () => {
    const cells = [
      [1, '33010'],
      [2, '33010.5'],
      [1, '0.34375'],
      [1, '1'],
      [1, '59'],
      [1, '60'],
      [1, '61'],
      [1, '0'],
      [1, '2958465'],
      [1, '2958466'],
      [4, '33010'],
      [1, '33009.999999'],
      [1, '-1'],
      [1, '2958465.9999999'],
    ] as const;
    const xml = `<row r="1">${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;
    expect(await rows(xml)).toBe(
      '1990-05-17,1990-05-17 12:00:00,08:15:00,1900-01-01,1900-02-28,1900-02-29,1900-03-01,1900-01-00,9999-12-31,2958466,33010,1990-05-17,-1,2958465.9999999\n',
    );
  });

  it('are dates by the built-in formats', async () => {
    const ids = [13, 14, 22, 23, 26, 27, 36, 37, 44, 45, 47, 48, 49, 50, 58, 59];
    const formats = ids.map((id) => `<xf numFmtId="${id}"/>`).join('');
    const cells = ids.map((_, i) => `<c s="${i}"><v>33010</v></c>`).join('');
    const parts = partsOf({
      sheets: [['Una', sheetXml(`<row>${cells}</row>`)]],
      styles: `<styleSheet><cellXfs>${formats}</cellXfs></styleSheet>`,
    });
    const texts = (await csvOf(zip(parts))).trim().split(',');
    expect(ids.filter((_, i) => texts[i] === '1990-05-17')).toEqual([14, 22, 27, 36, 45, 47, 50, 58]);
  });
});

it('a row is waited for, however its bytes are cut', async () => {
  const row =
    '<row r="1" spans="1:6"><c r="A1" s="1" t="s"><v>0</v></c><c r=\'B1\' t=\'inlineStr\'><is><r><rPr><b/></rPr><t>a</t></r><!-- n --><r><t> b</t></r><rPh sb="0"><t>x</t></rPh></is></c><c r="C1" t="str"><f>A1&amp;"x"</f><v>c<![CDATA[<d>]]></v></c><c r="D1"><extLst><ext><x/></ext></extLst><v>4</v></c><?pi ?><otro/><otro><y/></otro><c r="E1" t="inlineStr"><is><t>e</t></is></c><c r="F1" t="inlineStr"><is><t></t></is></c></row>';
  expect(await rows(row, '<si><t>s</t></si>')).toBe('s,a b,c<d>,4,e\n');
  const bytes = Buffer.from(row.padEnd(row.length + 64));
  const reader = new RowReader(new SharedStrings());
  const found = Array.from({ length: row.length + 1 }, (_, end) => reader.read(bytes, 0, end));
  expect(found).toEqual([...Array.from({ length: row.length }, () => RowPart.PART), RowPart.ROW]);
});

describe('workbooks', () => {
  it('are read from a file, from a blob and from bytes alike', async () => {
    const bytes = readFileSync(fixture('libreoffice.xlsx'));
    const file = await open(fileURLToPath(fixture('libreoffice.xlsx')));
    const expected = await csvOf(bytes);
    expect(await csvOf(new Blob([bytes]))).toBe(expected);
    expect(await csvOf(await fileSource(file), { codec: nodeCodec() })).toBe(expected);
    await file.close();
  });

  it('name their sheets as the user does, and only those with cells', async () => {
    expect(await sheetNames(workbookOf({ 'Ñ & <1>': [], "O'F": [] }))).toEqual(['Ñ & <1>', "O'F"]);
    const parts = partsOf({
      sheets: [
        ['Gráfica', ''],
        ['Datos', sheetXml('<row><c><v>1</v></c></row>')],
      ],
    });
    const relations = parts['xl/_rels/workbook.xml.rels'] ?? '';
    parts['xl/_rels/workbook.xml.rels'] = relations.replace('worksheet"', 'chartsheet"');
    expect(await sheetNames(zip(parts))).toEqual(['Datos']);
    expect(await csvOf(zip(parts))).toBe('1\n');
  });

  it('may name their parts by absolute paths, with other case and slashes', async () => {
    const parts = partsOf({ sheets: [['Una', sheetXml('<row><c><v>1</v></c></row>')]] });
    parts['xl/_rels/workbook.xml.rels'] = (parts['xl/_rels/workbook.xml.rels'] ?? '').replace(
      'worksheets/',
      '/XL/worksheets/',
    );
    const slashed = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name.replaceAll('/', '\\'), text]));
    expect(await csvOf(zip(slashed))).toBe('1\n');
  });

  it('may name their parts by relative paths and their sheets by entities', async () => {
    const parts = partsOf({ sheets: [['Una', sheetXml('<row><c><v>1</v></c></row>')]] });
    parts['xl/_rels/workbook.xml.rels'] = (parts['xl/_rels/workbook.xml.rels'] ?? '').replace(
      'worksheets/',
      '../xl/./worksheets/',
    );
    parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '').replace(
      'name="Una"',
      "name='&#193;rea &#x41; &quot;&gt;&nada; &#x110000;'",
    );
    expect(await sheetNames(zip(parts))).toEqual(['Área A ">&nada; ']);
    expect(await csvOf(zip(parts))).toBe('1\n');
  });

  it('may name their parts with spaces, and lack those that they do not need', async () => {
    const parts = partsOf({ sheets: [['Una', sheetXml('<row><c><v>1</v></c></row>')]] });
    const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/sharedStrings.xml': _, 'xl/styles.xml': __, ...rest } = parts;
    rest['xl/_rels/workbook.xml.rels'] = (rest['xl/_rels/workbook.xml.rels'] ?? '')
      .replace('sheet1', 'hoja%20uno')
      .replace('</R', '<Otra Id="rId1" Type="x/worksheet" Target="otra.xml"/><Relationship Type="x"/></R');
    expect(await csvOf(zip({ ...rest, 'xl/worksheets/hoja uno.xml': sheet }))).toBe('1\n');
  });

  it('may have sheets without a name, and elements that are no sheets', async () => {
    const parts = partsOf({ sheets: [['Una', sheetXml('<row><c><v>1</v></c></row>')]] });
    parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '').replace(
      /<sheet .*\/>/,
      '<otro name="x" r:id="rId1"/><sheet r:id="rId1"></sheet><sheet name="y"/><sheet name="z" r:id="rId2"/>',
    );
    expect(await sheetNames(zip(parts))).toEqual(['']);
  });

  it.each([
    ['1', '1904-01-02'],
    ['true', '1904-01-02'],
    ['on', '1904-01-02'],
    ['0', '1900-01-01'],
    ['false', '1900-01-01'],
  ])('count days from 1904 if they say %s', async (value, expected) => {
    const sheet = sheetXml('<row><c s="1"><v>1</v></c></row>');
    const properties = `<workbookPr date1904="${value}"></workbookPr>`;
    expect(await csvOf(zip(partsOf({ sheets: [['Una', sheet]], properties })))).toBe(`${expected}\n`);
  });

  it.each([
    ['.ods', { mimetype: 'x', 'META-INF/manifest.xml': '' }],
    ['.xlsb', { '_rels/.rels': '<Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.BIN"/>' }],
  ])('are recognised as of another kind by the names of their parts: %s', async (kind, parts) => {
    expect(await failure(zip(parts))).toMatchObject({
      problem: { cause: 'libro_de_otro_tipo', parts: { tipo: kind } },
    });
    expect((await failure(zip({ mimetype: 'x' }))).problem.cause).toBe('libro_danado');
  });

  it('have plain numbers if they have no styles', async () => {
    const parts = partsOf({ sheets: [['Una', sheetXml('<row><c s="1"><v>33010</v></c></row>')]] });
    parts['xl/_rels/workbook.xml.rels'] = (parts['xl/_rels/workbook.xml.rels'] ?? '').replace('/styles"', '/otros"');
    expect(await csvOf(zip(parts))).toBe('33010\n');
  });

  it.each([
    ['sheetjs.xls', { cause: 'libro_de_otro_tipo', parts: { tipo: '.xls' } }],
    ['xlsx-populate-password.xlsx', { cause: 'libro_con_contrasena' }],
    ['sheetjs.xlsb', { cause: 'libro_de_otro_tipo', parts: { tipo: '.xlsb' } }],
    ['sheetjs.ods', { cause: 'libro_de_otro_tipo', parts: { tipo: '.ods' } }],
  ])('are refused by the name of another kind: %s', async (name, problem) => {
    expect((await failure(readFileSync(fixture(name)))).problem).toEqual(problem);
  });

  it.each([{}, { deflate: true }, { deflate: true, descriptors: true }, { zip64: true }, { comment: 'PK\x05\x06 no' }])(
    'are read from a zip with %o',
    async (options) => {
      const parts = partsOf({ sheets: [['Una', sheetXml('<row><c><v>1</v></c></row>')]] });
      expect(await csvOf(zip(parts, options))).toBe('1\n');
    },
  );

  it('are refused if they are cut anywhere', async () => {
    const whole = readFileSync(fixture('hucre.xlsx'));
    for (let length = 0; length < whole.length; length += 97) await failure(whole.subarray(0, length));
  });
});

describe('zip bombs', () => {
  /** Returns a workbook with one part of much repetition. */
  function bomb(name: string, begin: string, unit: string, times: number, end: string): Uint8Array {
    const parts: Record<string, string | Uint8Array> = partsOf({
      sheets: [['Una', sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')]],
    });
    parts[name] = Buffer.concat([Buffer.from(begin), Buffer.alloc(unit.length * times, unit), Buffer.from(end)]);
    return zip(parts, { deflate: true });
  }

  // Each is a little longer than its part may be: 64 MiB for a sheet, 32 for styles.
  slow.each([
    [
      'a sheet of much nothing',
      'xl/worksheets/sheet1.xml',
      '<worksheet><sheetData>',
      ' ',
      68_000_000,
      '</sheetData></worksheet>',
    ],
    ['styles of many megabytes', 'xl/styles.xml', '<styleSheet>', '<xf/>', 6_800_000, '</styleSheet>'],
  ])('are refused with a sentence: %s', async (_, name, begin, unit, times, end) => {
    const { problem } = await failure(bomb(name, begin, unit, times, end));
    expect(problem.cause).toBe('libro_grande');
  });

  it.each([
    ['tags without an end', '<workbook>', '<a ', ''],
    ['quotes without an end', '<workbook>', '<a "', ''],
    ['one long name', '<', 'a', ''],
    ['one long attribute', '<workbook ', 'x', '/>'],
    ['instructions without an end', '<workbook>', '<?', ''],
  ])('are refused without delay: %s', async (_, begin, unit, end) => {
    expect((await failure(bomb('xl/workbook.xml', begin, unit, 100_000, end))).problem).toEqual({
      cause: 'libro_danado',
    });
  });

  it('are refused if they are one cell', async () => {
    const cell = (length: number): string => `<row r="1"><c t="str"><v>${'x'.repeat(length)}</v></c></row>`;
    expect(await rows(cell(98_301))).toHaveLength(98_302);
    expect((await failure(rawWorkbook(cell(98_302)))).problem.parts).toEqual({ que: { id: 'celda_larga' } });
  });

  it('are refused if they claim to be smaller than they are', async () => {
    const name = 'xl/worksheets/sheet1.xml';
    const parts = partsOf({ sheets: [['Una', sheetXml('')]] });
    const data = deflateRawSync(Buffer.alloc(1000, sheetXml('<row r="1"/>')));
    const lying = Buffer.from(zip({ ...parts, [name]: data }, { method: 8 }));
    expect((await failure(lying)).problem.cause).toBe('libro_danado');
  });
});

it('crc32 is that of zlib, in any pieces', () => {
  const bytes = Buffer.from('The quick brown fox jumps over the lazy dog, and again.');
  expect(crc32(bytes)).toBe(nodeCodec().crc32?.(bytes, 0));
  expect(crc32(bytes.subarray(13), crc32(bytes.subarray(0, 13)))).toBe(crc32(bytes));
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
});
