/** The bounds that keep the memory of a workbook small, each tested on both sides. */
import { describe, expect, it, vi } from 'vitest';
import type { SheetFile } from '../src/sheet/sheet-file.js';
import { ByteSink } from '../src/bytes.js';
import { Memory, PartQueue } from '../src/xlsx/queue.js';
import { UnreadableWorkbook } from '../src/xlsx/limits.js';
import { SharedStrings } from '../src/xlsx/shared-strings.js';
import { elementsOf } from '../src/xlsx/xml/elements.js';
import { type Codec, openSheet, webCodec } from '../src/xlsx/xlsx.js';
import { Zip } from '../src/xlsx/zip/zip-reader.js';
import { bytesOf } from './bytes-of.js';
import { partsOf, sheetXml, zip } from './workbook.js';

const MIB = 1 << 20;

async function* chunksOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

/** Returns the problem of a workbook that exceeds a bound. */
const beyond = (id: string): object => ({ problem: { cause: 'libro_grande', parts: { que: { id } } } });

const failure = async (work: () => Promise<unknown>): Promise<UnreadableWorkbook> => {
  const error: unknown = await work().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableWorkbook);
  return error as UnreadableWorkbook;
};

describe('the shared strings', () => {
  const tableOf = (...texts: readonly string[]): string =>
    `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const LONG = { bytes: new Uint8Array(98_301), length: 98_301 };
  const read = async (table: string, options: Parameters<typeof SharedStrings.read>[1] = {}): Promise<SharedStrings> =>
    SharedStrings.read(chunksOf(table), options);
  const textAt = (strings: SharedStrings, index: number): string => {
    strings.find(index);
    return Buffer.from(strings.bytes.subarray(strings.from, strings.to)).toString();
  };

  it('may be as many as the bound, and no more', async () => {
    const most = { most: 3 };
    expect((await read(tableOf('a', '', 'c'), most)).count).toBe(3);
    expect(await failure(async () => read(tableOf('a', '', 'c', ''), most))).toMatchObject(beyond('demasiado_texto'));
  });

  it('may have as many bytes as the bound, and no more', async () => {
    const strings = new SharedStrings({ mostBytes: 2 * MIB });
    for (let i = 0; i < 20; i++) strings.add(LONG);
    expect(await failure(async () => strings.add(LONG))).toMatchObject(beyond('demasiado_texto'));
    expect(strings.count).toBe(20);
  });

  it('may be as long as a cell, and no longer', async () => {
    expect((await read(tableOf('x'.repeat(98_301)))).count).toBe(1);
    expect(await failure(async () => read(tableOf('x'.repeat(98_302))))).toMatchObject(beyond('celda_larga'));
  });

  it('report how much memory they take, each time that they take more', () => {
    const noted: number[] = [];
    const memory = new Memory();
    vi.spyOn(memory, 'note').mockImplementation((_, bytes) => void noted.push(bytes));
    const strings = new SharedStrings({ memory });
    for (let i = 0; i < 1023; i++) strings.add({ ...LONG, length: 0 });
    expect(noted).toEqual([MIB + 4096]);
    for (let i = 0; i < 11; i++) strings.add(LONG);
    expect(noted).toEqual([MIB + 4096, MIB + 8192, 2 * MIB + 8192]);
  });

  it('are found at the border of two blocks of memory', () => {
    for (const missing of [0, 1, 2]) {
      const strings = new SharedStrings();
      const lengths = [0, ...Array.from({ length: 10 }, () => LONG.length), MIB - 10 * LONG.length - missing, 0, 1, 0];
      for (const [i, length] of lengths.entries()) strings.add({ bytes: new Uint8Array(length).fill(i), length });
      for (const [i, length] of lengths.entries())
        expect(textAt(strings, i)).toBe(String.fromCharCode(i).repeat(length));
    }
  });

  it('are read however their bytes are cut', async () => {
    const table =
      '<?x?><sst a=">"><x/><!-- <si/> --><si><t>uno</t></si><si/><si ><r><t>d</t></r><r><t/></r><r><t>os</t></r><rPh><t>x</t></rPh><x>y</x><r><t>.</t></r></si></sst><x/>';
    for (let cut = 0; cut < table.length; cut += 11) {
      const bytes = Buffer.from(`<!--${'-'.repeat((1 << 16) - cut)}-->${table}`);
      const strings = await SharedStrings.read(chunksOf(bytes.subarray(0, 1 << 16), bytes.subarray(1 << 16)));
      expect(Array.from({ length: strings.count }, (_, i) => textAt(strings, i))).toEqual(['uno', '', 'dos.']);
    }
  });

  it('are found in a long table', async () => {
    const texts = Array.from({ length: 5000 }, (_, i) => 'x'.repeat(i % 7) + String(i));
    const strings = await read(tableOf(...texts));
    expect(texts.map((_, i) => textAt(strings, i))).toEqual(texts);
    expect(() => strings.find(5000)).toThrow(UnreadableWorkbook);
  });
});

describe('a row of a sheet', () => {
  it('is held until it ends, up to 4 MiB, whatever follows', async () => {
    for (const size of [3 * MIB, 8 * MIB]) {
      const piece = new Uint8Array(size);
      let given = 0;
      const queue = new PartQueue(
        (async function* () {
          for (; given < 200 * MIB; given += size) yield piece;
        })(),
      );
      const wait = async (): Promise<void> => {
        while (await queue.grow());
      };
      expect(await failure(wait)).toMatchObject(beyond('fila_de_libro_larga'));
      expect([queue.end - queue.start, queue.bytes.length]).toEqual([
        4 * MIB,
        expect.toSatisfy((length: number) => length <= 8 * MIB + 64),
      ]);
    }
  });

  it('gets its bytes in order, however many are read in between', async () => {
    const all = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i) % 251));
    const chunks = Array.from({ length: 3000 }, (_, i) => all.subarray(i * 100, i * 100 + 100));
    const queue = new PartQueue(chunksOf(...chunks));
    const read: Uint8Array[] = [];
    for (let step = 1; await queue.grow(); step = (step * 7) % 100_003) {
      const to = Math.min(queue.end, queue.start + step);
      read.push(queue.bytes.slice(queue.start, to));
      queue.start = to;
    }
    read.push(queue.bytes.slice(queue.start, queue.end));
    expect(Buffer.concat(read).equals(all)).toBe(true);
  });
});

describe('a tag', () => {
  const tooLong = beyond('etiqueta_larga');
  const read = async (length: number): Promise<number> =>
    [...elementsOf(Buffer.from(`<a${' x=""'.repeat(1600).padEnd(length - 1)}>`), ['a'])].length;

  it('may have 8 KiB at most after its name, whatever the number of attributes', async () => {
    expect(await read(1 << 13)).toBe(1);
    expect(await failure(async () => read((1 << 13) + 1))).toMatchObject(tooLong);
  });

  it('may appear 262,144 times at most if its name is looked for, and otherwise any number of times', async () => {
    const count = async (tags: string): Promise<number> => [...elementsOf(Buffer.from(tags), ['a', 'sheet'])].length;
    expect(await count(`<x/><xheet/>${'<b/>'.repeat(300_000)}<p:sheet/>`)).toBe(1);
    expect(await count('<a/>'.repeat(1 << 18))).toBe(1 << 18);
    expect(await failure(async () => count('<a/>'.repeat((1 << 18) + 1)))).toMatchObject(beyond('demasiadas_partes'));
  });
});

describe('a part of a workbook', () => {
  /** Inflates a part of `stored` bytes to `size` others, which are no real zip: only their number counts. */
  async function inflated(stored: number, size: number, told = size): Promise<number> {
    const file = Buffer.from(zip({ a: new Uint8Array(stored) }, { method: 8 }));
    const record = file.indexOf('PK\x01\x02');
    file.writeUInt32LE(0, record + 16);
    file.writeUInt32LE(told, record + 24);
    const source = {
      size: file.length,
      read: async (offset: number, length: number) => file.subarray(offset, offset + length),
    };
    const piece = new Uint8Array(MIB);
    const codec = {
      inflate: async function* () {
        for (let i = 0; i < size; i += MIB) yield piece.subarray(0, Math.min(MIB, size - i));
      },
      deflate: (pieces: AsyncIterable<Uint8Array>) => pieces,
      crc32: () => 0,
    };
    const archive = await Zip.open(source, codec);
    let length = 0;
    for (const part of archive.parts) for await (const bytes of archive.open(part, 80 * MIB)) length += bytes.length;
    return length;
  }

  it('gives no more bytes than the directory says, by which the memory for all parts is judged', async () => {
    expect(await failure(async () => inflated(1, 65 * MIB, 3 * MIB))).toMatchObject({
      cause: { message: 'a: size or CRC differ' },
    });
  });

  it.each([
    ['64 MiB', 1, 64 * MIB],
    ['200 times its stored size', 350_000, 70_000_000],
    ['the limit of its kind', 500_000, 80 * MIB],
  ])('may inflate to %s, and to no byte more', async (_, stored, size) => {
    expect(await inflated(stored, size)).toBe(size);
    expect(await failure(async () => inflated(stored, size + 1))).toMatchObject(beyond('partes_que_crecen'));
  });
});

describe('bytes that are written', () => {
  it.each<[kind: string, write: (sink: ByteSink) => void, text: string]>([
    ['a text', (sink) => sink.text('abc'), 'abc'],
    ['a number', (sink) => sink.number(1000), '1000'],
    ['a number of one digit', (sink) => sink.number(9), '9'],
    ['digits', (sink) => sink.digits(98_765, 3), '765'],
    ['a few bytes', (sink) => sink.copy(Buffer.from('xabcx'), 1, 4), 'abc'],
    ['many bytes', (sink) => sink.copy(Buffer.alloc(102, 'x'), 1, 101), 'x'.repeat(100)],
  ])('have room for %s at any offset', (_, write, text) => {
    const sink = new ByteSink();
    const times = Math.ceil(70_000 / text.length);
    for (let i = 0; i < times; i++) write(sink);
    expect(Buffer.from(sink.take()).toString()).toBe(text.repeat(times));
    write(sink);
    expect(Buffer.from(sink.take()).toString()).toBe(text);
  });
});

describe('an open workbook', () => {
  const rows = Array.from({ length: 1200 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`);
  /** Returns a sheet with more rows than the first piece, and a codec that counts the parts that were opened and closed. */
  async function opened(): Promise<{ sheet: SheetFile; counts: () => readonly number[] }> {
    let [begun, ended] = [0, 0];
    const codec: Codec = {
      ...webCodec,
      inflate: async function* (pieces) {
        begun++;
        try {
          yield* pieces;
        } finally {
          ended++;
        }
      },
    };
    const xml = sheetXml(rows.join(''), '', `<!--${' '.repeat(1 << 18)}-->`);
    const sheet = await openSheet(zip(partsOf({ sheets: [['Una', xml]] }), { method: 8 }), { codec });
    return { sheet, counts: () => [begun, ended] };
  }

  it('reports the memory of its texts when it is opened', async () => {
    const told: number[] = [];
    await openSheet(zip(partsOf({ sheets: [['Una', sheetXml('')]], strings: '<si/>' })), {
      onMemory: (bytes) => void told.push(bytes),
    });
    expect(told).toEqual([MIB + 4096]);
  });

  it('reports the memory of large parts before it reads them', async () => {
    const told: number[] = [];
    const styles = `<styleSheet>${' '.repeat(2 * MIB)}</styleSheet>`;
    const file = zip(partsOf({ sheets: [['Una', sheetXml('')]], styles, properties: ' '.repeat(3 * MIB) }));
    const sheet = await openSheet(file, { onMemory: (bytes) => void told.push(Math.floor(bytes / MIB)) });
    expect(told.slice(0, 3)).toEqual([9, 0, 6]);
    await sheet.findPlace({}, ['a']);
    expect(told.at(-1)).toBe(9);
  });

  it('may have 256 tables of 16 MiB at most', async () => {
    const relation = (_: unknown, i: number): string =>
      `<Relationship Id="t${i}" Type="http://x/table" Target="../tables/t${i >> 1}.xml"/>`;
    const relations = Array.from({ length: 600 }, relation).join('');
    const findPlace = async (count: number, size: number): Promise<unknown> => {
      const tables = Array.from({ length: count }, (_, i) => [`xl/tables/t${i}.xml`, Buffer.alloc(size, ' ')] as const);
      const parts = {
        ...partsOf({ sheets: [['Una', sheetXml('')]] }),
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${relations}</Relationships>`,
        ...Object.fromEntries(tables),
      };
      return (await openSheet(zip(parts, { deflate: true }))).findPlace({}, ['a']);
    };
    expect([await findPlace(1, 9 * MIB), await findPlace(256, 1)]).toEqual([null, null]);
    await expect(findPlace(2, 9 * MIB)).rejects.toMatchObject(beyond('demasiadas_partes'));
    await expect(findPlace(257, 1)).rejects.toMatchObject(beyond('demasiadas_partes'));
  });

  it('may have 256 sheets at most that are searched for people', async () => {
    const cells = ['curp', 'nombres', 'sexo'].map((name) => `<c t="str"><v>${name}</v></c>`);
    const xml = sheetXml(`<row r="1">${cells.join('')}</row>`);
    const chosen = async (before: number): Promise<unknown> => {
      const others = Array.from({ length: before }, (_, i) => [`Hoja ${i}`, sheetXml('')] as const);
      return (await openSheet(zip(partsOf({ sheets: [...others, ['Personas', xml]] })))).chosen;
    };
    expect(await chosen(255)).toMatchObject({ value: 'Personas' });
    expect(await chosen(256)).toMatchObject({ value: 'Hoja 0' });
  });

  it('may have thousands of sheets whose names are those of the sheet that an answer adds, and gets another in time', async () => {
    const named = Array.from({ length: 5000 }, (_, i) => (i === 0 ? 'Solo en B' : `Solo en B ${i + 1}`));
    const book = zip(partsOf({ sheets: named.map((name) => [name, sheetXml('')]) }));
    const sheet = await openSheet(book, { hoja: 'Solo en B' });
    const second = { name: 'Solo en B', csv: async function* none() {} };
    const written = await bytesOf(sheet.workbook([{ place: null, titles: [], begin: async () => () => null, second }]));
    expect((await openSheet(written)).others.at(-1)).toBe('Solo en B 5001');
  });

  it('closes its parts if it is read no further after the first piece', async () => {
    const { sheet, counts } = await opened();
    const [before] = counts();
    for await (const _ of sheet.csv()) break;
    const [begun, ended] = counts();
    expect(begun).toBeGreaterThan(before ?? 0);
    expect(ended).toBe(begun);
  });

  it('closes its parts if the answers fail', async () => {
    const { sheet, counts } = await opened();
    const place = await sheet.findPlace({}, ['a']);
    const failing = sheet.workbook([
      { place, titles: ['a'], begin: async () => () => Promise.reject(new Error('no')) },
    ]);
    const read = async (): Promise<void> => {
      for await (const _ of failing);
    };
    await expect(read()).rejects.toThrow('no');
    const [begun, ended] = counts();
    expect(ended).toBe(begun);
  });
});
