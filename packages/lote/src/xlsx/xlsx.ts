/** Workbooks of spreadsheets: the cells of a sheet as CSV, CSV as a new workbook, and the same workbook with new cells. */
import { CsvBlock } from './csv-block.js';
import { partsFromCsv } from './from-csv.js';
import { RowReader } from './row-reader.js';
import { Sheet } from './sheet.js';
import { type Codec, type WorkbookInput, webCodec } from './zip/source.js';
import { Workbook } from './workbook.js';
import { newZip } from './zip/zip-writer.js';

export { UnreadableWorkbook } from './errors.js';
export { type Answers, type FillOptions, type NewCells, type RowBlock, fillWorkbook } from './fill.js';
export { type Codec, type Source, type WorkbookInput, webCodec } from './zip/source.js';

interface ReadOptions {
  readonly hoja?: string | undefined;
  readonly delimitador?: string;
  readonly codec?: Codec | undefined;
}

/** The cells of a sheet as CSV: the sheet of that name or, if none is given, the first. */
export async function* csvFromXlsx(
  workbook: WorkbookInput,
  { hoja, delimitador = ',', codec }: ReadOptions = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const book = await Workbook.open(workbook, codec);
  const part = book.sheet(hoja);
  const reader = new RowReader(await book.context(), delimitador);
  const block = new CsvBlock(delimitador);
  const sheet = new Sheet(book.open(part));
  try {
    const { to, isEmpty } = await sheet.prelude();
    sheet.queue.start += to;
    for (let more = !isEmpty; more;) {
      more = false;
      await sheet.eachRow(reader, (bytes) => {
        if (reader.filled > 0) block.add(reader, bytes);
        more = block.isFull;
        return !more;
      });
      if (block.rows > 0) yield block.take();
    }
    await sheet.finish();
  } finally {
    await sheet.queue.close();
  }
}

/** The names of the sheets of a workbook, hidden ones too. */
export async function sheetNames(workbook: WorkbookInput, codec?: Codec): Promise<string[]> {
  return (await Workbook.open(workbook, codec)).sheets.map(({ name }) => name);
}

/** CSV in UTF-8 as a workbook of one sheet. Every cell is text: nothing is run as a formula, and no zero is lost. */
export const xlsxFromCsv = (
  csv: AsyncIterable<Uint8Array>,
  {
    delimitador = ',',
    hoja = 'CURP',
    codec = webCodec,
  }: { readonly delimitador?: string | undefined; readonly hoja?: string; readonly codec?: Codec | undefined } = {},
): AsyncGenerator<Uint8Array, void> => newZip(partsFromCsv(csv, delimitador, hoja), codec);
