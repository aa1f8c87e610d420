/** Cuts merged cells that would hide the new ones: a merged cell shows the text of its first cell alone. */
import { columnAt, columnName } from '../rows/columns.js';
import type { Place } from './place.js';

/** One merged cell and its attributes. No part of it can match two ways, so that odd bytes take no longer than others. */
const MERGE = /<((?:[^\s:<>/]+:)?)mergeCell\s([^<>]*)(?:(?<=\/)>|>\s*<\/\1mergeCell>)/g;
const REF = /(?:^|\s)ref=["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/;

/** The element `mergeCells` with those merged cells cut that reach into the new columns, at the header or below. */
export function cutMerges(element: string, { header, column }: Place, count: number): string {
  let left = 0;
  const cut = element.replaceAll(MERGE, (merge, _prefix: string, attributes: string) => {
    const [, first = '', top, last = '', end] = REF.exec(attributes) ?? [];
    const from = columnOf(first);
    const isHarmless = columnOf(last) < column || from >= column + count || Number(end) < header;
    const isOneCell = from === column - 1 && top === end;
    if (!isHarmless && (from >= column || isOneCell)) return '';
    left++;
    return isHarmless ? merge : merge.replace(`:${last}${end}`, `:${columnName(column - 1)}${end}`);
  });
  if (left === 0) return '';
  return cut === element ? element : cut.replace(/count=(["'])\d+\1/, `count="${left}"`);
}

function columnOf(letters: string): number {
  const bytes = new TextEncoder().encode(letters);
  return columnAt(bytes, 0, bytes.length);
}
