/** The values of cells as CSV has them: texts, numbers, and the days that a sheet counts. */
import { describe, expect, it } from 'vitest';
import type { CellOptions } from '../src/sheet/sheet-file.js';
import { ByteSink } from '../src/bytes.js';
import { dateOfSerial, isoDate, writeDay } from '../src/xlsx/rows/dates.js';
import { stylesOf } from '../src/xlsx/styles.js';
import { csvFromXlsx } from '../src/xlsx/xlsx.js';
import { rawWorkbook } from './workbook.js';

async function piecesOf(rows: string, options: CellOptions = {}, strings = ''): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of csvFromXlsx(rawWorkbook(rows, strings), options))
    pieces.push(Buffer.from(piece).toString());
  return pieces;
}

const csvOf = async (...given: Parameters<typeof piecesOf>): Promise<string> => (await piecesOf(...given)).join('');

describe('days', () => {
  /** Returns a day by the calendar of the platform, which begins in 1970. */
  const platform = (serial: number, epoch: number): string =>
    new Date((serial - epoch) * 86_400_000).toISOString().slice(0, 10);
  const written = (serial: number, is1904: boolean): string | null => {
    const sink = new ByteSink();
    return writeDay(sink, serial, is1904) ? Buffer.from(sink.take()).toString() : null;
  };

  it.each([
    ['1900', false, 25_569, 61, 2_958_465],
    ['1904', true, 24_107, 0, 2_957_003],
  ])('are those of the calendar, counted from %s', (_, is1904, epoch, first, last) => {
    for (let serial = first; serial <= last; serial += serial < first + 1500 ? 1 : 401) {
      const expected = platform(serial, epoch);
      if (written(serial, is1904) !== expected || dateOfSerial(serial, is1904) !== expected)
        expect.fail(`${serial}: ${expected}`);
    }
    expect([written(last, is1904), dateOfSerial(last, is1904)]).toEqual(['9999-12-31', '9999-12-31']);
    expect([written(last + 1, is1904), dateOfSerial(last + 1, is1904)]).toEqual([null, null]);
  });

  it.each([
    [0.5, '12:00:00'],
    [1 / 86_400, '00:00:01'],
    [0.4 / 86_400, '1900-01-00'],
    [33_010.042_372_685, '1990-05-17 01:01:01'],
    [33_010.999_99, '1990-05-17 23:59:59'],
    [33_010.999_999, '1990-05-18'],
    [-0.1, null],
    [Number.NaN, null],
  ])('have the hour of %s', (serial, expected) => {
    expect(dateOfSerial(serial, false)).toBe(expected);
  });

  it.each([
    ['1990-05-17', '1990-05-17'],
    [' 1990-05-17\n', '1990-05-17'],
    ['1990-05-17T00:00', '1990-05-17'],
    ['1990-05-17T00:00:00.000Z', '1990-05-17'],
    ['1990-05-17T08:30', '1990-05-17 08:30:00'],
    ['1990-05-17T08:30Z', '1990-05-17 08:30:00'],
    ['1990-05-17T08:30:15', '1990-05-17 08:30:15'],
    ['1990-05-17T08:30:15.25', '1990-05-17 08:30:15'],
    ['1990-05-17T08:30:15.Z', '1990-05-17T08:30:15.Z'],
    ['x1990-05-17', 'x1990-05-17'],
    ['1990-05-17x', '1990-05-17x'],
    ['1990-05-17T8:30', '1990-05-17T8:30'],
    ['90-05-17', '90-05-17'],
  ])('lose in ISO 8601 what says nothing: %s', (text, expected) => {
    expect(isoDate(text)).toBe(expected);
  });
});

describe('styles', () => {
  const XML = '<styleSheet><numFmts>|</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>';

  it.each([
    ['[hh]', 1],
    ['[hh]:mm', 1],
    ['[mm]', 1],
    ['[sss]', 1],
    ['[H]', 1],
    ['[M]:', 1],
    ['[s]', 1],
    ['yy', 1],
    ['D', 1],
    ['h', 1],
    ['s', 1],
    ['@', 0],
    ['General', 0],
    ['GENERAL', 0],
    ['0;d', 0],
    ['d;0', 1],
    ['&quot;d&quot;0', 0],
    ['&quot;&quot;d', 1],
    ['\\d0', 0],
    ['_d0', 0],
    ['*d0', 0],
    ['[Red]0', 0],
    ['[Red][d]0', 0],
    ['[h', 1],
    ['[hd]0', 0],
    ['[x[h]', 0],
  ])('show days by the format %s: %s', (code, isDate) => {
    const xml = `${XML.replace('|', `<numFmt numFmtId="200" formatCode="${code}"/>`)}<cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
    expect(Array.from(stylesOf(Buffer.from(xml)).dates)).toEqual([isDate]);
  });

  it('are counted only from cells, with and without content', () => {
    const formats = '<numFmt numFmtId="14" formatCode="0"></numFmt><numFmt numFmtId="201"/>';
    const cells =
      '<xf numFmtId="22"><alignment/></xf><xf/><xf numFmtId="14"/><xf numFmtId="201"/><xf numFmtId="15"></xf>';
    const xml = `${XML.replace('|', formats)}<cellXfs>${cells}</cellXfs><dxfs><xf numFmtId="14"/></dxfs></styleSheet>`;
    expect(stylesOf(Buffer.from(xml)).dates).toEqual(Uint8Array.of(1, 0, 0, 0, 1));
  });

  // Each of these could take quadratic time: signs that open what nothing closes, and many styles.
  it('are read in time that grows with their length', () => {
    const formats = `<numFmt numFmtId="200" formatCode="${'[a'.repeat(4000)}"/>`.repeat(100);
    const fills = `<fills>${'<fill><patternFill/></fill>'.repeat(20_000)}</fills>`;
    const xml = `${XML.replace('|', formats)}${fills}<cellXfs>${'<xf xfId="y"/>'.repeat(20_000)}</cellXfs></styleSheet>`;
    const before = process.cpuUsage();
    expect(stylesOf(Buffer.from(xml)).marks).toEqual({ error: 20_000, review: 20_001 });
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it('include those of marked cells: the workbook has them, or gets them after its last', () => {
    const fill = (rgb: string): string =>
      `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`;
    const xml = (first: string, rest = ''): Buffer =>
      Buffer.from(`<s><fills><fill/>${fill(first)}</fills><cellXfs><xf/><xf fillId="1"${rest}/></cellXfs></s>`);
    expect([xml('FFFFC7CE'), xml('FFFFEB9C'), xml('FFFFEB9C', ' borderId="1"')].map(stylesOf)).toMatchObject([
      { marks: { error: 1, review: 2 }, marked: new Set([1, 2]) },
      { marks: { error: 2, review: 1 }, marked: new Set([2, 1]) },
      { marks: { error: 2, review: 3 }, marked: new Set([2, 3, 1]) },
    ]);
  });
});

describe('numbers', () => {
  const cells = (values: readonly string[]): string =>
    `<row>${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`;

  it('are written as a sheet shows them', async () => {
    const values = [
      '0',
      '00',
      '09',
      '9',
      '-0',
      ' 7 ',
      '0.10',
      '999999999999999',
      '1000000000000000',
      '9007199254740993',
      '1e21',
      '1E3',
      '1.9900000000000001E3',
      '0.30000000000000004',
      'NaN',
      '1/2',
      '1:2',
      ' ',
    ];
    expect(await csvOf(cells(values))).toBe(
      '0,0,9,9,0,7,0.1,999999999999999,1000000000000000,9007199254740990,1e+21,1000,1990,0.3,NaN,1/2,1:2, \n',
    );
  });

  it('are days in the column of dates, unless they can be years', async () => {
    const column = ['1799', '1800', '2100', '2101', '2101.5', '1900.5', '2958466', '-1'].map(
      (value, i) => `<row><c><v>${value}</v></c><c><v>${i}</v></c></row>`,
    );
    expect(await csvOf(column.join(''), { dateColumn: 0 })).toBe(
      '1904-12-03,0\n1800,1\n2100,2\n1905-10-01,3\n1905-10-01 12:00:00,4\n1900.5,5\n2958466,6\n-1,7\n',
    );
  });

  it('end with their digits in the references of rows', async () => {
    expect(await csvOf('<row r="2:3"><c><v>1</v></c></row>')).toBe('\n1\n');
  });

  it('are written as words if they are booleans', async () => {
    const values = ['1', '0', 'true', 'false', 't'].map((value) => `<c t="b"><v>${value}</v></c>`);
    expect(await csvOf(`<row>${values.join('')}</row>`)).toBe('true,false,true,false,true\n');
  });
});

describe('texts', () => {
  it('have every character that XML and the format can write', async () => {
    const texts = [
      '&#xD7FF;&#xE000;&#x7F;&#x80;&#x7FF;&#x800;&#xFFFF;&#x10000;&#x10FFFF;',
      '&#xD800;&#xDFFF;&#XE9;&#xe9;&#0233;',
      '_xDE00__xDE00_ _xD83D__xDE00_ _xD83D_axDE00_ _xDBFF__xDFFF__xD800__xDC00__xD800__xE000_',
      '_x004@_ _x004g_ _x004G_ _x004:_ _x00e9_ _x00E9_ _x0041 _x0041_',
      '__x0041_ _X0041_ _y0041_ _x00411_ x_x005F_x0041_',
      '<![CDATA[<a>&amp;]]]]><![CDATA[>]]><!---->b<?x y?>c<!-- -- > -->',
      '?><?x >y?z?>a--><!-- x->y -->b]]><![CDATA[]>x]]>',
      '_x0000__x0001_',
      'l1\rl2\r\nl3\n',
      '&quot;&amp;&lt;&gt;&apos;',
    ];
    const expected = [
      '\uD7FF\uE000\u007F\u0080\u07FF\u0800\uFFFF\u{10000}\u{10FFFF}',
      '\uFFFD\uFFFDééé',
      '\uFFFD\uFFFD 😀 \uFFFDaxDE00_ \u{10FFFF}\u{10000}\uFFFD\uE000',
      '_x004@_ _x004g_ _x004G_ _x004:_ é é _x0041 A',
      '_A _X0041_ _y0041_ _x00411_ x_x0041_',
      '<a>&amp;]]>bc',
      '?>a-->b]]>]>x',
      '\0\u0001',
      '"l1\nl2\nl3\n"',
      `"""&<>'"`,
    ].join(',');
    const inline = texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
    expect(await csvOf(`<row>${inline}</row>`)).toBe(`${expected}\n`);
    const items = texts.map((text) => `<si><t>${text}</t></si>`).join('');
    const shared = texts.map((_, i) => `<c t="s"><v>${i}</v></c>`).join('');
    expect(await csvOf(`<row>${shared}</row>`, {}, items)).toBe(`${expected}\n`);
  });

  it('get quotes by the delimiter', async () => {
    const cells = ['a;b', 'a,b', 'a"b', 'a\nb', 'a&#13;b'].map((text) => `<c t="str"><v>${text}</v></c>`);
    expect(await csvOf(`<row>${cells.join('')}</row>`, { delimitador: ';' })).toBe('"a;b";a,b;"a""b";"a\nb";"a\rb"\n');
  });
});

describe('the needed cells of a row', () => {
  it('are read under the header, and all cells above it', async () => {
    const row = '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>';
    expect(await csvOf(row.repeat(4), { needed: [1], encabezado: 2 })).toBe('1,2,3\n1,2,3\n,2,\n,2,\n');
    expect(await csvOf(row.repeat(2), { needed: [0, 2] })).toBe('1,,3\n1,,3\n');
  });
});

describe('the first piece of a sheet', () => {
  it('has a thousand rows and the empty ones before them', async () => {
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, i) => `<row r="${i + 2}"><c><v>1</v></c></row>`).join('');
    expect((await piecesOf(rows(999))).map((piece) => piece.length)).toEqual([1999]);
    expect(
      (await piecesOf(`${rows(1000)}<row r="1010"><c/><c><v>1</v></c></row>`)).map((piece) => piece.length),
    ).toEqual([1999, 13]);
  });

  it('has at most a megabyte', async () => {
    const row = `<row><c t="str"><v>${'x'.repeat(98_000)}</v></c></row>`;
    expect((await piecesOf(row.repeat(13))).map((piece) => piece.length / 98_001)).toEqual([11, 1, 1]);
  });
});
