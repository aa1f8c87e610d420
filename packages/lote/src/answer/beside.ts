/** Answers a file that must not change: the answers go to a separate CSV with a row for each line of the file. */
import type { RowError } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS, CROSSING_COLUMN } from '@curp-service/contract/columns';
import { errorsInWords, noticesInWords } from '@curp-service/contract/finding-message';
import { CELL } from '@curp-service/contract/people-words';
import { messageInWords } from '@curp-service/contract/words/in-words';
import type { SentenceId } from '@curp-service/contract/words/sentences';
import type { LineReader } from '../read/csv-reader.js';
import type { RowSink } from '../read/csv.js';
import type { CsvHeader } from '../read/csv-header.js';
import { type OtherLine, otherLines, readerFor } from '../read/layout.js';
import { BYTE_ORDER_MARK, CsvWriter, toCell } from '../write/csv-writer.js';
import { type AnsweredRow, type Context, type TextAnswer, countRow, reportRow } from './context.js';
import type { Answered } from './answer-row.js';
import { OTHER_ROW, Table } from './table.js';

/** The line of the file, its key, its pile, and why the line needs a review or is wrong. Of two lists: where the line is found in the other. */
const BESIDE_COLUMNS = ['linea', 'curp', 'pila', 'motivo'] as const;
const CROSSED_COLUMNS = ['linea', 'curp', ...ADDED_COLUMNS.cruzar, CROSSING_COLUMN] as const;

const OTHER_LINES = {
  sin_clave: 'linea_sin_clave',
  inicio: 'linea_primera',
  final: 'linea_ultima',
} as const satisfies Readonly<Record<OtherLine['kind'], SentenceId>>;

export class BesideTable implements RowSink {
  readonly reader: LineReader;
  private readonly context: Context;
  private readonly table: Table;
  private readonly writer: CsvWriter;
  private readonly columns: readonly string[];
  private readonly isOther: ReturnType<typeof otherLines>;

  constructor(context: Context, header: CsvHeader) {
    const { output, excel, input } = context;
    this.context = context;
    this.reader = readerFor(header, input.decoder);
    this.isOther = otherLines(header.layout);
    this.columns = context.operationName === 'cruzar' ? CROSSED_COLUMNS : BESIDE_COLUMNS;
    this.table = new Table(context, header, this.columns);
    this.writer = new CsvWriter(output, ',', header.lineBreak, excel);
    if (context.part !== null) return;
    if (excel) output.text(BYTE_ORDER_MARK);
    output.text(this.columns.join(','));
    this.writer.endRow();
  }

  row(): void {
    const { context, reader, table } = this;
    context.observer.rows++;
    context.line++;
    if (reader.end === reader.start) {
      context.emptyLines++;
      return;
    }
    const other = this.isOther?.(reader) ?? null;
    if (this.isOther !== null) context.observer.line(other);
    if (other !== null)
      return this.otherLine(messageInWords({ id: OTHER_LINES[other.kind] }, CELL, context.wording.language));
    const problem = table.check(reader, context.line);
    const answer = problem === null ? table.answer(reader, context.line) : problem;
    if (answer === OTHER_ROW) this.otherLine('');
    else if (answer === 'key')
      this.goodLine({ curp: undefined, values: [table.rows.person.composed.keyText()], notices: [] });
    else if ('code_error' in answer) this.badLine(answer);
    else if ('error' in answer) this.badLine(answer.error, table.rows.ownKey, table.rows.alsoWrong(answer.error));
    else this.goodLine(answer);
  }

  longRow(): void {
    this.context.observer.rows++;
    this.context.line++;
    this.badLine(this.table.longRow());
  }

  private otherLine(reason: string): void {
    const { context } = this;
    this.write('', [''], reason);
    context.totals.others++;
    context.emptyLines++;
  }

  private badLine(error: RowError, curp = '', others: AnsweredRow['others'] = []): void {
    const { context } = this;
    const start = context.output.length;
    this.write(curp, context.hasCodes ? ['error'] : [], errorsInWords(error, others, CELL, context.wording.language));
    countRow(context, error);
    this.report(start, { error, curp });
  }

  private goodLine({ values, notices, doubted, curp, isReview = notices.length > 0 }: Answered): void {
    const { context } = this;
    const start = context.output.length;
    const key = context.operationName === 'calcular' ? toCell(values[0] ?? '') : (curp ?? '').trim();
    const said = noticesInWords(notices, context.wording.language);
    const piles = this.columns === CROSSED_COLUMNS ? values.map(toCell) : [isReview ? 'revisar' : 'lista'];
    this.write(key, piles, said.join(' '));
    countRow(context, null, isReview);
    this.report(start, { values, notices, doubted, curp });
  }

  /** `piles`: the cells between the key and the reason, as far as the line has them. */
  private write(curp: string, piles: readonly string[], reason: string): void {
    const { writer } = this;
    writer.text(String(this.context.line));
    writer.cell(curp);
    for (let i = 0; i < this.columns.length - 3; i++) writer.cell(piles[i] ?? '');
    writer.cell(reason);
    writer.endRow();
  }

  private report(start: number, answer: Partial<TextAnswer>): void {
    const { context, reader } = this;
    const cells = (): string[] => Array.from({ length: reader.cells }, (_, i) => reader.text(i));
    reportRow(context, start, context.line, answer, () => ({ cells: cells() }));
  }
}
