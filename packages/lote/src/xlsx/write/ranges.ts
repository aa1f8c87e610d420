/** Extends the ranges over the people's columns to the new columns, so that sorting moves people and keys together. */
import { columnAtLetters, columnName } from '@curp-service/contract/columns/letters';
import type { SheetRange } from '@curp-service/contract/reading';
import { DECODER_WITH_MARK, ENCODER } from '../../bytes.js';
import type { Place } from '../../sheet/sheet-file.js';
import { SHEET_COLUMNS } from '../limits.js';
import { LOCAL_SHEET, answerPlaces, withMarks } from '../earlier.js';
import { elementsOf } from '../xml/elements.js';
import type { Part } from '../zip/zip-reader.js';

export interface ReadPart {
  readonly part: Part;
  readonly bytes: Uint8Array;
}

/** The parts besides the sheet that hold ranges of it. */
export interface RangedParts {
  /** The part with the names of ranges; `index` is the number of the sheet there. */
  readonly names: ReadPart;
  readonly index: number;
  /** The name of the sheet. */
  readonly sheet: string;
  readonly tables: readonly ReadPart[];
  /** The parts of the sheet's notes, and of the frames that show them. */
  readonly comments: readonly string[];
  readonly frames: readonly string[];
}

export interface Range {
  /** Columns from 0. */
  readonly first: number;
  readonly last: number;
  /** Rows from 1; for whole columns, 0 and Infinity. */
  readonly top: number;
  readonly bottom: number;
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d*):\$?([A-Z]{1,3})\$?(\d*)$/;
const REF = /(\sref\s*=\s*["'])([^"']*)/;
const TABLE_TAGS = /<(?:[^\s:<>/]+:)?(?:table|autoFilter|sortState)\s[^<>]*/g;
const TABLE_COLUMNS = /(<(?:[^\s:<>/]+:)?tableColumns\s[^<>]*?count=["'])(\d+)/;
const TABLE_COLUMNS_END = /<\/((?:[^\s:<>/]+:)?)tableColumns\s*>/;
const DEFINED_RANGE = /(<(?:[^\s:<>/]+:)?definedName\s([^<>]*)>)([^<]*)/g;
const BUILT_IN = /(?:^|\s)name\s*=\s*["']_xlnm\.(_FilterDatabase|Print_Area)["']/;

/** Larger sheets are lists of programs, which merge no cells. Their end is far from their beginning. */
export const MERGED_PART = 1 << 22;
/** More merged cells are ignored. */
const MOST_MERGED = 1000;
const MERGED = /<(?:\w+:)?mergeCell\s[^<>]*>/g;

const NO_RANGE: Range = { first: -1, last: -1, top: 0, bottom: 0 };

/** Returns a range like `A1:F20`, `$A$1:$F$20` or `$A:$F`; `null` for any other text. */
function rangeOf(ref: string): Range | null {
  const [, first, top = '', last, bottom = ''] = RANGE.exec(ref) ?? [];
  if (first === undefined || last === undefined) return null;
  return {
    first: columnAtLetters(first),
    last: columnAtLetters(last),
    top: Number(top),
    bottom: Number(bottom) || Infinity,
  };
}

/** Returns the range of a tag like `<mergeCell ref="A1:F1"/>`. A range of whole rows, which a title may have, counts as none: it uses no column. */
export function rangeIn(tag: string): Range {
  const range = rangeOf(REF.exec(tag)?.[2] ?? '');
  return range === null || range.last === SHEET_COLUMNS - 1 ? NO_RANGE : range;
}

/** Returns the ranges of a sheet's XML that are merged over several rows: only the topmost cell holds the value, which the sheet shows for all. */
export const mergedIn = (xml: string): Range[] =>
  Array.from(xml.matchAll(MERGED), ([tag]) => rangeIn(tag))
    .filter(({ top, bottom }) => top < bottom)
    .slice(0, MOST_MERGED);

/** Returns the range of a table. */
export function tableRange(bytes: Uint8Array): Range {
  for (const { attributes } of elementsOf(bytes, ['table'])) return rangeOf(attributes['ref'] ?? '') ?? NO_RANGE;
  return NO_RANGE;
}

export class Ranges {
  /** The ranges that cannot grow, because content of the user lies between. */
  readonly unextended = new Set<SheetRange>();
  readonly #place: Place;
  /** The titles of the new columns. */
  readonly #titles: readonly string[];
  /** The last column of the answer, from 0. */
  readonly #last: number;

  constructor(place: Place, titles: readonly string[]) {
    this.#place = place;
    const columns = answerPlaces(place, titles.length);
    this.#titles = titles.filter((_, i) => columns[i] >= place.column);
    this.#last = Math.max(...columns);
  }

  /** Returns a tag of the sheet's filter with its extended range. */
  filterTag(tag: string): string {
    return tag.replace(REF, (_, before: string, ref: string) => before + this.#filter(ref, 'filtro'));
  }

  /** Returns the changed parts besides the sheet, with their new bytes. */
  parts({ names, tables, index, sheet }: RangedParts): Map<Part, Uint8Array> {
    const grown = [
      [names, this.#definedNames(names.bytes, index, sheet)] as const,
      ...tables.map((table) => [table, this.#table(table.bytes)] as const),
    ];
    return new Map(grown.filter(([{ bytes }, fresh]) => fresh !== bytes).map(([{ part }, fresh]) => [part, fresh]));
  }

  /** Extends a table. It needs a heading in each of its columns, so it grows only into the next column. */
  #table(bytes: Uint8Array): Uint8Array {
    const { header, column } = this.#place;
    let ref = '';
    let headings = 1;
    let lastId = 0;
    for (const { name, attributes } of elementsOf(bytes, ['table', 'tableColumn'])) {
      if (name === 'tableColumn') lastId = Math.max(lastId, Number(attributes['id'] ?? 0));
      else if (attributes['ref'] !== undefined) {
        ref = attributes['ref'];
        headings = Number(attributes['headerRowCount'] ?? 1);
      }
    }
    const isNext = (range: Range | null): boolean => range?.last === column - 1;
    const canGrow = (range: Range): boolean =>
      this.#titles.length > 0 && isNext(range) && range.top + headings - 1 === header;
    if (this.#grow(ref, 'tabla', canGrow) === ref) return bytes;
    const columns = (prefix: string): string =>
      this.#titles.map((title, i) => `<${prefix}tableColumn id="${lastId + 1 + i}" name="${title}"/>`).join('');
    const grown = DECODER_WITH_MARK.decode(bytes)
      .replaceAll(TABLE_TAGS, (tag) =>
        tag.replace(
          REF,
          (_, before: string, each: string) => before + (isNext(rangeOf(each)) ? this.#wider(each) : each),
        ),
      )
      .replace(TABLE_COLUMNS, (_, before: string, count: string) => `${before}${Number(count) + this.#titles.length}`)
      .replace(TABLE_COLUMNS_END, (end, prefix: string) => columns(prefix) + end);
    return ENCODER.encode(grown);
  }

  /** Extends the names that Excel assigns to the filter and to the print area of a sheet, and marks the new columns. */
  #definedNames(bytes: Uint8Array, index: number, sheet: string): Uint8Array {
    const text = DECODER_WITH_MARK.decode(bytes);
    const grown = text.replaceAll(DEFINED_RANGE, (whole, tag: string, attributes: string, refs: string) => {
      const name = BUILT_IN.exec(attributes)?.[1];
      if (name === undefined || LOCAL_SHEET.exec(attributes)?.[1] !== String(index)) return whole;
      const kind = name === 'Print_Area' ? 'impresion' : 'filtro';
      return tag + refs.replaceAll(/(?<=!)[^!,]+/g, (ref) => this.#filter(ref, kind));
    });
    const marked = withMarks(grown, this.#place, sheet, index);
    return marked === text ? bytes : ENCODER.encode(marked);
  }

  /** Extends a filter or a print area, which may have columns without a heading. */
  #filter(ref: string, kind: SheetRange): string {
    return this.#grow(ref, kind, ({ last }) => last >= this.#place.lastBlocked);
  }

  #grow(ref: string, kind: SheetRange, canGrow: (range: Range) => boolean): string {
    const { header, people } = this.#place;
    const range = rangeOf(ref);
    if (range === null || range.first > people[1] || range.last < people[0]) return ref;
    if (range.bottom < header || range.last >= this.#last) return ref;
    if (canGrow(range)) return this.#wider(ref);
    this.unextended.add(kind);
    return ref;
  }

  /** Returns the range up to the last new column. */
  #wider(ref: string): string {
    return ref.replace(/[A-Z]+(?=\$?\d*$)/, columnName(this.#last));
  }
}
