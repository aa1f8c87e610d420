/** Finds where the new cells of a sheet go: under which header, and after which column. */
import type { CellOptions, Place } from '../../sheet/sheet-lote.js';
import { COLUMNS, UnreadableWorkbook } from '../limits.js';
import { CellKind } from '../rows/cells.js';
import { type CellReader, RowReader } from '../rows/row-reader.js';
import type { Sheet } from '../sheet.js';
import type { CellContext, RangedParts } from '../workbook.js';
import { rangeIn, Ranges, tableRange } from './ranges.js';

/** Reads the whole sheet, because its stated size may be wrong. Returns `null` if it has no rows. */
export async function findPlace(
  sheet: Sheet,
  context: CellContext,
  ranged: RangedParts,
  { encabezado, headerRows = 1, needed = [] }: CellOptions,
): Promise<Place | null> {
  const reader = new RowReader(context.strings);
  const { cells } = reader;
  const first = Math.min(...needed);
  let header = 0;
  let style = 0;
  let column = 0;
  let solid = -1;
  let filter = { tag: '', bottom: 0 };
  const headings = new Set<number>();
  const takeRow = (): boolean => {
    column = Math.max(column, cells.used);
    if (header === 0 && reader.number > (encabezado ?? 0) - headerRows) addHeadings(headings, cells);
    if (header === 0 && cells.filled > 0 && reader.number === (encabezado ?? reader.number)) {
      header = reader.number;
      style = cells.styles[cells.filled - 1];
      solid = headingOfOthers(headings, first);
    }
    return false;
  };
  const takeTag = (tag: string, name: string): string => {
    const range = rangeIn(tag);
    column = Math.max(column, range.last + 1);
    if (name === 'autoFilter') filter = { tag, bottom: range.bottom };
    // Excel does not sort rows with merged cells.
    else if (isInList(range, header) && range.top <= filter.bottom) solid = Math.max(solid, range.last);
    return tag;
  };
  await sheet.rows(reader, takeRow, takeTag).next(); // it never pauses
  if (header === 0 && (encabezado === undefined || sheet.isEmpty)) return null;
  if (encabezado !== undefined && header !== encabezado) throw noHeader(encabezado);
  const tables = ranged.tables.map(({ bytes }) => tableRange(bytes));
  column = Math.max(column, ...tables.map(({ last }) => last + 1));
  const people = needed.length === 0 ? ([0, column - 1] as const) : ([first, Math.max(...needed)] as const);
  const others = tables.filter((table) => table.first > people[1] || table.last < people[0]);
  solid = Math.max(solid, ...others.map(({ last }) => last));
  const place: Place = { header, column, style, people, solid, stuck: [] };
  const ranges = new Ranges(place, ['']);
  ranges.filterTag(filter.tag);
  ranges.parts(ranged);
  return { ...place, stuck: [...ranges.stuck] };
}

/** Returns whether a merged range reaches the rows that are sorted, or begins in the header row. A header of two rows has its own merged cells. */
const isInList = ({ top, bottom }: { readonly top: number; readonly bottom: number }, header: number): boolean =>
  bottom > header || top === header;

function addHeadings(headings: Set<number>, { columns, kinds, filled }: CellReader): void {
  for (let cell = 0; cell < filled; cell++) if (kinds[cell] !== CellKind.EMPTY) headings.add(columns[cell]);
}

/** Returns the last heading after a column without one, from the people's first column on: it belongs to another list. -1 if there is none. */
function headingOfOthers(headings: ReadonlySet<number>, first: number): number {
  let own = first;
  while (headings.has(own + 1)) own++;
  const last = Math.max(...headings);
  return last > own ? last : -1;
}

/** Throws if a sheet cannot have this many columns. */
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
