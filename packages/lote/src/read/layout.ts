/** Reads files without a header: recognises their layout, cuts lines of fixed width into rows, and finds lines that hold no person. */
import { FIELDS } from '@curp-service/contract/columns';
import { holdsPerson, isKey } from '@curp-service/contract/header';
import { LAYOUTS, type Layout, positionsOf } from '@curp-service/contract/layouts';
import { isSpoilt } from '@curp-service/contract/reading';
import { Byte, DECODER } from '../bytes.js';
import { CsvReader, type LineReader, beforeReturns } from './csv-reader.js';
import type { Decoder } from './encoding.js';
import type { CsvHeader } from './csv-header.js';
import type { Input } from './input.js';
import { NOT_ANSWERED, Row, Seen, seenBetween } from './row.js';

/** The layout of a file is recognised by this many first lines. */
const LINES_SHOWN = 100;

/** Cuts a line into the cells of a row: each field is a cell, without the blanks around it. */
class FixedReader extends Row implements LineReader {
  next = 0;
  private readonly decoder: Decoder;
  private readonly places: readonly (readonly [first: number, last: number])[];
  private readonly shortest: number;
  private readonly longest: number;
  /** The length of a line, as messages show it. */
  private readonly length: string;
  /** The index where each character of the line begins. */
  private characters = new Int32Array(256);

  constructor({ campos, largo }: Layout, decoder: Decoder) {
    super();
    this.decoder = decoder;
    this.places = Object.values(campos).map((place) => positionsOf(place) ?? [1, 1]);
    // A program may drop the blanks at the end of a line: then the line ends within the last field.
    const lastField = this.places.toSorted(([a], [b]) => b - a)[0] ?? [1, 1];
    const [shortest, longest] = (largo === undefined ? null : positionsOf(largo)) ?? [lastField[1], Infinity];
    this.shortest = shortest === lastField[1] && shortest < longest ? lastField[0] : shortest;
    this.longest = longest;
    this.length = largo === undefined ? `≥ ${this.shortest}` : String(largo);
  }

  read(bytes: Uint8Array, start: number, limit: number): boolean {
    const lineFeed = bytes.indexOf(Byte.LINE_FEED, start);
    if (lineFeed >= limit) return false;
    const end = beforeReturns(bytes, start, lineFeed);
    this.seen = seenBetween(bytes, start, end);
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.next = lineFeed + 1;
    this.cells = this.places.length;
    const length = this.countCharacters();
    this.places.forEach(([first, last], cell) => {
      let from = this.placeOf(first - 1, length);
      let to = this.placeOf(last, length);
      while (from < to && bytes[from] === Byte.SPACE) from++;
      while (to > from && bytes[to - 1] === Byte.SPACE) to--;
      this.from[cell] = from;
      this.to[cell] = to;
    });
    const isRight = length >= this.shortest && length <= this.longest;
    this.problem = isRight ? null : { cause: 'fila_largo', parts: { largo: this.length, caracteres: String(length) } };
    return true;
  }

  /** Reads the line: a line of fixed width cannot have open quotes. */
  isUnclosed(): boolean {
    return false;
  }

  readBroken(bytes: Uint8Array, start: number, limit: number): boolean {
    return this.read(bytes, start, limit);
  }

  private placeOf(character: number, length: number): number {
    return character >= length ? this.end : this.characters[character];
  }

  /** Finds where the characters of the line begin, in the encoding that it will be read in. Returns their number. */
  private countCharacters(): number {
    const { bytes, start, end, seen, decoder } = this;
    if (this.characters.length < end - start) this.characters = new Int32Array((end - start) * 2);
    const isRewritten =
      (seen & Seen.NOT_ASCII) !== 0 &&
      decoder.judge((seen & Seen.NOT_UTF8) === 0, (seen & Seen.PLAIN_UTF8) !== 0) === 'rewrite';
    const isUtf8 = !isRewritten || (decoder.encoding !== null && isSpoilt(decoder.encoding));
    let length = 0;
    for (let i = start; i < end; i++) {
      if (!isUtf8 || (bytes[i] & 0xc0) !== 0x80) this.characters[length++] = i;
      if (bytes[i] === 0) this.seen |= Seen.NUL;
    }
    return length;
  }
}

/** Returns a reader for the rows under a header, or for those of a layout. */
export const readerFor = (
  { delimiter, layout, answered = NOT_ANSWERED }: Pick<CsvHeader, 'delimiter' | 'layout' | 'answered'>,
  decoder: Decoder,
): LineReader => {
  if (layout && layout.delimitador === undefined) return new FixedReader(layout, decoder);
  const reader = new CsvReader(delimiter.charCodeAt(0));
  reader.answered = answered;
  return reader;
};

/** Returns a header made from a layout: it takes no line of the file. */
export function headerOf(layout: Layout, start: number): CsvHeader {
  const { campos, delimitador, columnas = 0, salto = '\n' } = layout;
  const fields = Object.keys(campos);
  const names = Array.from({ length: columnas }, (_, i) => fields.find((name) => campos[name] === i + 1) ?? `${i + 1}`);
  return {
    delimiter: delimitador ?? ',',
    lineBreak: salto,
    row: new Row(0),
    seen: 0,
    names: delimitador === undefined ? fields : names,
    known: FIELDS.filter((field) => field in campos).length,
    number: 0,
    rows: 1,
    start,
    next: start,
    layout,
  };
}

/** A line that holds no person: a row without a key, the first line, or the last one, which may say how many rows there are. */
export type OtherLine =
  | { readonly kind: 'sin_clave' | 'inicio' }
  | { readonly kind: 'final'; readonly count: number | null };

/** Returns a function that finds the lines of a layout that hold no person; `null` if the layout has none. */
export function otherLines(layout: Layout | null | undefined): ((row: Row) => OtherLine | null) | null {
  const { sin_clave, inicio, final } = layout ?? {};
  if (!layout || (sin_clave ?? inicio ?? final) === undefined) return null;
  const { names } = headerOf(layout, 0);
  const kinds = Object.entries(sin_clave ?? {}).map(([name, texts]) => [names.indexOf(name), texts] as const);
  const [first, last] = positionsOf(final?.cuenta ?? '') ?? [0, 0];
  const key = names.indexOf('curp');
  /** A line with a key at its place is a person's, however it begins. */
  const begins = (row: Row, empieza: string | undefined): boolean =>
    empieza !== undefined &&
    empieza.charCodeAt(0) === row.bytes[row.start] &&
    DECODER.decode(row.bytes.subarray(row.start, row.end)).startsWith(empieza) &&
    !(key >= 0 && row.problem === null && isKey(row.text(key)));
  return (row) => {
    if (begins(row, inicio?.empieza)) return { kind: 'inicio' };
    if (begins(row, final?.empieza)) {
      const line = DECODER.decode(row.bytes.subarray(row.start, row.end));
      const [count] = /\d+/.exec(line.slice(first - 1, last)) ?? [];
      return { kind: 'final', count: count === undefined ? null : Number(count) };
    }
    const isWithout = row.problem === null && kinds.some(([cell, texts]) => texts.includes(row.text(cell)));
    return isWithout ? { kind: 'sin_clave' } : null;
  };
}

/** Yields the first rows of the input as a layout reads them. */
function* firstLines(input: Input, reader: LineReader): Generator<LineReader, void> {
  const { bytes, end, decoder } = input;
  for (let at = input.start, n = 0; n < LINES_SHOWN && reader.read(bytes, at, end); n++) {
    const { next } = reader;
    if (reader.end > reader.start) {
      reader.settle(decoder);
      yield reader;
    }
    at = next;
  }
}

/** Returns the office's layout that the first lines have; `null` if there is none. */
export const recogniseLayout = (input: Input): Layout | null => LAYOUTS.find((layout) => fits(layout, input)) ?? null;

function fits(layout: Layout, input: Input): boolean {
  const { names, delimiter } = headerOf(layout, 0);
  const isOther = otherLines(layout);
  const samples = Object.entries(layout.muestra ?? {}).map(([name, masks]) => [names.indexOf(name), masks] as const);
  const key = names.indexOf('curp');
  let keys = 0;
  let rows = 0;
  for (const row of firstLines(input, readerFor({ delimiter, layout }, input.decoder))) {
    row.fit(names.length);
    const other = isOther?.(row);
    if (other?.kind === 'inicio' || other?.kind === 'final') continue;
    rows++;
    if (row.problem !== null || row.cells !== names.length) continue;
    const isSample = samples.every(([cell, masks]) => masks.some((mask) => matches(mask, row.text(cell))));
    if (isSample && (other?.kind === 'sin_clave' || isKey(row.text(key)))) keys++;
  }
  return keys > 0 && areMost(keys, rows);
}

/** One line in ten may be spoilt. */
const areMost = (count: number, all: number): boolean => count >= all * 0.9;

const matches = (mask: string, text: string): boolean =>
  mask.length === text.length &&
  Array.from(mask).every(
    (sign, i) => (sign === '9' ? /\d/ : sign === 'A' ? /\p{L}/u : null)?.test(text[i] ?? '') ?? sign === text[i],
  );

/**
 * Returns the layout of a table without a header, by its first rows. A column of keys is that of the key; only a person
 * knows the others. Returns `null` if the first row holds no person, unless the user declared that there is no header.
 */
export function tableLayout(input: Input, delimiter: string, known: number, isDeclared: boolean): Layout | null {
  const widths = new Map<number, number>();
  const filled: number[] = [];
  const keys: number[] = [];
  let first: readonly string[] | null = null;
  /** True if every row so far ends with a delimiter, as some programs write it. */
  let endsEmpty = true;
  let salto: '\n' | '\r\n' = '\n';
  for (const row of firstLines(input, new CsvReader(delimiter.charCodeAt(0)))) {
    const cells = Array.from({ length: Math.min(row.cells, row.from.length) }, (_, i) => row.text(i).trim());
    endsEmpty &&= cells.length > 1 && cells.at(-1) === '';
    if (first === null && input.bytes[row.next - 2] === Byte.CARRIAGE_RETURN) salto = '\r\n';
    first ??= cells;
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    cells.forEach((cell, i) => {
      if (cell !== '') filled[i] = (filled[i] ?? 0) + 1;
      if (isKey(cell)) keys[i] = (keys[i] ?? 0) + 1;
    });
  }
  if (first === null || (!isDeclared && !holdsPerson(first, known))) return null;
  const [width] = [...widths].toSorted(([, a], [, b]) => b - a)[0] ?? [first.length];
  const columnas = endsEmpty ? width - 1 : width;
  const ofKeys = keys.flatMap((count, i) => (areMost(count, filled[i] ?? 0) ? [i + 1] : []));
  return { delimitador: delimiter, columnas, campos: ofKeys.length === 1 ? { curp: ofKeys[0] ?? 1 } : {}, salto };
}
