/** Reads the rows of a file one by one, as texts or objects, without computing any key. */
import { type RowProblem, rowProblemInWords } from '@curp-service/contract/codes/file';
import { WIRE } from '@curp-service/contract/words/message';
import type { Language } from '@curp-service/contract/language';
import type { Encoding } from '@curp-service/contract/reading';
import { Byte, MAX_ROW, countLines } from '../bytes.js';
import { CsvRows, type RowSink } from './csv.js';
import { CsvReader } from './csv-reader.js';
import type { CsvHeader } from './csv-header.js';
import { Input } from './input.js';
import { type JsonObject, NdjsonLines, parseObject, readLine } from './ndjson.js';
import { Seen, seenBetween, shapeProblem } from './row.js';

export interface FileRow {
  /** The line of the file where the row begins, as an editor counts. */
  readonly line: number;
  /** The original text of the row; empty if it is too long to be kept. */
  readonly written: string;
  /** The texts of its cells, as many as the header has, or its object; `null` if it is unreadable. */
  readonly content: readonly string[] | JsonObject | null;
  /** Why the row is unreadable; empty if it is readable. */
  readonly reason: string;
}

/** The facts about a file that are known before its rows. Only a CSV has a delimiter, names and the text of its header. */
export interface FileHead {
  readonly encoding: string;
  readonly delimiter?: string;
  readonly names?: readonly string[];
  readonly written?: string;
}

interface FileRowsOptions {
  readonly format: 'csv' | 'ndjson';
  readonly language: Language;
  /** Called once, before the first row. If it throws an error, the reading ends. */
  readonly onHead: (head: FileHead) => void;
}

export class FileRows {
  /** The number of rows seen so far, including skipped ones. */
  count = 0;
  /** The number of first rows to skip: they were read before. */
  skip = 0;
  private readonly input = new Input();
  private readonly options: FileRowsOptions;
  private readonly walk: CsvRows | NdjsonLines;
  /** The number of the next line. */
  private line = 1;
  private hasBegun = false;
  /** The row that was read and not handed out yet. */
  private row: FileRow | null = null;

  constructor(options: FileRowsOptions) {
    const { input } = this;
    this.options = options;
    this.walk =
      options.format === 'csv'
        ? new CsvRows(
            { input, language: options.language },
            () => ({ encabezado: 1 }),
            (header) => this.table(header),
          )
        : new NdjsonLines(input, {
            line: (from, to) => this.readObject(from, to),
            longLine: () => {
              this.begin(0);
              this.rejectLong();
            },
          });
  }

  /** Takes a piece of the file and yields the rows that end in it. */
  read(bytes: Uint8Array): Generator<FileRow, void> {
    return this.input.feed(bytes, () => this.advance(false));
  }

  /** Yields the remaining rows at the end of the file. */
  *finish(): Generator<FileRow, void> {
    this.input.close();
    yield* this.advance(true);
  }

  private *advance(atEnd: boolean): Generator<FileRow, void> {
    for (let isThere = true; isThere;) {
      isThere = this.walk.nextRow(atEnd);
      const { row } = this;
      this.row = null;
      if (row !== null) yield row;
    }
  }

  /** Reports the facts about the file before its first row, which begins at `from`. */
  private begin(from: number, more: Omit<FileHead, 'encoding'> = {}): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.options.onHead({ encoding: this.encodingFrom(from), ...more });
  }

  private table({ delimiter, names, row, next, seen }: CsvHeader): RowSink {
    const reader = new CsvReader(delimiter.charCodeAt(0));
    this.settleEncoding(seen);
    this.begin(next, { delimiter, names, written: row.writtenFrom(0) });
    this.line += countLines(this.input.bytes.subarray(0, next));
    return {
      reader,
      longRow: () => this.rejectLong(),
      row: () => this.readCells(reader, delimiter, names.length),
    };
  }

  private readCells(reader: CsvReader, delimiter: string, columns: number): void {
    const { input } = this;
    const lines = countLines(input.bytes.subarray(input.start, reader.next));
    if (reader.end > input.start) {
      this.settleEncoding(reader.seen);
      const isSound = reader.settle(input.decoder);
      const problem: RowProblem | null = isSound ? shapeProblem(reader, columns) : { cause: 'fila_codificacion' };
      if (!this.isSkipped()) {
        if (problem !== null) this.reject(reader.writtenFrom(0), problem);
        else this.put(reader, delimiter);
      }
    }
    this.line += lines;
  }

  private put(reader: CsvReader, delimiter: string): void {
    const written = reader.writtenFrom(0);
    // Splitting one text into cells is much cheaper than decoding each cell.
    const content = written.includes('"')
      ? Array.from({ length: reader.cells }, (_, i) => reader.text(i))
      : written.split(delimiter);
    this.row = { line: this.line, written, content, reason: '' };
  }

  private readObject(from: number, to: number): void {
    const { input } = this;
    this.begin(from);
    const seen = seenBetween(input.bytes, from, to);
    const read = readLine(input, from, to, seen);
    this.settleEncoding(seen);
    const written = read.text.trim();
    if (written !== '' && !this.isSkipped()) {
      const content = read.problem === null ? parseObject(read) : null;
      if (content === null) this.reject(written, read.problem ?? { cause: 'fila_json' });
      else this.row = { line: this.line, written, content, reason: '' };
    }
    this.line++;
  }

  /** Lets the first row beyond ASCII decide the encoding of all. `seen` are the bits of `Seen` of a row. */
  private settleEncoding(seen: number): void {
    this.input.decoder.encoding ??= encodingOf(seen);
  }

  /** Returns the encoding seen so far: of an earlier row, else of the first line beyond ASCII after `from`. */
  private encodingFrom(from: number): Encoding {
    const { bytes, end, decoder } = this.input;
    let first = from;
    while (first < end && bytes[first] < 128) first++;
    return decoder.encoding ?? encodingOf(seenBetween(bytes, first, bytes.indexOf(Byte.LINE_FEED, first))) ?? 'utf-8';
  }

  /** Counts a row. Returns `true` if it must be skipped. */
  private isSkipped(): boolean {
    this.count++;
    return this.count <= this.skip;
  }

  private reject(written: string, problem: RowProblem): void {
    const reason = rowProblemInWords(problem, WIRE, this.options.language);
    this.row = { line: this.line, written, content: null, reason };
  }

  /** Rejects a row that is too long to be kept. It counts as one line. */
  private rejectLong(): void {
    if (!this.isSkipped()) this.reject('', { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } });
    this.line++;
  }
}

/** Returns the encoding that the bits of `Seen` of a row show; `null` if the row is ASCII. */
function encodingOf(seen: number): Encoding | null {
  if ((seen & Seen.NOT_ASCII) === 0) return null;
  return (seen & Seen.NOT_UTF8) === 0 && (seen & Seen.PLAIN_UTF8) !== 0 ? 'utf-8' : 'windows-1252';
}
