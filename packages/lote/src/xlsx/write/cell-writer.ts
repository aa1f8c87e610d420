/** Writes the new cells of rows, and the prelude before the rows, whose dimension and widths include the new columns. */
import { columnName } from '@curp-service/contract/columns/letters';
import { type ByteSink, DECODER, ENCODER } from '../../bytes.js';
import type { Place } from '../../sheet/sheet-file.js';
import type { NewCells } from '../../write/words.js';
import { answerPlaces } from '../earlier.js';
import { CELL_TEXT } from '../limits.js';
import { lastColumnOf, type Prelude } from '../sheet.js';
import type { Styles } from '../styles.js';

/** 1 for the bytes that need an escape: controls, markup, the `_` of `_xHHHH_`, and 0xEF, with which U+FFFE and the byte order mark begin. */
const special = new Uint8Array(256);
special.fill(1, 0, 32);
for (const character of '&<>_\u00EF') special[character.charCodeAt(0)] = 1;

const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || special[code] === 1) return false;
  }
  return true;
};

/** Returns whether none of the bytes needs an escape. */
export function isPlainUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (special[bytes[i]] === 1) return false;
  return true;
}

export function writeEscaped(sink: ByteSink, text: string): void {
  if (isPlain(text)) {
    sink.text(text);
    return;
  }
  const escaped = text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\0-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  sink.text(escaped);
}

/** Returns whether spaces at the ends of a text would be lost without `xml:space`. */
export const needsSpace = (text: string): boolean =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32 || text.includes('\n');

/** The widths of a key, which has 18 characters, and of a reason; then that of a heading besides its letters. */
const WIDTH = 22;
const REASON_WIDTH = 40;
const FILTER_WIDTH = 4;

export class CellWriter {
  readonly #out: ByteSink;
  readonly #styles: Styles;
  /** The bytes of the cells of each column up to the row number; then those around their texts. */
  readonly #columns: readonly Uint8Array[];
  readonly #inline: Uint8Array;
  readonly #inlineSpaced: Uint8Array;
  readonly #textEnd: Uint8Array;

  constructor(out: ByteSink, columns: readonly number[], prefix: string, styles: Styles) {
    this.#out = out;
    this.#styles = styles;
    this.#columns = columns.map((column) => ENCODER.encode(`<${prefix}c r="${columnName(column)}`));
    this.#inline = ENCODER.encode(`" t="inlineStr"><${prefix}is><${prefix}t>`);
    this.#inlineSpaced = ENCODER.encode(`" t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">`);
    this.#textEnd = ENCODER.encode(`</${prefix}t></${prefix}is></${prefix}c>`);
  }

  /** Writes the cell of the answer's column `i`. `before`: the style of the cell that it replaces. */
  write(i: number, number: number, before: number, cells: NewCells | Uint8Array): void {
    const { marks, marked } = this.#styles;
    const unmarked = marked.has(before) ? 0 : before;
    if ('texts' in cells) {
      const { texts, mark } = cells;
      this.cell(i, number, mark === undefined ? unmarked : marks[mark], texts[i] ?? '');
    } else if (i === 0) {
      this.#begin(i, number, unmarked, false);
      this.#out.append(cells);
      this.#out.append(this.#textEnd);
    } else this.cell(i, number, unmarked, '');
  }

  /** Writes a cell of the answer's column `i`; an empty one only if it has a style. */
  cell(i: number, number: number, style: number, text: string): void {
    if (text !== '') this.#cell(i, number, style, text);
    else if (style !== 0) this.#empty(i, number, style);
  }

  #cell(column: number, number: number, style: number, text: string): void {
    this.#begin(column, number, style, needsSpace(text));
    writeEscaped(this.#out, text.slice(0, CELL_TEXT));
    this.#out.append(this.#textEnd);
  }

  #empty(column: number, number: number, style: number): void {
    const name = this.#columns[column];
    this.#out.append(name);
    this.#out.number(number);
    this.#out.text(`" s="${style}"/>`);
  }

  /** Writes a cell up to its text. */
  #begin(column: number, number: number, style: number, keepsSpace: boolean): void {
    const out = this.#out;
    const name = this.#columns[column];
    out.append(name);
    out.number(number);
    if (style > 0) out.text(`" s="${style}`);
    const inline = keepsSpace ? this.#inlineSpaced : this.#inline;
    out.append(inline);
  }
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
