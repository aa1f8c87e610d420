/** The work on the rows of a file: its options, and how many rows may still be answered. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import {
  CROSSING_COLUMN,
  ERROR_COLUMNS,
  type Field,
  NOTICE_COLUMNS,
  REASONS_MEMBER,
} from '@curp-service/contract/columns';
import type { FileOptions } from '@curp-service/contract/jobs';
import type { Language } from '@curp-service/contract/language';
import { operationFor } from '@curp-service/contract/layouts';
import type { Reading, SheetRange } from '@curp-service/contract/reading';
import { ByteSink } from '../bytes.js';
import { type ChosenSheet, decideReading, hasOneEncoding } from '../conventions/decide.js';
import { type Evidence, NO_EVIDENCE } from '../conventions/evidence.js';
import { Observer } from '../conventions/observe.js';
import type { PartPlace } from '../read/csv-header.js';
import { Input } from '../read/input.js';
import type { CsvSheet } from '../write/csv-writer.js';
import type { AnsweredRow, Context, Totals, Understood } from './context.js';
import { DuplicateFinder } from '../people/duplicates.js';
import { NO_OVERRIDES, type Overrides } from './overrides.js';
import type { PeopleTaker } from '../people/people-taker.js';
import { type RowOperation, ROW_OPERATIONS } from './operations.js';

/** A small file takes little memory. The buffer grows for a large one. */
const OUTPUT_SIZE = 1 << 14;

/** The options of a user, and those of the program that answers the file. */
export interface LoteOptions extends Omit<FileOptions, 'formato' | 'hoja' | 'nombre'> {
  readonly formato: 'csv' | 'ndjson';
  /** The operation `cruzar`, which knows the other list. */
  readonly crossing?: RowOperation | undefined;
  /** A sheet that the workbook gains. */
  readonly second?: CsvSheet | undefined;
  /** The language of the messages: Spanish if absent. */
  readonly language?: Language;
  /** Returns the option by which the user names a column, for messages: `--columna nombres=…` if absent. */
  readonly optionFor?: (field: Field) => string;
  /** The sheet of the workbook that is read. */
  readonly sheet?: ChosenSheet | null;
  /** The ranges of a sheet that cannot include its new columns. */
  readonly rangos?: readonly SheetRange[];
  /** The reading of the file. If absent, its head decides. */
  readonly reading?: Reading | undefined;
  /** Finds people who are in the file twice: in a table of its own if absent. `null`: one person may be in many rows. */
  readonly duplicates?: PeopleTaker | null | undefined;
  /** The most bytes of that table. */
  readonly duplicateMemory?: number | undefined;
  /** How many good rows are answered, and the error of all others: unlimited if absent. */
  readonly allowed?: { readonly rows: number; readonly beyond: ErrorEntry } | undefined;
  /** Called once, before the first row is answered. */
  readonly onUnderstood?: (understood: Understood) => void;
  /** Called for the first `firstRows` rows, and for every row that needs a review or has an error. */
  readonly onRow?: (row: AnsweredRow) => void;
  readonly firstRows?: number;
  /** A CSV gets the columns of a workbook, in words for people. */
  readonly inWords?: boolean;
  /** What a person changed in the file. */
  readonly overrides?: Overrides | undefined;
  /** Rows that were not seen when the reading was decided may say what M means: the file is not refused for it. */
  readonly isSupposed?: boolean | undefined;
  /** Where the rows stand in their file, if they are a later part of it. */
  readonly part?: PartPlace | undefined;
}

/** Returns the operation on a file with this reading, and the columns that it adds. */
export function operationParts(
  { operacion, crossing, formato }: LoteOptions,
  reading: Reading,
): Pick<Context, 'operation' | 'operationName' | 'added' | 'hasCodes'> {
  const operationName = operationFor(operacion, reading.formato.value);
  const reasons = formato === 'ndjson' ? [REASONS_MEMBER] : [];
  if (operationName === 'cruzar') {
    if (crossing === undefined) throw new RangeError('a list without the one that it is crossed with');
    const added = [...crossing.columns, CROSSING_COLUMN, ...reasons];
    return { operation: crossing, operationName, added, hasCodes: false };
  }
  const operation = ROW_OPERATIONS[operationName];
  const added = [...operation.columns, NOTICE_COLUMNS[formato], ...ERROR_COLUMNS, ...reasons];
  return { operation, operationName, added, hasCodes: true };
}

/** Returns a finder for rows that are compared; `null` if they have one already, or are crossed. */
export const newFinder = ({ duplicates, duplicateMemory, operacion }: LoteOptions): DuplicateFinder | null =>
  duplicates === undefined && operacion !== 'cruzar' ? new DuplicateFinder(duplicateMemory) : null;

export class RowWork {
  readonly totals: Readonly<Totals>;
  protected readonly context: Context;
  /** The finder of this work alone. */
  private readonly own: DuplicateFinder | null;

  constructor(options: LoteOptions) {
    const {
      language = 'es',
      columnas = {},
      optionFor = (field) => `\`--columna ${field}=…\``,
      excel = false,
      inWords = false,
      allowed,
      onUnderstood = () => {},
      onRow,
      firstRows = 0,
      overrides = NO_OVERRIDES,
      isSupposed = false,
      operacion,
      part = null,
    } = options;
    const reading = options.reading ?? decideReading(NO_EVIDENCE, options);
    this.own = newFinder(options);
    const { duplicates = this.own } = options;
    const countedFromHeader = (row: number): number => (row === 0 ? 0 : row + this.context.headerRow);
    this.totals = {
      rows: 0,
      good: 0,
      reviews: 0,
      others: 0,
      errors: new Map(),
      get fullAt() {
        return countedFromHeader(duplicates?.fullAt ?? 0);
      },
    };
    const { rows: most, beyond } = allowed ?? { rows: Infinity, beyond: null };
    this.context = {
      input: new Input(reading.codificacion.value),
      output: new ByteSink(OUTPUT_SIZE),
      ...operationParts(options, reading),
      columnMap: columnas,
      wording: { language, optionFor },
      excel,
      inWords: inWords && options.formato === 'csv',
      duplicates,
      totals: this.totals,
      reading,
      observer: new Observer(reading.nulos.value, operacion ?? 'calcular'),
      part,
      header: null,
      headerRow: part?.before ?? 0,
      emptyLines: 0,
      line: part?.before ?? 0,
      onUnderstood,
      onRow: onRow ?? null,
      firstRows,
      overrides,
      isSupposed,
      most,
      beyond: beyond && { ...beyond, problem: beyond.error_message },
    };
    const { decoder } = this.context.input;
    decoder.isStrict = hasOneEncoding(reading.codificacion);
    if (part !== null && !part.repeatsHeader) decoder.goOn(part.hasReturns);
  }

  /** The number of bytes in the buffers: those of undecided bytes, of unfinished rows and of the output. */
  get memory(): number {
    const { input, output } = this.context;
    return input.bytes.length + output.bytes.length;
  }

  /** Returns the evidence of the rows that were answered since the last call. */
  takeEvidence(): Evidence {
    const { observer, input } = this.context;
    return { ...observer.take(), mark: input.decoder.mark };
  }

  /** Ends the work, and frees its memory. No row may follow. */
  close(): void {
    this.own?.table.close();
  }
}
