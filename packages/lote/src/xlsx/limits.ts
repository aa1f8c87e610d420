/** The limits for reading a workbook, and the messages for a workbook that cannot be read or written. */
import { quoteNames } from '@curp-service/contract/words/message';

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

/** A workbook that cannot be read or written, with the reason in both languages. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'LibroIlegible';
  readonly es: string;
  readonly en: string;

  constructor(es: string, en: string, cause?: unknown) {
    super(es, { cause });
    this.es = es;
    this.en = en;
  }
}

/** Returns the error of a file that is no zip, or whose zip or XML is broken. `reason` becomes its `cause`, for developers. */
export const damaged = (reason: unknown): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'El archivo no es un libro XLSX, o está dañado: ábralo y guárdelo de nuevo como .xlsx.',
    'The file is no XLSX workbook, or is damaged: open it and save it again as .xlsx.',
    reason instanceof Error ? reason : new Error(String(reason)),
  );

/** Returns the error of a workbook two of whose sheets are one part of the file, so that one would be answered as the other. */
export const samePart = (one: string, other: string): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `El libro está dañado: sus hojas ${quoteNames([one], 'es')} y ${quoteNames([other], 'es')} son una misma parte del archivo. Ábralo y guárdelo de nuevo como .xlsx.`,
    `The workbook is damaged: its sheets ${quoteNames([one], 'en')} and ${quoteNames([other], 'en')} are one part of the file. Open it and save it again as .xlsx.`,
  );

/** Returns the error of a workbook two of whose sheets have one name, so that nobody can say which of them is meant. */
export const sameName = (name: string): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `El libro está dañado: dos de sus hojas se llaman ${quoteNames([name], 'es')}. Ábralo y guárdelo de nuevo como .xlsx.`,
    `The workbook is damaged: two of its sheets are named ${quoteNames([name], 'en')}. Open it and save it again as .xlsx.`,
  );

export const encrypted = (): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'El libro tiene contraseña: guárdelo como .xlsx sin contraseña.',
    'The workbook has a password: save it as .xlsx without a password.',
  );

/** Returns the error of a spreadsheet in another format. */
export const otherFormat = (extension: string): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `El archivo es un libro ${extension}: ábralo y guárdelo como .xlsx.`,
    `The file is a workbook in ${extension} format: open it and save it as .xlsx.`,
  );

/** Returns the error of a workbook that exceeds a limit on memory. */
export const tooLarge = (es: string, en: string): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `El libro pasa de lo que se puede leer (${es}): guárdelo como CSV.`,
    `The workbook is beyond what can be read (${en}): save it as CSV.`,
  );
