/** Writes the XML of a sheet with corrected values in some cells. They keep their styles; a date stays a date, a text a text. */
import { columnName } from '@curp-service/contract/columns/letters';
import type { Mends } from '../../answer/context.js';
import { ByteSink, DECODER } from '../../bytes.js';
import { UnreadableWorkbook, damaged } from '../limits.js';
import { CellKind, type SheetCells } from '../rows/cells.js';
import { serialOf } from '../rows/dates.js';
import { RowPart, RowReader } from '../rows/row-reader.js';
import { Sheet } from '../sheet.js';
import type { CellContext } from '../workbook.js';
import { needsSpace, writeEscaped } from './cell-writer.js';

const FORMULA_TAG = /<(?:\w+:)?f[\s/>]/;

/** Reads a text as a date of ISO 8601, by the conventions of the file. Returns `null` if it is no date. */
export type ReadDate = (text: string) => string | null;

/** Returns the number that replaces that of a cell; `null` if the cell must hold a text. */
type NumberFor = (cell: number, text: string) => number | null;

const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

function numbersOf({ kinds, styles }: SheetCells, context: CellContext, readDate: ReadDate): NumberFor {
  return (cell, text) => {
    const isDate = context.styles.dates[styles[cell]] === 1;
    if (kinds[cell] !== CellKind.NUMBER && !(isDate && kinds[cell] === CellKind.EMPTY)) return null;
    const date = readDate(text);
    if (date !== null) return serialOf(date, context.date1904);
    return !isDate && PLAIN_NUMBER.test(text) ? Number(text) : null;
  };
}

export async function* mendSheet(
  chunks: AsyncGenerator<Uint8Array, void>,
  context: CellContext,
  mends: Mends,
  readDate: ReadDate,
): AsyncGenerator<Uint8Array, void> {
  const sheet = new Sheet(chunks);
  const { queue } = sheet;
  const reader = new RowReader(context.strings);
  const numberFor = numbersOf(reader.cells, context, readDate);
  const out = new ByteSink();
  try {
    const { prefix, to, isEmpty } = await sheet.prelude();
    yield sheet.upTo(queue.start + to);
    let end = queue.start;
    let found: RowPart = isEmpty ? RowPart.END : RowPart.ROW;
    while (found !== RowPart.END) {
      found = reader.read(queue.bytes, end, queue.end);
      if (found === RowPart.ROW) {
        const texts = mends.get(reader.number);
        if (texts !== undefined)
          queue.start = writeRow(out, queue.bytes, queue.start, reader, prefix, texts, numberFor);
        end = reader.end;
        continue;
      }
      out.copy(queue.bytes, queue.start, end);
      queue.start = end;
      yield out.take();
      if (found === RowPart.PART && !(await queue.grow())) throw damaged('the sheet ends too soon');
      end = queue.start;
    }
    do yield sheet.upTo(queue.end);
    while (await queue.grow());
  } finally {
    await queue.close();
  }
}

/** Writes the bytes from `from` up to the last corrected cell of the row. Returns the index after that cell. */
function writeRow(
  out: ByteSink,
  bytes: Uint8Array,
  from: number,
  { number: row, cells, contentEnd }: RowReader,
  prefix: string,
  texts: ReadonlyMap<number, string>,
  numberFor: NumberFor,
): number {
  let copied = from;
  for (const [column, text] of [...texts].toSorted(([a], [b]) => a - b)) {
    let cell = 0;
    while (cell < cells.count && cells.columns[cell] < column) cell++;
    const hasCell = cell < cells.count && cells.columns[cell] === column;
    const at = cell < cells.count ? cells.starts[cell] : contentEnd;
    const behind = hasCell ? cells.ends[cell] : at;
    checkFormula(bytes.subarray(at, behind), column, row);
    out.copy(bytes, copied, at);
    out.text(`<${prefix}c r="${columnName(column)}${row}"${hasCell ? ` s="${cells.styles[cell]}"` : ''}`);
    const number = hasCell ? numberFor(cell, text) : null;
    if (text === '') out.text('/>');
    else if (number !== null) out.text(`><${prefix}v>${number}</${prefix}v></${prefix}c>`);
    else {
      out.text(` t="inlineStr"><${prefix}is><${prefix}t${needsSpace(text) ? ' xml:space="preserve"' : ''}>`);
      writeEscaped(out, text);
      out.text(`</${prefix}t></${prefix}is></${prefix}c>`);
    }
    copied = behind;
  }
  return copied;
}

/** Throws if a cell that gets another value has a formula: other parts of the workbook list such cells. */
export function checkFormula(xml: Uint8Array, column: number, row: number): void {
  if (!FORMULA_TAG.test(DECODER.decode(xml))) return;
  const cell = `${columnName(column)}${row}`;
  throw new UnreadableWorkbook(
    `La celda ${cell} tiene una fórmula: corríjala en Excel, o descargue el CSV.`,
    `Cell ${cell} has a formula: correct it in Excel, or download the CSV.`,
  );
}
