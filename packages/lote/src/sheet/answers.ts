/** Answers the rows of a sheet: each gets its new cells. */
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import type { Notice } from '@curp-service/contract/finding-message';
import { type Language, say } from '@curp-service/contract/language';
import type { OperationName } from '@curp-service/contract/columns';
import { freeNames } from '@curp-service/contract/columns/names';
import type { RowError, RowProblem } from '@curp-service/contract/codes/file';
import { MAX_ROW } from '../bytes.js';
import type { Step } from '../file.js';
import { type TextAnswer, countRow, reportRow } from '../answer/context.js';
import { shownCells } from '../answer/overrides.js';
import { type LoteOptions, RowWork } from '../answer/row-work.js';
import { type TableHeader, OTHER_ROW, Table } from '../answer/table.js';
import type { Row } from '../read/row.js';
import { type NewCells, answerColumns, cellsOf } from '../write/words.js';

/** The new cells of a row, or the bytes of its key, which goes into the first of them; `null` if the row stays unchanged. */
export type RowCells = NewCells | Uint8Array | null;
/** Answers a row under the header of a sheet. The row, and the bytes of a key, are valid until the next row. */
export type AnswerSheetRow = (row: Row, number: number) => RowCells | Promise<RowCells>;

/** The header of a sheet, and how the rows under it are read. */
export interface SheetHeader {
  readonly header: TableHeader;
  /** The number of cells of the rows; as many as the header has, if absent. */
  readonly width?: number;
  /** Reads a row that is a line of CSV in one cell; absent if rows have cells. */
  readonly read?: (row: Row) => Row;
}

/** The rows that are answered one by one between two steps of the work. */
const PORTION = 64;

export class SheetAnswers extends RowWork {
  private readonly table: Table;
  private readonly operation: OperationName;
  private readonly language: Language;
  private readonly read: (row: Row) => Row;
  /** The number of the row that was answered last. */
  private last: number;
  private answered = 0;
  private readonly key = new Uint8Array(KEY_LENGTH);

  /** Throws an `UnreadableFile` if the header lacks a column. */
  constructor(
    options: LoteOptions,
    { header, width = header.names.length, read = (row) => row }: SheetHeader,
    private readonly step: Step = () => {},
  ) {
    super(options);
    const { operacion = 'calcular', language = 'es' } = options;
    const titles = answerColumns(operacion).map(({ title }) => say(title, language));
    // A table of Excel refuses names that differ only by case.
    const free = freeNames(titles, header.names, (name) => name.toLowerCase());
    this.table = new Table(this.context, header, free, width);
    this.operation = operacion;
    this.language = language;
    this.read = read;
    this.last = header.number;
  }

  /** Answers a row under the header. `number` is its number in the sheet; rows that were left out before it are empty. */
  readonly answer: AnswerSheetRow = (row, number) => {
    const waiting = ++this.answered % PORTION === 0 ? this.step(this) : undefined;
    if (waiting !== undefined) return waiting.then(() => this.cellsFor(this.read(row), number));
    return this.cellsFor(this.read(row), number);
  };

  private cellsFor(row: Row, number: number): RowCells {
    const { context, table } = this;
    for (; this.last < number; this.last++) context.observer.rows++;
    if (row.end === row.start) return null;
    const error = row.end - row.start < MAX_ROW ? table.check(row, number) : table.longRow();
    if (error === OTHER_ROW) return this.otherRow();
    if (error !== null) return this.badRow(row, error);
    const answer = table.answer(row, this.last);
    if (answer === OTHER_ROW) return this.otherRow();
    if (answer === 'key') {
      countRow(context, null);
      table.rows.person.composed.writeKey(this.key, 0);
      if (context.onRow !== null) this.report(row, { values: [table.rows.person.composed.keyText()], notices: [] });
      return this.key;
    }
    if ('error' in answer) return this.badRow(row, answer.error, table.rows.alsoWrong(answer.error));
    const { values, notices, doubted, curp, isReview = notices.length > 0 } = answer;
    countRow(context, null, isReview);
    this.report(row, { values, notices, doubted, curp });
    return cellsOf({ error: null, values, notices, isReview }, this.operation, this.language);
  }

  /** Leaves a row unchanged that holds no person. */
  private otherRow(): null {
    this.context.totals.others++;
    return null;
  }

  private report(row: Row, answer: Partial<TextAnswer>, others: readonly (RowProblem | Notice)[] = []): void {
    const { context, table } = this;
    reportRow(context, context.output.length, this.last, answer, () => ({
      cells: shownCells(row, table.width),
      others,
    }));
  }

  private badRow(row: Row, error: RowError, others?: readonly (RowProblem | Notice)[]): NewCells {
    countRow(this.context, error);
    this.report(row, { error }, others);
    return cellsOf({ error, others, values: [], notices: [] }, this.operation, this.language);
  }
}
