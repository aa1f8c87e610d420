/** Answers the rows under a header: the rows of a CSV, or those of a sheet. */
import { type RowError, lowestCode, toRowError } from '@curp-service/contract/codes/file';
import {
  type ColumnIndexes,
  DATE_PARTS,
  FIELDS,
  type Field,
  SURNAMES,
  type Witness,
  hasSex,
  takesPart,
} from '@curp-service/contract/columns';
import { freeNames, simplify } from '@curp-service/contract/columns/names';
import { understandHeader } from '@curp-service/contract/header';
import { isBeside } from '@curp-service/contract/layouts';
import { DECODER, MAX_ROW } from '../bytes.js';
import type { CsvHeader } from '../read/csv-header.js';
import { DELIMITERS } from '../read/header.js';
import { isHeaderOf } from '../read/header-rows.js';
import { TOTAL } from '../conventions/observe.js';
import { FORMULA, type Row, Seen, shapeProblem } from '../read/row.js';
import { type Context, type TextAnswer, answerData, requireAnswers } from './context.js';
import { KeyWriter, hasUnreadWitness } from './key.js';
import { readRowData } from './row-data.js';
import { markedSex } from '../datum/sexes.js';
import { DatumReader } from '../datum/datum-reader.js';
import { tableOf } from '../read/encoding.js';

/** Without these columns, no row has a key. */
const NECESSARY = ['nombres', 'sexo', 'entidad'] as const;

/** Returns whether the columns hold all the data of a key. `isPart`: without its column, a second surname is unknown. */
const areComplete = (columns: ColumnIndexes, isPart: boolean, hasFullName: boolean): boolean =>
  NECESSARY.every((field) => columns[field] >= 0) &&
  (hasFullName || (columns.apellido_paterno >= 0 && (columns.apellido_materno >= 0 || !isPart))) &&
  (columns.fecha_nacimiento >= 0 || DATE_PARTS.every((part) => columns[part] >= 0));

/** The content of a header, without its indexes. */
export type HeaderFacts = Pick<
  CsvHeader,
  'delimiter' | 'names' | 'known' | 'number' | 'rows' | 'seen' | 'layout' | 'above'
> & {
  /** The row itself, if its bytes may show the encoding. */
  readonly row?: Row;
};

/** Marks a row that holds no person: a total, a signature, a repeated header. */
export const OTHER_ROW = 'other row';

/** A row whose only datum is none of these holds no person. */
const OF_PERSON = new Set<Field | undefined>(['nombres', 'apellidos', ...SURNAMES, 'curp']);
/** The most cells with words of a row with the figures of others, which may be many, or formulas whose values were not saved. */
const MOST_OF_TOTAL = 3;
const FIGURE = /^\s*[$(-]*\d[\d.,\s]*[%)]?\s*$/;
const GOES_ON = { codigo: 'nombre_sigue', dato: 'nombres' } as const;
/** A text that cannot be a name: `Elaboró: …`, `* Datos de prueba`, `Página 2`, `Grupo B`. */
const NOTE = /[:*]|(?:^|\s)\d|^\s*(?:grupo|sal[oó]n|turno|equipo|departamento|secci[oó]n|categor[ií]a)\b/iu;
const OTHER_HEADER = { cause: 'fila_encabezado' } as const;

export class Table {
  readonly columns: ColumnIndexes;
  /** The number of cells that each row must have. */
  readonly width: number;
  /** The names of the added columns, which differ from all others. */
  readonly added: readonly string[];
  /** `null` if rows are answered from their texts. */
  readonly keys: KeyWriter | null;
  private readonly context: Context;
  private readonly names: readonly string[];
  private readonly reader: DatumReader;
  private readonly isBeside: boolean;
  /** The rows that hold nothing but a part of a name. */
  private readonly pieces: ReadonlySet<number>;
  /** The texts of the row that was checked last, as far as they were needed. */
  private readonly texts: string[] = [];

  /** Throws an `UnreadableFile` if the header lacks a column. `wanted` are the names of the columns to add. */
  constructor(context: Context, header: HeaderFacts, wanted: readonly string[], width = header.names.length) {
    const { reading, observer, operationName } = context;
    const { delimiter, names, number, layout } = header;
    const isAlone = isBeside(layout ?? null);
    const columns = requireAnswers(context, () =>
      understandHeader(names, operationName, context.columnMap, {
        ...context.wording,
        hasFullName: reading.nombre_completo.value !== null,
        layout,
        isDeclared: reading.encabezado.basis === 'declarada',
      }),
    );
    const used = FIELDS.filter((field) => columns[field] >= 0 && (field !== 'rfc' || operationName === 'cotejar'));
    const read = new Set([...used.map((field) => columns[field]), columns.hombre, columns.mujer]);
    this.context = context;
    this.isBeside = isAlone;
    this.columns = columns;
    this.width = width;
    this.names = names;
    this.added = isAlone ? wanted : freeNames(wanted, names);
    this.reader = new DatumReader(reading);
    this.pieces = new Set(reading.pedazos.value);
    const isPlain =
      operationName !== 'validar' && areComplete(columns, takesPart(operationName), this.reader.fullName !== null);
    const hasWitness = (operationName === 'cotejar' && columns.rfc >= 0) || hasUnreadWitness(columns, reading);
    // Plain rows are crossed by the bytes of their names.
    const isCrossed =
      operationName !== 'cruzar' || (this.reader.fullName === null && tableOf(context.input.decoder.encoding) === null);
    // It does not know the row below.
    const isWhole = this.pieces.size === 0;
    this.keys = isPlain && isCrossed && !hasWitness && isWhole ? KeyWriter.open(context, this.reader) : null;
    observer.begin(header, columns);
    context.headerRow = number;
    const sexes = columns.hombre < 0 ? [] : [['sexo', `${names[columns.hombre]}, ${names[columns.mujer]}`] as const];
    context.onUnderstood({
      format: 'csv',
      encoding: reading.codificacion.value,
      reading,
      ...(isAlone ? {} : { delimiter }),
      operation: operationName,
      columns: new Map([...used.map((field) => [field, names[columns[field]] ?? ''] as const), ...sexes]),
      others: isAlone ? [] : names.filter((_, i) => !read.has(i)),
      added: this.added,
    });
  }

  /** Examines a non-empty row. Returns what prevents its computation; `null` if nothing does. */
  check(row: Row): RowError | typeof OTHER_ROW | null {
    const { context } = this;
    const { observer, exhausted } = context;
    row.fit(this.width);
    observer.encoding(row.seen, row.bytes, row.start, row.end);
    const isSound = row.settle(context.input.decoder);
    const misshapen = shapeProblem(row, this.width);
    // A row in another encoding counts too: the evidence must not depend on the reading that it may change.
    this.texts.length = 0;
    if (misshapen === null) observer.cells(row, this.columns, this.textAt(row));
    if (exhausted !== null) return exhausted;
    const problem = isSound ? misshapen : ({ cause: 'fila_codificacion' } as const);
    if (problem === null) return null;
    const isHeader = isHeaderOf(row, observer.named) === true;
    return this.isOtherRow(row, isHeader) ? OTHER_ROW : toRowError(problem);
  }

  /** Returns the error of a row that is too long to be kept. */
  longRow(): RowError {
    const { context } = this;
    return context.exhausted ?? toRowError({ cause: 'fila_larga', parts: { limite: MAX_ROW } });
  }

  /** Returns a function that returns the text of a column in the row that was checked, which is decoded once. */
  private textAt(row: Row): (column: number) => string {
    return (column) => (this.texts[column] ??= row.text(column));
  }

  /** Answers a row from its texts, after `check`. `number`: that of the row. */
  answer(row: Row, number: number): TextAnswer | typeof OTHER_ROW {
    const { context, columns } = this;
    const textAt = this.textAt(row);
    const given: Readonly<Partial<Record<string, string>>> = context.columnMap;
    const textOf = (field: Field | Witness): string | undefined => {
      if (columns[field] >= 0) return textAt(columns[field]);
      if (field === 'sexo' && hasSex(columns)) return markedSex(textAt(columns.hombre), textAt(columns.mujer));
      return given[field] === '' && !takesPart(context.operationName) ? '' : undefined;
    };
    const read = readRowData(textOf, context.operationName, columns.fecha_nacimiento >= 0, this.reader);
    const data = this.pieces.has(number + 1) ? { ...read, doubts: [...read.doubts, GOES_ON] } : read;
    const { curp } = data;
    const result = answerData(context, data, number, this.isBeside ? 'linea' : 'fila');
    if ('values' in result) return { curp, ...result, error: null };
    const isHeader = isHeaderOf(row, context.observer.named);
    if (this.isOtherRow(row, isHeader === true)) return OTHER_ROW;
    const problem = isHeader === false ? OTHER_HEADER : lowestCode(result.problems);
    return { curp, values: [], notices: [], error: toRowError(problem ?? { cause: 'calculo' }) };
  }

  /** Returns whether a row that cannot be computed holds no person: a line of text, a ruling, the header again, a total, or a signature. */
  private isOtherRow(row: Row, isHeader: boolean): boolean {
    const { columns, names, width, context } = this;
    if (row.cells > width || (row.seen & Seen.BAD_QUOTES) !== 0) return false;
    const line = DECODER.decode(row.bytes.subarray(row.start, row.end));
    if (row.problem !== null) return TOTAL.test(line);
    if (!/[\p{L}\p{N}]/u.test(line) && /([-=_*~.])\1/.test(line)) return true;
    const filled = Array.from({ length: row.cells }, (_, i) => i).filter((i) => row.text(i).trim() !== '');
    if (context.operationName === 'validar') return filled.length === 0;
    // A line with as many cells by another delimiter is a person's, pasted from another file.
    if (row.cells === 1 && width > 1) return DELIMITERS.every((sign) => line.split(sign).length !== width);
    const fields = FIELDS.filter((field) => filled.includes(columns[field]));
    if (fields.every((field) => simplify(row.text(columns[field])) === simplify(names[columns[field]]))) return true;
    if (isHeader) return true;
    const text = row.text(filled[0]);
    const isNamed = OF_PERSON.has(fields[0]);
    if (fields.length === 1 && (!isNamed || (filled.length === 1 && NOTE.test(text)))) return true;
    if (isNamed && filled.length === 2 && text.includes(':')) return true; // two signatures, or `Hombres:` and a figure
    const [title, ...words] = filled.map((i) => row.text(i)).filter((each) => each !== FORMULA && !FIGURE.test(each));
    return title !== undefined && TOTAL.test(title) && words.length < MOST_OF_TOTAL;
  }
}
