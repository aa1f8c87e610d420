/** A clerk who sorts a returned workbook keeps people and keys together, and loses nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PYTHON, has } from '../../../test/tools.js';
import { type LoteOptions, SheetLote } from '../src/index.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { DECLARED, mutating, answerInMemory } from './run-lote.js';
import { partsOf, sheetXml, zip } from './workbook.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEADER = ['Folio', 'Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
/** The sheet of people, as it is named and as formulas name it. */
const NAME = 'Lista, A';
const SHEET = `'${NAME}'!`;
const PEOPLE = [
  ['1', 'Renata', 'Olvera', 'Gil', '1990-05-17', 'M', 'Jalisco'],
  ['2', 'Bruno', 'Ruiz', 'Sosa', '1984-03-12', 'H', 'Puebla'],
  ['3', 'Ana', 'Luna', 'Vega', '1999-09-09', 'M', 'Oaxaca'],
];
const KEYS = ['OEGR900517MJCLLN03', 'RUSB840312HPLZSR01', 'LUVA990909MOCNGN09'];

const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** Returns the title in row 1, the header in row 3, people from row 4 on, and more cells in some rows. */
const rowsWith = (more: Readonly<Record<number, string>> = {}): string =>
  [['Relación'], [], HEADER, ...PEOPLE]
    .map((row, i) => {
      const cells = row.map((value, k) => text(`${'ABCDEFG'.charAt(k)}${i + 1}`, value));
      return `<row r="${i + 1}">${cells.join('')}${more[i + 1] ?? ''}</row>`;
    })
    .join('');

interface Book {
  readonly cells?: Readonly<Record<number, string>>;
  readonly before?: string;
  readonly behind?: string;
  /** The names of ranges. The sheet of people is the second of the workbook. */
  readonly names?: string;
  readonly tables?: readonly string[];
}

function bookOf({ cells, before, behind = '', names = '', tables = [] }: Book): Uint8Array {
  const links = tables.map((_, i) => `<tablePart r:id="t${i}"/>`).join('');
  const parts = tables.length === 0 ? '' : `<tableParts count="${tables.length}">${links}</tableParts>`;
  const people = sheetXml(rowsWith(cells), before, behind + parts).replace(
    '<worksheet',
    `<worksheet xmlns:r="${OFFICE}"`,
  );
  const files = partsOf({ sheets: [['Notas', sheetXml('')], [NAME, people]] }); // prettier-ignore
  const types = tables
    .map(
      (_, i) =>
        `<Override PartName="/xl/tables/t${i}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"/>`,
    )
    .join('');
  const relations = tables.map(
    (_, i) => `<Relationship Id="t${i}" Type="${OFFICE}/table" Target="../tables/t${i}.xml"/>`,
  );
  return zip({
    ...files,
    '[Content_Types].xml': files['[Content_Types].xml']?.replace('</Types>', `${types}</Types>`) ?? '',
    'xl/workbook.xml': files['xl/workbook.xml']?.replace('</sheets>', `</sheets>${names}`) ?? '',
    'xl/worksheets/_rels/sheet2.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(tables.map((xml, i) => [`xl/tables/t${i}.xml`, xml])),
  });
}

interface Answer {
  readonly workbook: Buffer;
  readonly told: readonly string[];
  readonly part: (name: string) => Promise<string>;
  readonly sheet: string;
}

async function answered(book: Uint8Array, options: Partial<LoteOptions> = {}): Promise<Answer> {
  const sheet = await SheetLote.open(await openSheet(book, { hoja: NAME }), { ...DECLARED, ...options });
  await sheet.findPlace();
  const { reading, output: workbook } = await answerInMemory(sheet);
  const { zip: fresh } = await Workbook.open(workbook);
  const part = async (name: string): Promise<string> => {
    const found = fresh.part(name);
    const xml = found === undefined ? '' : Buffer.from(await fresh.bytes(found, 1 << 24)).toString();
    return xml.replaceAll(/<definedName name="_curp\.[^>]*>[^<]*<\/definedName>/g, '');
  };
  return { workbook, told: reading.rangos.value, part, sheet: await part('xl/worksheets/sheet2.xml') };
}

const tableXml = (ref: string, names: readonly string[], more = ''): string =>
  `<table xmlns="${MAIN}" id="1" name="T" displayName="T${names.length}" ref="${ref}"${more}><autoFilter ref="${ref}"/><tableColumns count="${names.length}">${names
    .map((name, i) => `<tableColumn id="${i + 3}" name="${name}"/>`)
    .join('')}</tableColumns></table>`;
const namesXml = (filter: string, print: string): string =>
  `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">${filter}</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Notas!$A$1:$B$2</definedName><definedName name="_xlnm.Print_Area" localSheetId="1">${print}</definedName><definedName name="Gente">${SHEET}$A$4:$G$6</definedName></definedNames>`;
const FILTER = '<autoFilter ref="A3:G6"><sortState ref="A4:G6"><sortCondition ref="C4:C6"/></sortState></autoFilter>';

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

describe('the filled ranges', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'curp-rangos-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  const hidden = '<cols><col min="8" max="16384" width="9" hidden="1"/></cols>';
  const names = namesXml(`${SHEET}$A$3:$G$6`, `${SHEET}$A$1:$G$6`);
  const run = (script: string, ...args: readonly string[]): unknown => {
    const { stdout, stderr } = spawnSync(PYTHON, ['-W', 'error', '-c', script, ...args], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  const saved = async (name: string, book: Book): Promise<string> => {
    const file = join(scratch, name);
    writeFileSync(file, (await answered(bookOf({ before: hidden, ...book }))).workbook);
    return file;
  };

  const DUMP = `
import json, sys
from openpyxl import load_workbook
sheet = load_workbook(sys.argv[1]).worksheets[1]
wide = {letter: [each.width, each.hidden] for letter, each in sheet.column_dimensions.items()}
tables = {table.ref: [column.name for column in table.tableColumns] for table in sheet.tables.values()}
print(json.dumps({'filter': sheet.auto_filter.ref, 'print': sheet.print_area, 'wide': wide, 'tables': tables}))`;

  it.skipIf(mutating || !has('openpyxl'))(
    'include the new columns, visible, in openpyxl (needs openpyxl)',
    async () => {
      const wide = { H: [22, false], I: [40, false], J: [9, true] };
      expect(run(DUMP, await saved('filtro.xlsx', { behind: FILTER, names }))).toEqual({
        filter: 'A3:I6',
        print: ['$A$1:$I$6'],
        wide,
        tables: {},
      });
      expect(run(DUMP, await saved('tabla.xlsx', { tables: [tableXml('A3:G6', HEADER)] }))).toMatchObject({
        wide,
        tables: { 'A3:I6': [...HEADER, 'CURP', 'Motivo'] },
      });
    },
  );

  /** Sorts by the first surname as the arrow of the filter does: the range of the filter, and no more. */
  const SORT = `
import json, subprocess, sys, time, uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table import TableSortField
profile, *files = sys.argv[1:]
office = subprocess.Popen(['soffice', f'-env:UserInstallation=file://{profile}', '--headless', '--norestore', '--accept=pipe,name=curp-rangos;urp;'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext('com.sun.star.bridge.UnoUrlResolver', local)
for _ in range(300):
    try:
        context = resolver.resolve('uno:pipe,name=curp-rangos;urp;StarOffice.ComponentContext')
        break
    except Exception:
        time.sleep(0.2)
desktop = context.ServiceManager.createInstanceWithContext('com.sun.star.frame.Desktop', context)
value = lambda name, what: PropertyValue(Name=name, Value=what)

def sorted_rows(file):
    document = desktop.loadComponentFromURL(f'file://{file}', '_blank', 0, (value('Hidden', True),))
    named = document.DatabaseRanges
    ranges = [named.getByName(name).DataArea for name in named.ElementNames]
    area, = ranges or [document.getPropertyValue('UnnamedDatabaseRanges').getByTable(1).DataArea]
    sheet = document.Sheets.getByIndex(1)
    cells = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
    field = TableSortField(Field=2, IsAscending=True)
    cells.sort((value('ContainsHeader', True), value('IsSortColumns', False), value('SortFields', uno.Any('[]com.sun.star.table.TableSortField', (field,)))))
    rows = [[sheet.getCellByPosition(column, row).String for column in (1, 7)] for row in range(3, 6)]
    document.close(True)
    return rows

try:
    print(json.dumps([sorted_rows(file) for file in files]))
finally:
    desktop.terminate()
    office.wait()`;

  it.skipIf(mutating || !has('libreoffice'))(
    'keep people and keys together when LibreOffice sorts (needs libreoffice)',
    { timeout: 120_000 },
    async () => {
      const files = [
        await saved('filtro-lo.xlsx', { behind: FILTER, names }),
        await saved('tabla-lo.xlsx', { tables: [tableXml('A3:G6', HEADER)] }),
      ];
      const sorted = [
        ['Ana', KEYS[2]],
        ['Renata', KEYS[0]],
        ['Bruno', KEYS[1]],
      ];
      expect(run(SORT, join(scratch, 'perfil'), ...files)).toEqual([sorted, sorted]);
    },
  );
});
