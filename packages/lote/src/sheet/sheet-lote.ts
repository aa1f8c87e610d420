/** Does a sheet of a workbook as a file of people: the same workbook comes back, with the answers behind its last column. */
import { UnreadableFile } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, findGivenColumns } from '@curp-service/contract/columns';
import { quoteNames } from '@curp-service/contract/header';
import type { Language } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import type { Lote, LoteOptions } from '../lote.js';
import { drain } from '../split/blocks.js';
import { Splitter } from '../split/splitter.js';
import { peek } from '../conventions/peek.js';
import { surveyAll } from '../conventions/sample.js';
import type { Understood } from '../answer/context.js';
import { type Answers, type RowBlock, SheetAnswers } from './answers.js';

/** How the cells of a sheet are read. */
export interface CellOptions {
  readonly delimitador?: string | undefined;
  /** The column, from 0, whose plain numbers are days; -1 or absent: none. */
  readonly dateColumn?: number | undefined;
  /** The number of the header's row; the first row with a value if none is given. */
  readonly encabezado?: number | undefined;
  /** Under the header, only these columns are needed, and others may come empty. */
  readonly needed?: readonly number[] | undefined;
}

export interface FillOptions extends CellOptions {
  /** Gives the names of the new columns, for the header: as many at any time. */
  readonly titles: () => readonly string[];
  /** How many columns the widest row has, if that is known. */
  readonly widest?: number | undefined;
  /** Told the rows in their order, the header and those above it too, to which nothing is added whatever it answers. */
  readonly answer: (block: RowBlock) => Answers | Promise<Answers>;
}

/** A sheet that can be read several times. */
export interface SheetFile {
  /** The cells as CSV in UTF-8. The first piece holds the first 1,000 rows, or all. */
  readonly csv: (options?: CellOptions) => AsyncIterable<Uint8Array>;
  /** The whole workbook with new cells in this sheet. */
  readonly workbook: (options: FillOptions) => AsyncIterable<Uint8Array>;
  /** How many columns the widest row has; known once all rows were read. */
  readonly widest: () => number | undefined;
  /** Throws if the sheet cannot have so many more columns, or the workbook cannot be written. */
  readonly checkRoom: (columns: number) => void;
  /** The names of the other sheets of the workbook. */
  readonly others: readonly string[];
}

/** One pass over the sheet. */
export interface SheetWork {
  readonly lote: Lote;
  /** The bytes of the workbook. `steps`: gives what `lote.process` gives, for a caller that does the rows in steps. */
  readonly workbook: (steps?: (lote: Lote, csv: Uint8Array) => AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

export class SheetLote {
  /** How the first rows suggest to read the file. */
  readonly suggested: Reading;
  /** How the header is understood, with the names of the new columns. */
  readonly understood: Understood;
  /** The options of the work, for a sheet. */
  readonly options: LoteOptions;
  private readonly sheet: SheetFile;
  private readonly columns: ColumnIndexes;

  private constructor(
    sheet: SheetFile,
    options: LoteOptions,
    suggested: Reading,
    columns: ColumnIndexes,
    understood: Understood,
  ) {
    this.sheet = sheet;
    this.options = options;
    this.suggested = suggested;
    this.columns = columns;
    this.understood = understood;
  }

  /** Throws an `UnreadableFile` if the header lacks a column. */
  static async open(sheet: SheetFile, loteOptions: LoteOptions): Promise<SheetLote> {
    // The text of a workbook is certain.
    const options: LoteOptions = { ...loteOptions, formato: 'csv', codificacion: 'utf-8' };
    let head: Uint8Array = new Uint8Array();
    for await (const piece of sheet.csv()) {
      head = piece;
      break;
    }
    try {
      return SheetLote.#understand(sheet, head, options);
    } catch (error) {
      throw withOthers(error, sheet, options.language);
    }
  }

  static #understand(sheet: SheetFile, head: Uint8Array, options: LoteOptions): SheetLote {
    const { language = 'es', columnas = {}, nombre_completo } = options;
    const { reading, names } = peek(head, language, options);
    let understood: Understood = { format: 'csv', encoding: 'utf-8', reading };
    const { lote } = new SheetAnswers({ ...options, reading, onUnderstood: (header) => (understood = header) });
    drain(lote.process(headerOf(head, reading)));
    drain(lote.finish()); // a header of a letter or two is read only at the end
    const columns = findGivenColumns(names, columnas, nombre_completo !== undefined);
    return new SheetLote(sheet, options, reading, columns, understood);
  }

  /** The rows as CSV. */
  csv(delimitador?: string): AsyncIterable<Uint8Array> {
    return this.sheet.csv({ delimitador, dateColumn: this.columns.fecha_nacimiento });
  }

  /** The same, with only those cells under the header that the work needs. */
  neededCsv(): AsyncIterable<Uint8Array> {
    return this.sheet.csv(this.cellOptions(this.suggested));
  }

  /** How many columns the widest row has; known once all rows were read. */
  get widest(): number | undefined {
    return this.sheet.widest();
  }

  /** Throws if the answers do not fit behind the last column; known once all rows were read. */
  checkRoom(): void {
    this.sheet.checkRoom(this.understood.added?.length ?? 0);
  }

  /** How all rows together show that the file is to be read. */
  async survey(): Promise<Reading> {
    return surveyAll(this.neededCsv(), this.options);
  }

  /** Begins a pass with this reading. */
  work(reading: Reading, more: Partial<LoteOptions> = {}): SheetWork {
    const answers = new SheetAnswers({ ...this.options, ...more, reading });
    const { lote } = answers;
    return {
      lote,
      workbook: (steps) =>
        this.sheet.workbook({
          ...this.cellOptions(reading),
          titles: () => answers.titles,
          answer: async (block) => answers.answer(block, steps?.(lote, block.csv)),
        }),
    };
  }

  /** How the cells are read if only the data of people are needed. */
  private cellOptions({ encabezado }: Reading): CellOptions {
    return {
      encabezado: encabezado.value,
      dateColumn: this.columns.fecha_nacimiento,
      needed: Object.values(this.columns).filter((column) => column >= 0),
    };
  }
}

/** The same error; if the sheet has no header and the workbook has other sheets, one that names them. */
function withOthers(error: unknown, { others }: SheetFile, language: Language = 'es'): unknown {
  const cause = error instanceof UnreadableFile ? error.problem.cause : null;
  if (others.length === 0 || (cause !== 'archivo_encabezado' && cause !== 'archivo_vacio')) return error;
  return new UnreadableFile({ cause: 'archivo_hoja', parts: { hojas: quoteNames(others) } }, language);
}

/** The header and the rows above it. */
function headerOf(head: Uint8Array, { encabezado }: Reading): Uint8Array {
  const splitter = new Splitter('csv', 'utf-8', encabezado.value);
  const blocks = [...splitter.split(head), ...splitter.finish()];
  return splitter.header?.bytes ?? blocks[0]?.bytes ?? head;
}
