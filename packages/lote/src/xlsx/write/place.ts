/** Finds where the new cells of a sheet go: under which header, and after which column. */
import type { CellOptions, Place } from '../../sheet/sheet-file.js';
import { SHEET_COLUMNS, UnreadableWorkbook } from '../limits.js';
import { CellKind, type SheetCellReader, RowReader } from '../rows/row-reader.js';
import type { Sheet } from '../sheet.js';
import { type EarlierColumns, answerPlaces, earlierPlace } from '../earlier.js';
import type { CellContext } from '../workbook.js';
import { type RangedParts, rangeIn, Ranges, tableRange } from './ranges.js';

/** Finds where the new columns go while the rows and tags of a sheet arrive. It needs all of them, because a sheet's stated size may be wrong. */
export class PlaceFinder {
  /** The first column after those used so far. */
  column = 0;
  #header = 0;
  #style = 0;
  #lastBlocked = -1;
  #filter = { tag: '', bottom: 0 };
  readonly #headings = new Set<number>();
  readonly #options: CellOptions;
  readonly #needed: readonly number[];

  constructor(options: CellOptions) {
    this.#options = options;
    this.#needed = options.needed ?? [];
  }

  /** Returns whether the header has arrived. */
  takeRow({ number, cells }: RowReader): boolean {
    const { encabezado, headerRows = 1 } = this.#options;
    if (this.#header === 0 && number > (encabezado ?? 0) - headerRows) addHeadings(this.#headings, cells);
    if (this.#header === 0 && cells.filled > 0 && number === (encabezado ?? number)) {
      this.#header = number;
      this.#style = cells.styles[cells.filled - 1];
      this.#lastBlocked = headingOfOthers(this.#headings, Math.min(...this.#needed));
    }
    return this.#header > 0;
  }

  takeColumn(used: number): void {
    this.column = Math.max(this.column, used);
  }

  readonly takeTag = (tag: string, name: string): string => {
    const range = rangeIn(tag);
    this.takeColumn(range.last + 1);
    if (name === 'autoFilter') this.#filter = { tag, bottom: range.bottom };
    // Excel does not sort rows with merged cells.
    else if (isInList(range, this.#header) && range.top <= this.#filter.bottom)
      this.#lastBlocked = Math.max(this.#lastBlocked, range.last);
    return tag;
  };

  /** Returns the place, or `null` if the sheet has no rows. */
  place(ranged: RangedParts, isEmpty: boolean, marks: readonly string[], earlier: EarlierColumns): Place | null {
    const { encabezado } = this.#options;
    const header = this.#header;
    if (header === 0 && (encabezado === undefined || isEmpty)) return null;
    if (encabezado !== undefined && header !== encabezado) throw noHeader(encabezado, ranged.sheet);
    const tables = ranged.tables.map(({ bytes }) => tableRange(bytes));
    const column = Math.max(this.column, ...tables.map(({ last }) => last + 1));
    const people: Place['people'] =
      this.#needed.length === 0 ? [0, column - 1] : [Math.min(...this.#needed), Math.max(...this.#needed)];
    const others = tables.filter((table) => table.first > people[1] || table.last < people[0]);
    const lastBlocked = Math.max(this.#lastBlocked, ...others.map(({ last }) => last));
    const found = { header, column, marks, ...earlierPlace(earlier, marks) };
    const place: Place = { ...found, style: this.#style, people, lastBlocked, unextended: [] };
    const ranges = new Ranges(place, marks);
    ranges.filterTag(this.#filter.tag);
    ranges.parts(ranged);
    // Without a filter or a table, Excel sorts only the columns next to one another.
    if (
      this.#filter.tag === '' &&
      !ranges.unextended.has('tabla') &&
      this.#hasGap(people[1], Math.min(...answerPlaces(place, marks.length)))
    )
      ranges.unextended.add('lista');
    return { ...place, unextended: [...ranges.unextended] };
  }

  /** Returns whether a column between two others lacks a heading. */
  #hasGap(after: number, before: number): boolean {
    for (let column = after + 1; column < before; column++) if (!this.#headings.has(column)) return true;
    return false;
  }
}

/** Reads the sheet up to its header and `rows` more rows, and supposes that the others use no further column. */
export async function findPlace(
  sheet: Sheet,
  context: CellContext,
  ranged: RangedParts,
  options: CellOptions,
  marks: readonly string[],
  earlier: EarlierColumns,
  rows: number,
): Promise<Place | null> {
  const reader = new RowReader(context.strings);
  const finder = new PlaceFinder(options);
  const take = (): boolean => finder.takeRow(reader) && reader.number >= rows;
  for await (const _ of sheet.rows(reader, take, finder.takeTag)) break;
  finder.takeColumn(reader.widest);
  return finder.place(ranged, sheet.isEmpty, marks, earlier);
}

/** Returns whether a merged range reaches the rows that are sorted, or begins in the header row. A header of two rows has its own merged cells. */
const isInList = ({ top, bottom }: { readonly top: number; readonly bottom: number }, header: number): boolean =>
  bottom > header || top === header;

function addHeadings(headings: Set<number>, { columns, kinds, filled }: SheetCellReader): void {
  for (let cell = 0; cell < filled; cell++) if (kinds[cell] !== CellKind.EMPTY) headings.add(columns[cell]);
}

/** Returns the last heading after a column without one, from the people's first column on: it belongs to another list. -1 if there is none. */
function headingOfOthers(headings: ReadonlySet<number>, first: number): number {
  let own = first;
  while (headings.has(own + 1)) own++;
  const last = Math.max(...headings);
  return last > own ? last : -1;
}

/** Throws if a sheet cannot have this many columns. `sheet`: its name. */
export function checkWidth(columns: number, sheet: string): void {
  if (columns > SHEET_COLUMNS) throw noColumns(sheet);
}

const noHeader = (fila: number, sheet: string): UnreadableWorkbook =>
  new UnreadableWorkbook({ cause: 'libro_encabezado_vacio', parts: { fila, hoja: [sheet] } });

const noColumns = (sheet: string): UnreadableWorkbook =>
  new UnreadableWorkbook({ cause: 'libro_ancho', parts: { hoja: [sheet] } });
