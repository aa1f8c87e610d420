/** Does the rows under a CSV header: each is calculated and written with its answer, whatever is wrong with it. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { lowestCode } from '@curp-service/contract/codes/file';
import type { ColumnIndexes, Field } from '@curp-service/contract/columns';
import { Byte, MAX_ROW } from '../bytes.js';
import type { RowSink } from '../read/csv.js';
import { CsvReader } from '../read/csv-reader.js';
import { Seen, shapeProblem } from '../read/row.js';
import { Values } from './values.js';
import { type CsvWriter, type Value, toCell } from '../write/csv-writer.js';
import { type Context, type RowAnswer, countRow, tellRow, toRowEntry } from './context.js';
import { IDENTICAL, KEY_LENGTH, KeyWriter, plainValues } from './key.js';
import { readRowData } from './row-data.js';

/** Without these columns, no row has a key. */
const NECESSARY = ['nombres', 'apellido_paterno', 'sexo', 'entidad'] as const;
const NO_MARK: readonly string[] = [];
const UTF8 = new TextDecoder();

export class CsvTable implements RowSink {
  readonly reader: CsvReader;
  private readonly context: Context;
  private readonly writer: CsvWriter;
  private readonly columns: ColumnIndexes;
  private readonly columnCount: number;
  private readonly values: Values;
  /** `null`: rows are answered from their texts. */
  private readonly keys: KeyWriter | null;

  constructor(context: Context, writer: CsvWriter, delimiter: string, columns: ColumnIndexes, columnCount: number) {
    this.context = context;
    this.writer = writer;
    this.columns = columns;
    this.columnCount = columnCount;
    this.reader = new CsvReader(delimiter.charCodeAt(0));
    const isComplete = NECESSARY.every((field) => columns[field] >= 0);
    this.values = new Values(context.reading);
    const isPlain = isComplete && context.operationName !== 'validar' && this.values.fullName === null;
    this.keys = isPlain ? new KeyWriter(this.values, context.operationName === 'cotejar') : null;
  }

  row(): void {
    const { context, reader } = this;
    const { input, observer } = context;
    observer.next();
    if (reader.end === input.start) {
      this.writer.endRow();
      context.emptyLines++;
      return;
    }
    observer.encoding(reader.seen);
    const isSound = reader.settle(input.decoder);
    const misshapen = shapeProblem(reader, this.columnCount);
    // A row in another encoding counts too: the evidence must not depend on the reading that it may change.
    if (misshapen === null) observer.cells(reader, this.columns);
    const problem = isSound ? misshapen : ({ cause: 'fila_codificacion' } as const);
    if (context.exhausted !== null) this.undoneRow(context.exhausted);
    else if (problem !== null) this.undoneRow(toRowEntry(context, problem));
    else if (!this.plainRow()) this.oddRow();
  }

  longRow(): void {
    const { context, writer, columnCount } = this;
    const start = context.output.end;
    context.observer.next();
    writer.emptyCells((writer.onlyAnswers ? 0 : columnCount - 1) + context.operation.columns.length);
    const problem = { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } } as const;
    const error = context.exhausted ?? toRowEntry(context, problem);
    this.endRow(error);
    this.tell(start, { error }, () => []);
  }

  /** Writes a row that is not calculated. Its cells stand under their columns, the surplus in the last one. */
  private undoneRow(error: ErrorEntry): void {
    const { context, writer, columnCount, reader } = this;
    const start = context.output.end;
    const isBroken = (reader.seen & Seen.BAD_QUOTES) !== 0;
    const fits = reader.cells === columnCount && !isBroken;
    const whole = fits ? columnCount : isBroken ? 0 : Math.min(reader.cells, columnCount - 1);
    const surplus = reader.cells > whole ? [reader.writtenFrom(whole)] : [];
    if (fits || writer.onlyAnswers) writer.row(reader);
    else {
      writer.cells(reader, whole);
      for (const text of surplus) {
        if (whole > 0) writer.cell(text);
        else writer.text(text);
      }
      writer.emptyCells(columnCount - whole - surplus.length);
    }
    writer.emptyCells(context.operation.columns.length);
    this.endRow(error);
    this.tell(start, { error }, () => [...this.cells(whole), ...surplus]);
  }

  /** Answers a row that gives a key. `false`: it must be answered from its texts. */
  private plainRow(): boolean {
    const { keys, writer, reader, context } = this;
    if (keys === null) return false;
    const { output } = context;
    const start = output.end;
    writer.row(reader);
    writer.separator();
    if (keys.compares) {
      output.text(IDENTICAL); // taken back if the key turns out to be another
      writer.separator();
    }
    output.reserve(KEY_LENGTH);
    const key = output.end;
    if (!keys.write(reader, this.columns, output.bytes, key)) {
      output.end = start;
      return false;
    }
    output.end += KEY_LENGTH;
    if (keys.compares) writer.separator();
    const mark = this.endRow(null, key);
    // Such a row is good: only the first ones are told.
    if (context.totals.rows <= context.firstRows) {
      const curp = UTF8.decode(output.bytes.subarray(key, key + KEY_LENGTH));
      this.tell(start, { values: [...plainValues(curp, keys.compares), ...mark] });
    }
    return true;
  }

  /** Answers a row from its texts. */
  private oddRow(): void {
    const { context, columns, writer } = this;
    const start = context.output.end;
    const inOneColumn = columns.fecha_nacimiento >= 0;
    const data = readRowData((field) => this.text(field), context.operationName, inOneColumn, this.values);
    const result = context.operation.run(data, context.wording.language);
    writer.row(this.reader);
    if ('values' in result) {
      const { values } = result;
      const keys = values.map((value) => this.writeValue(value));
      const mark = this.endRow(null, Math.max(...keys));
      this.tell(start, { values: [...values, ...mark], curp: data.curp });
    } else {
      writer.emptyCells(context.operation.columns.length);
      const error = toRowEntry(context, lowestCode(result.problems) ?? { cause: 'calculo' });
      this.endRow(error);
      this.tell(start, { error, curp: data.curp });
    }
  }

  /** Writes one value. Returns its place if it is a key, otherwise -1. */
  private writeValue(value: Value): number {
    this.writer.cell(toCell(value));
    return typeof value === 'string' && value.length === KEY_LENGTH ? this.context.output.end - KEY_LENGTH : -1;
  }

  private text(field: Field): string | undefined {
    const i = this.columns[field];
    if (i >= 0) return this.reader.text(i);
    return this.context.columnMap[field] === '' ? '' : undefined;
  }

  /** The number of the row that was just counted, as a spreadsheet counts. */
  private get number(): number {
    return this.context.totals.rows + this.context.emptyLines + this.context.headerRow;
  }

  /**
   * Writes the mark of the row's root, if roots are marked, its code and its message. `key`: the place of its key, or -1.
   * Returns the mark, in a list that is empty if roots are not marked.
   */
  private endRow(error: ErrorEntry | null, key = -1): readonly string[] {
    const { context, writer } = this;
    const { output, roots } = context;
    let mark = NO_MARK;
    countRow(context, error);
    if (roots !== null) {
      const first = key < 0 ? 0 : roots.record(output.bytes, key, this.number);
      mark = [first === 0 ? '' : String(first)];
      writer.cell(mark[0] ?? '');
    }
    if (error === null) {
      writer.separator();
      output.reserve(2);
      output.byte(Byte.ZERO);
      writer.separator();
    } else {
      writer.cell(String(error.code_error));
      writer.cell(error.error_message);
    }
    writer.endRow();
    return mark;
  }

  private tell(start: number, answer: RowAnswer, cells = () => this.cells(this.columnCount)): void {
    tellRow(this.context, start, this.number, answer, cells);
  }

  private cells(count: number): string[] {
    return Array.from({ length: count }, (_, i) => this.reader.text(i));
  }
}
