/** Receives a workbook and opens its sheet: a zip ends with its directory, so that it is stored whole before it is read. */
import { type LoteOptions, SheetLote } from '@curp-service/lote';
import { UnreadableWorkbook, openSheet } from '@curp-service/lote/xlsx';
import { nodeCodec } from '@curp-service/lote/xlsx-node';
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type Answer, type Failure, fileFailure } from '@curp-service/contract/envelope';
import type { Language } from '@curp-service/contract/language';
import type { Stream } from '../http/stream.js';
import type { Spool } from './spool.js';

/** The buffers of zlib and of the rows. */
export const WORKBOOK_MEMORY = 3 << 20;

interface WorkbookParts {
  readonly stream: Stream;
  readonly spool: Spool;
  /** Called with the bytes in memory. */
  readonly onProgress: (memory: number) => void;
}

/** Also gives the memory that the workbook takes while its rows are done. */
export async function receiveWorkbook(
  { stream, spool, onProgress }: WorkbookParts,
  hoja: string | undefined,
  options: LoteOptions,
): Promise<{ readonly sheet: SheetLote; readonly memory: number }> {
  for await (const piece of stream.pieces()) {
    await spool.add(piece);
    onProgress(spool.memory);
  }
  let memory = WORKBOOK_MEMORY;
  const source = { size: spool.size, read: async (offset: number, length: number) => spool.read(offset, length) };
  const onMemory = (texts: number): void => {
    memory = WORKBOOK_MEMORY + texts;
    onProgress(spool.memory + memory);
    stream.throwIfCut();
  };
  const sheet = await SheetLote.open(await openSheet(source, { hoja, codec: nodeCodec(), onMemory }), options);
  return { sheet, memory };
}

/** The answer to a file that cannot be read, a workbook or a text; `null`: the error is another. */
export function unreadableAnswer(error: unknown, language: Language): Answer<Failure> | null {
  if (error instanceof UnreadableFile) return fileFailure(error.entry);
  if (!(error instanceof UnreadableWorkbook)) return null;
  return fileFailure({ code_error: 8, parametro: null, error_message: error[language] });
}
