/** Finds where the new cells of a sheet go: under which header, and behind which column. Cuts merged cells that would hide them. */
import { COLUMNS, ROWS, UnreadableWorkbook } from '../limits.js';
import { columnAt, columnName } from '../rows/cells.js';
import { RowReader } from '../rows/row-reader.js';
import { lastColumnOf, type Sheet } from '../sheet.js';
import type { CellContext } from '../workbook.js';

/** Where the new cells go. */
export interface Place {
  readonly header: number;
  /** The first new column, from 0. */
  readonly column: number;
  /** The style of the header's last cell. */
  readonly style: number;
}

/** Looks at the header and, unless `widest` or the sheet says how wide the rows are, at all of them. `null`: the sheet has no rows. */
export async function findPlace(
  open: () => Sheet,
  context: CellContext,
  encabezado: number | undefined,
  columns: number,
  widest: number | undefined,
): Promise<Place | null> {
  const sheet = open();
  const reader = new RowReader(context.strings);
  const { cells } = reader;
  let header = 0;
  let column = widest ?? 0;
  let style = 0;
  /** Returns `true` once no further row is needed. */
  const take = (): boolean => {
    const isHeader = header === 0 && cells.filled > 0 && reader.number === (encabezado ?? reader.number);
    if (header > 0 || isHeader) column = Math.max(column, cells.width);
    if (!isHeader) return header === 0 && reader.number >= (encabezado ?? ROWS);
    header = reader.number;
    style = cells.styles[cells.filled - 1];
    return widest !== undefined || (sheet.dimension !== undefined && lastColumnOf(sheet.dimension) === column - 1);
  };
  for await (const _ of sheet.rows(reader, take)) break;
  if (header > 0) {
    checkColumns(column + columns);
    return { header, column, style };
  }
  if (encabezado === undefined || sheet.isEmpty) return null;
  throw noHeader(encabezado);
}

/** Throws if a sheet cannot have so many columns. */
export function checkColumns(columns: number): void {
  if (columns > COLUMNS) throw noColumns();
}

const noHeader = (row: number): UnreadableWorkbook =>
  new UnreadableWorkbook(
    `La fila ${row} de la hoja, la de los encabezados, está vacía.`,
    `Row ${row} of the sheet, the one of the header, is empty.`,
  );

const noColumns = (): UnreadableWorkbook =>
  new UnreadableWorkbook(
    'A la hoja no le caben más columnas: quite las que están vacías al final.',
    'The sheet has no room for more columns: remove the empty ones at its end.',
  );

/** One merged cell and its attributes. No part of it can match two ways, so that odd bytes take no longer than others. */
const MERGE = /<((?:[^\s:<>/]+:)?)mergeCell\s([^<>]*)(?:(?<=\/)>|>\s*<\/\1mergeCell>)/g;
const REF = /(?:^|\s)ref=["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/;

/** The element `mergeCells` with those merged cells cut that reach into the new columns, at the header or below. */
export function cutMerges(element: string, { header, column }: Place, count: number): string {
  let left = 0;
  const cut = element.replaceAll(MERGE, (merge, _prefix: string, attributes: string) => {
    const [, first = '', top, last = '', end] = REF.exec(attributes) ?? [];
    const from = columnOf(first);
    const isHarmless = columnOf(last) < column || from >= column + count || Number(end) < header;
    const isOneCell = from === column - 1 && top === end;
    if (!isHarmless && (from >= column || isOneCell)) return '';
    left++;
    return isHarmless ? merge : merge.replace(`:${last}${end}`, `:${columnName(column - 1)}${end}`);
  });
  if (left === 0) return '';
  return cut === element ? element : cut.replace(/count=(["'])\d+\1/, `count="${left}"`);
}

function columnOf(letters: string): number {
  const bytes = new TextEncoder().encode(letters);
  return columnAt(bytes, 0, bytes.length);
}
