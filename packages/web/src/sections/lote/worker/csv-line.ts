/** Writes a row as a line of CSV that no spreadsheet runs. */

/** A cell that a spreadsheet would run as a formula. */
const FORMULA = /^(\s*[=+\-@]|[\t\r])/;

export const csvLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\n`;

/** An apostrophe keeps a spreadsheet from running a cell. */
export const withApostrophe = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
