/** Does NDJSON: one object a line, written back with its answer behind. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type RowProblem, lowestCode } from '@curp-service/contract/codes/file';
import { type Field, freeNames } from '@curp-service/contract/columns';
import { countQuotes, duplicateKeys, quotesMatch } from '@curp-service/contract/duplicate-keys';
import { MAX_ROW } from '../bytes.js';
import { type JsonObject, type LineSink, NdjsonLines, parseObject, readLine } from '../read/ndjson.js';
import { type Shape, Shapes } from '../read/shapes.js';
import { Values } from './values.js';
import { type Context, countRow, tellRow, toRowEntry } from './context.js';
import type { Value } from '../write/csv-writer.js';
import type { Result } from './operations.js';
import { readRowData } from './row-data.js';

/** A line as it came: its object, and its text unless the object only wraps a line that cannot be read. */
interface ReadLine {
  readonly object: JsonObject;
  readonly written: string | null;
  readonly quotes: number;
}

export class Ndjson implements LineSink {
  private readonly context: Context;
  private readonly lines: NdjsonLines;
  private hasBegun = false;
  private readonly shapes: Shapes;
  /** The names that are added to the objects of each shape. */
  private readonly added = new WeakMap<Shape, readonly string[]>();
  private values: Values | null = null;

  constructor(context: Context) {
    this.context = context;
    this.lines = new NdjsonLines(context.input, this);
    const { operationName, columnMap, wording } = context;
    this.shapes = new Shapes(operationName, columnMap, wording.hasFullName ?? false);
  }

  nextRow(atEnd: boolean): boolean {
    const { onUnderstood, reading } = this.context;
    if (!this.hasBegun) {
      this.hasBegun = true;
      onUnderstood({ format: 'ndjson', encoding: reading.codificacion.value, reading });
    }
    return this.lines.nextRow(atEnd);
  }

  longLine(): void {
    const problem = { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } } as const;
    this.context.observer.next();
    this.doLine({ object: {}, written: null, quotes: 0 }, problem);
  }

  line(from: number, to: number): void {
    const { input, output, observer } = this.context;
    observer.next();
    const read = readLine(input, from, to);
    observer.encoding(read.seen);
    const { text, problem } = read;
    if (text.trim() === '') {
      output.text('\n'); // an empty line is no row, but an editor counts it
      this.context.emptyLines++;
      return;
    }
    const object = parseObject(read);
    if (object === null) {
      this.doLine({ object: { linea: text.trimEnd() }, written: null, quotes: 0 }, problem ?? { cause: 'fila_json' });
    } else this.doLine({ object, written: text.trim(), quotes: countQuotes(input.bytes, from, to) }, problem);
  }

  /** Writes a line with its answer. `problem`: why it cannot be calculated. */
  private doLine(line: ReadLine, problem: RowProblem | null): void {
    const { context } = this;
    const { operation, output } = context;
    const { object, written } = line;
    const start = output.end;
    const shape = this.shapes.of(object);
    if (written !== null) context.observer.texts((field) => this.shapes.textOf(object, shape, field));
    const { curp, result } =
      problem === null && context.exhausted === null
        ? this.calculate(line, shape)
        : { curp: undefined, result: { problems: [] } };
    const isDone = 'values' in result;
    const error: ErrorEntry | null = isDone
      ? null
      : (context.exhausted ?? toRowEntry(context, problem ?? lowestCode(result.problems) ?? { cause: 'calculo' }));
    countRow(context, error);
    const values: Value[] = isDone ? [...result.values] : operation.columns.map(() => null);
    if (context.roots !== null) values.push(this.mark(values));
    const answer = [...values, error?.code_error ?? 0, error?.error_message ?? null];
    const added = this.addedTo(shape).map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(answer[i])}`);
    const opened = (written ?? JSON.stringify(object)).slice(0, -1).trimEnd(); // without its closing brace
    output.text(`${opened}${shape.names.length === 0 ? '' : ','}${added.join(',')}}\n`);
    tellRow(context, start, this.number, { error, values: isDone ? values : [], curp }, () =>
      Object.entries(object).map(([name, value]) => `${name}: ${String(value)}`),
    );
  }

  /** The number of the line that was just counted. */
  private get number(): number {
    return this.context.totals.rows + this.context.emptyLines;
  }

  private calculate({ object, written, quotes }: ReadLine, shape: Shape): { curp: string | undefined; result: Result } {
    const { context, shapes } = this;
    const { names, columns, repeated, used } = shape;
    const twice = repeated ?? (quotesMatch(quotes, object, names) ? undefined : duplicateKeys(written ?? '', used)[0]);
    if (twice !== undefined) {
      return { curp: undefined, result: { problems: [{ cause: 'fila_repetida', parametro: twice }] } };
    }
    const oddValues: RowProblem[] = [];
    const textOf = (field: Field): string | undefined => {
      const text = shapes.textOf(object, shape, field);
      const value = columns[field] < 0 ? undefined : object[names[columns[field]]];
      if (text === undefined && value !== undefined && value !== null) {
        oddValues.push({ cause: 'fila_valor', parametro: field });
      }
      return text;
    };
    this.values ??= new Values(context.reading);
    const data = readRowData(textOf, context.operationName, columns.fecha_nacimiento >= 0, this.values);
    const { curp } = data;
    if (oddValues.length > 0) return { curp, result: { problems: oddValues } };
    return { curp, result: context.operation.run(data, context.wording.language) };
  }

  /** The first line that had the same root. */
  private mark(values: readonly Value[]): number | null {
    const { roots } = this.context;
    const key = values.find((value) => typeof value === 'string' && value.length === 18);
    if (typeof key !== 'string' || roots === null) return null;
    return roots.record(new TextEncoder().encode(key), 0, this.number) || null;
  }

  private addedTo(shape: Shape): readonly string[] {
    const added = this.added.get(shape) ?? freeNames(this.context.added, shape.names);
    this.added.set(shape, added);
    return added;
  }
}
