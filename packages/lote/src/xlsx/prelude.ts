/** Reads the prelude of a sheet, which is all before its rows, and writes it with the dimension and the widths of the new columns. */
import { columnAtLetters, columnName } from '@curp-service/contract/columns/letters';
import { type ByteSink, DECODER } from '../bytes.js';
import type { Place } from '../sheet/sheet-file.js';
import { answerPlaces } from './earlier.js';
import { attributesOf } from './xml/elements.js';
import { TagReader, packedName } from './xml/tags.js';

const SHEET_TAGS = new Set(['sheetData', 'dimension', 'cols', 'col'].map(packedName));

/** The position of an element `col`, and the columns, from 1, whose width it sets. */
interface Col {
  readonly from: number;
  to: number;
  readonly min: number;
  readonly max: number;
}

/** The part of a sheet before its rows. Offsets count from the beginning of the sheet. */
export interface Prelude {
  /** The prefix of the sheet's elements, as in `x:`. */
  readonly prefix: string;
  /** The element `dimension`, and its range. */
  readonly dimension: { readonly from: number; readonly to: number; readonly ref: string } | undefined;
  /** The elements `col`, and the offset of `</cols>`. */
  readonly cols: { readonly each: readonly Col[]; readonly end: number } | undefined;
  /** The offsets where `<sheetData>` begins and ends. */
  readonly from: number;
  readonly to: number;
  /** True if the sheet has no rows. */
  readonly isEmpty: boolean;
}

/** The widths of a key, which has 18 characters, and of a reason; then that of a heading besides its letters. */
const WIDTH = 22;
const REASON_WIDTH = 40;
const FILTER_WIDTH = 4;

/** Returns the prelude at the beginning of these bytes; `null` if its end has not arrived. */
export function preludeOf(bytes: Uint8Array): Prelude | null {
  const tags = new TagReader();
  let dimension: Prelude['dimension'];
  let cols: Prelude['cols'];
  const each: Col[] = [];
  for (let i = 0; ;) {
    const to = tags.next(bytes, i, bytes.length);
    if (to < 0) return null;
    const from = tags.at;
    i = to;
    if (!SHEET_TAGS.has(tags.name)) continue;
    const name = DECODER.decode(bytes.subarray(tags.nameFrom, tags.nameTo));
    const attributes = (): Record<string, string> => attributesOf(bytes.subarray(tags.nameTo, to));
    if (name === 'sheetData') {
      const prefix = DECODER.decode(bytes.subarray(from + 1, tags.nameFrom));
      return { prefix, dimension, cols, from, to, isEmpty: tags.isEmpty };
    }
    if (name === 'dimension')
      dimension = tags.isEnd && dimension ? { ...dimension, to } : { from, to, ref: attributes()['ref'] ?? '' };
    else if (name === 'cols' && tags.isEnd) cols = { each, end: from };
    else if (name === 'col' && tags.isEnd) {
      const last = each.at(-1);
      if (last !== undefined) last.to = to;
    } else if (name === 'col') {
      const { min = 0, max = 0 } = attributes();
      each.push({ from, to, min: Number(min), max: Number(max) });
    }
  }
}

/** Returns the last column, from 0, of a range like `A1:F20`; -1 if it is no range. */
function lastColumnOf(ref: string): number {
  return columnAtLetters(ref.slice(ref.indexOf(':') + 1).replaceAll('$', ''));
}

/** Writes the prelude, which begins at this index of the bytes. */
export function writePrelude(
  out: ByteSink,
  { prefix, dimension, cols, from, to }: Prelude,
  bytes: Uint8Array,
  start: number,
  place: Place,
  titles: readonly string[],
): void {
  const { column } = place;
  const columns = answerPlaces(place, titles.length);
  let copied = 0;
  const copyTo = (end: number): void => {
    out.copy(bytes, start + copied, start + end);
    copied = end;
  };
  /** The first column after the new ones. */
  const last = Math.max(column, ...columns.map((one) => one + 1));
  if (dimension !== undefined) {
    copyTo(dimension.from);
    copied = dimension.to;
    const [corner, opposite = corner] = dimension.ref.split(':');
    const before = lastColumnOf(dimension.ref);
    // A wrong dimension is left out: a sheet need not have one.
    if (before >= column - 1) {
      const end = `${columnName(Math.max(before, last - 1))}${opposite.replace(/^[^\d]+/, '')}`;
      out.text(`<${prefix}dimension ref="${corner}:${end}"/>`);
    }
  }
  const widths = titles.flatMap((title, i) => {
    const width = i === titles.length - 1 ? REASON_WIDTH : Math.max(WIDTH, title.length + FILTER_WIDTH);
    const number = columns[i] + 1;
    // The user may have changed the width of an earlier column.
    if (number <= column) return [];
    return `<${prefix}col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
  });
  const isWider = widths.length > 0;
  if (cols === undefined) {
    copyTo(from);
    if (isWider) out.text(`<${prefix}cols>${widths.join('')}</${prefix}cols>`);
  } else {
    for (const col of cols.each) {
      if (col.max <= column || col.min === 0 || !isWider) continue;
      // An element that covers new columns is split: it may hide them.
      copyTo(col.from);
      copied = col.to;
      const tag = DECODER.decode(bytes.subarray(start + col.from, start + col.to));
      const part = (min: number, max: number): string =>
        min > max ? '' : tag.replace(/(\smin=["'])\d+/, `$1${min}`).replace(/(\smax=["'])\d+/, `$1${max}`);
      out.text(part(col.min, Math.min(col.max, column)));
      out.text(widths.splice(0).join(''));
      out.text(part(Math.max(col.min, last + 1), col.max));
    }
    copyTo(cols.end);
    out.text(widths.join(''));
  }
  copyTo(to);
}
