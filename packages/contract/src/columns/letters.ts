/** The letters by which a spreadsheet names its columns: A, B, … Z, AA. */

/** Returns the letters by which a spreadsheet names a column. The first column is 0. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** Returns the column, from 0, of a reference such as `AB` or `AB12`; -1 if it begins with no letter. */
export function columnAtLetters(reference: string): number {
  const [letters = ''] = /^[a-z]*/i.exec(reference) ?? [];
  return Array.from(letters.toUpperCase()).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
