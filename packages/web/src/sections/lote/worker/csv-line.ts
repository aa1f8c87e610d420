/** Writes a row as a line of CSV, and keeps spreadsheets from running its cells. */
import { isFormula } from '@curp-service/lote';

export const csvLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\n`;

/** An apostrophe keeps a spreadsheet from running a cell. */
export const withApostrophe = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell);

export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;

const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
