/** Reads and writes XLSX workbooks; loaded only when a file is one. */
import { setImmediate } from 'node:timers/promises';
import type { SheetFile } from '@curp-service/lote';
import { UnreadableWorkbook, openSheet, xlsxFromCsv } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import { EXIT, failure } from '../failure.js';
import type { InputFile } from './input.js';

/** Opens the sheet of that name, or the first. */
export async function openWorkbook(input: InputFile, hoja: string | undefined): Promise<SheetFile> {
  try {
    const { csv, workbook, findPlace, ...rest } = await openSheet(input.source(), { hoja, codec: nodeCodec() });
    return {
      csv: (options) => withPauses(csv(options)),
      workbook: (options) => withPauses(workbook(options)),
      findPlace: async (options, columns) => {
        try {
          return await findPlace(options, columns);
        } catch (error) {
          throw toFailure(error);
        }
      },
      ...rest,
    };
  } catch (error) {
    throw toFailure(error);
  }
}

export const toXlsx = (csv: AsyncIterable<Uint8Array>, delimiter: string | undefined): AsyncIterable<Uint8Array> =>
  withPauses(xlsxFromCsv(csv, { delimitador: delimiter, codec: nodeCodec() }));

/** Lets signals and timers run between the pieces, and turns an unreadable workbook into a message for the user. */
async function* withPauses(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const piece of pieces) {
      yield piece;
      await setImmediate();
    }
  } catch (error) {
    throw toFailure(error);
  }
}

const toFailure = (error: unknown): unknown =>
  error instanceof UnreadableWorkbook ? failure(EXIT.USAGE, error.es, error.en) : error;
