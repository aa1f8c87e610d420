/** Answers NDJSON: one object a line, written back with its answer behind. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { type RowProblem, lowestCode } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, type Field, freeNames } from '@curp-service/contract/columns';
import { Byte, MAX_ROW } from '../bytes.js';
import { JsonRow } from '../read/json-row.js';
import { type JsonObject, type LineSink, NdjsonLines, parseObject, readLine } from '../read/ndjson.js';
import { seenBetween } from '../read/row.js';
import { type Shape, Shapes } from '../read/shapes.js';
import type { Value } from '../write/csv-writer.js';
import { type Context, countRow, tellRow, toRowEntry } from './context.js';
import { KEY_LENGTH, KeyWriter, plainValues } from './key.js';
import type { Result } from './operations.js';
import { readRowData } from './row-data.js';
import { Values } from './values.js';

const KEY = '@key';
const MARK = '@mark';
const UTF8 = new TextDecoder();

/** The parts of an answer to objects of one shape, around a key and the mark behind it, if roots are marked. */
interface LineAnswer {
  readonly before: string;
  readonly between: string;
  readonly after: string;
  /** The cells that the answer needs; `null`: some datum has none, and no object of this shape gives a key. */
  readonly needed: readonly number[] | null;
}

export class Ndjson implements LineSink {
  private readonly context: Context;
  private readonly lines: NdjsonLines;
  private readonly shapes: Shapes;
  private readonly row = new JsonRow();
  /** The names that are added to the objects of each shape, and the answers to plain ones. */
  private readonly added = new WeakMap<Shape, readonly string[]>();
  private readonly answers = new WeakMap<Shape, LineAnswer>();
  /** `null` until the first line. */
  private values: Values | null = null;
  /** `null`: lines are answered from their objects. */
  private keys: KeyWriter | null = null;

  constructor(context: Context) {
    this.context = context;
    this.lines = new NdjsonLines(context.input, this);
    const { operationName, columnMap, wording } = context;
    this.shapes = new Shapes(operationName, columnMap, wording.hasFullName ?? false);
  }

  nextRow(atEnd: boolean): boolean {
    if (this.values === null) this.begin();
    return this.lines.nextRow(atEnd);
  }

  longLine(): void {
    const problem = { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } } as const;
    this.context.observer.next();
    this.answer({}, null, problem);
  }

  line(from: number, to: number): void {
    const { context } = this;
    const { input, output, observer } = context;
    const seen = seenBetween(input.bytes, from, to);
    observer.next();
    observer.encoding(seen, input.bytes, from, to);
    if (this.plainLine(from, to, seen)) return;
    const read = readLine(input, from, to, seen);
    const { text, problem } = read;
    if (text.trim() === '') {
      output.text('\n'); // an empty line is no row, but an editor counts it
      context.emptyLines++;
      return;
    }
    const object = parseObject(read);
    if (object === null) this.answer({ linea: text.trimEnd() }, null, problem ?? { cause: 'fila_json' });
    else this.answer(object, text.trim(), problem);
  }

  private begin(): void {
    const { onUnderstood, reading, operationName } = this.context;
    onUnderstood({ format: 'ndjson', operation: operationName, encoding: reading.codificacion.value, reading });
    const values = new Values(reading);
    this.values = values;
    const isPlain = operationName !== 'validar' && values.isUsual;
    this.keys = isPlain ? KeyWriter.open(this.context, values) : null;
  }

  /** Answers a line of the usual shape that gives a key. `false`: it must be answered from its object. */
  private plainLine(from: number, to: number, seen: number): boolean {
    const { context, row, keys } = this;
    const { input, output, observer, roots, totals } = context;
    if (keys === null || context.exhausted !== null || !row.read(input, from, to, seen)) return false;
    const shape = this.shapes.ofRow(row);
    if (shape === null) return false;
    const { before, between, after, needed } = this.answerTo(shape);
    if (needed === null || !row.haveTexts(...needed)) return false;
    const start = output.length;
    output.copy(row.line, row.start, endOfLast(row.line, row.end));
    output.text(before);
    output.reserve(KEY_LENGTH);
    const key = output.length;
    if (!keys.write(row, shape.columns, output.bytes, key)) {
      output.length = start;
      return false;
    }
    output.length += KEY_LENGTH;
    observer.cells(row, shape.columns);
    countRow(context, null);
    output.text(between);
    const mark = roots === null ? [] : [roots.record(output.bytes, key, this.number) || null];
    if (roots !== null) output.text(`${mark[0]}${after}`);
    // Such a row is good: only the first ones are told.
    if (totals.rows <= context.firstRows) {
      const curp = UTF8.decode(output.bytes.subarray(key, key + KEY_LENGTH));
      const values = [...plainValues(curp, keys.compares), ...mark];
      tellRow(context, start, this.number, { values, curp: keys.compares ? curp : undefined }, () =>
        entriesOf(
          parseObject({ text: UTF8.decode(row.line.subarray(row.start, row.end + 1)), isTooWide: false }) ?? {},
        ),
      );
    }
    return true;
  }

  /** Writes an object with its answer. `written`: its text, unless the object only wraps a line that cannot be read. */
  private answer(object: JsonObject, written: string | null, problem: RowProblem | null): void {
    const { context } = this;
    const { operation, output } = context;
    const start = output.length;
    const shape = this.shapes.of(object);
    if (written !== null) context.observer.texts((field) => this.shapes.textOf(object, shape, field));
    const { curp, result } =
      problem === null && context.exhausted === null
        ? this.calculate(object, shape)
        : { curp: undefined, result: { problems: [] } };
    const isDone = 'values' in result;
    const error: ErrorEntry | null = isDone
      ? null
      : (context.exhausted ?? toRowEntry(context, problem ?? lowestCode(result.problems) ?? { cause: 'calculo' }));
    const notices = isDone ? result.notices : [];
    countRow(context, error, notices.length > 0);
    const values: Value[] = isDone ? [...result.values] : operation.columns.map(() => null);
    const marks = context.roots === null ? [] : [this.mark(values)];
    const all = [...values, notices, ...marks, error?.code_error ?? 0, error?.error_message ?? null];
    const opened = (written ?? JSON.stringify(object)).slice(0, -1).trimEnd(); // without its closing brace
    output.text(`${opened}${this.addedText(shape, all)}`);
    tellRow(context, start, this.number, { error, values: isDone ? [...values, ...marks] : [], notices, curp }, () =>
      entriesOf(object),
    );
  }

  /** The number of the line that was just counted. */
  private get number(): number {
    return this.context.totals.rows + this.context.emptyLines;
  }

  private calculate(object: JsonObject, shape: Shape): { curp: string | undefined; result: Result } {
    const { context, shapes } = this;
    const { names, columns, repeated } = shape;
    if (repeated !== undefined) {
      return { curp: undefined, result: { problems: [{ cause: 'fila_repetida', parametro: repeated }] } };
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
    const key = values.find((value) => typeof value === 'string' && value.length === KEY_LENGTH);
    if (typeof key !== 'string' || roots === null) return null;
    return roots.record(new TextEncoder().encode(key), 0, this.number) || null;
  }

  /** The end of a line: what is added to an object of this shape, behind its last value. */
  private addedText(shape: Shape, answer: readonly Value[]): string {
    const names = this.added.get(shape) ?? freeNames(this.context.added, shape.names);
    this.added.set(shape, names);
    const added = names.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(answer[i])}`);
    return `${shape.names.length === 0 ? '' : ','}${added.join(',')}}\n`;
  }

  private answerTo(shape: Shape): LineAnswer {
    const known = this.answers.get(shape);
    if (known !== undefined) return known;
    const { operationName, columnMap, roots } = this.context;
    const compares = operationName === 'cotejar';
    const values = [...plainValues(KEY, compares), [], ...(roots === null ? [] : [MARK]), 0, null];
    const [before = '', behind = ''] = this.addedText(shape, values).split(KEY);
    const [between = '', after = ''] = behind.split(JSON.stringify(MARK));
    const needed = shape.repeated === undefined ? neededCells(shape.columns, compares) : null;
    const lacksSecond = shape.columns.apellido_materno < 0 && (compares || columnMap.apellido_materno !== '');
    const answer = { before, between, after, needed: lacksSecond ? null : needed };
    this.answers.set(shape, answer);
    return answer;
  }
}

/** The cells of the data that a key needs; `null`: one has no cell. */
function neededCells(columns: ColumnIndexes, compares: boolean): readonly number[] | null {
  const { nombres, segundo_nombre, apellido_paterno, apellido_materno, sexo, entidad, curp, rfc } = columns;
  const date =
    columns.fecha_nacimiento >= 0
      ? [columns.fecha_nacimiento]
      : [columns.anio_nacimiento, columns.mes_nacimiento, columns.dia_nacimiento];
  const necessary = [nombres, apellido_paterno, ...date, sexo, entidad, ...(compares ? [curp] : [])];
  return necessary.includes(-1) ? null : [...necessary, segundo_nombre, apellido_materno, ...(compares ? [rfc] : [])];
}

/** Where the last value of an object ends, whose closing brace is here. */
function endOfLast(bytes: Uint8Array, brace: number): number {
  let end = brace;
  while (bytes[end - 1] <= Byte.SPACE) end--;
  return end;
}

const entriesOf = (object: JsonObject): string[] =>
  Object.entries(object).map(([name, value]) => `${name}: ${String(value)}`);
