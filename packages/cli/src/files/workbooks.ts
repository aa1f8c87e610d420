/** Reads and writes XLSX workbooks; loaded only when a file is one. */
import { setImmediate } from 'node:timers/promises';
import type { CsvSheet, SheetFile, Source } from '@curp-service/lote';
import { openSheet, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';

/** Opens the sheet with this name, or the first. */
export async function openWorkbook(source: Source, hoja: string | undefined): Promise<SheetFile> {
  const sheet = await openSheet(source, { hoja, codec: nodeCodec() });
  return {
    ...sheet,
    csv: (options) => withPauses(sheet.csv(options)),
    workbook: (fills) => withPauses(sheet.workbook(fills)),
  };
}

/** `second`: another sheet, behind that of the CSV. */
export const toXlsx = (
  csv: AsyncIterable<Uint8Array>,
  delimiter: string | undefined,
  second?: CsvSheet,
): AsyncIterable<Uint8Array> => withPauses(xlsxFromCsv(csv, { delimitador: delimiter, second, codec: nodeCodec() }));

/** Lets signals and timers run between the pieces. */
async function* withPauses(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) {
    yield piece;
    await setImmediate();
  }
}
