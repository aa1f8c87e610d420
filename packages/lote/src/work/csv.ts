/** Does a CSV: understands its header, writes it with the added columns, and makes the table for its rows. */
import { FIELDS, freeNames, understandHeader } from '@curp-service/contract/columns';
import type { CsvHeader } from '../read/csv-header.js';
import { CsvRows } from '../read/csv-rows.js';
import { CsvWriter } from '../write/csv-writer.js';
import type { Context } from './context.js';
import { CsvTable } from './csv-table.js';

const BYTE_ORDER_MARK = '\ufeff';

export const doCsv = (context: Context): CsvRows =>
  new CsvRows({ input: context.input, language: context.wording.language }, (header) => begin(context, header));

function begin(context: Context, { row, delimiter, lineBreak, names, next }: CsvHeader): CsvTable {
  const { input, output, excel } = context;
  const columns = understandHeader(names, context.operationName, context.columnMap, context.wording);
  const added = freeNames(context.added, names);
  const used = FIELDS.filter((field) => columns[field] >= 0);
  context.onUnderstood({
    format: 'csv',
    encoding: input.encodingFrom(next),
    delimiter,
    columns: new Map(used.map((field) => [field, names[columns[field]] ?? ''])),
    others: names.filter((_, i) => !used.some((field) => columns[field] === i)),
    added,
  });
  if (excel) output.text(BYTE_ORDER_MARK);
  const writer = new CsvWriter(output, delimiter, lineBreak, excel);
  writer.row(row);
  for (const name of added) writer.cell(name);
  writer.endRow();
  context.headerLength = output.end;
  return new CsvTable(context, writer, delimiter, columns, names.length);
}
