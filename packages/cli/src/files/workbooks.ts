/** Reads and writes XLSX workbooks; loaded only when a file is one. */
import { UnreadableWorkbook, csvFromXlsx, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import type { Translate } from '../environment.js';
import { Failure, EXIT } from '../failure.js';

export const fromXlsx = (
  workbook: Uint8Array,
  options: { readonly hoja: string | undefined; readonly delimitador: string },
  text: Translate,
): AsyncIterable<Uint8Array> => orUsageFailure(csvFromXlsx(workbook, { ...options, codec: nodeCodec() }), text);

export const toXlsx = (
  csv: AsyncIterable<Uint8Array>,
  delimiter: string | undefined,
  text: Translate,
): AsyncIterable<Uint8Array> => orUsageFailure(xlsxFromCsv(csv, { delimitador: delimiter, codec: nodeCodec() }), text);

async function* orUsageFailure(chunks: AsyncIterable<Uint8Array>, text: Translate): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new Failure(EXIT.USAGE, text(error.es, error.en)) : error;
  }
}
