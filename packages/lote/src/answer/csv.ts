/** Answers a CSV: writes every row, whatever is wrong with it, followed by its answer. */
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import type { RowError } from '@curp-service/contract/codes/file';
import { type Notice, errorsInWords, noticesInWords } from '@curp-service/contract/finding-message';
import { say } from '@curp-service/contract/language';
import { isBeside } from '@curp-service/contract/layouts';
import { CELL } from '@curp-service/contract/people-words';
import { WIRE } from '@curp-service/contract/words/message';
import { Byte, ENCODER } from '../bytes.js';
import type { Composed } from '../cell/composed.js';
import { type CsvHeader, factsOf } from '../read/csv-header.js';
import { declaredDelimiter } from '../read/header.js';
import type { LineReader } from '../read/csv-reader.js';
import { CsvRows, type RowSink } from '../read/csv.js';
import { readerFor } from '../read/layout.js';
import { BYTE_ORDER_MARK, CsvWriter, type Value, toCell } from '../write/csv-writer.js';
import { answerColumns, cellsOf } from '../write/words.js';
import { BesideTable } from './beside.js';
import {
  type AnsweredRow,
  type Context,
  type ReportedCells,
  type TextAnswer,
  type Walk,
  answeredRow,
  countRow,
  reportRow,
} from './context.js';
import { shownCells, wholeCells } from './overrides.js';
import { OTHER_ROW, Table } from './table.js';

export function csvAnswers(context: Context): Walk {
  const { input, part, wording: { language } } = context; // oxfmt-ignore
  const { formato, encabezado } = context.reading;
  const ofPart = formato.value === null ? (part?.header ?? null) : null;
  let table: CsvTable | null = null;
  const rows = new CsvRows(
    { input, language },
    () => ({
      // The header that a part repeats may stand in another row.
      encabezado: part === null || encabezado.basis === 'declarada' ? context.reading.encabezado.value : undefined,
      layout: context.reading.formato.value,
      operation: context.operationName,
    }),
    (header) => {
      context.header = factsOf(header);
      return isBeside(header.layout ?? null)
        ? new BesideTable(context, header)
        : (table = new CsvTable(context, header));
    },
    part === null || part.repeatsHeader ? null : ofPart,
  );
  return {
    get isCut() {
      return rows.isCut;
    },
    nextRow: (atEnd) => rows.nextRow(atEnd),
    again: (number, cells) => table?.again(number, cells) ?? null,
  };
}

class CsvTable implements RowSink {
  readonly reader: LineReader;
  private readonly context: Context;
  private readonly table: Table;
  private readonly writer: CsvWriter;
  /** The last cells of a row with nothing to say, with its line break: an empty one for reasons, code 0, and an empty message. */
  private readonly end: Uint8Array;

  /** Writes the rows above the header unchanged, then the header with the added columns. A file without a header gets none. */
  constructor(context: Context, header: CsvHeader) {
    const { output, excel, part } = context;
    const { delimiter, lineBreak } = header;
    const hasHeader = part === null || part.repeatsHeader;
    this.context = context;
    this.reader = readerFor(header, context.input.decoder);
    const { operationName, wording } = context;
    const titles = answerColumns(operationName).map(({ title }) => say(title, wording.language));
    this.table = new Table(context, header, context.inWords ? titles : context.added);
    this.writer = new CsvWriter(output, delimiter, lineBreak, excel);
    this.end = ENCODER.encode(`${context.inWords ? delimiter : `${delimiter.repeat(2)}0${delimiter}`}${lineBreak}`);
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
    const error = this.table.check(reader, this.number + 1);
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

  again(number: number, { cells }: ReportedCells): AnsweredRow | null {
    const { rows } = this.table;
    const answer = this.table.again(cells, number);
    if (answer === OTHER_ROW) return null;
    const told = answer === 'key' ? { values: [rows.person.composed.keyText()] } : answer;
    const others = 'error' in told ? rows.alsoWrong(told.error) : [];
    return answeredRow(number, { curp: rows.ownKey, ...told }, { cells, others });
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
    const whole = wholeCells(reader, width);
    const shown = shownCells(reader, width);
    if (whole === width) writer.row(reader);
    else {
      writer.cells(reader, whole);
      for (const text of shown.slice(whole)) {
        if (whole > 0) writer.cell(text);
        else writer.text(text);
      }
      writer.emptyCells(width - shown.length);
    }
    writer.emptyCells(this.emptyBeforeError);
    this.endRow(error);
    this.report(start, { error }, () => shown);
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
      const others = table.rows.alsoWrong(answer.error);
      writer.emptyCells(this.emptyBeforeError);
      this.endRow(answer.error, others);
      this.report(start, { error: answer.error, curp: table.rows.ownKey }, undefined, others);
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
    const { operation, hasCodes, inWords } = this.context;
    return inWords ? 0 : operation.columns.length + Number(hasCodes);
  }

  /** Writes the cells of a row that was counted, and ends it. */
  private writeAnswer({ values, notices }: Pick<TextAnswer, 'values' | 'notices'>): void {
    if (this.context.inWords) return this.inWords(null, values, notices);
    for (const value of values) this.writer.cell(toCell(value));
    this.endGoodRow(notices);
  }

  /** Writes the cells of an answer as a workbook has them, and ends the row. */
  private inWords(
    error: RowError | null,
    values: readonly Value[],
    notices: readonly Notice[],
    others: AnsweredRow['others'] = [],
  ): void {
    const { operationName, wording } = this.context;
    for (const text of cellsOf({ error, others, values, notices }, operationName, wording.language).texts)
      this.writer.cell(text);
    this.writer.endRow();
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

  /** Counts a row with an error, and writes its code and its message. `others`: what else is wrong with it. */
  private endRow(error: RowError, others: AnsweredRow['others'] = []): void {
    countRow(this.context, error);
    if (this.context.inWords) this.inWords(error, [], [], others);
    else this.endAnswer(error, others);
  }

  /** Writes the code of a row and its message. */
  private endAnswer(error: RowError | null, others: AnsweredRow['others'] = []): void {
    const { context, writer } = this;
    const { output } = context;
    if (!context.hasCodes) {
      if (error !== null) writer.cell(errorsInWords(error, others, CELL, context.wording.language));
    } else if (error === null) {
      writer.separator();
      output.reserve(2);
      output.byte(Byte.ZERO);
      writer.separator();
    } else {
      writer.cell(String(error.code_error));
      writer.cell(errorsInWords(error, others, WIRE, context.wording.language));
    }
    writer.endRow();
  }

  private report(
    start: number,
    answer: Partial<TextAnswer>,
    cells = () => this.cells(this.table.width),
    others: AnsweredRow['others'] = [],
  ): void {
    const { width } = this.table;
    reportRow(this.context, start, this.number, answer, () => ({
      cells: cells(),
      earlier: Array.from({ length: this.reader.earlier }, (_, i) => this.reader.text(width + i)),
      others,
    }));
  }

  private cells(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.reader.text(i));
  }
}
