/** Does NDJSON: one object a line, written back with its answer behind. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type RowProblem, lowestCode } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, type Field, freeNames, understandObject } from '@curp-service/contract/columns';
import { countQuotes, duplicateKeys, hasMoreNames, quotesMatch } from '@curp-service/contract/duplicate-keys';
import { MAX_ROW } from '../bytes.js';
import { type JsonObject, type LineSink, NdjsonLines, parseObject, readLine } from '../read/ndjson-lines.js';
import { type Context, countRow, tellRow, toRowEntry } from './context.js';
import type { Result, Value } from './operations.js';
import { readRowData } from './row-data.js';

/** More shapes than this, and shapes with longer names, are not remembered: nonsense must not fill the memory. */
const MAX_SHAPES = 100;
const MAX_NAMES_LENGTH = 10_000;
/** An object with more names than this is not read: it would hold up all others. */
const MAX_NAMES = 1000;

/** The facts about all objects with the same names. */
interface Shape {
  readonly names: readonly string[];
  readonly columns: ColumnIndexes;
  /** A datum that several of the names may hold. */
  readonly repeated: Field | undefined;
  /** The datum that each name holds, if the operation asks for it. */
  readonly used: ReadonlyMap<string, Field>;
  /** The names that are added. */
  readonly added: readonly string[];
}

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
  private readonly shapes = new Map<string, Shape>();

  constructor(context: Context) {
    this.context = context;
    this.lines = new NdjsonLines(context.input, this);
  }

  nextRow(atEnd: boolean): boolean {
    const { input, onUnderstood } = this.context;
    if (!this.hasBegun && (input.end > 0 || atEnd)) {
      this.hasBegun = true;
      onUnderstood({ format: 'ndjson', encoding: input.decoder.encoding ?? 'utf-8' });
    }
    return this.lines.nextRow(atEnd);
  }

  longLine(): void {
    const problem = { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } } as const;
    this.doLine({ object: {}, written: null, quotes: 0 }, problem);
  }

  line(from: number, to: number): void {
    const { input, output } = this.context;
    const { text, problem } = readLine(input, from, to);
    if (text.trim() === '') {
      output.text('\n'); // an empty line is no row, but an editor counts it
      this.context.emptyLines++;
      return;
    }
    const quotes = countQuotes(input.bytes, from, to);
    const isTooWide = hasMoreNames(MAX_NAMES, input.bytes, from, to, quotes);
    const object = isTooWide ? null : parseObject(text);
    if (object === null) {
      const unread: RowProblem = isTooWide
        ? { cause: 'fila_nombres', parts: { limite: String(MAX_NAMES) } }
        : { cause: 'fila_json' };
      this.doLine({ object: { linea: text.trimEnd() }, written: null, quotes: 0 }, problem ?? unread);
    } else this.doLine({ object, written: text.trim(), quotes }, problem);
  }

  /** Writes a line with its answer. `problem`: why it cannot be calculated. */
  private doLine(line: ReadLine, problem: RowProblem | null): void {
    const { context } = this;
    const { operation, output } = context;
    const { object, written } = line;
    const start = output.end;
    const shape = this.shapeOf(object);
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
    const added = shape.added.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(answer[i])}`);
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

  private calculate(
    { object, written, quotes }: ReadLine,
    { names, columns, repeated, used }: Shape,
  ): { curp: string | undefined; result: Result } {
    const { context } = this;
    const twice = repeated ?? (quotesMatch(quotes, object, names) ? undefined : duplicateKeys(written ?? '', used)[0]);
    if (twice !== undefined) {
      return { curp: undefined, result: { problems: [{ cause: 'fila_repetida', parametro: twice }] } };
    }
    const oddValues: RowProblem[] = [];
    const textOf = (field: Field): string | undefined => {
      const i = columns[field];
      if (i < 0) return context.columnMap[field] === '' ? '' : undefined;
      const value = object[names[i] ?? ''];
      if (value === undefined || value === null) return undefined;
      if (typeof value === 'string') return value;
      if (typeof value === 'number') return String(value);
      oddValues.push({ cause: 'fila_valor', parametro: field });
      return undefined;
    };
    const data = readRowData(textOf, context.operationName, columns.fecha_nacimiento >= 0);
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

  private shapeOf(object: JsonObject): Shape {
    const names = Object.keys(object);
    const key = JSON.stringify(names); // a name may hold any sign, so that none can join them
    const known = this.shapes.get(key);
    if (known !== undefined) return known;
    const { operationName, columnMap, added } = this.context;
    const shape = {
      names,
      ...understandObject(names, operationName, columnMap),
      added: freeNames(added, names),
    };
    if (this.shapes.size < MAX_SHAPES && key.length < MAX_NAMES_LENGTH) this.shapes.set(key, shape);
    return shape;
  }
}
