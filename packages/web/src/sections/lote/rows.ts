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
import type { Edits } from './rows/edits.js';
import type { FileWorker } from './file-task.js';
import type { FileResult, FileTask, KeptRow } from './worker/tasks.js';
import type { Declaration } from './view.js';

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
  /** What the user changed, and the worker that answers rows again. */
  readonly edits: Edits;
  readonly worker: FileWorker;
  /** False if the cells of the file cannot change. */
  readonly mayType: boolean;
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
    return { row, reason: reasonsInWords(row), cells: [...answers, ...dataOf(row, columns)] };
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
const dataOf = ({ cells }: KeptRow, columns: TableColumns | null): readonly string[] =>
  columns === null ? [cells.join(', ')] : columns.shown.map((i) => cells[i] ?? '');

/** Says why a person must check a row, in one text. */
export const reasonsInWords = ({ error, notices }: KeptRow): string =>
  error === null ? noticesInWords(notices, currentLanguage()).join(' ') : errorInWords(error, CELL, currentLanguage());

/** Returns the name of the cell of a column, from 0, in a row: `D5`. */
export const cellName = (column: number, row: number): string => `${columnName(column)}${row}`;

/** Writes the rows to mend as a table, reviews first: the number of each, the cell to mend, its cells and the reason. */
export async function faultyRowsFile({ task, columnNames }: FinishedTask, rows: AsyncIterable<KeptRow>): Promise<Blob> {
  const names = columnNames ?? [];
  const line = (...cells: readonly string[]): string => `${csvRow(cells, task.delimiter)}\n`;
  const isForExcel = !isWorkbookFormat(task.type);
  const parts = [isForExcel ? BYTE_ORDER_MARK : '', line(t('fila'), t('celda'), ...names, t('motivo'))];
  for await (const row of rows) {
    const column = row.reasons[0]?.column ?? -1;
    const cell = column < 0 ? '' : cellName(column, row.number);
    const cells = names.map((_, i) => withoutFormulas(row.cells[i] ?? ''));
    parts.push(line(String(row.number), cell, ...cells, reasonsInWords(row)));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}
