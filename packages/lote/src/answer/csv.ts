/** Answers a CSV: writes every row, whatever is wrong with it, followed by its answer. */
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { type RowError, errorInWords } from '@curp-service/contract/codes/file';
import { type Notice, noticesInWords } from '@curp-service/contract/finding-message';
import { isBeside } from '@curp-service/contract/layouts';
import { CELL } from '@curp-service/contract/people-words';
import { WIRE } from '@curp-service/contract/words/message';
import { Byte, ByteSink, ENCODER } from '../bytes.js';
import type { Composed } from '../cell/composed.js';
import { type CsvHeader, factsOf } from '../read/csv-header.js';
import { declaredDelimiter } from '../read/header.js';
import type { LineReader } from '../read/csv-reader.js';
import { CsvRows, type RowSink } from '../read/csv.js';
import { readerFor } from '../read/layout.js';
import { Seen } from '../read/row.js';
import { BYTE_ORDER_MARK, CsvWriter, toCell } from '../write/csv-writer.js';
import { BesideTable } from './beside.js';
import { type Context, type TextAnswer, countRow, reportRow } from './context.js';
import { OTHER_ROW, Table } from './table.js';

export const csvAnswers = (context: Context): CsvRows => {
  const { input, part, wording: { language } } = context; // oxfmt-ignore
  const { formato, encabezado } = context.reading;
  const ofPart = formato.value === null ? (part?.header ?? null) : null;
  return new CsvRows(
    { input, language },
    () => ({
      // The header that a part repeats may stand in another row.
      encabezado: part === null || encabezado.basis === 'declarada' ? context.reading.encabezado.value : undefined,
      layout: context.reading.formato.value,
      added: context.added,
    }),
    (header) => {
      context.header = factsOf(header);
      return isBeside(header.layout ?? null) ? new BesideTable(context, header) : new CsvTable(context, header);
    },
    part === null || part.repeatsHeader ? null : ofPart,
  );
};

class CsvTable implements RowSink {
  readonly reader: LineReader;
  private readonly context: Context;
  private readonly table: Table;
  private readonly writer: CsvWriter;
  private readonly delimiter: string;
  /** The last cells of a row with nothing to say, with its line break: an empty one for reasons, code 0, and an empty message. */
  private readonly end: Uint8Array;
  /** The buffer for rows with corrected cells. */
  private readonly mended = new ByteSink(0);

  /** Writes the rows above the header unchanged, then the header with the added columns. A file without a header gets none. */
  constructor(context: Context, header: CsvHeader) {
    const { output, excel, part } = context;
    const { delimiter, lineBreak } = header;
    const hasHeader = part === null || part.repeatsHeader;
    this.context = context;
    this.delimiter = delimiter;
    this.reader = readerFor(header, context.input.decoder);
    this.table = new Table(context, header, context.added);
    this.writer = new CsvWriter(output, delimiter, lineBreak, excel);
    this.end = ENCODER.encode(`${delimiter.repeat(2)}0${delimiter}${lineBreak}`);
    // Excel obeys a line like `sep=;` only as the very first bytes, and ignores the byte order mark of a file with this line.
    if (excel && hasHeader && declaredDelimiter(context.input) === null) output.text(BYTE_ORDER_MARK);
    if (header.layout === undefined && hasHeader) this.writeHeader(header);
  }

  private writeHeader({ start, row, names }: CsvHeader): void {
    this.copyRowsAbove(start);
    this.writer.row(row);
    this.writer.emptyCells(Math.max(names.length - row.cells, 0));
    for (const name of this.table.added) this.writer.cell(name);
    this.writer.endRow();
  }

  row(): void {
    const { context, reader } = this;
    context.observer.rows++;
    if (reader.end === reader.start) {
      this.writer.endRow();
      context.emptyLines++;
      return;
    }
    const texts = context.mends.size === 0 ? undefined : context.mends.get(this.number + 1);
    if (texts !== undefined) this.mend(texts);
    const error = this.table.check(reader);
    if (error === OTHER_ROW) this.otherRow();
    else if (error !== null) this.failedRow(error);
    else this.answer();
  }

  longRow(): void {
    const { context, writer, table } = this;
    const start = context.output.length;
    context.observer.rows++;
    writer.emptyCells(table.width - 1 + this.emptyBeforeError);
    const error = table.longRow();
    this.endRow(error);
    this.report(start, { error }, () => []);
  }

  /** Puts corrected texts into the cells of the row that was read. */
  private mend(texts: ReadonlyMap<number, string>): void {
    const { reader, context } = this;
    reader.settle(context.input.decoder);
    this.mended.length = 0;
    const line = new CsvWriter(this.mended, this.delimiter, '\n', false);
    for (let i = 0; i < reader.cells; i++) {
      if (i > 0) line.separator();
      line.text(texts.get(i) ?? reader.text(i));
    }
    line.endRow();
    line.endRow(); // the reader expects a line feed after the last byte
    reader.read(this.mended.bytes, 0, this.mended.length - 1);
    reader.seen &= ~Seen.NOT_ASCII; // the row is in UTF-8, whatever the encoding of the file
  }

  /** Copies the rows above the header: titles, dates of a report, empty lines. */
  private copyRowsAbove(end: number): void {
    const { reader, writer } = this;
    const { input } = this.context;
    for (let from = input.start; from < end; from = reader.next) {
      reader.read(input.bytes, from, input.end);
      reader.settleApart(input.decoder);
      writer.row(reader);
      writer.endRow();
    }
  }

  /** Writes a row that cannot be computed. Its cells stay under their columns; surplus cells join the last one. */
  private failedRow(error: RowError): void {
    const { context, writer, reader } = this;
    const { width } = this.table;
    const start = context.output.length;
    const isBroken = (reader.seen & Seen.BAD_QUOTES) !== 0;
    const fits = reader.cells === width && !isBroken;
    const whole = fits ? width : isBroken ? 0 : Math.min(reader.cells, width - 1);
    const surplus = reader.cells > whole ? [reader.writtenFrom(whole)] : [];
    if (fits) writer.row(reader);
    else {
      writer.cells(reader, whole);
      for (const text of surplus) {
        if (whole > 0) writer.cell(text);
        else writer.text(text);
      }
      writer.emptyCells(width - whole - surplus.length);
    }
    writer.emptyCells(this.emptyBeforeError);
    this.endRow(error);
    this.report(start, { error }, () => [...this.cells(whole), ...surplus]);
  }

  private answer(): void {
    const { context, writer, reader, table } = this;
    const start = context.output.length;
    const answer = table.answer(reader, this.number + 1);
    if (answer === OTHER_ROW) return this.otherRow();
    writer.row(reader);
    if (answer === 'key') {
      const { composed } = table.rows.person;
      this.writeKey(composed);
      countRow(context, null);
      if (context.onRow !== null) this.report(start, { values: [composed.keyText()], notices: [] });
    } else if ('error' in answer) {
      writer.emptyCells(this.emptyBeforeError);
      this.endRow(answer.error);
      this.report(start, { error: answer.error, curp: table.rows.ownKey });
    } else {
      const { values, notices, doubted, curp, isReview = notices.length > 0 } = answer;
      countRow(context, null, isReview);
      this.writeAnswer(answer);
      this.report(start, { values, notices, doubted, curp });
    }
  }

  /** Writes the key of a row, and that there is nothing to say about it. */
  private writeKey(composed: Composed): void {
    const { output } = this.context;
    this.writer.separator();
    output.reserve(KEY_LENGTH);
    composed.writeKey(output.bytes, output.length);
    output.length += KEY_LENGTH;
    output.append(this.end);
  }

  /** Writes a row that holds no person, followed by empty cells. */
  private otherRow(): void {
    const { context, writer, reader, table } = this;
    writer.row(reader);
    writer.emptyCells(Math.max(table.width - reader.cells, 0) + table.added.length);
    writer.endRow();
    context.totals.others++;
    context.emptyLines++;
  }

  /** The number of empty cells before the code of an error, or before its message if the row has no code. */
  private get emptyBeforeError(): number {
    const { operation, hasCodes } = this.context;
    return operation.columns.length + Number(hasCodes);
  }

  /** Writes the cells of a row that was counted, and ends it. */
  private writeAnswer({ values, notices }: Pick<TextAnswer, 'values' | 'notices'>): void {
    for (const value of values) this.writer.cell(toCell(value));
    this.endGoodRow(notices);
  }

  /** Writes the reasons for a review of a row whose values are written, and ends it. */
  private endGoodRow(notices: readonly Notice[]): void {
    this.writer.cell(noticesInWords(notices, this.context.wording.language).join(' '));
    this.endAnswer(null);
  }

  /** The number of the row that was just counted, as a spreadsheet counts. */
  private get number(): number {
    return this.context.totals.rows + this.context.emptyLines + this.context.headerRow;
  }

  /** Counts a row with an error, and writes its code and its message. */
  private endRow(error: RowError): void {
    countRow(this.context, error);
    this.endAnswer(error);
  }

  /** Writes the code of a row and its message. */
  private endAnswer(error: RowError | null): void {
    const { context, writer } = this;
    const { output } = context;
    if (!context.hasCodes) {
      if (error !== null) writer.cell(errorInWords(error, CELL, context.wording.language));
    } else if (error === null) {
      writer.separator();
      output.reserve(2);
      output.byte(Byte.ZERO);
      writer.separator();
    } else {
      writer.cell(String(error.code_error));
      writer.cell(errorInWords(error, WIRE, this.context.wording.language));
    }
    writer.endRow();
  }

  private report(start: number, answer: Partial<TextAnswer>, cells = () => this.cells(this.table.width)): void {
    const { width } = this.table;
    const earlier = (): string[] => Array.from({ length: this.reader.earlier }, (_, i) => this.reader.text(width + i));
    reportRow(this.context, start, this.number, answer, cells, earlier);
  }

  private cells(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.reader.text(i));
  }
}
