/** A workbook that names a thing twice is refused, however it writes the second name. */
import { describe, expect, it } from 'vitest';
import { SheetLote } from '../src/index.js';
import { UnreadableWorkbook, openSheet } from '../src/xlsx/xlsx.js';
import { DECLARED, readingOf } from './run-lote.js';
import { partsOf, sheetXml, workbookOf, zip } from './workbook.js';

const HEADER = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const ANA = ['Ana', 'Luna', 'Vega', '1999-09-09', 'M', 'Oaxaca'];
const PEOPLE = { '1A': [HEADER, ANA], '1B': [HEADER, ANA] };
const RELATIONS = 'xl/_rels/workbook.xml.rels';

const failure = async (book: Uint8Array): Promise<UnreadableWorkbook> => {
  const error: unknown = await openSheet(book, { hoja: 'todas' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableWorkbook);
  return error as UnreadableWorkbook;
};

const parts = (): Record<string, string> =>
  partsOf({
    sheets: [
      ['1A', sheetXml('')],
      ['1B', sheetXml('')],
    ],
  });

/** Returns a workbook with a part changed. */
const changed = (name: string, from: string, to: string): Uint8Array => {
  const all = parts();
  return zip({ ...all, [name]: (all[name] ?? '').replace(from, to) });
};

describe('two sheets on one part of the file', () => {
  const sentence = {
    problem: { cause: 'libro_hojas_iguales', parts: { hojas: ['1A', '1B'] } },
  };

  it.each([
    'worksheets/sheet1.xml',
    'worksheets/SHEET1.XML',
    '/xl/worksheets/sheet1.xml',
    './worksheets/../worksheets/sheet1.xml',
    'worksheets\\sheet1.xml',
    'worksheets/sheet%31.xml',
    '/xl%2Fworksheets%2fsheet1.xml',
  ])('are refused by a sentence: %s', async (target) => {
    expect(await failure(changed(RELATIONS, 'worksheets/sheet2.xml', target))).toMatchObject(sentence);
  });

  it('are refused if they share the relationship', async () => {
    expect(await failure(changed('xl/workbook.xml', 'rId2', 'rId1'))).toMatchObject(sentence);
  });

  it('are refused in time if there are a hundred thousand', async () => {
    const all = parts();
    const workbook = (all['xl/workbook.xml'] ?? '').replace(/<sheet [^>]*>/, (sheet) => sheet.repeat(100_000));
    expect((await failure(zip({ ...all, 'xl/workbook.xml': workbook }))).problem.cause).toBe('libro_hojas_iguales');
  });
});

describe('a workbook', () => {
  const reasonOf = async (book: Uint8Array): Promise<unknown> => ((await failure(book)).cause as Error).message;

  it('may not have two sheets with one name', async () => {
    expect(await failure(changed('xl/workbook.xml', '"1B"', '"1A"'))).toMatchObject({
      problem: { cause: 'libro_hojas_tocayas', parts: { hojas: ['1A'] } },
    });
  });

  it.each([
    ['two relationships rId1', RELATIONS, '"rId2"', '"rId1"'],
    ['two parts of the type sharedStrings', RELATIONS, 'relationships/styles', 'relationships/sharedStrings'],
    ['two parts of the type styles', RELATIONS, 'relationships/sharedStrings', 'relationships/styles'],
    [
      'two workbook parts',
      '_rels/.rels',
      '</',
      '<Relationship Id="otro" Type="http://x/officeDocument" Target="xl/otro.xml"/></',
    ],
  ])('may not have %s', async (reason, name, from, to) => {
    expect(await reasonOf(changed(name, from, to))).toBe(reason);
  });

  it('may not have two parts with one name, in whatever case', async () => {
    expect(await reasonOf(zip({ ...parts(), 'XL/sharedStrings.xml': '<sst/>' }))).toBe('two parts with one name');
  });

  it('may not have two parts in the same bytes', async () => {
    const file = Buffer.from(zip(parts()));
    const record = (name: string): number => file.lastIndexOf(name) - 46;
    file.copy(
      file,
      record('xl/worksheets/sheet2.xml') + 42,
      record('xl/worksheets/sheet1.xml') + 42,
      record('xl/worksheets/sheet1.xml') + 46,
    );
    expect(await reasonOf(file)).toContain('overlaps the next part');
  });

  it.each(['table', 'comments', 'vmlDrawing'])('may not have a part of the type %s in two sheets', async (type) => {
    const relation = (target: string): string =>
      `<Relationships><Relationship Id="t" Type="http://x/${type}" Target="${target}"/></Relationships>`;
    const book = workbookOf(PEOPLE, (xml) => xml, {
      'xl/otra.xml': '<table ref="A1:F2"/>',
      'xl/worksheets/_rels/sheet1.xml.rels': relation('../otra.xml'),
      'xl/worksheets/_rels/sheet2.xml.rels': relation('/xl/OTRA.xml'),
    });
    const sheets = await SheetLote.open(await openSheet(book, { hoja: 'todas' }), DECLARED);
    await expect(readingOf(sheets)).rejects.toMatchObject({ cause: { message: 'xl/otra.xml belongs to two sheets' } });
  });
});
