/** The bad rows as a table to mend: the number of each, the cell to mend, its cells and the reason. */
import { csvLine, withApostrophe } from '../worker/csv-line.js';
import type { FilePreview } from '../worker/messages.js';
import { readKept, showRow } from '../worker/rows.js';
import { t } from '../../../base/language.js';
import { rowMessage } from './words.js';
import type { FinishedTask } from './finished-task.js';

const MARK = '\ufeff';

export async function badRowsFile({ result, task, columnNames, places }: FinishedTask): Promise<Blob> {
  const names = columnNames ?? [];
  const { pages, badRows } = result;
  const header = csvLine([t('fila'), t('celda'), ...names, t('motivo')], task.delimiter);
  const parts = [(task.options.excel === true ? MARK : '') + header];
  for (const [page, start] of pages.entries()) {
    const rows = await readKept(badRows.slice(start, pages[page + 1]));
    const lines = rows.map((row) => {
      const { number, cell, reason } = showRow(row, task, places);
      const cells = names.map((_, i) => withApostrophe(row.cells[i] ?? ''));
      return csvLine([String(number), cell, ...cells, rowMessage(reason)], task.delimiter);
    });
    parts.push(lines.join(''));
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** Whether a file holds the bad rows of a finished one. */
export const holdsBadRowsOf = ({ columnNames }: FinishedTask, { peek }: FilePreview): boolean =>
  peek !== null && columnNames !== null && JSON.stringify(peek.names.slice(2, -1)) === JSON.stringify(columnNames);
