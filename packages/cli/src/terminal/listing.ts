/** What a command shows: words for people, JSON for programs and, of a list, CSV. */
import type { Bilingual } from '@curp-service/contract/language';
import type { Translate } from '../environment.js';
import { table } from './table.js';

export interface Shown {
  readonly text: string;
  readonly json: unknown;
  readonly csv?: string;
}

/** A column: its title, the cell of a row, and whether it is aligned to the right. */
type ListColumn<T> = readonly [title: Bilingual, cell: (row: T) => string | number, align?: 'right'];

interface ListOptions {
  /** Instead of the rows themselves. */
  readonly json?: unknown;
  /** The text if there is no row; by default, the table is empty. */
  readonly empty?: Bilingual;
  /** Lines above and below the table. */
  readonly head?: string;
  readonly foot?: string;
  /** The last row of the table, such as a total. */
  readonly last?: readonly string[];
}

export function listing<T>(
  text: Translate,
  rows: readonly T[],
  columns: readonly ListColumn<T>[],
  { json = rows, empty, head, foot, last }: ListOptions,
): Shown {
  const cells = rows.map((row) => columns.map(([, cell]) => String(cell(row))));
  const titles = columns.map(([title, , align]) => ({ title: text(...title), right: align === 'right' }));
  const lines = [head, table(titles, last === undefined ? cells : [...cells, last]), foot];
  // The names of columns are those of JSON, in any language.
  const names = columns.map(([[es]]) => es.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, ''));
  return {
    text:
      rows.length === 0 && empty !== undefined ? text(...empty) : lines.filter((line) => line !== undefined).join('\n'),
    json,
    csv: [names, ...cells].map((row) => row.map(csvCell).join(',')).join('\n'),
  };
}

const csvCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
