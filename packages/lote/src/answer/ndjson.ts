/** Answers NDJSON: writes the object of each line with its answer after its own values. */
import { type RowProblem, toRowError } from '@curp-service/contract/codes/file';
import {
  type ColumnIndexes,
  DATE_PARTS,
  type Field,
  type OperationName,
  SURNAMES,
  takesPart,
} from '@curp-service/contract/columns';
import { freeNames } from '@curp-service/contract/columns/names';
import { type Motivo, motivosOf, motivosOfError } from '@curp-service/contract/finding-message';
import { namesApart } from '@curp-service/contract/header';
import { WIRE } from '@curp-service/contract/words/message';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { Byte, DECODER, ENCODER, MAX_ROW } from '../bytes.js';
import type { Composed } from '../cell/composed.js';
import { JsonRow } from '../read/json-row.js';
import { type JsonObject, type LineSink, NdjsonLines, isJsonObject, parseObject, readLine } from '../read/ndjson.js';
import { type Row, Seen, isGoodUtf8 } from '../read/row.js';
import { type Shape, Shapes } from '../read/shapes.js';
import type { Value } from '../write/csv-writer.js';
import { TextRow } from '../read/text-row.js';
import { RowAnswerer, type RowResult } from './answer-row.js';
import {
  type AnsweredRow,
  type Context,
  type ReportedCells,
  type Walk,
  answeredRow,
  countRow,
  exhaustedOf,
  reportRow,
} from './context.js';

export class Ndjson implements LineSink, Walk {
  readonly isCut = false;
  private readonly context: Context;
  private readonly lines: NdjsonLines;
  private readonly shapes: Shapes;
  /** The names that are added to the objects of each shape. */
  private readonly added = new WeakMap<Shape, readonly string[]>();
  /** The bytes around the key, for lines of each shape. */
  private readonly around = new WeakMap<Shape, readonly Uint8Array[]>();
  /** The line, if it is read as a row; otherwise the texts of its object. */
  private readonly json = new JsonRow();
  private readonly row = new TextRow();
  /** `null` until the first line. */
  private rows: RowAnswerer | null = null;

  constructor(context: Context) {
    this.context = context;
    this.lines = new NdjsonLines(context.input, this);
    const { operationName, columnMap, reading } = context;
    this.shapes = new Shapes(operationName, columnMap, reading.nombre_completo.value !== null);
  }

  nextRow(atEnd: boolean): boolean {
    if (this.rows === null) this.begin();
    return this.lines.nextRow(atEnd);
  }

  longLine(): void {
    const problem = { cause: 'fila_larga', parts: { limite: String(MAX_ROW) } } as const;
    this.context.observer.rows++;
    this.refuse({}, problem);
  }

  line(from: number, to: number): void {
    const { context, json } = this;
    const { input, observer } = context;
    const { bytes, decoder } = input;
    const isRow = json.read(bytes, from, to);
    const { seen } = json;
    observer.rows++;
    observer.encoding(seen, bytes, from, to);
    const isUtf8 = (seen & Seen.NOT_ASCII) === 0 || (isGoodUtf8(seen) && decoder.judge(true, true) === 'ok');
    const { cells: changed } = context.overrides;
    const texts = changed.size === 0 ? undefined : changed.get(this.number + 1);
    if (texts === undefined && isUtf8 && isRow && json.shape !== null) {
      const second = json.shape.columns.apellido_materno;
      // The value `null` says that the person has no second surname.
      if (second >= 0 && json.from[second] < 0 && !takesPart(context.operationName))
        json.from[second] = json.to[second];
      const opened = { bytes, from: firstOf(bytes, from), to: json.last };
      this.answerRow(json, json.shape, opened, () => parse(json));
      return;
    }
    const read = readLine(input, from, to, seen);
    const { text, problem } = read;
    if (text.trim() === '') {
      context.output.text('\n'); // an empty line is no row, but an editor counts it
      context.emptyLines++;
      return;
    }
    const object = parseObject(read);
    if (object === null) this.refuse({ linea: text.trimEnd() }, problem ?? { cause: 'fila_json' });
    else if (texts === undefined) this.object(object, text.trim(), problem);
    else {
      const changedObject = withTexts(object, this.shapes.flat(object) !== object, texts);
      this.object(changedObject, JSON.stringify(changedObject), null);
    }
  }

  again(number: number, { cells, named }: ReportedCells): AnsweredRow | null {
    const object = Object.fromEntries((named?.names ?? []).map((name, i) => [name, cells[i] ?? '']));
    this.context.observer.rows = number;
    const { shape, refused } = this.take(object);
    const result = this.resultOf(this.row, shape, refused, number);
    const { person, ownKey } = this.answerer;
    const told = result === 'key' ? { values: [person.composed.keyText()] } : result;
    const others = 'error' in told && refused === null ? this.answerer.alsoWrong(told.error) : [];
    return answeredRow(number, { curp: ownKey, ...told }, this.reported(object, shape, others));
  }

  private begin(): void {
    const { onUnderstood, reading, operationName } = this.context;
    onUnderstood({ format: 'ndjson', operation: operationName, encoding: reading.codificacion.value, reading });
    this.rows = new RowAnswerer(this.context, reading, null);
  }

  private get answerer(): RowAnswerer {
    if (this.rows === null) throw new RangeError('a line before the first');
    return this.rows;
  }

  /** Answers a line that was read as an object. */
  private object(object: JsonObject, written: string, problem: RowProblem | null): void {
    const { flat, shape, refused } = this.take(object);
    if (flat === object && problem === null) this.json.learn(shape);
    const opened = openedOf(written.slice(0, -1).trimEnd()); // without its closing brace
    this.answerRow(this.row, shape, opened, () => flat, problem ?? refused);
  }

  /** Takes the texts of an object as the row. Returns what keeps it from being answered. */
  private take(object: JsonObject): { flat: JsonObject; shape: Shape; refused: RowProblem | null } {
    const flat = this.shapes.flat(object);
    const shape = this.shapes.of(flat);
    this.row.take(shape.columns, shape.names.length, (field) => this.shapes.textOf(flat, shape, field));
    return { flat, shape, refused: this.problemOf(flat, shape) };
  }

  /** Answers a line that is no object, or one that nobody can read: an object that holds it gets the error. */
  private refuse(object: JsonObject, problem: RowProblem): void {
    const opened = openedOf(JSON.stringify(object).slice(0, -1));
    const shape = this.shapes.of(object);
    const error = exhaustedOf(this.context) ?? toRowError(problem);
    this.write({ error }, shape, opened, false, () => object);
  }

  /** Answers a row. */
  private answerRow(
    row: Row,
    shape: Shape,
    opened: OpenedLine,
    object: () => JsonObject,
    problem = this.shapeProblem(shape),
  ): void {
    const result = this.resultOf(row, shape, problem, this.number + 1);
    const isRead = problem === null && exhaustedOf(this.context) === null;
    this.write(result, shape, opened, isRead, object);
  }

  private resultOf(row: Row, shape: Shape, problem: RowProblem | null, number: number): RowResult {
    const { context, answerer: rows } = this;
    rows.use(shape.columns);
    if (context.observer.readsPeople) rows.read(row);
    else rows.readOnlyKey(row);
    const error = exhaustedOf(context) ?? (problem === null ? null : toRowError(problem));
    return error === null ? rows.answer(number, 'linea') : { error };
  }

  /** Returns what is reported of a line: the values of its object, and what else is wrong with them. */
  private reported(object: JsonObject, { columns }: Shape, others: AnsweredRow['others']): ReportedCells {
    return { cells: Object.values(object).map(inCell), named: { names: Object.keys(object), columns }, others };
  }

  private write(result: RowResult, shape: Shape, opened: OpenedLine, isRead: boolean, object: () => JsonObject): void {
    const { context } = this;
    const { operation, output, wording: { language } } = context; // oxfmt-ignore
    const start = output.length;
    output.copy(opened.bytes, opened.from, opened.to);
    if (result === 'key') {
      const { composed } = this.answerer.person;
      this.writeKey(shape, composed);
      countRow(context, null);
      if (context.onRow !== null) {
        const answer = { values: [composed.keyText()], notices: [] };
        reportRow(context, start, this.number, answer, () => this.reported(object(), shape, []));
      }
      return;
    }
    const isDone = 'values' in result;
    const error = isDone ? null : result.error;
    const notices = isDone ? result.notices : [];
    countRow(context, error, isDone ? (result.isReview ?? notices.length > 0) : false);
    const values: readonly Value[] = isDone ? result.values : operation.columns.map(() => null);
    const others = isRead && error !== null ? this.answerer.alsoWrong(error) : [];
    const reasons = error === null ? motivosOf(notices, language) : motivosOfError(error, others, WIRE, language);
    const said = reasons.map(({ texto }) => texto);
    const all = context.hasCodes
      ? [...values, error === null ? said : [], error?.code_error ?? 0, error && said.join(' ')]
      : [...values, said.join(' ')];
    output.text(this.addedText(shape, [...all, reasons]));
    const curp = isDone ? result.curp : isRead ? this.answerer.ownKey : undefined;
    const answer = { error, values: isDone ? values : [], notices, curp };
    reportRow(context, start, this.number, answer, () => this.reported(object(), shape, others));
  }

  /** Writes the end of a line with a key and nothing else to say. */
  private writeKey(shape: Shape, composed: Composed): void {
    const around =
      this.around.get(shape) ??
      this.addedText(shape, [KEY_MARK, [], 0, null, []])
        .split(KEY_MARK)
        .map((part) => ENCODER.encode(part));
    this.around.set(shape, around);
    const { output } = this.context;
    const [before, after] = around;
    output.append(before);
    output.reserve(KEY_LENGTH);
    composed.writeKey(output.bytes, output.length);
    output.length += KEY_LENGTH;
    output.append(after);
  }

  /** The number of the line that was just counted. */
  private get number(): number {
    return this.context.totals.rows + this.context.emptyLines + this.context.headerRow;
  }

  /** Returns what keeps all objects of a shape from being answered; `null` if nothing does. */
  private shapeProblem({ repeated, apart }: Shape): RowProblem | null {
    if (apart.length > 0) return namesApart(apart, this.context.wording.optionFor);
    return repeated === undefined ? null : { cause: 'fila_repetida', parametro: repeated };
  }

  /** Returns what keeps an object from being answered; `null` if nothing does. */
  private problemOf(object: JsonObject, shape: Shape): RowProblem | null {
    const ofShape = this.shapeProblem(shape);
    if (ofShape !== null) return ofShape;
    const found = Object.values(shape.columns).filter((i) => i >= 0);
    const isInside = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length > 0;
    if (found.every((i) => typeof object[shape.names[i]] === 'object') && Object.values(object).some(isInside))
      return { cause: 'fila_anidada' };
    const odd = this.oddValue(object, shape);
    return odd === undefined ? null : { cause: 'fila_valor', parametro: odd };
  }

  /** Returns the first datum of the operation whose value is neither a text nor a number. */
  private oddValue(object: JsonObject, { names, columns }: Shape): Field | undefined {
    const { operationName } = this.context;
    const isOdd = (field: Field): boolean => {
      const value = columns[field] < 0 ? undefined : object[names[columns[field]]];
      return value !== undefined && value !== null && typeof value !== 'string' && typeof value !== 'number';
    };
    return fieldsOf(operationName, columns).find(isOdd);
  }

  /** Returns the end of a line: the text that is added to an object of this shape after its last value. */
  private addedText(shape: Shape, answer: readonly (Value | readonly Motivo[])[]): string {
    const taken = shape.names.flatMap((name) => [name, name.split('/', 1)[0]]); // a datum may be in an object inside
    const names = this.added.get(shape) ?? freeNames(this.context.added, taken);
    this.added.set(shape, names);
    const added = names.map((name, i) => `${JSON.stringify(name)}:${JSON.stringify(answer[i])}`);
    return `${shape.names.length === 0 ? '' : ','}${added.join(',')}}\n`;
  }
}

/** Returns the data that an operation reads, in the order in which it reads them. */
function fieldsOf(operation: OperationName, columns: ColumnIndexes): readonly Field[] {
  if (operation === 'validar') return ['curp'];
  const surnames: readonly Field[] = columns.apellidos >= 0 ? ['apellidos'] : SURNAMES;
  const birth: readonly Field[] = columns.fecha_nacimiento >= 0 ? ['fecha_nacimiento'] : DATE_PARTS;
  const ofPerson: readonly Field[] = ['nombres', 'segundo_nombre', ...surnames, ...birth, 'sexo', 'entidad'];
  if (operation === 'calcular') return ofPerson;
  return ['curp', ...ofPerson, ...(operation === 'cotejar' ? (['rfc'] as const) : [])];
}

const KEY_MARK = '@key';

/** Where a line stands without its closing brace. */
interface OpenedLine {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}
function openedOf(text: string): OpenedLine {
  const bytes = ENCODER.encode(text);
  return { bytes, from: 0, to: bytes.length };
}

/** Returns the object of a line that was read as a row, for those who show it. */
const parse = ({ bytes, start, end }: Row): JsonObject =>
  parseObject({ text: DECODER.decode(bytes.subarray(start, end)), isTooWide: false }) ?? {};

/** Returns the index of the first byte that is no blank. */
function firstOf(bytes: Uint8Array, from: number): number {
  let i = from;
  while (bytes[i] <= Byte.SPACE) i++;
  return i;
}

/** Returns a value as people see it in a cell. */
const inCell = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

/** Returns an object with other texts at these places. `isDeep`: the values of objects inside have places of their own. */
function withTexts(object: JsonObject, isDeep: boolean, texts: ReadonlyMap<number, string>): JsonObject {
  let place = 0;
  const changed = (inner: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(inner).map(([name, value]) =>
        isDeep && isJsonObject(value) && Object.keys(value).length > 0
          ? [name, changed(value)]
          : [name, texts.get(place++) ?? value],
      ),
    );
  return changed(object);
}
