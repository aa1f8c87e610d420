/** Turns the rows that were kept into rows of the page's tables: the answer, the data, and why a row is bad. */
import { validar } from '@curp-service/core';
import { ADDED_COLUMNS, type OperationName } from '@curp-service/contract/columns';
import type { DoneRow } from '@curp-service/lote';
import { type TextKey, coreOptions, t } from '../../../base/language.js';
import { TEXTS } from '../../../base/texts.js';
import type { FileTask } from './messages.js';

/** A row without its bytes. */
export type KeptRow = Omit<DoneRow, 'written'>;

/** A row as a table shows it. */
export interface ShownRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly reason: string;
}

/** The added columns that say something beside the reason. */
const SHOWN_COLUMNS: Readonly<Record<OperationName, readonly number[]>> = {
  calcular: [0],
  validar: [0, 8, 2, 3, 5],
  cotejar: [0, 1],
};

/** Which of the added columns are shown. The mark of rows with the same root follows those of the operation. */
export const shownColumns = ({ options: { operacion = 'calcular', homonimos } }: FileTask): readonly number[] =>
  homonimos ? [...SHOWN_COLUMNS[operacion], ADDED_COLUMNS[operacion].length] : SHOWN_COLUMNS[operacion];

/** The rows of a page, from the blob in which they were kept as lines of JSON. */
export async function readKept(blob: Blob): Promise<KeptRow[]> {
  const lines = (await blob.text()).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as KeptRow);
}

/** `dataColumns`: the columns of a CSV that hold the data. */
export function showRow(row: KeptRow, task: FileTask, dataColumns: readonly number[]): ShownRow {
  const { number, cells, values } = row;
  const isCsv = task.options.formato === 'csv';
  const data = isCsv ? dataColumns.map((i) => cells[i] ?? '') : [cells.join(', ')];
  return { number, cells: [...shownColumns(task).map((i) => toText(values[i])), ...data], reason: reasonOf(row) };
}

function reasonOf({ error, values: [answer, , differing], curp = '' }: KeptRow): string {
  if (error !== null) return error.error_message;
  if (answer === 'difiere') return [t('difiere'), ...fieldNames(differing)].join(': ');
  if (answer !== false) return '';
  const { hallazgos } = validar(curp, coreOptions());
  return hallazgos.map(({ mensaje }) => mensaje).join(' ');
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';

/** The names of the data that differ. Empty if only the characters differ that the registry assigns. */
function fieldNames(fields: unknown): readonly string[] {
  const names = Array.isArray(fields) ? fields.flatMap((field) => (isTextKey(field) ? [t(field)] : [])) : [];
  return names.length === 0 ? [] : [names.join(', ')];
}

const isTextKey = (name: unknown): name is TextKey => typeof name === 'string' && name in TEXTS;
