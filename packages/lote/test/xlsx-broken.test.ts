/** Broken workbooks: users read one sentence, and developers see the reason. */
import { describe, expect, it } from 'vitest';
import { UnreadableWorkbook, webCodec } from '../src/xlsx/xlsx.js';
import type { Source } from '../src/bytes.js';
import type { Codec } from '../src/xlsx/zip/source.js';
import { Zip } from '../src/xlsx/zip/zip-reader.js';
import { csvOf, partsOf, rawWorkbook, sheetXml, zip } from './workbook.js';

const sourceOf = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

/** Returns the texts of all parts of a zip file. */
async function textsOf(source: Source, codec: Codec = webCodec): Promise<string[]> {
  const file = await Zip.open(source, codec);
  const texts: string[] = [];
  for (const part of file.parts) texts.push(Buffer.from(await file.bytes(part, 1000)).toString());
  return texts;
}

/** Returns why the workbook is called damaged. */
async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableWorkbook);
  expect(error).toMatchObject({
    problem: { cause: 'libro_danado' },
  });
  const { cause } = error as UnreadableWorkbook;
  return cause instanceof Error ? cause.message : cause;
}

describe('a zip file', () => {
  const FILES = { a: 'one', b: 'two' };
  const plain = (): Buffer => Buffer.from(zip(FILES));
  const large = (): Buffer => Buffer.from(zip(FILES, { zip64: true }));
  /** Returns the zip file with some bytes changed, from an offset after a mark. */
  const patched = (file: Buffer, mark: string, at: number, ...bytes: readonly number[]): Buffer => {
    file.set(bytes, file.indexOf(mark, 0, 'latin1') + at);
    return file;
  };
  const [LOCAL, RECORD, END, END_64] = ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06'] as const;

  it('may have no parts, or a part without a name', async () => {
    expect(await textsOf(sourceOf(zip({})))).toEqual([]);
    expect(await textsOf(sourceOf(zip({ a: 'one', '': 'two' })))).toEqual(['one', 'two']);
  });

  it('may have bytes after its end, and a comment that looks like an end', async () => {
    const files = [Buffer.concat([plain(), Buffer.from('xx')]), zip(FILES, { comment: `${END}${' '.repeat(20)}` })];
    for (const file of files) expect(await textsOf(sourceOf(file))).toEqual(['one', 'two']);
  });

  it('may have its large fields after others', async () => {
    const file = large();
    const [first = Buffer.alloc(0), ...rest] = ['a', 'b'].map((name) => {
      const at = file.indexOf(`${name}\x01\0\x18\0`, 0, 'latin1');
      return file.subarray(at - 46, at + 1 + 28);
    });
    expect(rest).toHaveLength(1);
    const start = file.indexOf(first);
    const grown = Buffer.concat([
      file.subarray(0, start + 47),
      Buffer.from('UT\x01\0x', 'latin1'),
      file.subarray(start + 47),
    ]);
    grown.writeUInt16LE(33, start + 30);
    const end = grown.indexOf(END_64, 0, 'latin1');
    grown.writeBigUInt64LE(BigInt(end - start), end + 40);
    grown.writeBigUInt64LE(BigInt(end), end + 64);
    expect(await textsOf(sourceOf(grown))).toEqual(['one', 'two']);
  });

  it.each<[reason: string, file: Buffer]>([
    ['the file ends too soon', Buffer.from('PK')],
    ['no end record', plain().subarray(0, -1)],
    ['no end record', patched(plain(), END, 20, 1)],
    ['no zip64 end record', patched(large(), END_64, 0, 0)],
    ['the directory is not where the end record says', patched(plain(), END, 16, 1)],
    ['the directory is not where the end record says', patched(large(), END_64, 48, 1)],
    ['the directory is broken', patched(plain(), RECORD, 0, 0)],
    ['the directory is broken', patched(plain(), END, 10, 3)],
    ['the directory is broken', patched(plain(), END, 10, 0, 64)],
    ['the directory is broken', patched(plain(), RECORD, 29, 1)],
    ['a zip64 field is broken, or missing', patched(large(), 'a\x01\0\x18\0', 1, 2)],
    ['a zip64 field is broken, or missing', patched(large(), 'a\x01\0\x18\0', 2, 1)],
    ['a zip64 field is broken, or missing', patched(large(), 'a\x01\0\x18\0', 3, 20)],
    ['a: no local header', patched(plain(), LOCAL, 0, 0)],
    ['a: overlaps the next part', patched(plain(), RECORD, 20, 40)],
    ['a: overlaps the next part', patched(plain(), LOCAL, 27, 1)],
    ['method 9', patched(plain(), RECORD, 10, 9)],
    ['a: size or CRC differ', patched(plain(), RECORD, 16, 0, 0)],
    ['a: size or CRC differ', patched(plain(), RECORD, 24, 4)],
    ['a: size or CRC differ', patched(plain(), 'one', 0, 79)],
  ])('is refused: %s', async (reason, file) => {
    expect(await reasonOf(textsOf(sourceOf(file)))).toBe(reason);
  });

  it('is refused if fewer bytes arrive than it has', async () => {
    const file = zip({ a: 'x'.repeat(500) }, { deflate: true });
    const short = (from: number): Source => ({
      ...sourceOf(file),
      read: async (offset, length) => file.subarray(offset, offset + length - (offset >= from && offset < 50 ? 1 : 0)),
    });
    for (const from of [0, 31]) expect(await reasonOf(textsOf(short(from)))).toBe('the file ends too soon');
  });

  it('is refused if it cannot be inflated, whatever the error is called', async () => {
    const failing: Codec = {
      ...webCodec,
      inflate: async function* (pieces) {
        yield* [];
        for await (const _ of pieces) throw Object.assign(new Error('no deflate'), { name: 'LibroIlegible' });
      },
    };
    expect(await reasonOf(textsOf(sourceOf(zip(FILES, { deflate: true })), failing))).toBe('no deflate');
  });

  const tooMany = {
    problem: { cause: 'libro_grande', parts: { que: { id: 'demasiadas_partes' } } },
  };

  it('may have 16384 parts at most', async () => {
    await expect(textsOf(sourceOf(patched(plain(), END, 10, 1, 64)))).rejects.toMatchObject(tooMany);
  });

  it('may have a directory of 16 MiB at most', async () => {
    const directory = (length: number): Buffer => {
      const end = Buffer.from(zip({}));
      end.writeUInt32LE(length, 12);
      return Buffer.concat([Buffer.alloc(length), end]);
    };
    expect(await textsOf(sourceOf(directory(1 << 24)))).toEqual([]);
    await expect(textsOf(sourceOf(directory((1 << 24) + 1)))).rejects.toMatchObject(tooMany);
  });

  it('is refused if it has a password', async () => {
    await expect(textsOf(sourceOf(zip(FILES, { flags: 1 })))).rejects.toMatchObject({
      problem: { cause: 'libro_con_contrasena' },
    });
  });
});

describe('an old Office file', () => {
  /** Returns one whose directory begins in this sector, and that names an encrypted workbook at this offset. */
  const old = (sector: number, at: number, length = 8192): Source => {
    const file = Buffer.alloc(8192);
    file.writeUInt32LE(0xe011cfd0, 0);
    file.writeUInt16LE(9, 30);
    file.writeUInt32LE(sector, 48);
    file.write('EncryptedPackage', at, 'utf16le');
    return sourceOf(file.subarray(0, length));
  };

  it.each([
    ['with a password', old(2, 1536), 'libro_con_contrasena'],
    ['with a password, in the last entry of its directory', old(2, 1536 + 4064), 'libro_con_contrasena'],
    ['without a password', old(2, 1504), 'libro_de_otro_tipo'],
    ['without a directory', old(0xfffffff0, 1536), 'libro_de_otro_tipo'],
    ['that is only a header', old(2, 1536, 512), 'libro_de_otro_tipo'],
    ['shorter than a header', old(2, 1536, 511), 'libro_de_otro_tipo'],
  ])('%s is refused by its kind', async (_, source, cause) => {
    await expect(textsOf(source)).rejects.toThrow(cause);
  });
});

describe('a sheet', () => {
  it.each([
    ['a cell in no column, or out of order', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
    ['a row in no place, or out of order', '<row r="2"/><row r="1"/>'],
    ['a row in no place, or out of order', '<row r="1"/><row r="1"/>'],
    ['a row in no place, or out of order', '<row r="1048577"/>'],
    ['a shared string that is not there', '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'],
    ['a shared string without a number', '<row r="1"><c r="A1" t="s"><v>x</v></c></row>'],
    ['a shared string without a number', '<row r="1"><c r="A1" t="s"><v>/</v></c></row>'],
    ['a shared string without a number', '<row r="1"><c r="A1" t="s"><v> </v></c></row>'],
    ['an unknown entity', '<row r="1"><c r="A1" t="str"><v>&mal;</v></c></row>'],
    ['an unknown entity', '<row r="1"><c r="A1" t="str"><v>&amps;</v></c></row>'],
    ['an unknown entity', '<row r="1"><c r="A1" t="str"><v>&;</v></c></row>'],
    ['an entity of no character', '<row r="1"><c r="A1" t="str"><v>&#x110000;</v></c></row>'],
    ['an entity of no character', '<row r="1"><c r="A1" t="str"><v>&#x4G;</v></c></row>'],
    ['no row where a row should be', '<fila/>'],
    ['no row where a row should be', '</row>'],
    ['no row where a row should be', '<sheetData>'],
    ['an attribute without quotes', '<row r=1/>'],
    ['an attribute without a value', '<row r x="1"/>'],
    ['an entity without an end', '<row r="1"><c t="str"><v>&amp</v></c></row>'],
    ['an entity without an end', '<row r="1"><c t="str"><v>&amp</v></c><c t="str"><v>;</v></c></row>'],
    ['the sheet ends too soon', '<row r="1"><c t="str"><v>a<!-- b</v></c></row>'],
    ['a row without an end', '<row r="1"><c r="A1"><v>1</v></c>'],
    ['a text without an end', '<row r="1"><c t="inlineStr"><is><r><t>a</t></r><r><t>b</is></c></row>'],
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]>'],
  ])('is refused: %s, in %s', async (reason, xml) => {
    expect(await reasonOf(csvOf(rawWorkbook(xml)))).toBe(reason);
  });
});

describe('a workbook', () => {
  const parts = (): Record<string, string> => partsOf({ sheets: [['Una', sheetXml('<row/>')]] });

  it.each([
    ['no sheet', 'xl/workbook.xml', /<sheet .*\/>/, ''],
    ['a DOCTYPE', 'xl/workbook.xml', '<workbook', '<!DOCTYPE x><workbook'],
    ['a tag without an end', 'xl/workbook.xml', '</workbook>', '</workbook'],
    ['no workbook part', '_rels/.rels', 'officeDocument"', 'otro"'],
    ['the shared strings end too soon', 'xl/sharedStrings.xml', '</sst>', '<si>'],
    ['the shared strings end too soon', 'xl/sharedStrings.xml', '</sst>', '</sst'],
    ['the shared strings end too soon', 'xl/sharedStrings.xml', '</sst>', '<!-- </sst>'],
    ['a text without an end', 'xl/sharedStrings.xml', '</sst>', '<si><t>x</si></sst>'],
    ['the sheet ends too soon', 'xl/worksheets/sheet1.xml', '</sheetData></worksheet>', ''],
  ])('is refused: %s', async (reason, name, from, to) => {
    const all = parts();
    all[name] = (all[name] ?? '').replace(from, to);
    expect(await reasonOf(csvOf(zip(all)))).toBe(reason);
  });

  it.each([
    ['no workbook part', '_rels/.rels'],
    ['no sheet', 'xl/_rels/workbook.xml.rels'],
    ['xl/workbook.xml is not there', 'xl/workbook.xml'],
    ['xl/worksheets/sheet1.xml is not there', 'xl/worksheets/sheet1.xml'],
  ])('is refused: %s', async (reason, name) => {
    const { [name]: _, ...rest } = parts();
    expect(await reasonOf(csvOf(zip(rest)))).toBe(reason);
  });

  it('is refused if the bytes after its rows or its texts have changed', async () => {
    for (const name of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']) {
      const all = { ...parts(), [name]: `${parts()[name]}<!-- ABC ${' '.repeat(1 << 18)}-->` };
      const file = Buffer.from(zip(all));
      file.write('abc', file.indexOf('ABC'));
      expect(await reasonOf(csvOf(file))).toBe(`${name}: size or CRC differ`);
    }
  });
});
