/** The limits of a sheet by its format, and the bounds within which a workbook is read. */

export const ROWS = 1 << 20;
export const COLUMNS = 1 << 14;
/** Characters of a cell. */
export const CELL_TEXT = 32_767;
/** The same in bytes of UTF-8. */
export const CELL_BYTES = CELL_TEXT * 3;
/** Bytes of the small parts: relationships, the workbook, styles. */
export const SMALL_PART = 1 << 24;
/** Tags of a small part whose attributes are read: Excel writes 65,490 styles at most. */
export const SMALL_TAGS = 1 << 18;
/** Bytes of a row as XML: one of all columns with a hundred bytes in each takes less than half. */
export const ROW_BYTES = 1 << 22;
/** Bytes of the merged cells of a sheet. */
export const MERGE_BYTES = 1 << 25;
/** Bytes of a sheet and of the shared strings, as XML. */
export const LARGE_PART = 2 ** 32;
/** Shared strings: how many, and the bytes of all their texts. */
export const STRINGS = 1 << 23;
export const STRING_BYTES = 1 << 28;
