/** Writes cells of a sheet with the texts that a person typed. They keep their styles; a date stays a date, a text a text. */
import { columnName } from '@curp-service/contract/columns/letters';
import { type ByteSink, DECODER } from '../../bytes.js';
import { UnreadableWorkbook } from '../limits.js';
import { CellKind, type SheetCells } from '../rows/cells.js';
import { serialOf } from '../rows/dates.js';
import type { RowReader } from '../rows/row-reader.js';
import type { CellContext } from '../workbook.js';
import { needsSpace, writeEscaped } from './cell-writer.js';

const FORMULA_TAG = /<(?:\w+:)?f[\s/>]/;

/** Reads a text as a date of ISO 8601, by the conventions of the file. Returns `null` if it is no date. */
type ReadDate = (text: string) => string | null;

/** What the changed cells of a sheet share. */
interface ChangedCells {
  readonly prefix: string;
  readonly context: CellContext;
  readonly readDate: ReadDate;
}

const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Returns the number that replaces that of a cell; `null` if the cell must hold a text. */
function numberFor(
  { kinds, styles }: SheetCells,
  cell: number,
  text: string,
  context: CellContext,
  readDate: ReadDate,
): number | null {
  const isDate = context.styles.dates[styles[cell]] === 1;
  if (kinds[cell] !== CellKind.NUMBER && !(isDate && kinds[cell] === CellKind.EMPTY)) return null;
  const date = readDate(text);
  if (date !== null) return serialOf(date, context.date1904);
  return !isDate && PLAIN_NUMBER.test(text) ? Number(text) : null;
}

/** Writes a cell with another text in place of the cell of a row with this index; -1 if the row has none. It keeps its style. */
export function writeChanged(
  out: ByteSink,
  { number: row, cells }: RowReader,
  cell: number,
  column: number,
  text: string,
  { prefix, context, readDate }: ChangedCells,
): void {
  const style = cell < 0 ? '' : ` s="${cells.styles[cell]}"`;
  out.text(`<${prefix}c r="${columnName(column)}${row}"${style}`);
  const number = cell < 0 ? null : numberFor(cells, cell, text, context, readDate);
  if (text === '') out.text('/>');
  else if (number !== null) out.text(`><${prefix}v>${number}</${prefix}v></${prefix}c>`);
  else {
    out.text(` t="inlineStr"><${prefix}is><${prefix}t${needsSpace(text) ? ' xml:space="preserve"' : ''}>`);
    writeEscaped(out, text);
    out.text(`</${prefix}t></${prefix}is></${prefix}c>`);
  }
}

/** Throws if a cell that gets another value has a formula: other parts of the workbook list such cells. */
export function checkFormula(xml: Uint8Array, column: number, row: number): void {
  if (!FORMULA_TAG.test(DECODER.decode(xml))) return;
  const celda = `${columnName(column)}${row}`;
  throw new UnreadableWorkbook({ cause: 'libro_formula', parts: { celda } });
}
