/** Processes a sheet of a workbook as a file of people: returns the workbook with the answers after its last column. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, type OperationName, findGivenColumns } from '@curp-service/contract/columns';
import { conventionRow, isSexUnknown } from '@curp-service/contract/conventions/table';
import type { Language } from '@curp-service/contract/language';
import { messageInWords } from '@curp-service/contract/words/message';
import { CELL } from '@curp-service/contract/people-words';
import { isBeside } from '@curp-service/contract/layouts';
import { NULL_WORDS, type Reading, type SheetRange } from '@curp-service/contract/reading';
import type { LoteOptions, Understood } from '../answer/context.js';
import type { SheetPlan } from '../answer/key.js';
import { type FilePass, type PeopleFile, SampleRefuted, type Step } from '../file.js';
import type { HeaderFacts } from '../answer/table.js';
import { type ChosenSheet, decideReading } from '../conventions/decide.js';
import { Observer } from '../conventions/observe.js';
import { headerIn, sample } from '../conventions/sample.js';
import { observeRow } from '../conventions/survey.js';
import { CsvReader } from '../read/csv-reader.js';
import type { Row } from '../read/row.js';
import { type CsvSheet, writeCsvRow } from '../write/csv-writer.js';
import { ByteSink } from '../bytes.js';
import { type FillPlainRows, type RowCells, SheetAnswers } from './answers.js';
import { answerColumns } from './words.js';

/** Separates the cells of a row. */
const DELIMITER = ',';

/** How the cells of a sheet are read. */
export interface CellOptions {
  readonly delimitador?: string | undefined;
  /** The column, from 0, whose plain numbers are days; -1 or absent if there is none. */
  readonly dateColumn?: number | undefined;
  /** The row number of the header, or 0 if there is no header. If absent, the first row with a value. */
  readonly encabezado?: number | undefined;
  /** The number of rows of the header; 1 if absent. */
  readonly headerRows?: number | undefined;
  /** Under the header, only these columns are needed; the cells of others may be empty. */
  readonly needed?: readonly number[] | undefined;
  /** The fewest cells of each row. */
  readonly width?: number | undefined;
  /** The operation whose earlier answers count as empty cells: they are about to be replaced. */
  readonly operacion?: OperationName | undefined;
}

/** Where the new cells go. It is plain JSON, because a job stores it. */
export interface Place {
  readonly header: number;
  /** The first new column, from 0: no row uses it or a later one. */
  readonly column: number;
  /** The marks of the answer's columns. */
  readonly marks?: readonly string[];
  /** The columns of an earlier answer, in the order of `marks`; `null` for a new column. Absent if there is no earlier answer. */
  readonly earlier?: readonly (number | null)[] | undefined;
  /** The columns of an earlier answer that this one does not fill: they become empty. */
  readonly emptied?: readonly number[] | undefined;
  /** The style of the header's last cell. */
  readonly style: number;
  /** The first and the last column with data of people. */
  readonly people: readonly [first: number, last: number];
  /** The last column over which no filter may grow: it belongs to another list or table, or is merged. -1 if there is none. */
  readonly lastBlocked: number;
  /** The ranges that cannot include the new columns. */
  readonly unextended: readonly SheetRange[];
  /** The note on the first heading of the answer, if a range cannot include it. */
  readonly note?: string | undefined;
}

export interface FillOptions extends CellOptions {
  /** Returns the names of the new columns for the header; their number never changes. */
  readonly titles: () => readonly string[];
  /** Where they go; `null` if the sheet has no rows. */
  readonly place: Place | null;
  /** Returns the error of a sheet whose rows prove another place. Absent if the place is certain. */
  readonly moved?: (() => Error) | undefined;
  /** Returns the new cells of a row under the header. Rows without a value are left out. The row is valid until the next. */
  readonly answer: (row: Row, number: number) => RowCells | Promise<RowCells>;
  /** Another sheet, behind those of the workbook. */
  readonly second?: CsvSheet | undefined;
  /** Returns a faster way to fill plain rows, or `null` if there is none. */
  readonly plainRows?: (plan: SheetPlan) => FillPlainRows | null;
}

/** A sheet that can be read several times. */
export interface SheetFile {
  /** Returns the number of columns of the widest of the first 1,000 rows. */
  readonly width: (options: CellOptions) => Promise<number>;
  /** Yields the cells as CSV in UTF-8. The first piece holds the first 1,000 rows, or all. */
  readonly csv: (options?: CellOptions) => AsyncIterable<Uint8Array>;
  /** Passes the rows that have a value to `take`, with their numbers. A row is valid until the next. */
  readonly rows: (options: CellOptions, take: (row: Row, number: number) => void) => Promise<void>;
  /**
   * Finds where the columns with these marks go, or supposes it from the first rows. Throws if the sheet has no room for them,
   * or the workbook cannot be written.
   */
  readonly findPlace: (options: CellOptions, marks: readonly string[], isSupposed?: boolean) => Promise<Place | null>;
  /** Yields the whole workbook with new cells in this sheet. */
  readonly workbook: (options: FillOptions) => AsyncIterable<Uint8Array>;
  /** The sheet, if the user named it or could have named another. */
  readonly chosen: ChosenSheet | null;
  /** The names of the other sheets of the workbook. */
  readonly others: readonly string[];
  /** True if the sheet holds earlier answers. */
  readonly isAnswered: boolean;
}

/** The rows that are answered one by one between two steps of the work. */
const PORTION = 64;

export class SheetLote implements PeopleFile {
  /** The reading that the first rows suggest. */
  suggested: Reading;
  /** How the header is understood, with the names of the new columns. */
  readonly understood: Understood;
  private readonly columns: ColumnIndexes;
  /** True if each row is a line of CSV in one cell. */
  private readonly isInLines: boolean;
  private place: Promise<Place | null> | undefined;
  private isPlaceSupposed = false;

  private constructor(
    private readonly sheet: SheetFile,
    /** The first rows as CSV. */
    private readonly head: Uint8Array,
    /** The number of cells of each row. */
    private readonly width: number,
    /** The options of the work, for a sheet. */
    public options: LoteOptions,
  ) {
    const { columnas = {}, nombre_completo } = options;
    this.suggested = sample([head], options);
    const { operacion = 'calcular' } = options;
    let understood: Understood = { format: 'csv', operation: operacion, encoding: 'utf-8', reading: this.suggested };
    const { header } = this.headerOf(this.suggested);
    const onUnderstood = (found: Understood): void => void (understood = found);
    // The first rows may not show what M means; later rows may show it.
    const sexo = { ...this.suggested.sexo, basis: 'declarada' } as const;
    try {
      new SheetAnswers({ ...options, reading: { ...this.suggested, sexo }, onUnderstood }).begin(header);
    } catch (error) {
      const isUnknown = error instanceof UnreadableFile && isSexUnknown(this.suggested.sexo);
      throw isUnknown ? error.with([{ cause: 'archivo_sexo' }], options.language ?? 'es') : error;
    }
    this.isInLines = header.delimiter !== DELIMITER;
    this.columns = findGivenColumns(header.names, columnas, nombre_completo !== undefined);
    this.understood = { ...understood, reading: this.suggested };
  }

  /** Throws an `UnreadableFile` if the header lacks a column. */
  static async open(sheet: SheetFile, loteOptions: LoteOptions): Promise<SheetLote> {
    // The encoding of a workbook is certain.
    const options: LoteOptions = { ...loteOptions, formato: 'csv', codificacion: 'utf-8', sheet: sheet.chosen };
    let head: Uint8Array = new Uint8Array();
    const { operacion = 'calcular' } = options;
    for await (const piece of sheet.csv({ operacion })) {
      head = piece;
      break;
    }
    try {
      return new SheetLote(sheet, head, await sheet.width({ operacion }), options);
    } catch (error) {
      throw withOthers(error, sheet, options.language);
    }
  }

  /** Yields the rows as CSV. */
  csv(delimitador?: string): AsyncIterable<Uint8Array> {
    const { encabezado } = this.suggested;
    const { operacion = 'calcular' } = this.options;
    const { fecha_nacimiento: dateColumn } = this.columns;
    return this.sheet.csv({ delimitador, dateColumn, encabezado: encabezado.value, operacion });
  }

  /**
   * Finds where the answers go, for a workbook with answers. From then on the readings list the ranges that cannot grow.
   * Throws if the answers do not fit after the last column. With `isSupposed` only the first rows are read, and the pass
   * throws a `SampleRefuted` if later rows prove another place.
   */
  async findPlace(isSupposed = false): Promise<Place | null> {
    if (this.place === undefined || (this.isPlaceSupposed && !isSupposed)) {
      this.isPlaceSupposed = isSupposed;
      const { operacion = 'calcular' } = this.options;
      const marks = answerColumns(operacion).map(({ mark }) => mark);
      this.place = this.sheet.findPlace(this.cellOptions(this.suggested), marks, isSupposed).then(this.withNote);
    }
    const place = await this.place;
    const rangos = place?.unextended ?? [];
    this.options = { ...this.options, rangos };
    this.suggested = { ...this.suggested, rangos: { ...this.suggested.rangos, value: rangos } };
    return place;
  }

  /** Adds the note about ranges that cannot grow, for the person who will sort the sheet. */
  private readonly withNote = (place: Place | null): Place | null => {
    const { language = 'es' } = this.options;
    const message = conventionRow('rangos').describe({ ...this.suggested.rangos, value: place?.unextended ?? [] });
    return place === null || message === null ? place : { ...place, note: messageInWords(message, CELL, language) };
  };

  /** Returns the reading that the first rows suggest, and supposes from them where the answers go. */
  async suggest(): Promise<Reading> {
    await this.findPlace(true);
    return this.suggested;
  }

  /** Returns the reading that all rows together show, and finds where the answers go. */
  async survey(): Promise<Reading> {
    await this.findPlace();
    const { operacion = 'calcular', nulos = NULL_WORDS } = this.options;
    const observer = new Observer(nulos, operacion);
    const { header, read, width } = this.headerOf(this.suggested);
    observer.begin(header, this.columns);
    let last = header.number;
    await this.sheet.rows(this.cellOptions(this.suggested), (row, number) => {
      if (number <= header.number) return;
      for (; last < number; last++) observer.next();
      observeRow(observer, read(row), this.columns, width);
    });
    return decideReading(observer.take(), this.options);
  }

  /** Begins to answer the rows in their workbook. */
  answer(reading: Reading, step: Step = () => {}): FilePass {
    const answers = new SheetAnswers({ ...this.options, reading });
    return {
      pieces: this.workbook(answers, reading, step),
      totals: () => answers.totals,
      evidence: () => answers.takeEvidence(),
    };
  }

  private async *workbook(answers: SheetAnswers, reading: Reading, step: Step): AsyncGenerator<Uint8Array, void> {
    const { header, read, width } = this.headerOf(reading);
    const place = await (this.place ?? this.findPlace());
    let rows = 0;
    const answerAfter = async (waiting: Promise<void>, row: Row, number: number): Promise<RowCells> => {
      await waiting;
      return answer(row, number);
    };
    const answer = (row: Row, number: number): RowCells | Promise<RowCells> => {
      const waiting = answers.waiting || ++rows % PORTION === 0 ? step(answers) : undefined;
      if (waiting !== undefined) return answerAfter(waiting, row, number);
      return answers.waiting ? answer(row, number) : answers.answer(read(row), number);
    };
    answers.begin(header, width);
    await step(answers);
    yield* this.sheet.workbook({
      ...this.cellOptions(reading),
      titles: () => answers.titles,
      answer,
      plainRows: (plan) => (this.isInLines ? null : answers.plainRows(plan)),
      place,
      second: this.options.second,
      moved: this.isPlaceSupposed ? () => new SampleRefuted() : undefined,
    });
  }

  /** Returns the header by this reading, the number of cells of the rows under it, and how they are read. */
  private headerOf(reading: Reading): {
    readonly header: HeaderFacts;
    readonly width: number;
    readonly read: (row: Row) => Row;
  } {
    const { header } = headerIn(this.head, this.options.language ?? 'es', reading);
    const { delimiter, names } = header;
    if (isBeside(header.layout ?? null))
      throw new UnreadableFile({ cause: 'archivo_sin_encabezado' }, this.options.language ?? 'es');
    if (delimiter === DELIMITER) return { header, width: this.width, read: (row) => row };
    return { header, width: names.length, read: lineReader(delimiter) };
  }

  /** Returns the options for reading only the data of people. */
  private cellOptions({ encabezado }: Reading): CellOptions {
    return {
      operacion: this.options.operacion ?? 'calcular',
      encabezado: encabezado.value,
      headerRows: encabezado.filas,
      width: this.width,
      dateColumn: this.columns.fecha_nacimiento,
      needed: this.isInLines ? undefined : Object.values(this.columns).filter((column) => column >= 0),
    };
  }
}

/** Returns the error, or one that names the other sheets of the workbook if this sheet has no header. */
function withOthers(error: unknown, { others }: SheetFile, language: Language = 'es'): unknown {
  const cause = error instanceof UnreadableFile ? error.problem.cause : null;
  if (others.length === 0 || (cause !== 'archivo_encabezado' && cause !== 'archivo_vacio')) return error;
  return new UnreadableFile({ cause: 'archivo_hoja', parts: { hojas: others } }, language);
}

/** Reads rows as lines of CSV with another delimiter: Excel leaves each line in one cell if it opens a CSV whose delimiter is not its own. */
function lineReader(delimiter: string): (row: Row) => Row {
  const reader = new CsvReader(delimiter.charCodeAt(0));
  const line = new ByteSink();
  return (row) => {
    line.length = 0;
    writeCsvRow(line, row, DELIMITER.charCodeAt(0));
    line.text('\n\n'); // the reader expects a line feed after the last byte
    const end = line.length - 1;
    if (!reader.read(line.bytes, 0, end)) reader.readBroken(line.bytes, 0, end);
    return reader;
  };
}
