/** Writes a row of a CSV so that every program reads its cells as they are. */

export const csvRow = (cells: readonly string[], delimiter = ','): string =>
  cells.map((cell) => (isPlain(cell, delimiter) ? cell : `"${cell.replaceAll('"', '""')}"`)).join(delimiter);

const isPlain = (cell: string, delimiter: string): boolean => !/["\r\n]/.test(cell) && !cell.includes(delimiter);
