/** A workbook comes back with new cells: every other part byte for byte. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nodeCodec } from '../node/xlsx-node.js';
import type { AnswerSheetRow } from '../src/sheet/answers.js';
import { UnreadableWorkbook, webCodec } from '../src/xlsx/xlsx.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { CHANGED, FIXTURES, filled, fixture } from './filled-workbook.js';
import { STYLES, csvOf, partsOf, sheetXml, zip } from './workbook.js';
import { bytesOf } from './bytes-of.js';

/** Returns the XML of the first sheet. */
async function sheetOf(workbook: Uint8Array): Promise<string> {
  const book = await Workbook.open(workbook);
  return (await bytesOf(book.open(book.sheet(undefined)))).toString();
}

describe.each(FIXTURES)('%s', (name, encabezado) => {
  it('comes back with the new cells, and every part that knows nothing of them byte for byte', async () => {
    const before = fixture(name);
    const after = await filled(before, { encabezado });
    const [old, fresh] = [await Workbook.open(before), await Workbook.open(after)];
    const changed = new Set([old.sheet(undefined).part.name, ...CHANGED]);
    expect(fresh.zip.parts.map((part) => part.name)).toEqual(old.zip.parts.map((part) => part.name));
    for (const [i, part] of old.zip.parts.entries()) {
      const next = fresh.zip.parts[i];
      if (changed.has(part.name) || next === undefined) continue;
      const stored = (bytes: Uint8Array, { offset, stored: length }: typeof part): Buffer =>
        Buffer.from(bytes.subarray(offset, offset + 30 + part.name.length + length));
      expect(stored(after, next).equals(stored(before, part))).toBe(true);
      const [a, b] = [part, next].map(({ record }) => Buffer.from(record).fill(0, 42, 46));
      expect(b).toEqual(a);
    }
    const [lines, plain] = [await csvOf(after), await csvOf(before)].map((text) => text.split('\n'));
    const header = encabezado - 1;
    expect(lines?.[header]).toBe(`${plain?.[header]},CURP,Motivo`);
    expect(lines?.[header + 1]).toBe(`${plain?.[header + 1]},CLAVE${header + 1},`);
    const bad = lines?.[header + 4];
    expect(bad).toBe(`${plain?.[header + 4]},,Falta el nombre: «Nombres» & más`);
    expect(lines).toHaveLength(plain?.length ?? 0);
  });

  it('is the same by the streams of the Web and by zlib', async () => {
    const options = { encabezado };
    const [web, node] = [
      await filled(fixture(name), { ...options, codec: webCodec }),
      await filled(fixture(name), { ...options, codec: nodeCodec(6) }),
    ];
    expect(await sheetOf(node)).toBe(await sheetOf(web));
  });
});

describe('the filled sheet', () => {
  const rows = (...texts: readonly string[]): string => texts.join('');
  const text = (place: string, value: string, style = ''): string =>
    `<c r="${place}"${style} t="inlineStr"><is><t>${value}</t></is></c>`;
  const book = (xml: string, styles = STYLES): Uint8Array => zip(partsOf({ sheets: [['Una', xml]], styles }));
  const HEADER = `<row r="1" spans="1:2">${text('A1', 'a', ' s="4"')}${text('B1', 'b', ' s="2"')}</row>`;

  it('has the header style in the new header, wider dimension and widths, and no spans', async () => {
    const before = '<dimension ref="A1:B2"/><cols><col min="1" max="2" width="9"/></cols>';
    const row = `<row r="2" spans="1:2" ht="20">${text('A2', 'x')}${text('B2', 'y')}</row>`;
    const xml = await sheetOf(await filled(book(sheetXml(rows(HEADER, row), before, '<autoFilter ref="A1:B2"/>'))));
    expect(xml).toContain(
      '<dimension ref="A1:D2"/><cols><col min="1" max="2" width="9"/><col min="3" max="3" width="22" customWidth="1"/><col min="4" max="4" width="40" customWidth="1"/></cols>',
    );
    expect(xml).toContain(`${text('C1', 'CURP', ' s="2"')}${text('D1', 'Motivo', ' s="2"')}</row>`);
    expect(xml).toMatch(/<row r="2" {13}ht="20">/);
    expect(xml).toContain(`${text('B2', 'y')}${text('C2', 'CLAVE1')}</row>`);
    expect(xml).toContain('</sheetData><autoFilter ref="A1:D2"/></worksheet>');
  });

  it('marks bad rows by a soft colour of its own, whatever styles the workbook has', async () => {
    const row = `<row r="2">${text('A2', 'x')}</row>`;
    const sheet = sheetXml(rows(HEADER, row));
    const bare = '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"></styleSheet>';
    const { 'xl/styles.xml': _, ...without } = partsOf({ sheets: [['Una', sheet]] });
    const relations = without['xl/_rels/workbook.xml.rels']?.replace(/<Relationship [^>]*styles.xml"\/>/, '') ?? '';
    const prefixed = STYLES.replaceAll(/<(\/?)/g, '<$1x:').replace('xmlns=', 'xmlns:x=');
    for (const given of [
      book(sheet),
      book(sheet, prefixed),
      book(sheet, bare),
      zip({ ...without, 'xl/_rels/workbook.xml.rels': relations }),
    ]) {
      const after = await filled(given);
      const { styles } = await (await Workbook.open(after)).context();
      const { error, review } = styles.marks;
      expect(await sheetOf(after)).toContain(`<c r="C2" s="${error}"/><c r="D2" s="${error}" t="inlineStr">`);
      expect(styles.marked).toEqual(new Set([error, review]));
      expect(styles.dates.length).toBe(Math.max(error, review) + 1);
      expect(await csvOf(after)).toBe('a,b,CURP,Motivo\nx,,,Falta el nombre: «Nombres» & más\n');
    }
  });

  it('has new cells instead of empty ones, which keep their style, as do those after them', async () => {
    const row = `<row r="2">${text('A2', 'x')}${text('B2', 'y')}<c r="C2" s="4"/><c r="D2" s="4"></c><c r="F2" s="1"/></row>`;
    const xml = await sheetOf(await filled(book(sheetXml(rows(HEADER, row)))));
    expect(xml).toContain(`${text('C2', 'CLAVE1', ' s="4"')}<c r="D2" s="4"/><c r="F2" s="1"/></row>`);
  });

  it('has its new cells after cells that are beyond the header', async () => {
    const row = `<row r="2">${text('A2', 'x')}${text('B2', 'y')}${text('E2', 'nota')}</row>`;
    for (const before of ['', '<dimension ref="A1"/>', '<dimension ref="A1:B2"/>', '<dimension ref="A1:E2"/>']) {
      const after = await filled(book(sheetXml(rows(HEADER, row), before)));
      expect(await csvOf(after)).toBe('a,b,,,,CURP,Motivo\nx,y,,,nota,CLAVE1,\n');
    }
  });

  it.each([
    ['tags in a value', `<mergeCell x="${'&lt;mergeCell '.repeat(200_000)}"/>`],
    ['references in a value', `<mergeCell x="${" ref='B2:C2'".repeat(200_000)}">x</mergeCell>`],
    ['letters without end', `<mergeCell ref="${'A'.repeat(2_000_000)}"/>`],
    ['many of them after a long filter', `<mergeCell ref="A2:A2"/>`.repeat(100_000)],
  ])('takes no longer with odd merged cells: %s', async (_, odd) => {
    const behind = `<autoFilter x="${' '.repeat(1_000_000)}" ref="A1:B9"/><mergeCells>${odd}</mergeCells>`;
    const xml = await sheetOf(await filled(book(sheetXml(HEADER, '', behind)), { codec: nodeCodec() }));
    expect(xml.endsWith(`<mergeCells>${odd}</mergeCells></worksheet>`)).toBe(true);
  });

  it('leaves empty rows, rows above the header and rows without an answer unchanged', async () => {
    const sheet = sheetXml(
      rows(
        `<row r="2">${text('A2', 'Título')}</row><row r="4">${text('A4', 'a')}${text('B4', 'b')}</row>`,
        `<row r="5"/><row r="6">${text('A6', 'x')}${text('B6', 'y')}</row>`,
      ),
    );
    const xml = await sheetOf(await filled(book(sheet), { encabezado: 4, begin: async () => () => null }));
    expect(xml.replace(/<cols>.*<\/cols>/, '')).toBe(
      sheet.replace(text('B4', 'b'), text('B4', 'b') + text('C4', 'CURP') + text('D4', 'Motivo')),
    );
    for (const encabezado of [5, 9])
      await expect(filled(book(sheet), { encabezado })).rejects.toMatchObject({
        problem: { cause: 'libro_encabezado_vacio', parts: { fila: encabezado } },
      });
  });

  it('keeps the prefix of its elements, and cells without references', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row><x:c t="str"><x:v>x</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const after = await filled(book(sheet), { begin: async () => () => ({ texts: [' k ', ''] }) });
    expect(await sheetOf(after)).toContain(
      '<x:c r="B2" t="inlineStr"><x:is><x:t xml:space="preserve"> k </x:t></x:is></x:c></x:row></x:sheetData>',
    );
  });

  it('asks for answers in the order of rows, at once or later', async () => {
    const LONG = 'x'.repeat(200);
    const many = Array.from({ length: 1600 }, (_, i) => `<row r="${i + 2}">${text(`A${i + 2}`, `${LONG}${i}`)}</row>`);
    const sheet = book(sheetXml(rows(HEADER, ...many)));
    const cells: AnswerSheetRow = (row, number) => {
      expect([row.cells, row.text(0), row.text(1)]).toEqual([2, `${LONG}${number - 2}`, '']);
      return { texts: [`k${number}`, ''] };
    };
    const after = await filled(sheet, { width: 2, begin: async () => cells });
    const lines = (await csvOf(after)).split('\n');
    expect(lines[0]).toBe('a,b,CURP,Motivo');
    for (const i of [1, 999, 1000, 1001, 1600]) expect(lines[i]).toBe(`${LONG}${i - 1},,k${i + 1},`);
    const later: AnswerSheetRow = async (row, number) => {
      await setImmediate();
      return cells(row, number);
    };
    expect(await filled(sheet, { width: 2, begin: async () => later })).toEqual(after);
  });

  it('stays unchanged if it is empty', async () => {
    for (const xml of [sheetXml(''), sheetXml('').replace('<sheetData></sheetData>', '<sheetData/>')]) {
      expect(await sheetOf(await filled(book(xml)))).toBe(xml);
    }
  });

  it('is refused if the new columns exceed the last one', async () => {
    const wide = `<row r="1"><c r="XFC1"><v>1</v></c></row>`;
    await expect(filled(book(sheetXml(wide)))).rejects.toThrow(UnreadableWorkbook);
  });

  it.each([
    ['data descriptors', { deflate: true, descriptors: true }],
    ['zip64', { zip64: true }],
    ['a comment', { comment: 'hecho a mano' }],
  ])('comes back in a zip with %s', async (_, options) => {
    const before = zip(partsOf({ sheets: [['Una', sheetXml(HEADER)]] }), options);
    const after = await filled(before);
    expect(await csvOf(after)).toBe('a,b,CURP,Motivo\n');
    if ('comment' in options) expect(after.toString('latin1')).toMatch(/hecho a mano$/);
  });

  it('passes on what the answers throw, and reads no further', async () => {
    const row = `<row r="2">${text('A2', 'x')}</row>`;
    const failing = filled(book(sheetXml(rows(HEADER, row))), {
      begin: async () => () => Promise.reject(new Error('se detuvo')),
    });
    await expect(failing).rejects.toThrow('se detuvo');
    const byZlib = filled(book(sheetXml(rows(HEADER, row))), {
      codec: nodeCodec(),
      begin: async () => () => {
        throw new Error('se detuvo');
      },
    });
    await expect(byZlib).rejects.toThrow('se detuvo');
  });
});
