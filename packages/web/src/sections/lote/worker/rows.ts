/** Turns the rows that were kept into rows of the page's tables: the answer, the data, and why a row is bad. */
import { validar } from '@curp-service/core';
import {
  ADDED_COLUMNS,
  type ColumnIndexes,
  DATE_PARTS,
  FIELDS,
  type OperationName,
} from '@curp-service/contract/columns';
import { findingMessage } from '@curp-service/contract/finding-message';
import { type TextKey, coreOptions, currentLanguage, t } from '../../../base/language.js';
import { TEXTS } from '../../../base/texts.js';
import type { FileTask, KeptRow } from './messages.js';

/** A row as a table shows it. */
export interface ShownRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly reason: string;
  /** The cell to mend, such as `D5`; empty if no single cell is wrong. */
  readonly cell: string;
}

/** Where a table holds its data. */
export interface Places {
  readonly columns: ColumnIndexes;
  /** The columns that are shown. */
  readonly shown: readonly number[];
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

/** `places`: `null` for NDJSON. */
export function showRow(row: KeptRow, task: FileTask, places: Places | null): ShownRow {
  const { number, cells, values } = row;
  const data = places === null ? [cells.join(', ')] : places.shown.map((i) => cells[i] ?? '');
  const column = places === null ? -1 : columnToMend(row, places.columns);
  return {
    number,
    cells: [...shownColumns(task).map((i) => toText(values[i])), ...data],
    reason: reasonOf(row),
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
  return DATE_PARTS.some((part) => part === field)
    ? columns.fecha_nacimiento
    : SURNAMES.has(field)
      ? columns.nombres
      : -1;
}

const SURNAMES = new Set<string>(['apellido_paterno', 'apellido_materno']);

/** `D5` for the cell of a column, from 0, in a row. */
function cellName(column: number, row: number): string {
  let letters = '';
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

function reasonOf({ error, values: [answer, , differing], curp = '' }: KeptRow): string {
  if (error !== null) return error.error_message;
  if (answer === 'difiere') return [t('difiere'), ...fieldNames(differing)].join(': ');
  if (answer !== false) return '';
  const { hallazgos } = validar(curp, coreOptions());
  return hallazgos.map((hallazgo) => findingMessage(hallazgo, currentLanguage())).join(' ');
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';

/** The names of the data that differ. Empty if only the characters differ that the registry assigns. */
function fieldNames(fields: unknown): readonly string[] {
  const names = Array.isArray(fields) ? fields.flatMap((field) => (isTextKey(field) ? [t(field)] : [])) : [];
  return names.length === 0 ? [] : [names.join(', ')];
}

const isTextKey = (name: unknown): name is TextKey => typeof name === 'string' && name in TEXTS;
