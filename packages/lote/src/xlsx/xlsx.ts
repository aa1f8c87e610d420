/** Reads a sheet of an XLSX workbook as CSV, and writes CSV as a workbook. */
import { type CellValue, XLSX_MAX_ROWS_PER_SHEET, readXlsx, streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import { CsvReader } from '../read/csv-reader.js';
import { Input } from '../read/input.js';
import { CsvRow } from '../read/row.js';

/** The limits of a sheet. */
const MAX_ROWS = XLSX_MAX_ROWS_PER_SHEET;
const MAX_COLUMNS = 1 << 14;
const MAX_CHARACTERS = 32_767;
/** How many rows are handed over at a time. */
const BATCH = 1000;

/** A workbook that cannot be read or written, with the reason in both languages. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook';
  readonly es: string;
  readonly en: string;

  constructor(es: string, en: string, cause?: unknown) {
    super(es, { cause });
    this.es = es;
    this.en = en;
  }
}

/** The cells of a sheet as CSV: of the sheet with that name or, without a name, of the first. */
export async function* csvFromXlsx(
  workbook: Uint8Array,
  { hoja, delimitador = ',' }: { readonly hoja?: string | undefined; readonly delimitador?: string } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let rows: string[][] = [];
  let next = 0;
  let width = 0;
  const writeBatch = (): Uint8Array<ArrayBuffer> => {
    // The first batch fixes the width: a column may lack a name, and a workbook omits empty cells at the end of a row.
    width ||= Math.max(...rows.map(({ length }) => length));
    const written = rows.map((cells) => toLine(cells, width, delimitador)).join('');
    rows = [];
    return new TextEncoder().encode(written);
  };
  try {
    for await (const { index, values } of streamXlsxRows(workbook, hoja === undefined ? {} : { sheet: hoja })) {
      const cells = values.map(toText);
      while (cells.at(-1) === '') cells.pop();
      if (cells.length === 0) continue;
      if (index >= MAX_ROWS) throw new RangeError('beyond the last row of a sheet');
      // Empty rows are written too, so that each row keeps its number.
      for (; next <= index; next++) {
        rows.push(next < index ? [] : cells);
        if (rows.length >= BATCH) yield writeBatch();
      }
    }
  } catch (error) {
    throw unreadable(error);
  }
  if (next === 0 && hoja !== undefined) await requireSheet(workbook, hoja);
  if (rows.length > 0) yield writeBatch();
}

/** The names of the sheets of a workbook. */
export async function sheetNames(workbook: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  try {
    await readXlsx(workbook, { sheets: ({ name }) => names.push(name) < 0 });
  } catch (error) {
    throw unreadable(error);
  }
  return names;
}

/** CSV in UTF-8 as a workbook of one sheet. Every cell is text: no formula runs, and no leading zero is lost. */
export const xlsxFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  { delimitador = ',', hoja = 'CURP' }: { readonly delimitador?: string | undefined; readonly hoja?: string } = {},
): ReadableStream<Uint8Array> =>
  writeXlsxStream(rowsOf(csv, delimitador), { name: hoja, freezePane: { rows: 1 }, maxRowsPerSheet: Infinity });

/** A value as the text of a CSV cell: dates in ISO 8601, numbers by their value. */
function toText(value: CellValue): string {
  if (value === null) return '';
  return value instanceof Date ? dateText(value) : String(value);
}

function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', hour = ''] = date.toISOString().slice(0, 19).split('T');
  if (hour === '00:00:00') return day;
  // A value before the first day of a sheet's calendar is an hour without a day.
  return day < '1900' ? hour : `${day} ${hour}`;
}

const toLine = (cells: readonly string[], width: number, delimiter: string): string =>
  cells.length === 0
    ? '\n'
    : `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}${delimiter.repeat(Math.max(0, width - cells.length))}\n`;

const quote = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function unreadable(error: unknown): UnreadableWorkbook {
  if (error instanceof Error && error.name === 'EncryptedFileError') {
    return new UnreadableWorkbook(
      'El libro tiene contraseña, o es un .xls antiguo: guárdelo como .xlsx sin contraseña.',
      'The workbook has a password, or is an old .xls: save it as .xlsx without a password.',
      error,
    );
  }
  return new UnreadableWorkbook(
    'El archivo no es un libro XLSX, o está dañado: ábralo y guárdelo de nuevo como .xlsx.',
    'The file is no XLSX workbook, or is damaged: open it and save it again as .xlsx.',
    error,
  );
}

/** Throws if the workbook has no sheet of that name. */
async function requireSheet(workbook: Uint8Array, name: string): Promise<void> {
  const names = await sheetNames(workbook);
  if (names.includes(name)) return;
  const list = names.map((each) => `«${each}»`).join(', ');
  throw new UnreadableWorkbook(
    `El libro no tiene una hoja «${name}»: tiene ${list}.`,
    `The workbook has no sheet «${name}»: it has ${list}.`,
  );
}

/** The rows of a CSV, cell by cell; an empty cell is `null`. */
async function* rowsOf(csv: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<(string | null)[], void> {
  const input = new Input();
  const reader = new CsvReader(delimiter.charCodeAt(0));
  const row = new CsvRow(reader);
  let number = 0;
  function* wholeRows(): Generator<(string | null)[], void> {
    while (input.start < input.end && reader.read(input.bytes, input.start, input.end)) {
      row.bytes = input.bytes;
      row.start = input.start;
      input.start = reader.next;
      yield cellsOf(row, ++number);
    }
  }
  for await (const piece of csv) {
    input.append(piece);
    yield* wholeRows();
  }
  input.close();
  yield* wholeRows();
}

function cellsOf(row: CsvRow, number: number): (string | null)[] {
  const { cells } = row.reader;
  if (number > MAX_ROWS) {
    throw new UnreadableWorkbook(
      `Una hoja de XLSX no tiene más de ${MAX_ROWS} filas, y hay más: escriba un CSV.`,
      `A sheet of XLSX has no more than ${MAX_ROWS} rows, and there are more: write a CSV.`,
    );
  }
  const texts = Array.from({ length: Math.min(cells, MAX_COLUMNS) }, (_, i) => row.text(i));
  if (cells > MAX_COLUMNS || texts.some((text) => text.length > MAX_CHARACTERS)) {
    throw new UnreadableWorkbook(
      `La fila ${number} no cabe en una hoja de XLSX (${MAX_COLUMNS} columnas, ${MAX_CHARACTERS} caracteres por celda): escriba un CSV.`,
      `Row ${number} does not fit in a sheet of XLSX (${MAX_COLUMNS} columns, ${MAX_CHARACTERS} characters a cell): write a CSV.`,
    );
  }
  // XLSX writes some characters as `_x000A_`: a text that looks like that must be escaped.
  return texts.map((text) => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_') || null);
}
