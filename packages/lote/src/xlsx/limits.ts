/** The limits for reading a workbook, and the messages for a workbook that cannot be read or written. */
import type { FileProblem } from '@curp-service/contract/codes/file';

export const SHEET_ROWS = 1 << 20;
export const SHEET_COLUMNS = 1 << 14;
/** Characters of a cell. */
export const CELL_TEXT = 32_767;
/** Bytes of a cell in UTF-8. */
export const CELL_BYTES = CELL_TEXT * 3;
/** Bytes of the small parts: relationships, the workbook, styles. */
export const SMALL_PART = 1 << 24;
/** Tags of a small part whose attributes are read: Excel writes 65,490 styles at most. */
export const SMALL_TAGS = 1 << 18;
/** Sheets whose headers are read, and tables of a sheet: each costs the time to open a part. */
export const PARTS_OPENED = 256;
/** Bytes of a row as XML: a row of all columns with a hundred bytes in each takes less than half. */
export const ROW_BYTES = 1 << 22;
/** Bytes of a sheet and of the shared strings, as XML. */
export const LARGE_PART = 2 ** 32;
/** The number of shared strings, and the bytes of all their texts. */
export const STRINGS = 1 << 23;
export const STRING_BYTES = 1 << 28;

/** A workbook that cannot be read or written. Its problem is data, because only a surface has the words. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'LibroIlegible';

  constructor(
    readonly problem: FileProblem,
    cause?: unknown,
  ) {
    super(problem.cause, { cause });
  }
}

/** Returns the error of a file that is no zip, or whose zip or XML is broken. `reason` becomes its `cause`, for developers. */
export const damaged = (reason: unknown): UnreadableWorkbook =>
  new UnreadableWorkbook({ cause: 'libro_danado' }, reason instanceof Error ? reason : new Error(String(reason)));

export const encrypted = (): UnreadableWorkbook => new UnreadableWorkbook({ cause: 'libro_con_contrasena' });

/** Returns the error of a spreadsheet in another format, such as `.ods`. */
export const otherFormat = (tipo: string): UnreadableWorkbook =>
  new UnreadableWorkbook({ cause: 'libro_de_otro_tipo', parts: { tipo } });

/** Returns the error of a workbook that exceeds a limit on memory. `id`: what there is too much of. */
export const tooLarge = (
  id:
    | 'demasiado_texto'
    | 'demasiadas_partes'
    | 'celda_larga'
    | 'fila_de_libro_larga'
    | 'etiqueta_larga'
    | 'partes_que_crecen',
): UnreadableWorkbook => new UnreadableWorkbook({ cause: 'libro_grande', parts: { que: { id } } });
