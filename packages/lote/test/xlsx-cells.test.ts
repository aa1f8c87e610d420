/** The cells of a sheet are read by their tags, whatever their shape. */
import { describe, expect, it } from 'vitest';
import { CellKind, RowPart, RowReader } from '../src/xlsx/rows/row-reader.js';
import { SharedStrings } from '../src/xlsx/shared-strings.js';
import { UnreadableWorkbook } from '../src/xlsx/xlsx.js';

/** Cells of the shape that most programs write. */
const USUAL = [
  '<c r="B1"><v>15</v></c>',
  '<c r="AA1" s="10"><v>7.5</v></c>',
  '<c r="AZ1" t="n"><v>1</v></c>',
  '<c r="BA1" s="1" t="s"><v>13</v></c>',
  '<c r="ZZ1" s="9" t="inlineStr"><is><t>Ana</t></is></c>',
  '<c r="AAA1" s="2"><v></v></c>',
  '<c r="XFD1" t="inlineStr"><is><t></t></is></c>',
];
const strings = new SharedStrings();
for (let i = 0; i < 20; i++) strings.add({ bytes: Buffer.from('x'), length: i % 2 });
const reader = new RowReader(strings);

/** Returns everything that is known about a row, or the reason why it cannot be read. */
function seen(row: string): unknown {
  const bytes = new Uint8Array(Buffer.from(row.padEnd(row.length + 64, '<')));
  const text = (from: number | undefined, to: number | undefined): string =>
    Buffer.from(bytes.subarray(from, to)).toString();
  reader.number = 0;
  try {
    const found = reader.read(bytes, 0, row.length);
    if (found !== RowPart.ROW) return found;
    const { cells } = reader;
    return Array.from({ length: cells.count }, (_, i) => ({
      column: cells.columns[i],
      style: cells.styles[i],
      kind: cells.kinds[i],
      value: cells.kinds[i] === CellKind.EMPTY ? '' : text(cells.from[i], cells.to[i]),
      xml: text(cells.starts[i], cells.ends[i]),
    }));
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return error.cause;
    throw error;
  }
}

const rowOf = (cells: string): string => `<row r="1">${cells}</row>`;

describe('cells of the usual shape', () => {
  it('give their columns, styles and values', () => {
    const given = (column: number, style: number, kind: CellKind, value = ''): object => ({
      column,
      style,
      kind,
      value,
    });
    expect(seen(rowOf(USUAL.join('')))).toMatchObject([
      given(1, 0, CellKind.NUMBER, '15'),
      given(26, 10, CellKind.NUMBER, '7.5'),
      given(51, 0, CellKind.NUMBER, '1'),
      given(52, 1, CellKind.SHARED, '13'),
      given(701, 9, CellKind.TEXT, 'Ana'),
      given(702, 2, CellKind.EMPTY),
      given(16_383, 0, CellKind.EMPTY),
    ]);
    expect([reader.cells.filled, reader.cells.width]).toEqual([5, 702]);
  });

  it.each([
    ['in the same column', '<c r="B1"><v>1</v></c><c r="B1"><v>2</v></c>'],
    ['before another', '<c r="B1"><v>1</v></c><c r="A1"><v>2</v></c>'],
    ['beyond the last column', '<c r="XFE1"><v>1</v></c>'],
  ])('are refused %s', (_, cells) => {
    expect(seen(rowOf(cells))).toEqual(new Error('a cell in no column, or out of order'));
  });
});

describe('the last cells with a value', () => {
  const width = (cells: string): number => {
    seen(rowOf(cells));
    return reader.cells.width;
  };

  it('are followed by no empty cells', () => {
    expect(width('<c r="A1"><v>1</v></c><c r="B1" s="1"/><c r="C1"><v/></c>')).toBe(1);
    expect(width('<c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>2</v></c><c r="C1" t="s"><v> 4 </v></c>')).toBe(1);
    expect(width('<c r="A1" t="s"><v>2</v></c><c r="B1" t="s"><v>1</v></c>')).toBe(2);
    expect(width('<c r="A1" t="s"><v>2</v></c><c r="B1"/>')).toBe(0);
  });
});

describe('cells of any shape', () => {
  it.each([
    ['a comment in its value', '<c><v>1<!-- 2 -->3</v></c>', CellKind.NUMBER, '1<!-- 2 -->3'],
    ['an empty value', '<c t="str"><v></v></c>', CellKind.EMPTY, ''],
    ['an attribute of another letter', '<c r="A1" q="7" cm="8"><v>1</v></c>', CellKind.NUMBER, '1'],
    ['one text', '<c t="inlineStr" ><is><t>a</t></is></c>', CellKind.TEXT, 'a'],
    ['one empty text', '<c t="inlineStr" ><is><t></t></is></c>', CellKind.EMPTY, ''],
    ['a text without content', '<c t="inlineStr" ><is><t/></is></c>', CellKind.EMPTY, ''],
    ['no text', '<c t="inlineStr" ><is></is></c>', CellKind.EMPTY, ''],
    ['an element without content', '<c t="inlineStr" ><is/></c>', CellKind.EMPTY, ''],
    ['one text in a run', '<c t="inlineStr" ><is><r><t>a</t></r></is></c>', CellKind.TEXT, 'a'],
    ['two texts', '<c t="inlineStr" ><is><t>a</t><t>b</t></is></c>', CellKind.RUNS, '<t>a</t><t>b</t>'],
    [
      'two texts, the last one empty',
      '<c t="inlineStr" ><is><t>a</t><t></t></is></c>',
      CellKind.RUNS,
      '<t>a</t><t></t>',
    ],
    ['a reference with another sign', '<c r="A_1"><v>1</v></c>', CellKind.NUMBER, '1'],
    ['a phonetic hint', '<c t="inlineStr" ><is><rPh><t>a</t></rPh></is></c>', CellKind.RUNS, '<rPh><t>a</t></rPh>'],
    ['a formula of many tags', '<c><f a="1"><x><c/></x></f><v>1</v></c>', CellKind.NUMBER, '1'],
    ['an element after its value', '<c><v>1</v><x><y/></x></c>', CellKind.NUMBER, '1'],
    ['a boolean', '<c t="b"><v>1</v></c>', CellKind.BOOLEAN, '1'],
    ['a date', '<c t="d"><v>1</v></c>', CellKind.ISO_DATE, '1'],
    ['an error', '<c t="e"><v>#N/A</v></c>', CellKind.TEXT, '#N/A'],
    ['a number', '<c t="n" ><v>1</v></c>', CellKind.NUMBER, '1'],
  ])('are read if they have %s', (_, cell, kind, value) => {
    const row = rowOf(`${cell}<x><c/></x><x/>`);
    expect(seen(row)).toEqual([{ column: 0, style: 0, kind, value, xml: cell }]);
    expect(Array.from(row, (__, end) => seen(row.slice(0, end))).filter((each) => each !== RowPart.PART)).toEqual([]);
  });

  it.each([
    ['a row without an end', '<c></c></sheetData>'],
    ['a cell in no column, or out of order', '<c r="1"/>'],
  ])('are refused: %s', (reason, cells) => {
    expect(seen(rowOf(cells))).toEqual(new Error(reason));
  });
});
