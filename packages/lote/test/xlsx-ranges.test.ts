/** A clerk who sorts a returned workbook keeps people and keys together, and loses nothing. */
import { describe, expect, it } from 'vitest';
import { Workbook } from '../src/xlsx/workbook.js';
import {
  type Book,
  FILTER,
  HEADER,
  KEYS,
  MAIN,
  OFFICE,
  SHEET,
  answered,
  bookOf,
  namesXml,
  tableXml,
  text,
} from './ranged-workbook.js';
import { zip } from './workbook.js';

it('the comments of a sheet are no tables, and stay as they are', async () => {
  const comments = `<comments xmlns="${MAIN}"><commentList><comment ref="A3:G6"/></commentList></comments>`;
  const book = await Workbook.open(bookOf({ behind: FILTER }));
  const parts = book.zip.parts.map(async (part) => [part.name, await book.zip.bytes(part, 1 << 24)] as const);
  const files = Object.fromEntries(await Promise.all(parts));
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="${OFFICE}/comments" Target="../comments1.xml"/></Relationships>`;
  const { part, sheet } = await answered(
    zip({ ...files, 'xl/worksheets/_rels/sheet2.xml.rels': relations, 'xl/comments1.xml': comments }),
  );
  expect(sheet).toContain('ref="A3:I6"');
  expect(await part('xl/comments1.xml')).toBe(comments);
});

describe('ranges over the people', () => {
  it('grow over the new columns: the filter, its name, and the print area', async () => {
    const names = namesXml(`${SHEET}$A$3:$G$6`, `${SHEET}$A$1:$G$6,${SHEET}$A:$D,${SHEET}$A$1:$B$2`);
    const { sheet, part, told } = await answered(bookOf({ behind: FILTER, names }));
    expect(sheet).toContain(FILTER.replace('A3:G6', 'A3:I6').replace('A4:G6', 'A4:I6'));
    const print = `${SHEET}$A$1:$I$6,${SHEET}$A:$I,${SHEET}$A$1:$B$2`;
    expect(await part('xl/workbook.xml')).toContain(namesXml(`${SHEET}$A$3:$I$6`, print));
    expect(told).toEqual([]);
  });

  it('grow over the new columns: the table and its columns', async () => {
    const table = tableXml('A3:G6', HEADER, ' totalsRowShown="0"');
    const { part, told } = await answered(bookOf({ tables: [table] }));
    const columns = '<tableColumn id="10" name="CURP"/><tableColumn id="11" name="Motivo"/>';
    expect(await part('xl/tables/t0.xml')).toBe(
      table
        .replaceAll('A3:G6', 'A3:I6')
        .replace('count="7"', 'count="9"')
        .replace('</tableColumns>', `${columns}</tableColumns>`),
    );
    expect(told).toEqual([]);
  });

  it('keep the prefix of their elements', async () => {
    const prefixed = (xml: string): string => xml.replaceAll(/<(\/?)/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    const { part } = await answered(bookOf({ tables: [prefixed(tableXml('A3:G6', HEADER))] }));
    const xml = await part('xl/tables/t0.xml');
    expect(xml).toContain('<x:autoFilter ref="A3:I6"/><x:tableColumns count="9">');
    expect(xml).toContain('<x:tableColumn id="11" name="Motivo"/></x:tableColumns></x:table>');
  });

  it('have new columns whose names differ from all others by more than case', async () => {
    const names = [...HEADER, 'curp'];
    const { part, sheet } = await answered(
      bookOf({ cells: { 3: text('H3', 'curp') }, tables: [tableXml('A3:H6', names)] }),
    );
    expect(await part('xl/tables/t0.xml')).toContain('<tableColumn id="11" name="CURP_2"/>');
    expect(sheet).toContain(text('I3', 'CURP_2'));
  });

  it('grow from a table without a row of headings, unless they are of other rows and columns', async () => {
    const headless = tableXml('A4:G6', HEADER, ' headerRowCount="0"').replace('<autoFilter ref="A4:G6"/>', '');
    expect(await (await answered(bookOf({ tables: [headless] }))).part('xl/tables/t0.xml')).toContain('ref="A4:I6"');
    const others = { tables: [tableXml('A1:G2', HEADER)], behind: '<autoFilter ref="A1:G2"/>' };
    const { part, sheet, told } = await answered(bookOf(others));
    expect(await part('xl/tables/t0.xml')).toBe(others.tables[0]);
    expect(sheet).toContain(others.behind);
    expect(told).toEqual([]);
  });

  it('grow over cells without a heading, except the table, which is reported', async () => {
    const names = namesXml(`${SHEET}$A$3:$G$6`, `${SHEET}$A$1:$G$6`);
    const cells = { 4: '<c r="I4"><f>A4*2</f></c>' };
    const table = tableXml('A3:G6', HEADER);
    const { sheet, part, told } = await answered(bookOf({ cells, behind: FILTER, names, tables: [table] }));
    expect(sheet).toContain('<autoFilter ref="A3:K6">');
    expect(await part('xl/workbook.xml')).toContain(namesXml(`${SHEET}$A$3:$K$6`, `${SHEET}$A$1:$K$6`));
    expect(await part('xl/tables/t0.xml')).toBe(table);
    expect(told).toEqual(['tabla']);
  });

  it.each<[what: string, book: Book, column: string]>([
    ['another list', { cells: { 3: text('I3', 'Clave'), 4: text('I4', '01') } }, 'J'],
    ['another table', { tables: [tableXml('I3:J9', ['Clave', 'Estado'])] }, 'K'],
    ['merged cells', { behind: `${FILTER}<mergeCells><mergeCell ref="I4:I5"/></mergeCells>` }, 'J'],
  ])('do not grow over %s, which is reported', async (_, given, column) => {
    const names = namesXml(`${SHEET}$A$3:$G$6`, `${SHEET}$A$1:$G$6`);
    const book = { names, behind: FILTER, ...given };
    const { sheet, part, told } = await answered(bookOf(book));
    expect(sheet).toContain(text(`${column}3`, 'CURP'));
    expect(sheet).toContain(FILTER);
    expect(await part('xl/workbook.xml')).toContain(names);
    expect(await part('xl/tables/t0.xml')).toBe(given.tables?.[0] ?? '');
    expect(told.toSorted()).toEqual(['filtro', 'impresion']);
  });

  it('include the list itself, which is reported if a column without a heading is before the new ones', async () => {
    const wideTitle = '<mergeCells><mergeCell ref="A1:J1"/></mergeCells>';
    expect((await answered(bookOf({ behind: wideTitle }))).told).toEqual(['lista']);
    expect((await answered(bookOf({ behind: FILTER + wideTitle }))).told).toEqual([]);
    expect((await answered(bookOf({ cells: { 3: text('I3', 'Clave') } }))).told).toEqual(['lista']);
    expect((await answered(bookOf({ cells: { 3: text('H3', 'Notas') } }))).told).toEqual([]);
  });

  it('grow next to merged cells above and below them', async () => {
    const merged = '<mergeCells><mergeCell ref="A1:I1"/><mergeCell ref="H9:I9"/></mergeCells>';
    const { sheet, told } = await answered(bookOf({ behind: FILTER + merged }));
    expect(sheet).toContain(`${FILTER.replace('A3:G6', 'A3:K6').replace('A4:G6', 'A4:K6')}${merged}`);
    expect(told).toEqual([]);
  });

  it('grow over a column with a heading next to them', async () => {
    const { sheet, told } = await answered(bookOf({ cells: { 3: text('H3', 'Notas') }, behind: FILTER }));
    expect(sheet).toContain('<autoFilter ref="A3:J6">');
    expect(told).toEqual([]);
  });
});

describe('the new columns', () => {
  it.each<[what: string, book: Book, column: string]>([
    ['a formula without a heading and without a value', { cells: { 4: '<c r="I4"><f>A4*2</f></c>' } }, 'J'],
    ['a formula that gives an empty text', { cells: { 5: '<c r="I5" t="str"><f>""</f><v></v></c>' } }, 'J'],
    ['a cell above the header', { cells: { 1: text('K1', 'Folio') } }, 'L'],
    ['a merged title', { behind: '<mergeCells><mergeCell ref="A1:J1"/></mergeCells>' }, 'K'],
    ['merged cells', { behind: '<mergeCells><mergeCell ref="H5:I5"/></mergeCells>' }, 'J'],
    ['a filter', { behind: '<autoFilter ref="A3:J6"/>' }, 'K'],
    ['a table', { tables: [tableXml('I1:J2', ['a', 'b'])] }, 'K'],
    ['everything but a title in a whole row', { behind: '<mergeCells><mergeCell ref="A1:XFD1"/></mergeCells>' }, 'H'],
    ['what the sheet says to have or not', { before: '<dimension ref="A1:C3"/>', cells: { 6: text('H6', 'x') } }, 'I'],
  ])('come after %s', async (_, given, column) => {
    const { sheet } = await answered(bookOf(given));
    expect(sheet).toContain(text(`${column}3`, 'CURP'));
    for (const cell of Object.values(given.cells ?? {})) expect(sheet).toContain(cell);
    for (const [i, key] of KEYS.entries()) expect(sheet).toContain(text(`${column}${i + 4}`, key));
  });

  it('are visible and wide enough', async () => {
    const hidden = '<cols><col min="2" max="2" width="30"/><col min="8" max="16384" width="9" hidden="1"/></cols>';
    const { sheet } = await answered(bookOf({ before: hidden }));
    expect(sheet).toContain(
      '<cols><col min="2" max="2" width="30"/><col min="8" max="8" width="22" customWidth="1"/><col min="9" max="9" width="40" customWidth="1"/><col min="10" max="16384" width="9" hidden="1"/></cols>',
    );
  });
});
