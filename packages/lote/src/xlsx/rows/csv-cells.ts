/** Writes the cells of a row as CSV: texts as they are, numbers as a sheet shows them, days as dates. */
import type { CellOptions } from '../../sheet/sheet-lote.js';
import { ByteSink } from '../bytes.js';
import { tooLarge } from '../errors.js';
import { CELL_BYTES, COLUMNS } from '../limits.js';
import type { CellContext } from '../workbook.js';
import { Character, TagReader, numberAt } from '../xml/tags.js';
import { writeRuns, writeXmlText } from '../xml/text.js';
import { type Cells, Kind } from './cells.js';
import { dateOf, isoDate, writeDay } from './dates.js';
import type { RowReader } from './row-reader.js';

/** So many digits of a number are exact. */
const DIGITS = 15;
/** As days, these years are of 1904 and 1905. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2100;
const ascii = new TextDecoder();

/** How a byte is special: a cell of CSV with it needs quotes, or it means something to XML. */
const enum Special {
  IN_CSV = 1,
  IN_XML = 2,
}

export class CsvCells {
  readonly delimiter: number;
  readonly #context: CellContext;
  readonly #dateColumn: number;
  readonly #header: number;
  /** 1 for the columns that are needed in rows under the header; `null`: all of them. */
  readonly #needed: Uint8Array | null = null;
  readonly #tags = new TagReader();
  readonly #scratch = new ByteSink();
  /** The bits of `Special` of each byte. */
  readonly #special = new Uint8Array(256);

  constructor(context: CellContext, { delimitador = ',', dateColumn = -1, encabezado = 0, needed }: CellOptions) {
    this.delimiter = delimitador.charCodeAt(0);
    this.#context = context;
    this.#dateColumn = dateColumn;
    this.#header = encabezado;
    if (needed !== undefined) {
      this.#needed = new Uint8Array(COLUMNS);
      for (const column of needed) this.#needed[column] = 1;
    }
    for (const character of '&<_\r') this.#special[character.charCodeAt(0)] = Special.IN_XML;
    for (const character of `${delimitador}"\n\r`) this.#special[character.charCodeAt(0)] |= Special.IN_CSV;
  }

  /** Writes the row that was read as a line, without its end, up to the last cell with a value. */
  write(sink: ByteSink, { number, cells }: RowReader, bytes: Uint8Array): void {
    const needed = number > this.#header ? this.#needed : null;
    let column = 0;
    for (let cell = 0; cell < cells.filled; cell++) {
      const to = cells.columns[cell];
      sink.reserve(to - column);
      for (; column < to; column++) sink.bytes[sink.length++] = this.delimiter;
      if (cells.kinds[cell] === Kind.EMPTY || (needed !== null && needed[to] === 0)) continue;
      this.#cell(sink, bytes, cells, cell);
    }
  }

  #cell(sink: ByteSink, bytes: Uint8Array, cells: Cells, cell: number): void {
    const from = cells.from[cell];
    const to = cells.to[cell];
    switch (cells.kinds[cell]) {
      case Kind.SHARED: {
        const { strings } = this.#context;
        strings.findAt(bytes, from, to);
        this.#quote(sink, strings.bytes, strings.from, strings.to);
        break;
      }
      case Kind.NUMBER:
        if (isPlainInteger(bytes, from, to)) this.#integer(sink, bytes, cells, cell);
        else this.#number(sink, bytes, cells, cell);
        break;
      case Kind.BOOLEAN:
        sink.ascii(bytes[from] === 49 || bytes[from] === 116 ? 'true' : 'false');
        break;
      default:
        this.#text(sink, bytes, cells.kinds[cell], from, to);
    }
  }

  #text(sink: ByteSink, bytes: Uint8Array, kind: Kind, from: number, to: number): void {
    if (kind === Kind.TEXT && this.#copied(sink, bytes, from, to, Special.IN_CSV | Special.IN_XML)) return;
    const scratch = this.#scratch;
    scratch.length = 0;
    if (kind === Kind.RUNS) writeRuns(scratch, this.#tags, bytes, from, to);
    else writeXmlText(scratch, bytes, from, to);
    if (scratch.length > CELL_BYTES) throw tooLarge('una celda demasiado larga', 'a cell that is too long');
    if (kind === Kind.ISO_DATE) {
      sink.ascii(isoDate(ascii.decode(scratch.bytes.subarray(0, scratch.length))));
    } else this.#quote(sink, scratch.bytes, 0, scratch.length);
  }

  /** Writes a number of few digits: as it stands, or as a date if it is a day. */
  #integer(sink: ByteSink, bytes: Uint8Array, cells: Cells, cell: number): void {
    const from = cells.from[cell];
    const to = cells.to[cell];
    const value = numberAt(bytes, from, to);
    if (this.#isDay(cells, cell, value) && writeDay(sink, value, this.#context.date1904)) return;
    sink.copy(bytes, from, to);
  }

  /** Writes a number as a sheet shows it, with 15 digits at most; as a date if it is a day. */
  #number(sink: ByteSink, bytes: Uint8Array, cells: Cells, cell: number): void {
    const from = cells.from[cell];
    const to = cells.to[cell];
    const text = ascii.decode(bytes.subarray(from, to));
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) this.#text(sink, bytes, Kind.NUMBER, from, to);
    else {
      const date = this.#isDay(cells, cell, value) ? dateOf(value, this.#context.date1904) : null;
      sink.ascii(date ?? String(Number(value.toPrecision(DIGITS))));
    }
  }

  /** Whether a number is a day: by its style, or by its column, where a number such as 1990 is rather a year. */
  #isDay(cells: Cells, cell: number, value: number): boolean {
    if (this.#context.styles.dates[cells.styles[cell]] === 1) return true;
    return cells.columns[cell] === this.#dateColumn && !(value >= FIRST_YEAR && value <= LAST_YEAR);
  }

  /** Writes a text, in quotes if it needs them. */
  #quote(sink: ByteSink, bytes: Uint8Array, from: number, to: number): void {
    if (this.#copied(sink, bytes, from, to, Special.IN_CSV)) return;
    sink.reserve(2 * (to - from) + 2);
    const out = sink.bytes;
    let { length } = sink;
    out[length++] = Character.QUOTE;
    for (let i = from; i < to; i++) {
      out[length++] = bytes[i];
      if (bytes[i] === Character.QUOTE) out[length++] = Character.QUOTE;
    }
    out[length++] = Character.QUOTE;
    sink.length = length;
  }

  /** Copies a text as it stands, unless it has a byte that is special in one of these ways. */
  #copied(sink: ByteSink, bytes: Uint8Array, from: number, to: number, ways: number): boolean {
    if (to - from > CELL_BYTES) return false;
    sink.reserve(to - from);
    const special = this.#special;
    const out = sink.bytes;
    let { length } = sink;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      if (special[byte] & ways) return false;
      out[length++] = byte;
    }
    sink.length = length;
    return true;
  }
}

/** Whether the bytes are digits alone, as a sheet would show them. */
function isPlainInteger(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > DIGITS || (bytes[from] === 48 && to > from + 1)) return false;
  for (let i = from; i < to; i++) if (bytes[i] < 48 || bytes[i] > 57) return false;
  return true;
}
