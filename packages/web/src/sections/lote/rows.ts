/** The rows of a processed file as the page shows them: the answer, the data, and why somebody should look at a row. */
import {
  ADDED_COLUMNS,
  type ColumnIndexes,
  DATE_PARTS,
  FIELDS,
  HOMONYM_COLUMN,
  type OperationName,
  freeNames,
} from '@curp-service/contract/columns';
import { reasonFor } from '@curp-service/contract/people-words';
import { currentLanguage, t } from '../../base/language.js';
import { csvLine, readPile, withApostrophe } from './worker/files.js';
import type { FilePreview, FileResult, FileTask, KeptRow } from './worker/tasks.js';
import { rowMessage } from './view.js';

/** A processed file, with everything that its result is shown and mended by. */
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
}

/** Where a table holds its data. */
interface TableColumns {
  readonly byField: ColumnIndexes;
  /** The columns that are shown. */
  readonly shown: readonly number[];
}

/** A row as a table shows it. */
export interface ShownRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly reason: string;
  readonly isError: boolean;
  /** The cell to mend, such as `D5`; empty if no single cell is wrong. */
  readonly cell: string;
}

const BYTE_ORDER_MARK = '\ufeff';
const SURNAMES = new Set<string>(['apellido_paterno', 'apellido_materno']);

/** The added columns that say something beside the reason. */
const SHOWN_COLUMNS: Readonly<Record<OperationName, readonly number[]>> = {
  calcular: [0],
  validar: [0, 8, 2, 3, 5],
  cotejar: [0, 1],
};

/** Which of the added columns are shown. The mark of rows with the same root follows those of the operation. */
const shownColumns = ({ options: { operacion = 'calcular', homonimos } }: FileTask): readonly number[] =>
  homonimos ? [...SHOWN_COLUMNS[operacion], ADDED_COLUMNS[operacion].length] : SHOWN_COLUMNS[operacion];

/** The names of the columns that are shown. */
export function shownNames({ task, columnNames, columns }: FinishedTask): readonly string[] {
  const own: readonly string[] = ADDED_COLUMNS[task.options.operacion ?? 'calcular'];
  const added = freeNames([...own, HOMONYM_COLUMN], columnNames ?? []);
  const data = columns === null ? ['JSON'] : columns.shown.map((i) => columnNames?.[i] ?? '');
  return [...shownColumns(task).map((i) => added[i] ?? ''), ...data];
}

export function showRow(row: KeptRow, { task, columns }: Pick<FinishedTask, 'task' | 'columns'>): ShownRow {
  const { number, cells, values } = row;
  const data = columns === null ? [cells.join(', ')] : columns.shown.map((i) => cells[i] ?? '');
  const column = columns === null ? -1 : columnToMend(row, columns.byField);
  return {
    number,
    cells: [...shownColumns(task).map((i) => toText(values[i])), ...data],
    reason: reasonOf(row),
    isError: row.error !== null,
    cell: column < 0 ? '' : cellName(column, number),
  };
}

/** The column of the wrong datum; -1: it has none of its own. */
function columnToMend({ error, values: [answer] }: KeptRow, columns: ColumnIndexes): number {
  const name = answer === false ? 'curp' : (error?.parametro ?? '');
  const field = FIELDS.find((each) => each === name);
  if (field === undefined) return -1;
  if (columns[field] >= 0) return columns[field];
  // A part of the date, or of the name, stands in the column of the whole.
  if (DATE_PARTS.some((part) => part === field)) return columns.fecha_nacimiento;
  return SURNAMES.has(field) ? columns.nombres : -1;
}

/** `D5` for the cell of a column, from 0, in a row. */
function cellName(column: number, row: number): string {
  let letters = '';
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

const reasonOf = ({ error, notices }: KeptRow): string =>
  error === null
    ? rowMessage(notices.join(' '))
    : reasonFor({ ...error, error_message: rowMessage(error.error_message) }, currentLanguage());

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';

/** The rows to mend as a table, reviews first: the number of each, the cell to mend, its cells and the reason. */
export async function badRowsFile(finished: FinishedTask): Promise<Blob> {
  const { result, task } = finished;
  const names = finished.columnNames ?? [];
  const header = csvLine([t('fila'), t('celda'), ...names, t('motivo')], task.delimiter);
  const parts = [(task.options.excel === true ? BYTE_ORDER_MARK : '') + header];
  for (const pile of [result.reviews, result.errors]) {
    for await (const row of readPile(pile)) {
      const { number, cell, reason } = showRow(row, finished);
      const cells = names.map((_, i) => withApostrophe(row.cells[i] ?? ''));
      parts.push(csvLine([String(number), cell, ...cells, reason], task.delimiter));
    }
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** Whether a file holds the rows to mend of a finished one. */
export const holdsBadRowsOf = ({ columnNames }: FinishedTask, { peek }: FilePreview): boolean =>
  peek !== null && columnNames !== null && JSON.stringify(peek.names.slice(2, -1)) === JSON.stringify(columnNames);
