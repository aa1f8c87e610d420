/** Answers the rows under a header: the rows of a CSV, or those of a sheet. */
import { type RowError, toRowError } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, FIELDS, type Field, SURNAMES } from '@curp-service/contract/columns';
import { freeNames, simplify } from '@curp-service/contract/columns/names';
import { understandHeader } from '@curp-service/contract/header';
import { isBeside } from '@curp-service/contract/layouts';
import { ByteSink, DECODER, MAX_ROW } from '../bytes.js';
import type { CsvHeader } from '../read/csv-header.js';
import { DELIMITERS } from '../read/header.js';
import { isHeaderOf } from '../read/header-rows.js';
import { TOTAL } from '../conventions/observe.js';
import { FORMULA, Row, Seen, shapeProblem } from '../read/row.js';
import { type Context, exhaustedOf, requireAnswers } from './context.js';
import { overrideCells } from './overrides.js';
import { RowAnswerer, type RowResult } from './answer-row.js';

/** The content of a header, without its indexes. */
export type TableHeader = Pick<
  CsvHeader,
  'delimiter' | 'names' | 'answered' | 'known' | 'number' | 'rows' | 'seen' | 'layout' | 'above'
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
/** A text that cannot be a name: `Elaboró: …`, `* Datos de prueba`, `Página 2`, `Grupo B`. */
const NOTE = /[:*]|(?:^|\s)\d|^\s*(?:grupo|sal[oó]n|turno|equipo|departamento|secci[oó]n|categor[ií]a)\b/iu;
const OTHER_HEADER = { cause: 'fila_encabezado' } as const;
export class Table {
  readonly columns: ColumnIndexes;
  /** The number of cells that each row must have. */
  readonly width: number;
  /** The names of the added columns, which differ from all others. */
  readonly added: readonly string[];
  /** Answers the rows. */
  readonly rows: RowAnswerer;
  private readonly context: Context;
  private readonly names: readonly string[];
  private readonly isBeside: boolean;
  private readonly delimiter: string;
  /** The bytes of a row with other texts in some cells. */
  private readonly changed = new ByteSink(0);

  /** Throws an `UnreadableFile` if the header lacks a column. `wanted` are the names of the columns to add. */
  constructor(context: Context, header: TableHeader, wanted: readonly string[], width = header.names.length) {
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
    this.delimiter = delimiter;
    this.names = names;
    this.added = isAlone ? wanted : freeNames(wanted, names);
    this.rows = new RowAnswerer(context, reading, columns);
    observer.begin(header, columns);
    context.headerRow = context.part === null ? number : (context.part.header?.number ?? 0) + context.part.before;
    const sexes = columns.hombre < 0 ? [] : [['sexo', `${names[columns.hombre]}, ${names[columns.mujer]}`] as const];
    context.onUnderstood({
      format: 'csv',
      encoding: reading.codificacion.value,
      reading,
      ...(isAlone ? {} : { delimiter }),
      operation: operationName,
      columns: new Map([...used.map((field) => [field, names[columns[field]] ?? ''] as const), ...sexes]),
      others: isAlone ? [] : names.filter((_, i) => !read.has(i)),
      names: isAlone ? [] : names,
      isAnswered: (header.answered?.count ?? 0) > 0,
      added: this.added,
    });
  }

  /**
   * Examines a non-empty row. Returns what prevents its computation; `null` if nothing does. `number`: that of the row; `texts`:
   * those that replace its own.
   */
  check(row: Row, number: number, texts = this.changedTexts(number)): RowError | typeof OTHER_ROW | null {
    const { context } = this;
    const { observer } = context;
    const exhausted = exhaustedOf(context);
    if (row.cells !== this.width) row.fit(this.width);
    const isAscii = (row.seen & Seen.NOT_ASCII) === 0;
    if (!isAscii) observer.encoding(row.seen, row.bytes, row.start, row.end);
    const isSound = isAscii || row.settle(context.input.decoder) || texts !== undefined;
    if (texts !== undefined) overrideCells(row, texts, this.width, this.delimiter, this.changed);
    const isWhole = row.cells === this.width && row.problem === null && (row.seen & Seen.UNREADABLE) === 0;
    const misshapen = isWhole ? null : shapeProblem(row, this.width);
    // A row in another encoding counts too: the evidence must not depend on the reading that it may change.
    if (misshapen === null && observer.readsPeople) this.rows.read(row);
    else this.rows.readOnlyKey(row);
    if (exhausted !== null) return exhausted;
    const problem = isSound ? misshapen : ({ cause: 'fila_codificacion' } as const);
    if (problem === null) return null;
    const isHeader = isHeaderOf(row, observer.named) === true;
    return this.isOtherRow(row, isHeader) ? OTHER_ROW : toRowError(problem);
  }

  private changedTexts(number: number): ReadonlyMap<number, string> | undefined {
    const { cells } = this.context.overrides;
    return cells.size === 0 ? undefined : cells.get(number);
  }

  /** Answers a row once more, with these texts in its cells. `number`: that of the row. */
  again(cells: readonly string[], number: number): RowResult | typeof OTHER_ROW {
    const { context } = this;
    const row = new Row(this.width);
    context.observer.rows = number - context.headerRow;
    const error = this.check(row, number, new Map(cells.entries()));
    return error === null ? this.answer(row, number) : error === OTHER_ROW ? error : { error };
  }

  /** Returns the error of a row that is too long to be kept. */
  longRow(): RowError {
    const { context } = this;
    return exhaustedOf(context) ?? toRowError({ cause: 'fila_larga', parts: { limite: MAX_ROW } });
  }

  /** Answers a row after `check`. `number`: that of the row. */
  answer(row: Row, number: number): RowResult | typeof OTHER_ROW {
    const result = this.rows.answer(number, this.isBeside ? 'linea' : 'fila');
    if (result === 'key' || 'values' in result || this.rows.isSurelyPerson) return result;
    const isHeader = isHeaderOf(row, this.context.observer.named);
    if (this.isOtherRow(row, isHeader === true)) return OTHER_ROW;
    return isHeader === false ? { error: toRowError(OTHER_HEADER) } : result;
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
    const isBare = !fields.some((field) => !OF_PERSON.has(field)); // neither a date nor a sex nor a place
    const hasFigure = fields.some((field) => FIGURE.test(row.text(columns[field]))); // in place of a name
    if (
      isBare &&
      filled.length > 1 &&
      isSummary(
        filled.map((i) => row.text(i)),
        hasFigure,
      )
    )
      return true;
    const [title, ...words] = filled.map((i) => row.text(i)).filter((each) => each !== FORMULA && !FIGURE.test(each));
    return title !== undefined && TOTAL.test(title) && words.length < MOST_OF_TOTAL;
  }
}

/** A word with its figure: `Hombres: 12`. */
const FIGURE_WITH_TITLE = /^[^\d:]+:\s*[\d.,]+$/;

/** Returns whether the cells of a row sum up others, in whatever words: each figure has its title, or one title has a figure in place of a name. */
function isSummary(cells: readonly string[], hasFigure: boolean): boolean {
  const words = cells.filter((cell) => !FIGURE.test(cell));
  return words.every((word) => FIGURE_WITH_TITLE.test(word.trim())) || (hasFigure && words.length <= 1);
}
