/** The rows that have the same text at fault for one cause: one text may mend all of them. */
import type { KeptReason } from './tasks.js';

/** The data that are written in few ways: the same text means the same in every row. */
const CODED: ReadonlySet<unknown> = new Set(['entidad', 'sexo']);
const ABBREVIATION = /^\p{L}{1,6}\.$/u;

/** Returns a text that rows share whose cell has the same text for the same reason. */
export const sameText = (column: number, text: string): string => `${column} ${text.trim()}`;

/** Returns the column at fault for a reason if other rows with the same text there are at fault for the same cause. */
export function sharedColumn({ reason, field, column }: KeptReason, cells: readonly string[]): number {
  const text = (cells[column] ?? '').trim();
  const isProblem = typeof reason !== 'string' && 'cause' in reason;
  const isShared = CODED.has(field) ? isProblem && text !== '' : ABBREVIATION.test(text);
  return isShared ? column : -1;
}
