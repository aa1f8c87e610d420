/** Rows of a sheet get the answers of the same rows in a CSV, in the columns behind the last one that any row uses. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PeopleFile, SheetLote, answerFile, textFile } from '../src/index.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { nodeCodec } from '../node/xlsx-node.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { bytesOf } from './bytes-of.js';
import { DECLARED } from './run-lote.js';
import { partsOf, rawWorkbook, sheetXml, zip } from './workbook.js';

type WriteCell = (place: string, text: string) => string;

const HEADER = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const SHARED = ['María', 'López', '', 'Peña &amp; Gil', 'A_x0009_B', 'Žižek', 'H', 'Jalisco', '1990-05-17'];
const STRINGS = SHARED.map((text) => `<si><t>${text}</t></si>`).join('');
const inline: WriteCell = (place, text) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** The shapes of a cell: first the usual ones. */
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

/** Answers a file once more as long as its rows prove another reading. */
async function answered(file: PeopleFile): Promise<{ bytes: Buffer; totals: object }> {
  const pieces: Uint8Array[] = [];
  const { totals } = await answerFile(file, {
    write: (piece) => void pieces.push(piece.slice()),
    restart: () => void pieces.splice(0),
  });
  const { rows, good, reviews } = totals;
  return { bytes: Buffer.concat(pieces), totals: { rows, good, reviews } };
}

it('rows of a sheet, however their cells are written, get the answers of the same rows in a CSV', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      const open = async (): Promise<SheetLote> =>
        SheetLote.open(await openSheet(bookOf(rows), { codec: nodeCodec() }), DECLARED);
      const keysIn = (text: string): string[] => text.match(/[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d/g) ?? [];
      const sheet = await open();
      const csv = await answered(
        textFile({ chunks: () => sheet.csv() }, { ...sheet.options, reading: sheet.suggested }),
      );
      const workbook = await answered(await open());
      const unzipped = await Workbook.open(new Uint8Array(workbook.bytes), nodeCodec());
      const part = unzipped.zip.part('xl/worksheets/sheet1.xml');
      const xml = part === undefined ? '' : Buffer.from(await unzipped.zip.bytes(part, 1 << 24)).toString();
      expect(keysIn(xml)).toEqual(keysIn(csv.bytes.toString()));
      expect(workbook.totals).toEqual(csv.totals);
    }),
    { numRuns: 40 },
  );
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
