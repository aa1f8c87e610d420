/** Answers the rows of a sheet: each gets its new cells. */
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import type { Notice } from '@curp-service/contract/finding-message';
import { type Language, say } from '@curp-service/contract/language';
import type { OperationName } from '@curp-service/contract/columns';
import { freeNames } from '@curp-service/contract/columns/names';
import type { RowError, RowProblem } from '@curp-service/contract/codes/file';
import { MAX_ROW } from '../bytes.js';
import { type TextAnswer, countRow, reportRow } from '../answer/context.js';
import { shownCells } from '../answer/overrides.js';
import { type LoteOptions, RowWork } from '../answer/row-work.js';
import { type TableHeader, OTHER_ROW, Table } from '../answer/table.js';
import type { Row } from '../read/row.js';
import { type NewCells, answerColumns, cellsOf } from '../write/words.js';

/** The new cells of a row, or the bytes of its key, which goes into the first of them; `null` if the row stays unchanged. */
export type RowCells = NewCells | Uint8Array | null;

export class SheetAnswers extends RowWork {
  /** The names of the new columns, each followed by a number if the sheet already has that name. */
  titles: readonly string[];
  private readonly operation: OperationName;
  private readonly language: Language;
  /** `null` until the header has arrived. */
  private table: Table | null = null;
  /** The number of the row that was answered last. */
  private last = 0;
  private readonly key = new Uint8Array(KEY_LENGTH);

  constructor(options: LoteOptions) {
    super(options);
    const { operacion = 'calcular', language = 'es' } = options;
    this.titles = answerColumns(operacion).map(({ title }) => say(title, language));
    this.operation = operacion;
    this.language = language;
  }

  /** Takes the header. `width` is the number of cells of the rows. Throws an `UnreadableFile` if it lacks a column. */
  begin(header: TableHeader, width = header.names.length): void {
    // A table of Excel refuses names that differ only by case.
    const titles = freeNames(this.titles, header.names, (name) => name.toLowerCase());
    this.table = new Table(this.context, header, titles, width);
    this.titles = this.table.added;
    this.last = header.number;
  }

  /**
   * Answers a row under the header. `number` is its number in the sheet; rows that were left out before it are empty.
   * The bytes of a key are valid until the next row.
   */
  answer(row: Row, number: number): RowCells {
    const { context, table } = this;
    if (table === null) throw new RangeError('a row before the header');
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
    const cells = (): readonly string[] => shownCells(row, table?.width ?? 0);
    reportRow(context, context.output.length, this.last, answer, () => ({ cells: cells(), others }));
  }

  private badRow(row: Row, error: RowError, others?: readonly (RowProblem | Notice)[]): NewCells {
    countRow(this.context, error);
    this.report(row, { error }, others);
    return cellsOf({ error, others, values: [], notices: [] }, this.operation, this.language);
  }
}
