/** Reads a CSV: first its header, then row after row, whatever is wrong with one. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import { MAX_ROW } from '../bytes.js';
import { type CsvHeader, type HeaderFacts, headerFrom } from './csv-header.js';
import { type HeaderChoice, requireHeader } from './header.js';
import type { LineReader } from './csv-reader.js';
import type { Input } from './input.js';
import { headerOf } from './layout.js';

/** Takes the rows under a header. */
export interface RowSink {
  readonly reader: LineReader;
  /** Takes the row that the reader has just read. */
  row(): void;
  /** Takes a row that was too long to be kept. */
  longRow(): void;
}

export class CsvRows {
  private readonly input: Input;
  private readonly language: Language;
  private readonly choice: () => HeaderChoice;
  private readonly begin: (header: CsvHeader) => RowSink;
  /** The number of columns. */
  private columns = 0;
  /** `null` until the header has arrived. */
  private sink: RowSink | null = null;
  /** True if the text ended inside quotes. */
  isCut = false;

  constructor(
    { input, language }: { readonly input: Input; readonly language: Language },
    choice: () => HeaderChoice,
    begin: (header: CsvHeader) => RowSink,
    /** The header, if the text has none of its own. */
    private readonly given: HeaderFacts | null = null,
  ) {
    this.input = input;
    this.language = language;
    this.choice = choice;
    this.begin = begin;
  }

  /** Takes the next row from the input. Returns `false` if there is no whole row. */
  nextRow(atEnd: boolean): boolean {
    const { input, sink } = this;
    if (input.start === input.end) {
      if (!atEnd || sink !== null) return false;
      const { layout } = this.choice();
      if (this.given !== null) return this.header(atEnd);
      if (!layout) throw new UnreadableFile({ cause: 'archivo_vacio' }, this.language);
      this.sink = this.begin(headerOf(layout, input.start));
      return false;
    }
    if (!atEnd && !input.mayHaveRow()) return false;
    if (sink === null) return this.header(atEnd);
    const { reader } = sink;
    if (!reader.read(input.bytes, input.start, input.end) || reader.next - input.start > MAX_ROW) {
      if (!atEnd && input.end - input.start <= MAX_ROW) {
        input.foundNoRow();
        return false;
      }
      this.isCut ||= input.end - input.start <= MAX_ROW;
      // The quotes are not closed in time, or the line is too long.
      if (!reader.readBroken(input.bytes, input.start, input.end) || reader.next - input.start > MAX_ROW) {
        sink.longRow();
        input.skipLine();
        return true;
      }
    }
    // The first line is an error, and the others are rows: nobody is lost inside of a quote that was never closed.
    if (reader.isUnclosed(this.columns)) reader.readBroken(input.bytes, input.start, input.end);
    const { next } = reader;
    sink.row();
    input.advance(next);
    return true;
  }

  private header(atEnd: boolean): boolean {
    const { input } = this;
    const header =
      this.given === null
        ? requireHeader(input, atEnd, this.language, this.choice())
        : headerFrom(this.given, input.start);
    if (header === null) {
      input.foundNoRow();
      return false;
    }
    this.columns = header.names.length + (header.answered?.count ?? 0);
    this.sink = this.begin(header);
    input.advance(header.next);
    return true;
  }
}
