/** Plain rows of a sheet are answered from their XML; the workbook is the one that rows answered one by one give. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SheetAnswers, SheetLote, answerFile } from '../src/index.js';
import { KeyWriter } from '../src/answer/key.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { nodeCodec } from '../node/xlsx-node.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { bytesOf } from './bytes-of.js';
import { DECLARED } from './run-lote.js';
import { partsOf, rawWorkbook, sheetXml, zip } from './workbook.js';

type WriteCell = (place: string, text: string) => string;

const HEADER = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const SHARED = ['María', 'López', '', 'Peña &amp; Gil', 'A_x0000_B', 'Žižek', 'H', 'Jalisco', '1990-05-17'];
const STRINGS = SHARED.map((text) => `<si><t>${text}</t></si>`).join('');
const inline: WriteCell = (place, text) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** The shapes of a cell: first those of the kernel, then those that it leaves. */
const SHAPES: readonly WriteCell[] = [
  inline,
  (place, text) => `<c r="${place}" s="0" t="inlineStr"><is><t>${text}</t></is></c>`,
  (place, text) => `<c r="${place}" t="s"><v>${Math.max(0, SHARED.indexOf(text))}</v></c>`,
  (place) => `<c r="${place}" s="1"><v>33010</v></c>`,
  (place) => `<c r="${place}" t="n"><v>33010</v></c>`,
  (place) => `<c r="${place}" s="1"/>`,
  (place) => `<c r="${place}"><v></v></c>`,
  (place) => `<c r="${place}" t="s"><v>2</v></c>`,
  (place) => `<c r="${place}" t="s"><v>3</v></c>`,
  (place) => `<c r="${place}" t="s"><v>4</v></c>`,
  (place) => `<c r="${place}" t="s"><v>5</v></c>`,
  (place) => `<c r="${place}" t="s"><v> 1 </v></c>`,
  (place) => `<c r="${place}"><v>33010.5</v></c>`,
  (place) => `<c r="${place}" s="00000000001"><v>33010</v></c>`,
  (place) => `<c r="${place}"><f>1+1</f></c>`,
  (place) => `<c r="${place}" t="b"><v>1</v></c>`,
  (place, text) => `<c r="${place}" t="str"><v>${text}</v></c>`,
  (place, text) => `<c t="inlineStr" r="${place}"><is><t>${text}</t></is></c>`,
  (place, text) => `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
  (place, text) => ` <c r="${place}" t="inlineStr"><is><r><t>${text}</t></r></is></c>`,
];
const ROWS: readonly ((number: number, cells: string) => string)[] = [
  (number, cells) => `<row r="${number}">${cells}</row>`,
  (number, cells) => `<row r="${number}" spans="1:7" x14ac:dyDescent="0.25">${cells}</row>`,
  (number, cells) => `<row r="${number}" s="1" customFormat="1">${cells}</row>`,
  (number, cells) => `<row spans="1:7" r="${number}">${cells}</row>`,
  (number, cells) => `<row r="${number}" spans='1:7' >${cells}</row>`,
  (_, cells) => `<row>${cells}</row>`,
  (number, cells) => `\n<row r="${number}">${cells}\n</row>`,
  (number) => `<row r="${number}"/>`,
];

const mostly = <T>(usual: readonly T[], all: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...all) });
const shape = mostly(SHAPES.slice(0, 3), SHAPES);
const names = ['María', 'LÓPEZ', 'Peña', 'Juan Carlos', 'Ñu'];
const name = mostly(names, [
  '',
  'D&amp;A',
  'A_B',
  'A&#233;',
  'Žižek',
  'LàPEZ',
  'NULL',
  'Hdez.',
  'a\tb',
  'A<!-- -->B',
  'é'.repeat(70),
]);
const TEXTS = [
  name,
  name,
  name,
  mostly(['1990-05-17', '1999-09-09'], ['17/5/1990', 'mayo', '1990-13-01']),
  mostly(['H', 'M'], ['X', '']),
  mostly(['Jalisco', 'OC'], ['México', 'Nadie']),
  mostly(['nota'], ['', 'Á', 'D&amp;A']),
];
const row = fc.record({
  cells: fc.tuple(...TEXTS.map((text) => fc.tuple(shape, text))),
  write: mostly(ROWS.slice(0, 3), ROWS),
  gap: mostly([1], [2, 5]),
  more: mostly([''], ['H', 'K']),
});

const place = (column: number, number: number): string => `${'ABCDEFGHIJK'[column]}${number}`;
const header = `<row r="1">${[...HEADER, 'Nota'].map((text, i) => inline(place(i, 1), text)).join('')}</row>`;

function bookOf(rows: readonly (typeof row extends fc.Arbitrary<infer T> ? T : never)[]): Uint8Array {
  let number = 1;
  const written = rows.map(({ cells, write, gap, more }) => {
    number += gap;
    const own = cells.map(([cell, text], i) => cell(place(i, number), text)).join('');
    return write(number, own + (more === '' ? '' : `<c r="${more}${number}" s="1"/>`));
  });
  return rawWorkbook(header + written.join(''), STRINGS);
}

async function filled(workbook: Uint8Array, isSupposed = false): Promise<unknown> {
  try {
    const sheet = await SheetLote.open(await openSheet(workbook, { codec: nodeCodec() }), DECLARED);
    await sheet.findPlace(isSupposed);
    const pass = sheet.answer(sheet.suggested);
    const bytes = await bytesOf(pass.pieces);
    return [bytes.toString('latin1'), pass.totals(), pass.proven()];
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

describe('rows of a sheet', () => {
  it('give the same workbook, totals and evidence from their XML and one by one', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const oneByOne = vi.spyOn(SheetAnswers.prototype, 'plainRows');
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
        const workbook = bookOf(rows);
        oneByOne.mockReturnValueOnce(null);
        expect(await filled(workbook)).toEqual(await filled(workbook));
      }),
      { numRuns: 40 },
    );
  });

  it('are answered from their XML if they are written as most programs write them', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const write = vi.spyOn(KeyWriter.prototype, 'write');
    const texts = ['María', 'LÓPEZ', 'Peña', '1990-05-17', 'M', 'Jalisco', 'D&amp;A'];
    const people = Array.from({ length: 60 }, (_, i) => ({
      cells: texts.map((text, k) => [k === 3 ? SHAPES[i % 5] : SHAPES[i % 2], text]) as never,
      write: ROWS[i % 3],
      gap: 1 + (i % 2),
      more: '',
    }));
    expect(await filled(bookOf(people))).toEqual([
      expect.any(String),
      expect.objectContaining({ good: 60 }),
      expect.anything(),
    ]);
    expect(write).not.toHaveBeenCalled();
  });

  it('are answered from their XML wherever in a table of 3 MB their shared strings lie', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const write = vi.spyOn(KeyWriter.prototype, 'write');
    const texts = ['María', 'López', 'Peña', '', 'M', 'Jalisco', 'x'.repeat(98_000)];
    const groups = Array.from({ length: 32 }, (_, i) => i);
    const strings = groups.map(() => texts.map((text) => `<si><t>${text}</t></si>`).join('')).join('');
    const rows = groups.map((group) => {
      const cells = texts.slice(0, 6).map((_, k) => {
        const at = place(k, group + 2);
        const index = group * texts.length + k;
        return k === 3 ? `<c r="${at}" s="1"><v>${33_010 + group}</v></c>` : `<c r="${at}" t="s"><v>${index}</v></c>`;
      });
      return `<row r="${group + 2}">${cells.join('')}</row>`;
    });
    const workbook = rawWorkbook(header + rows.join(''), strings);
    const fromXml = await filled(workbook);
    expect(write).not.toHaveBeenCalled();
    expect(fromXml).toEqual([expect.any(String), expect.objectContaining({ good: 32 }), expect.anything()]);
    vi.spyOn(SheetAnswers.prototype, 'plainRows').mockReturnValueOnce(null);
    expect(await filled(workbook)).toEqual(fromXml);
    expect(write).toHaveBeenCalledTimes(32);
  });
});

describe('the place of the new columns that the first rows suppose', () => {
  const person = (number: number): string =>
    `<row r="${number}">${['Ana', 'Ruiz', 'Gil', '1999-09-09', 'M', 'OC'].map((text, i) => inline(place(i, number), text)).join('')}</row>`;
  const people = Array.from({ length: 1200 }, (_, i) => person(i + 2)).join('');
  const titles = `<row r="1">${HEADER.map((text, i) => inline(place(i, 1), text)).join('')}</row>`;
  const sheet = (last: string, behind: string): Uint8Array =>
    zip(
      partsOf({ sheets: [['Una', sheetXml(titles + people + last).replace('</sheetData>', `</sheetData>${behind}`)]] }),
    );

  it.each([
    ['nothing', '', ''],
    ['a filter of the same columns', '', '<autoFilter ref="A1:F1201"/>'],
    ['an empty cell', '<row r="1202"><c r="H1202" s="1"/></row>', ''],
    ['merged cells in the same columns', '', '<mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells>'],
  ])('holds if %s follows', async (_, last, behind) => {
    const workbook = sheet(last, behind);
    expect(await filled(workbook, true)).toEqual(await filled(workbook));
  });

  it.each([
    ['a wider row', '<row r="1202"><c r="H1202"><v>1</v></c></row>', ''],
    ['a formula without a value', '<row r="1202"><c r="H1202"><f>1</f></c></row>', ''],
    ['a wider filter', '', '<autoFilter ref="A1:H1201"/>'],
    ['merged cells behind', '', '<mergeCells count="1"><mergeCell ref="G1:H1"/></mergeCells>'],
    [
      'merged cells among filtered rows',
      '',
      '<autoFilter ref="A1:E9"/><mergeCells><mergeCell ref="E4:F5"/></mergeCells>',
    ],
  ])('is another if %s follows: the pass says so, and the next fills that', async (_, last, behind) => {
    const workbook = sheet(last, behind);
    const opened = await SheetLote.open(await openSheet(workbook, { codec: nodeCodec() }), DECLARED);
    const restarts: boolean[] = [];
    let written: Uint8Array[] = [];
    await answerFile(opened, {
      write: (piece) => void written.push(piece.slice()),
      restart: (_proven, isMoved) => {
        restarts.push(isMoved);
        written = [];
      },
    });
    expect(restarts).toEqual([true]);
    const [expected] = (await filled(workbook)) as [string];
    expect(Buffer.concat(written).toString('latin1')).toBe(expected);
  });
});

it('a part that fills several buffers of zlib is read whole', async () => {
  const text = Array.from({ length: 200_000 }, (_, i) => `<a n="${i}"/>`).join('');
  const parts = partsOf({ sheets: [['Una', sheetXml('')]] });
  const { zip: book } = await Workbook.open(zip({ ...parts, 'xl/other.xml': text }), nodeCodec());
  const part = book.part('xl/other.xml');
  expect(part && Buffer.from(await book.bytes(part, 1 << 24)).toString() === text).toBe(true);
});
