/** Reads the cells of a sheet's row as a `Row`: texts unchanged, numbers as a sheet shows them, days as dates. */
import { FORMULA, Row, Seen, seenBetween } from '../../read/row.js';
import type { CellOptions } from '../../sheet/sheet-file.js';
import { mayLackZero } from '@curp-service/contract/values';
import { Byte, ByteSink, DECODER, ENCODER } from '../../bytes.js';
import { CELL_BYTES, SHEET_COLUMNS, tooLarge } from '../limits.js';
import type { CellContext } from '../workbook.js';
import type { Range } from '../write/ranges.js';
import { TagReader, numberAt } from '../xml/tags.js';
import { writeRuns, writeXmlText } from '../xml/text.js';
import { dateOfSerial, isoDate, writeDay } from './dates.js';
import { CellKind, type RowReader, type SheetCellReader } from './row-reader.js';

/** The number of digits that are exact. */
const EXACT_DIGITS = 15;
/** As days, these years fall into 1904 and 1905. */
const FIRST_LIKELY_YEAR = 1800;
const LAST_LIKELY_YEAR = 2100;
/** Numbers of six digits and more are dates without separators. */
const LONG = 100_000;

/** The ways in which a byte is special. */
const enum Special {
  /** A cell of CSV with this byte needs quotes. */
  IN_CSV = 1,
  /** The byte has a meaning in XML. */
  IN_XML = 2,
  /** The byte is part of a character beyond ASCII. */
  HIGH = 4,
  NUL = 8,
}

/** A row whose cells are separated by delimiters, so that it is a line of CSV unless a cell needs quotes. */
export class SheetRow extends Row {
  /** The bits of `Special` of all its bytes. */
  #specials = 0;
  readonly #context: CellContext;
  readonly #delimiter: number;
  readonly #dateColumn: number;
  readonly #header: number;
  readonly #width: number;
  /** 1 for the columns that are needed in rows under the header; `null` if all are needed. */
  readonly #needed: Uint8Array | null = null;
  readonly #tags = new TagReader();
  readonly #sink: ByteSink;
  readonly #isAppending: boolean;
  /** The bits of `Special` of each byte. */
  readonly #special = new Uint8Array(256);
  /** True if the value of a cell may be that of a row above. */
  readonly #isMerged: boolean;
  /** The cells under the header that are merged downwards and begin in later rows; the next is the last. */
  readonly #coming: Range[];
  /** The merged cells that the last row has reached, by column, with the bytes of the topmost. */
  readonly #merged = new Map<number, { readonly bottom: number; readonly text: Uint8Array }>();

  /** `lines` receives the rows one after another, and `seen` is not set; without it, each row replaces the last. */
  constructor(context: CellContext, options: CellOptions, lines?: ByteSink) {
    super();
    const { delimitador = ',', dateColumn = -1, encabezado = 0, needed, width = 0 } = options;
    this.#sink = lines ?? new ByteSink();
    this.#isAppending = lines !== undefined;
    this.#context = context;
    this.#delimiter = delimitador.charCodeAt(0);
    this.#dateColumn = dateColumn;
    this.#header = encabezado;
    this.#width = width;
    if (needed !== undefined) {
      this.#needed = new Uint8Array(SHEET_COLUMNS);
      for (const column of needed) this.#needed[column] = 1;
    }
    const isUnder = ({ top }: Range): boolean => encabezado > 0 && top > encabezado;
    this.#coming = (context.merged ?? []).filter(isUnder).toSorted((a, b) => b.top - a.top);
    this.#isMerged = this.#coming.length > 0;
    this.#special.fill(Special.HIGH, 128);
    this.#special[0] = Special.NUL;
    for (const character of '&<_\r') this.#special[character.charCodeAt(0)] = Special.IN_XML;
    for (const character of `${delimitador}"\n\r`) this.#special[character.charCodeAt(0)] |= Special.IN_CSV;
  }

  /** True if a cell holds a delimiter, a quote or a line break. */
  get needsQuotes(): boolean {
    return (this.#specials & Special.IN_CSV) !== 0;
  }

  /** Takes the row that was read, up to its last cell with a value, and adds empty cells if other rows are wider. */
  take({ number, cells }: RowReader, bytes: Uint8Array): void {
    const needed = number > this.#header ? this.#needed : null;
    const sink = this.#sink;
    if (!this.#isAppending) sink.length = 0;
    this.start = sink.length;
    this.#specials = 0;
    let count = 0;
    const { hidden } = this.#context;
    for (let cell = 0; cell < cells.filled; cell++) {
      const column = cells.columns[cell];
      if (hidden?.has(column)) continue;
      count = this.#addEmpty(count, column + 1);
      if (cells.kinds[cell] === CellKind.EMPTY || (needed !== null && needed[column] === 0)) continue;
      this.#write(bytes, cells, cell);
      this.to[column] = sink.length;
    }
    this.cells = this.#addEmpty(count, count === 0 ? 0 : this.#width);
    if (this.#isMerged) this.#fillDown(number);
    sink.reserve(1);
    this.bytes = sink.bytes;
    this.end = sink.length;
    this.bytes[this.end] = Byte.LINE_FEED; // no look-up continues into an earlier row
    if (this.#isAppending) return;
    const nul = (this.#specials & Special.NUL) === 0 ? 0 : Seen.NUL;
    this.seen = (this.#specials & Special.HIGH) === 0 ? nul : nul | seenBetween(this.bytes, this.start, this.end);
  }

  /** Writes the topmost of merged cells into the empty ones under it, and keeps those that begin in this row. */
  #fillDown(number: number): void {
    const { from, to } = this;
    let isFilled = false;
    for (const [column, { bottom }] of this.#merged) {
      if (bottom < number) this.#merged.delete(column);
      else isFilled ||= column < this.cells && from[column] === to[column];
    }
    if (isFilled) this.#writeAgain();
    for (let next = this.#coming.at(-1); next !== undefined && next.top <= number; next = this.#coming.at(-1)) {
      this.#coming.pop();
      const { first: column, top, bottom } = next;
      if (top === number && column < this.cells && from[column] < to[column])
        this.#merged.set(column, { bottom, text: this.#sink.bytes.slice(from[column], to[column]) });
    }
  }

  /** Writes the row once more, with the values of merged cells. */
  #writeAgain(): void {
    const { from, to, start } = this;
    const sink = this.#sink;
    const before = sink.bytes.slice(start, sink.length);
    sink.length = start;
    for (let column = 0; column < this.cells; column++) {
      const merged = from[column] === to[column] ? this.#merged.get(column) : undefined;
      const text = merged?.text ?? before.subarray(from[column] - start, to[column] - start);
      if (column > 0) {
        sink.reserve(1);
        sink.bytes[sink.length++] = this.#delimiter;
      }
      from[column] = sink.length;
      this.#copy(text, 0, text.length, 0);
      to[column] = sink.length;
    }
  }

  /** Adds empty cells until `count` reaches `wanted`. Returns the new number of cells. */
  #addEmpty(count: number, wanted: number): number {
    if (count >= wanted) return count;
    const sink = this.#sink;
    const { from, to } = this;
    sink.reserve(wanted - count);
    let { length } = sink;
    for (let column = count; column < wanted; column++) {
      if (column > 0) sink.bytes[length++] = this.#delimiter;
      from[column] = length;
      to[column] = length;
    }
    sink.length = length;
    return wanted;
  }

  #write(bytes: Uint8Array, cells: SheetCellReader, cell: number): void {
    const from = cells.from[cell];
    const to = cells.to[cell];
    switch (cells.kinds[cell]) {
      case CellKind.SHARED: {
        const { strings } = this.#context;
        strings.findAt(bytes, from, to);
        this.#copy(strings.bytes, strings.from, strings.to, 0);
        break;
      }
      case CellKind.NUMBER:
        if (isPlainInteger(bytes, from, to)) this.#integer(bytes, cells, cell);
        else this.#number(bytes, cells, cell);
        break;
      case CellKind.FORMULA:
        this.#sink.text(FORMULA);
        break;
      case CellKind.BOOLEAN:
        this.#sink.text(bytes[from] === 49 || bytes[from] === 116 ? 'true' : 'false');
        break;
      default:
        this.#text(bytes, cells.kinds[cell], from, to);
    }
  }

  #text(bytes: Uint8Array, kind: CellKind, from: number, to: number): void {
    if (kind === CellKind.TEXT && to - from <= CELL_BYTES && this.#copy(bytes, from, to, Special.IN_XML)) return;
    const sink = this.#sink;
    const start = sink.length;
    if (kind === CellKind.RUNS) writeRuns(sink, this.#tags, bytes, from, to);
    else writeXmlText(sink, bytes, from, to);
    if (sink.length - start > CELL_BYTES) throw tooLarge('celda_larga');
    const text = sink.bytes.slice(start, sink.length);
    sink.length = start;
    const written = kind === CellKind.ISO_DATE ? ENCODER.encode(isoDate(DECODER.decode(text))) : text;
    this.#copy(written, 0, written.length, 0);
  }

  /** Writes a number of few digits: unchanged, or as a date if it is a day. */
  #integer(bytes: Uint8Array, cells: SheetCellReader, cell: number): void {
    const from = cells.from[cell];
    const to = cells.to[cell];
    const value = numberAt(bytes, from, to);
    if (this.#isDay(cells, cell, value) && writeDay(this.#sink, value, this.#context.date1904)) return;
    this.#sink.copy(bytes, from, to);
  }

  /** Writes a number as a sheet shows it, with at most 15 digits, or as a date if it is a day. */
  #number(bytes: Uint8Array, cells: SheetCellReader, cell: number): void {
    const from = cells.from[cell];
    const to = cells.to[cell];
    const text = DECODER.decode(bytes.subarray(from, to));
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) this.#text(bytes, CellKind.NUMBER, from, to);
    else {
      const date = this.#isDay(cells, cell, value) ? dateOfSerial(value, this.#context.date1904) : null;
      this.#sink.text(date ?? String(Number(value.toPrecision(EXACT_DIGITS))));
    }
  }

  /**
   * Returns whether a number is a day: by its style, or by its column. In that column, 1990 is likelier a year, and
   * 10708 may be YYMMDD without its first zero.
   */
  #isDay(cells: SheetCellReader, cell: number, value: number): boolean {
    if (this.#context.styles.dates[cells.styles[cell]] === 1) return true;
    const mayBeOther = (value >= FIRST_LIKELY_YEAR && value <= LAST_LIKELY_YEAR) || value >= LONG || mayLackZero(value);
    return cells.columns[cell] === this.#dateColumn && !mayBeOther;
  }

  /** Copies a text and notes the kinds of its bytes. Returns `false` if one of them is special in a refused way. */
  #copy(bytes: Uint8Array, from: number, to: number, refused: number): boolean {
    const sink = this.#sink;
    sink.reserve(to - from);
    const special = this.#special;
    const out = sink.bytes;
    let specials = 0;
    let end = sink.length;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      specials |= special[byte];
      out[end++] = byte;
    }
    if ((specials & refused) !== 0) return false;
    sink.length = end;
    this.#specials |= specials;
    return true;
  }
}

/** Returns whether the bytes are only digits, as a sheet would show them. */
function isPlainInteger(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > EXACT_DIGITS || (bytes[from] === 48 && to > from + 1)) return false;
  for (let i = from; i < to; i++) if (bytes[i] < 48 || bytes[i] > 57) return false;
  return true;
}
