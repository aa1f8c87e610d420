/** LibreOffice and openpyxl open the workbooks that come back, and a clerk who sorts one keeps people and keys together. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { PYTHON, has } from '../../../test/tools.js';
import { FIXTURES, FOLDER, TITLES, filled, fixture } from './filled-workbook.js';
import { type Book, FILTER, HEADER, KEYS, SHEET, answered, bookOf, namesXml, tableXml } from './ranged-workbook.js';

const scratch = mkdtempSync(join(tmpdir(), 'curp-libros-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the filled workbooks', () => {
  const DUMP = `
import json, sys
from openpyxl import load_workbook

def seen(original, changed, header):
    try:
        load_workbook(original)
    except Exception:
        return None  # it cannot read the workbook as it was made
    book = load_workbook(changed)
    sheet = book.worksheets[0]
    last = [cell for cell in sheet[header] if cell.value is not None]
    return {
        'sheets': book.sheetnames,
        'header': [cell.value for cell in last[-2:]],
        'bold': [cell.font.b for cell in last[-3:]],
        'first': [cell.value for cell in sheet[header + 1]][len(last) - 2:],
        'tables': [table.ref for table in sheet.tables.values()],
        'dimension': sheet.calculate_dimension(),
    }

print(json.dumps([seen(*each) for each in json.loads(sys.argv[1])]))`;

  it.skipIf(!has('openpyxl'))('are opened by openpyxl (needs openpyxl)', async () => {
    const files = await Promise.all(
      FIXTURES.map(async ([name, header]) => {
        const file = join(scratch, `openpyxl-${name}`);
        writeFileSync(file, await filled(fixture(name), { encabezado: header }));
        return [fileURLToPath(new URL(name, FOLDER)), file, header] as const;
      }),
    );
    const { stdout, stderr } = spawnSync(PYTHON, ['-W', 'error', '-c', DUMP, JSON.stringify(files)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const dumps = JSON.parse(stdout) as (Record<string, unknown[]> | null)[];
    for (const [i, [, header]] of FIXTURES.entries()) {
      const seen = dumps[i];
      if (!seen) continue;
      expect(seen['header']).toEqual(TITLES);
      expect(new Set(seen['bold']).size).toBe(1);
      expect(seen['first']?.[0]).toBe(`CLAVE${header}`);
    }
    const dumpOf = (wanted: string): unknown => dumps[FIXTURES.findIndex(([name]) => name === wanted)];
    expect(dumpOf('openpyxl.xlsx')).toMatchObject({
      sheets: ['Personas', 'Notas'],
      tables: ['A3:I7'],
      dimension: 'A1:I9',
    });
    expect(dumpOf('xlsxwriter.xlsx')).toMatchObject({ tables: ['A1:I5'], dimension: 'A1:I5' });
  });

  it.skipIf(!has('libreoffice'))('are opened by LibreOffice (needs libreoffice)', async () => {
    await Promise.all(
      FIXTURES.map(async ([name, encabezado]) =>
        writeFileSync(join(scratch, name), await filled(fixture(name), { encabezado })),
      ),
    );
    const files = FIXTURES.map(([name]) => join(scratch, name));
    const profile = `-env:UserInstallation=file://${scratch}/perfil`;
    const options = ['--headless', '--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76,1', '--outdir', scratch];
    expect(spawnSync('soffice', [profile, ...options, ...files]).status).toBe(0);
    for (const [name, header] of FIXTURES) {
      const csv = readFileSync(join(scratch, name.replace('.xlsx', '.csv')), 'utf8');
      const lines = csv.replaceAll('"', '').split('\n');
      expect(lines[header - 1]).toMatch(/^Folio,.*,Entidad,CURP,Motivo$/);
      expect(lines[header]).toMatch(new RegExp(`,CLAVE${header},$`));
      expect(lines[header + 3]).toMatch(/,Puebla,,Falta el nombre: «Nombres» & más$/);
    }
  });
});

describe('the filled ranges', () => {
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

  it.skipIf(!has('openpyxl'))('include the new columns, visible, in openpyxl (needs openpyxl)', async () => {
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
  });

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
    try:
        desktop.terminate()
    except Exception:
        pass  # it may end before it answers
    office.wait()`;

  it.skipIf(!has('libreoffice'))(
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
