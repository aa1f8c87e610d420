/** Does a CSV: understands its header, writes it with the added columns, and makes the table for its rows. */
import { FIELDS, freeNames } from '@curp-service/contract/columns';
import { understandHeader } from '@curp-service/contract/header';
import type { CsvHeader } from '../read/header.js';
import { CsvReader } from '../read/csv-reader.js';
import { CsvRows } from '../read/csv.js';
import { CsvWriter } from '../write/csv-writer.js';
import type { Context } from './context.js';
import { CsvTable } from './csv-table.js';

const BYTE_ORDER_MARK = '\ufeff';

export const doCsv = (context: Context): CsvRows =>
  new CsvRows(
    { input: context.input, language: context.wording.language },
    () => context.reading.encabezado.value,
    (header) => begin(context, header),
  );

function begin(context: Context, header: CsvHeader): CsvTable {
  const { output, excel, onlyAnswers, reading, observer } = context;
  const { row, delimiter, lineBreak, names, number, known, seen } = header;
  const columns = understandHeader(names, context.operationName, context.columnMap, context.wording);
  const added = freeNames(context.added, names);
  const used = FIELDS.filter((field) => columns[field] >= 0);
  observer.header = { count: known, row: number };
  observer.encoding(seen);
  context.headerRow = number;
  context.onUnderstood({
    format: 'csv',
    encoding: reading.codificacion.value,
    reading,
    delimiter,
    columns: new Map(used.map((field) => [field, names[columns[field]] ?? ''])),
    others: names.filter((_, i) => !used.some((field) => columns[field] === i)),
    added,
  });
  if (excel) output.text(BYTE_ORDER_MARK);
  const writer = new CsvWriter(output, delimiter, lineBreak, { excel, onlyAnswers });
  copyRowsAbove(context, writer, header);
  writer.row(row);
  for (const name of added) writer.cell(name);
  writer.endRow();
  context.headerLength = output.end;
  return new CsvTable(context, writer, delimiter, columns, names.length);
}

/** Copies the rows above the header: titles, dates of a report, empty lines. */
function copyRowsAbove({ input }: Context, writer: CsvWriter, { delimiter, start }: CsvHeader): void {
  if (start === input.start) return; // most files have none, and a reader is large
  const reader = new CsvReader(delimiter.charCodeAt(0));
  for (let from = input.start; from < start; from = reader.next) {
    reader.read(input.bytes, from, input.end);
    reader.settle(input.decoder);
    writer.row(reader);
    writer.endRow();
  }
}
