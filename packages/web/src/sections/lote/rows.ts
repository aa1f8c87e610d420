/** The rows of a file as the page shows them: in a table with the answer and the data, and in a file of the rows to mend. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { columnName } from '@curp-service/contract/columns/letters';
import { errorInWords } from '@curp-service/contract/codes/file';
import { noticesInWords } from '@curp-service/contract/finding-message';
import { isWorkbookFormat } from '@curp-service/contract/jobs';
import { CELL } from '@curp-service/contract/people-words';
import { csvRow } from '@curp-service/contract/words/csv';
import { BYTE_ORDER_MARK, type LoteOptions, answerColumns, cellsOf, withoutFormulas } from '@curp-service/lote';
import { type Content, h } from '../../base/dom.js';
import { table } from '../../base/elements.js';
import { type TextKey, currentLanguage, t, translated } from '../../base/language.js';
import { readPile } from './worker/files.js';
import { faultOf } from './worker/faulty-rows.js';
import type { CellMend, FileResult, FileTask, KeptRow } from './worker/tasks.js';
import { type Declaration, type PageMessage, onPage } from './view.js';

/** A processed file, with everything that its result needs to be shown and mended. */
export interface FinishedTask {
  readonly file: File;
  readonly task: FileTask;
  readonly result: FileResult;
  /** The names of the columns of a CSV. */
  readonly columnNames: readonly string[] | null;
  /** `null` for NDJSON. */
  readonly columns: TableColumns | null;
  /** Shows the assistant again. */
  readonly onChange: () => void;
  /** Processes the file again, with more cells mended. */
  readonly onMend: (mends: readonly CellMend[]) => void;
  /** Processes the file again, read in another way. */
  readonly onDeclare: (declaration: Declaration) => void;
  /** The other sheets with people that are still to be answered, and what goes on with the first of them in the answered workbook. */
  readonly nextSheets: readonly string[];
  readonly onNextSheet: (answered: File) => void;
}

/** The columns of a table that hold its data. */
export interface TableColumns {
  readonly byField: ColumnIndexes;
  /** The columns that are shown. */
  readonly shown: readonly number[];
}

/** Returns a table of rows with their answers, in the words of people. Leaves out columns that are empty in all rows. */
export function rowTable(
  label: TextKey,
  rows: readonly KeptRow[],
  { operacion = 'calcular' }: LoteOptions,
  columnNames: readonly string[],
  columns: TableColumns | null,
): HTMLElement {
  const titles = answerColumns(operacion)
    .slice(0, -1)
    .map(({ title }) => translated(title));
  const names = [...titles, ...(columns === null ? ['JSON'] : columns.shown.map((i) => columnNames[i] ?? ''))];
  const shown = rows.map((row) => {
    const answers = cellsOf(row, operacion, currentLanguage()).texts.slice(0, -1);
    return { row, reason: reasonOf(row).text, cells: [...answers, ...dataOf(row, columns)] };
  });
  const hasReason = shown.some(({ reason }) => reason !== '');
  const filled = names.flatMap((_, i) => (shown.some(({ cells }) => cells[i]) ? [i] : []));
  const headings = [t('fila'), ...(hasReason ? [t('motivo')] : []), ...filled.map((i) => names[i] ?? '')];
  const cellsIn = ({ row, reason, cells }: (typeof shown)[number]): readonly Content[] => [
    h('th', { scope: 'row' }, String(row.number)),
    hasReason && h('td', { class: row.error === null ? 'motivo aviso' : 'motivo mal' }, reason),
    ...filled.map((i) => cells[i] ?? ''),
  ];
  const props = { class: 'ancha tabla', tabindex: '0', role: 'region', 'aria-label': t(label) };
  return h('div', props, table(headings, shown.map(cellsIn)));
}

/** Returns the data of a row that are shown. */
export const dataOf = ({ cells }: KeptRow, columns: TableColumns | null): readonly string[] =>
  columns === null ? [cells.join(', ')] : columns.shown.map((i) => cells[i] ?? '');

/** Returns the name of the cell of a column, from 0, in a row: `D5`. */
export const cellName = (column: number, row: number): string => `${columnName(column)}${row}`;

/** Says why a person must check a row. `words`: the texts of its cell. */
export const reasonOf = ({ error, notices }: KeptRow, words?: readonly string[]): PageMessage =>
  error === null
    ? { text: noticesInWords(notices, currentLanguage()).join(' '), choices: [] }
    : onPage((surface, language) => errorInWords(error, surface, language), words);

/** Says why a person must check a row in a file, which offers no choices. */
const reasonInFile = (row: KeptRow): string =>
  row.error === null ? reasonOf(row).text : errorInWords(row.error, CELL, currentLanguage());

/** Writes the rows to mend as a table, reviews first: the number of each, the cell to mend, its cells and the reason. */
export async function faultyRowsFile({ result, task, columnNames }: FinishedTask): Promise<Blob> {
  const names = columnNames ?? [];
  const line = (...cells: readonly string[]): string => `${csvRow(cells, task.delimiter)}\n`;
  const isForExcel = task.options.excel === true && !isWorkbookFormat(task.type);
  const parts = [isForExcel ? BYTE_ORDER_MARK : '', line(t('fila'), t('celda'), ...names, t('motivo'))];
  for (const isError of [false, true]) {
    for await (const row of readPile(result.faulty)) {
      if ((row.error !== null) !== isError) continue;
      const { column } = faultOf(row, task.columns);
      const cell = column < 0 ? '' : cellName(column, row.number);
      const cells = names.map((_, i) => withoutFormulas(row.cells[i] ?? ''));
      parts.push(line(String(row.number), cell, ...cells, reasonInFile(row)));
    }
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
