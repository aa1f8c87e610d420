/** Answers NDJSON: writes the object of each line with its answer after its own values. */
import {
  type RowError,
  type RowProblem,
  errorInWords,
  lowestCode,
  toRowError,
} from '@curp-service/contract/codes/file';
import { type ColumnIndexes, FIELDS, type Field, type Witness } from '@curp-service/contract/columns';
import { freeNames } from '@curp-service/contract/columns/names';
import { noticesInWords } from '@curp-service/contract/finding-message';
import { namesApart } from '@curp-service/contract/header';
import { WIRE } from '@curp-service/contract/words/message';
import { MAX_ROW } from '../bytes.js';
import { Piece } from '../kernel/layout.js';
import { type JsonObject, type LineSink, NdjsonLines, parseObject, piecesOf, readLine } from '../read/ndjson.js';
import { seenBetween } from '../read/row.js';
import { type Shape, Shapes } from '../read/shapes.js';
import type { Value } from '../write/csv-writer.js';
import { type Context, answerData, countRow, reportRow } from './context.js';
import { KeyWriter, hasUnreadWitness, plainValues } from './key.js';
import type { Result } from './operations.js';
import { readRowData } from './row-data.js';
import { DatumReader } from '../datum/datum-reader.js';

const KEY_MARK = '@key';
/** Longer lines, and more kinds of lines, are answered from their objects. */
const MAX_LINE_BYTES = 8000;
const MAX_SEEN = 100;
/** After this many lines with known pieces, no other line is shown to the kernel: to cut a line takes as long as to read it. */
const MAX_KNOWN_LINES = 1000;
/** JavaScript objects list these names before all others, wherever they are in a line. */
const INDEX = /^\d+$/;

export class Ndjson implements LineSink {
  private readonly context: Context;
  private readonly lines: NdjsonLines;
  private readonly shapes: Shapes;
  /** The names that are added to the objects of each shape. */
  private readonly added = new WeakMap<Shape, readonly string[]>();
  /** The pieces of the lines that were shown to the kernel. */
  private readonly seen = new Set<string>();
  /** The number of lines whose pieces were known. */
  private known = 0;
  /** `null` until the first line. */
  private reader: DatumReader | null = null;
  /** `null` if all lines are answered from their objects. */
  private keys: KeyWriter | null = null;

  constructor(context: Context) {
    this.context = context;
    this.lines = new NdjsonLines(context.input, this);
    const { operationName, columnMap, reading } = context;
    this.shapes = new Shapes(operationName, columnMap, reading.nombre_completo.value !== null);
  }

  nextRow(atEnd: boolean, most: number): boolean {
    if (this.reader === null) this.begin();
    return this.lines.nextRow(atEnd, most);
  }

  /** Answers plain lines at once. They are good, so only the first lines must be reported. */
  plainLines(most: number): boolean {
    const { keys, context } = this;
    const { exhausted, totals, firstRows } = context;
    return keys !== null && keys.plan.frames > 0 && exhausted === null && totals.rows >= firstRows && keys.rows(most);
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
    const read = readLine(input, from, to, seen);
    const { text, problem } = read;
    if (text.trim() === '') {
      output.text('\n'); // an empty line is no row, but an editor counts it
      context.emptyLines++;
      return;
    }
    const object = parseObject(read);
    if (object === null) this.answer({ linea: text.trimEnd() }, null, problem ?? { cause: 'fila_json' });
    else this.answer(this.shapes.flat(object), text.trim(), problem);
  }

  private begin(): void {
    const { onUnderstood, reading, operationName } = this.context;
    onUnderstood({ format: 'ndjson', operation: operationName, encoding: reading.codificacion.value, reading });
    this.reader = new DatumReader(reading);
    const isPlain = operationName !== 'validar' && operationName !== 'cruzar';
    this.keys = isPlain ? KeyWriter.open(this.context, this.reader) : null;
  }

  /** Shows a line to the kernel, so that it answers similar lines. */
  private learn(line: string, shape: Shape): void {
    const { keys, context } = this;
    const { names, columns, repeated, apart } = shape;
    const hasEnough = this.seen.size > MAX_SEEN || this.known > MAX_KNOWN_LINES;
    if (keys === null || apart.length > 0 || line.length > MAX_LINE_BYTES || hasEnough) return;
    const pieces = piecesOf(line);
    const key = JSON.stringify(pieces);
    if (this.seen.has(key)) this.known++;
    if (pieces === null || this.seen.has(key)) return;
    this.seen.add(key);
    const { apellido_materno, segundo_nombre, rfc } = columns;
    const hasFullName = context.reading.nombre_completo.value !== null;
    const lacksSecond =
      !hasFullName && apellido_materno < 0 && (keys.compares || context.columnMap.apellido_materno !== '');
    const hasWitness = (keys.compares && rfc >= 0) || hasUnreadWitness(columns, context.reading);
    const needed = neededCells(columns, keys.compares, hasFullName);
    const isNothing = (cell: number): boolean => cell >= 0 && pieces[cell]?.[0] === Piece.NOTHING;
    if (pieces.length !== names.length + 1 || names.some((name) => INDEX.test(name)) || repeated !== undefined) return;
    if (lacksSecond || hasWitness || needed === null || [...needed, apellido_materno].some(isNothing)) return;
    if (isNothing(segundo_nombre) && !pieces[segundo_nombre][1].endsWith('null')) return;
    const values = [...plainValues(KEY_MARK, keys.compares), [], 0, null];
    const [before = '', after = ''] = this.addedText(shape, values).split(KEY_MARK);
    // A key that is null or a number is part of the frame.
    const read = isNothing(columns.curp) ? { ...columns, curp: -1 } : columns;
    keys.plan.addFrame(pieces, read, before, after);
  }

  /** Writes an object with its answer. `written` is its text, or `null` if the object only wraps an unreadable line. */
  private answer(object: JsonObject, written: string | null, problem: RowProblem | null): void {
    const { context } = this;
    const { operation, output } = context;
    const start = output.length;
    const shape = this.shapes.of(object);
    if (written !== null) context.observer.texts((field) => this.shapes.textOf(object, shape, field), shape.columns);
    const { curp, result } =
      problem === null && context.exhausted === null
        ? this.calculate(object, shape)
        : { curp: undefined, result: { problems: [] } };
    const isDone = 'values' in result;
    const error: RowError | null = isDone
      ? null
      : (context.exhausted ?? toRowError(problem ?? lowestCode(result.problems) ?? { cause: 'calculo' }));
    const notices = isDone ? result.notices : [];
    countRow(context, error, isDone ? (result.isReview ?? notices.length > 0) : false);
    const values: Value[] = isDone ? [...result.values] : operation.columns.map(() => null);
    const message = error && errorInWords(error, WIRE, context.wording.language);
    const said = noticesInWords(notices, context.wording.language);
    const all = context.hasCodes
      ? [...values, said, error?.code_error ?? 0, message]
      : [...values, message ?? said.join(' ')];
    if (written !== null) this.learn(written, shape);
    const opened = (written ?? JSON.stringify(object)).slice(0, -1).trimEnd(); // without its closing brace
    output.text(`${opened}${this.addedText(shape, all)}`);
    reportRow(context, start, this.number, { error, values: isDone ? values : [], notices, curp }, () =>
      entriesOf(object),
    );
  }

  /** The number of the line that was just counted. */
  private get number(): number {
    return this.context.totals.rows + this.context.emptyLines;
  }

  private calculate(object: JsonObject, shape: Shape): { curp: string | undefined; result: Result } {
    const { context, shapes } = this;
    const { names, columns, repeated, apart } = shape;
    if (apart.length > 0) {
      return { curp: undefined, result: { problems: [namesApart(apart, context.wording.optionFor)] } };
    }
    if (repeated !== undefined) {
      return { curp: undefined, result: { problems: [{ cause: 'fila_repetida', parametro: repeated }] } };
    }
    const found = Object.values(columns).filter((i) => i >= 0);
    const isInside = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length > 0;
    if (found.every((i) => typeof object[names[i]] === 'object') && Object.values(object).some(isInside)) {
      return { curp: undefined, result: { problems: [{ cause: 'fila_anidada' }] } };
    }
    const oddValues: RowProblem[] = [];
    const textOf = (field: Field | Witness): string | undefined => {
      const text = shapes.textOf(object, shape, field);
      const value = columns[field] < 0 ? undefined : object[names[columns[field]]];
      const parametro = FIELDS.find((each) => each === field);
      const isWitness = context.operationName === 'calcular' && (field === 'curp' || field === 'rfc');
      if (parametro !== undefined && !isWitness && text === undefined && value !== undefined && value !== null) {
        oddValues.push({ cause: 'fila_valor', parametro });
      }
      return text;
    };
    this.reader ??= new DatumReader(context.reading);
    const data = readRowData(textOf, context.operationName, columns.fecha_nacimiento >= 0, this.reader);
    const { curp } = data;
    if (oddValues.length > 0) return { curp, result: { problems: oddValues } };
    return { curp, result: answerData(context, data, this.number + 1, 'linea') };
  }

  /** Returns the end of a line: the text that is added to an object of this shape after its last value. */
  private addedText(shape: Shape, answer: readonly Value[]): string {
    const taken = shape.names.flatMap((name) => [name, name.split('/', 1)[0]]); // a datum may be in an object inside
    const names = this.added.get(shape) ?? freeNames(this.context.added, taken);
    this.added.set(shape, names);
    const added = names.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(answer[i])}`);
    return `${shape.names.length === 0 ? '' : ','}${added.join(',')}}\n`;
  }
}

/** Returns the cells of the data that a key needs; `null` if one has no cell. */
function neededCells(columns: ColumnIndexes, compares: boolean, hasFullName: boolean): readonly number[] | null {
  const { nombres, apellido_paterno, sexo, entidad, curp } = columns;
  const date =
    columns.fecha_nacimiento >= 0
      ? [columns.fecha_nacimiento]
      : [columns.anio_nacimiento, columns.mes_nacimiento, columns.dia_nacimiento];
  const surname = hasFullName ? [] : [apellido_paterno];
  const necessary = [nombres, ...surname, ...date, sexo, entidad, ...(compares ? [curp] : [])];
  return necessary.includes(-1) ? null : necessary;
}

const entriesOf = (object: JsonObject): string[] =>
  Object.entries(object).map(([name, value]) => `${name}: ${String(value)}`);
