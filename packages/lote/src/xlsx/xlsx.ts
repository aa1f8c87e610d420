/** Reads and writes workbooks: the cells of a sheet as CSV, CSV as a new workbook, and a workbook with new cells. */
import { ALL_SHEETS } from '@curp-service/contract/conventions/table';
import { countKnown } from '@curp-service/contract/header';
import { Byte } from '../bytes.js';
import type { ChosenSheet } from '../conventions/decide.js';
import type { CellOptions, FillOptions, SheetFile } from '../sheet/sheet-file.js';
import { Additions } from './write/additions.js';
import { partsFromCsv, sheetXml } from './write/from-csv.js';
import { PARTS_OPENED } from './limits.js';
import { csvOf, OpenedSheet, type OpenedWorkbook } from './opened-sheet.js';
import { Memory, type OnMemory, type Pause } from './queue.js';
import { readHeader } from '../read/header.js';
import { KNOWN_IN_HEADER } from '../read/header-rows.js';
import { Input } from '../read/input.js';
import type { CsvSheet } from '../write/csv-writer.js';
import { Sheet } from './sheet.js';
import { type Codec, type WorkbookInput, webCodec } from './zip/source.js';
import { type SheetEntry, Workbook } from './workbook.js';
import type { Part } from './zip/zip-reader.js';
import { newZip, replaceParts } from './zip/zip-writer.js';

export { UnreadableWorkbook } from './limits.js';
export type { Source } from '../bytes.js';
export { type Codec, type WorkbookInput, webCodec } from './zip/source.js';

interface OpenOptions {
  /** The name of the sheet, or `todas`; if absent, the one with most people, by its header and its size. */
  readonly hoja?: string | undefined;
  readonly codec?: Codec | undefined;
  /** Called with the bytes of memory that the texts, the large parts and the long rows of the workbook take, whenever they change. */
  readonly onMemory?: OnMemory | undefined;
  readonly pause?: Pause | undefined;
}

/** Opens a sheet of a workbook, or all that hold people. Its parts are read when they are needed, some of them several times. */
export async function openSheet(
  input: WorkbookInput,
  { hoja, codec, onMemory, pause }: OpenOptions = {},
): Promise<SheetFile> {
  const memory = new Memory(onMemory, pause);
  const workbook = await Workbook.open(input, codec, memory);
  const book: OpenedWorkbook = { workbook, context: await workbook.context(), memory };
  const [usual, other] = ALL_SHEETS;
  const all = workbook.sheets.some(({ name }) => name === usual) ? other : usual;
  const isAll = hoja === all || hoja === other;
  const ofPeople =
    hoja === undefined || isAll ? await sheetsOfPeople(book) : [{ sheet: workbook.sheet(hoja), rows: 0 }];
  const found = ofPeople.map(({ sheet }) => sheet);
  const most = ofPeople[0]?.rows;
  // The sheets are answered in the order in which they are stored, which is that of the writing.
  const read = isAll ? found.toSorted((a, b) => a.part.offset - b.part.offset) : found.slice(0, 1);
  const opened: OpenedSheet[] = [];
  for (const entry of read) opened.push(await OpenedSheet.open(book, entry));
  const otras = (isAll ? read : found).slice(1).map(({ name }) => name);
  const isOnly = read[0] === workbook.sheets[0] && workbook.sheets.filter(({ isHidden }) => !isHidden).length < 2;
  const basis = hoja === undefined ? 'vista' : 'declarada';
  const [first, ...also] = opened.map((sheet, i): SheetFile => {
    const { name } = sheet.entry;
    const value: ChosenSheet = {
      value: name,
      basis,
      otras: i === 0 ? otras : [],
      iguales: isAll ? [] : ofPeople.slice(1).flatMap(({ sheet: each, rows }) => (rows === most ? each.name : [])),
      todas: all === usual ? undefined : all,
    };
    return {
      name,
      width: async (options) => sheet.width(options),
      csv: (options) => sheet.csv(options),
      findPlace: async (...given) => sheet.findPlace(...given),
      workbook: (fills) => withNewCells(workbook, opened, fills),
      chosen: hoja === undefined && isOnly ? null : value,
      isAnswered: sheet.isAnswered,
      others: workbook.sheets.map((each) => each.name).filter((each) => each !== name),
      also: [],
    };
  });
  return { ...first, also };
}

/** Yields a workbook with new cells in its sheets, in this order. */
async function* withNewCells(
  workbook: Workbook,
  sheets: readonly OpenedSheet[],
  fills: readonly FillOptions[],
): AsyncGenerator<Uint8Array, void> {
  const { addedSheet, zip } = workbook;
  const second = fills[0]?.second;
  const parts = new Additions(zip);
  const filled: (readonly [Part, AsyncIterable<Uint8Array>])[] = [];
  for (const [i, each] of fills.entries()) {
    const sheet = sheets[i];
    filled.push([sheet.entry.part, sheet.filled(each, await sheet.growParts(parts, each))]);
  }
  const last = second === undefined ? null : sheetXml(second);
  const added = last !== null && addedSheet === undefined ? await workbook.addSheet(parts, second?.name ?? '') : null;
  const changed = new Map<Part, AsyncIterable<Uint8Array> | Iterable<Uint8Array>>([
    ...Array.from(parts.changed, ([part, bytes]) => [part, [bytes]] as const),
    ...filled,
  ]);
  if (last !== null && addedSheet !== undefined) changed.set(addedSheet.part, last);
  const fresh = Array.from(
    parts.added,
    ([name, bytes]) => [name, name === added && last !== null ? last : [bytes]] as const,
  );
  yield* replaceParts(zip, changed, fresh);
}

/** A sheet with people, and how many rows it has: of a large one, its size. */
interface PeopleEntry {
  readonly sheet: SheetEntry;
  readonly rows: number;
}

/**
 * Returns the sheets whose header names enough data, that with most rows first; if there is none, the one that names most. It
 * ignores hidden sheets, one that an answer has added, and those beyond `PARTS_OPENED`.
 */
async function sheetsOfPeople({ workbook, context, memory }: OpenedWorkbook): Promise<readonly PeopleEntry[]> {
  let [best] = workbook.sheets;
  let most = 0;
  const ofPeople: (PeopleEntry & { readonly known: number })[] = [];
  const shown = workbook.sheets.filter((sheet) => !sheet.isHidden && sheet !== workbook.addedSheet);
  for (const sheet of shown.length > 1 ? shown.slice(0, PARTS_OPENED) : []) {
    const input = new Input('utf-8');
    let [rows, pieces] = [0, 0];
    for await (const piece of csvOf(new Sheet(workbook.open(sheet), memory), context, {})) {
      if (++pieces > 1) break;
      input.append(piece);
      rows = countBytes(piece, Byte.LINE_FEED);
    }
    // Of a large sheet, the size says how many rows it has.
    if (pieces > 1) rows = Math.max(rows, sheet.part.size);
    input.close();
    const known = countKnown(readHeader(input, true, {})?.names ?? []);
    if (known >= KNOWN_IN_HEADER) ofPeople.push({ sheet, rows, known });
    if (known > most) [best, most] = [sheet, known];
  }
  if (ofPeople.length === 0) return [{ sheet: best, rows: 0 }];
  return ofPeople.toSorted((x, y) => y.rows - x.rows || y.known - x.known);
}

const countBytes = (bytes: Uint8Array, byte: number): number =>
  bytes.reduce((count, each) => count + Number(each === byte), 0);

/** Yields the cells of a sheet as CSV. */
export async function* csvFromXlsx(
  workbook: WorkbookInput,
  options: OpenOptions & CellOptions = {},
): AsyncGenerator<Uint8Array, void> {
  yield* (await openSheet(workbook, options)).csv(options);
}

/** Returns the names of a workbook's sheets, including hidden ones. */
export async function sheetNames(workbook: WorkbookInput, codec?: Codec): Promise<string[]> {
  return (await Workbook.open(workbook, codec)).sheets.map(({ name }) => name);
}

/** Converts CSV in UTF-8 to a workbook of one sheet, or of two. Every cell is text: no formula runs, and no zero is lost. */
export const xlsxFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  {
    delimitador = ',',
    hoja = 'CURP',
    second,
    codec = webCodec,
  }: {
    readonly delimitador?: string | undefined;
    readonly hoja?: string;
    readonly second?: CsvSheet | undefined;
    readonly codec?: Codec | undefined;
  } = {},
): AsyncGenerator<Uint8Array, void> => {
  const first: CsvSheet = { name: hoja, csv: () => csv, delimiter: delimitador };
  return newZip(partsFromCsv(first, ...(second === undefined ? [] : [second])), codec);
};
