/** Opens a sheet of a stored workbook, in a thread. */
import { type LoteOptions, SheetLote } from '@curp-service/lote';
import { openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import type { UploadSource } from './upload-source.js';

/** The buffers of zlib and of the rows. */
export const WORKBOOK_MEMORY = 3 << 20;

export async function openBook(
  source: UploadSource,
  hoja: string | undefined,
  options: LoteOptions,
): Promise<SheetLote> {
  const onMemory = async (bytes: number): Promise<void> => source.ask('workbook', WORKBOOK_MEMORY + bytes);
  await onMemory(0);
  return SheetLote.open(await openSheet(source, { hoja, codec: nodeCodec(), onMemory }), options);
}
