/** Writes the notices about people who are twice in a file into the answer of a part, which was written without them. */
import type { OperationName } from '@curp-service/contract/columns';
import { motivosOf } from '@curp-service/contract/finding-message';
import type { Language } from '@curp-service/contract/language';
import { isBeside } from '@curp-service/contract/layouts';
import type { Reading } from '@curp-service/contract/reading';
import { csvRow } from '@curp-service/contract/words/csv';
import { type Context, noticesOfDuplicate } from '../answer/context.js';
import type { Duplicate } from '../people/people-taker.js';
import { operationParts } from '../answer/row-work.js';
import { Byte, ByteSink, DECODER_WITH_MARK } from '../bytes.js';
import { CsvReader } from '../read/csv-reader.js';
import type { HeaderFacts, PartPlace } from '../read/csv-header.js';
import { requireHeader } from '../read/header.js';
import { Input } from '../read/input.js';
import { isJsonObject } from '../read/ndjson.js';
import type { RepeatedRows } from './repeated.js';

/** The answer of a part, and the part of the file that it answers. */
export interface AnsweredPart {
  readonly formato: 'csv' | 'ndjson';
  readonly operacion: OperationName;
  readonly language: Language;
  readonly reading: Reading;
  /** The header of the file; `null` if its rows have none. */
  readonly header: HeaderFacts | null;
  /** `undefined` for the first part. */
  readonly part: PartPlace | undefined;
}

/** What a row of the answer becomes: its new text, and whether it had no reason for a review. */
interface Rewritten {
  readonly text: string;
  readonly wasReady: boolean;
}

/** The most bytes that wait to be handed over. */
const MOST_BYTES_WAITING = 1 << 17;
const ADDED_BEHIND_NOTICE = 2;

export class NoticeWriter {
  /** The rows that got a notice, and how many of them had none before. */
  written = 0;
  newReviews = 0;
  /** The number of rows of the answer, counted from the header. */
  rows = 0;
  private readonly input = new Input('utf-8');
  private readonly output = new ByteSink();
  private readonly reader: CsvReader;
  private readonly isBeside: boolean;
  private readonly delimiter: string;
  /** The number of rows of the file before the part. */
  private readonly before: number;
  private hasBegun: boolean;

  constructor(
    private readonly part: AnsweredPart,
    private readonly repeated: RepeatedRows,
  ) {
    const { formato, header, part: place } = part;
    const { value: layout } = part.reading.formato;
    this.isBeside = formato === 'csv' && isBeside(layout);
    this.delimiter = this.isBeside ? ',' : (layout?.delimitador ?? header?.delimiter ?? ',');
    this.reader = new CsvReader(this.delimiter.charCodeAt(0));
    this.before = place?.before ?? 0;
    const hasHeader =
      this.isBeside || layout !== null ? this.isBeside && place === undefined : place?.repeatsHeader !== false;
    this.hasBegun = formato === 'ndjson' || !hasHeader;
    this.input.decoder.goOn(false);
  }

  /** Takes pieces of the answer and yields them with the notices. Use each before asking for the next. */
  async *write(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of answer) yield* this.input.feed(piece, () => this.advance(false));
    yield* this.advance(true);
  }

  private *advance(atEnd: boolean): Generator<Uint8Array, void> {
    const { output } = this;
    while (this.nextRow(atEnd)) {
      if (output.length <= MOST_BYTES_WAITING) continue;
      yield output.view();
    }
    if (output.length > 0) yield output.view();
  }

  /** Copies the next row. Returns `false` if there is no whole row. */
  private nextRow(atEnd: boolean): boolean {
    const { input, output } = this;
    const { bytes, start, end } = input;
    if (start === end || (!atEnd && !input.mayHaveRow())) return false;
    const next = this.hasBegun ? this.endOfRow() : this.endOfHeader(atEnd);
    if (next === null) {
      input.foundNoRow();
      return false;
    }
    const duplicate = this.hasBegun ? this.duplicateOf() : undefined;
    const rewritten = duplicate === undefined ? null : this.rewrite(duplicate, next);
    if (rewritten === null) output.copy(bytes, start, next);
    else {
      output.text(rewritten.text);
      this.written++;
      this.newReviews += Number(rewritten.wasReady);
    }
    this.hasBegun = true;
    input.advance(next);
    return true;
  }

  private endOfRow(): number | null {
    const { bytes, start, end } = this.input;
    this.rows++;
    if (this.part.formato === 'csv' && this.reader.read(bytes, start, end)) return this.reader.next;
    const lineFeed = this.part.formato === 'csv' ? end : bytes.indexOf(Byte.LINE_FEED, start);
    if (lineFeed < end) return lineFeed + 1;
    this.rows--;
    return null;
  }

  private endOfHeader(atEnd: boolean): number | null {
    const { part, input } = this;
    if (this.isBeside) return input.bytes.indexOf(Byte.LINE_FEED, input.start) + 1;
    const number = part.part === undefined ? part.header?.number : undefined;
    const { operationName: operation } = operationParts(part, part.reading);
    return requireHeader(input, atEnd, part.language, { encabezado: number, operation })?.next ?? null;
  }

  /** Returns the earlier row of the person in the row that was just counted. */
  private duplicateOf(): Duplicate | undefined {
    const { reader } = this;
    return this.repeated.get(this.isBeside ? Number(reader.text(0)) : this.before + this.rows);
  }

  /** Returns the row with its notice; `null` if the layout of the file has people in several rows. */
  private rewrite(duplicate: Duplicate, next: number): Rewritten | null {
    const { part, isBeside: isApart } = this;
    const { reading, header, language, formato } = part;
    const unit = isApart || formato === 'ndjson' ? 'linea' : 'fila';
    const place: Pick<Context, 'reading' | 'operationName' | 'headerRow'> = {
      reading,
      operationName: operationParts(part, reading).operationName,
      headerRow: header?.number ?? 0,
    };
    const [told] = motivosOf(noticesOfDuplicate(place, duplicate, unit), language);
    if (told === undefined) return null;
    if (formato === 'ndjson') return this.inObject(told, next);
    return isApart ? this.inCells([2, 'revisar'], 3, told.texto, next) : this.inCells(null, -1, told.texto, next);
  }

  /** Returns the row of a table with a sentence behind those of a cell, and another text in the cell of its pile, if it has one. */
  private inCells(pile: readonly [number, string] | null, at: number, sentence: string, next: number): Rewritten {
    const { reader, delimiter, input } = this;
    const place = at < 0 ? reader.cells - 1 - ADDED_BEHIND_NOTICE : at;
    const cellsTo = (from: number, to: number): string[] =>
      Array.from({ length: to - from }, (_, i) => {
        const cell = from + i;
        const quote = Number(reader.isQuoted(cell));
        return DECODER_WITH_MARK.decode(input.bytes.subarray(reader.from[cell] - quote, reader.to[cell] + quote));
      });
    const before = reader.text(place);
    const cells = [
      ...cellsTo(0, place).map((cell, i) => (i === pile?.[0] ? pile[1] : cell)),
      csvRow([before === '' ? sentence : `${before} ${sentence}`], delimiter),
      ...cellsTo(place + 1, reader.cells),
    ];
    const lineBreak = DECODER_WITH_MARK.decode(input.bytes.subarray(reader.end, next));
    return { text: cells.join(delimiter) + lineBreak, wasReady: before === '' };
  }

  /** Returns the object of a line with one more reason in its last members. */
  private inObject(told: ReturnType<typeof motivosOf>[number], next: number): Rewritten {
    const { bytes, start } = this.input;
    const line = DECODER_WITH_MARK.decode(bytes.subarray(start, next));
    const object: unknown = JSON.parse(line);
    if (!isJsonObject(object)) throw new RangeError('an answer that is no object');
    const names = Object.keys(object).slice(-4);
    const [said, code, message, reasons] = names.map((name) => object[name]);
    const tailOf = (values: readonly unknown[]): string =>
      `${names.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(values[i])}`).join(',')}}\n`;
    const [before, motives] = [said, reasons].map((list): readonly unknown[] => (Array.isArray(list) ? list : []));
    const tail = tailOf([[...before, told.texto], code, message, [...motives, told]]);
    return {
      text: line.slice(0, -tailOf([said, code, message, reasons]).length) + tail,
      wasReady: before.length === 0,
    };
  }
}
