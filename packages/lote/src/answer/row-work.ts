/** The work on the rows of a file: how it is done, what was counted so far, and how many rows may still be done. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import {
  type ColumnMap,
  ERROR_COLUMNS,
  type Field,
  HOMONYM_COLUMN,
  type OperationName,
} from '@curp-service/contract/columns';
import type { Language } from '@curp-service/contract/language';
import type { Encoding, Reading, ReadingOptions } from '@curp-service/contract/reading';
import { decideReading, hasOneEncoding } from '../conventions/decide.js';
import { type Evidence, NO_EVIDENCE } from '../conventions/evidence.js';
import { NullWords } from '../conventions/null-words.js';
import { Observer } from '../conventions/observe.js';
import { Input } from '../read/input.js';
import { ByteSink } from '../bytes.js';
import type { Context, DoneRow, Totals, Understood } from './context.js';
import { Roots } from './homonyms.js';
import { OPERATIONS, withNotices } from './operations.js';

/** Rows are handed over before they fill this. */
const OUTPUT_SIZE = 1 << 18;

export interface LoteOptions extends ReadingOptions {
  readonly formato: 'csv' | 'ndjson';
  /** `calcular` if absent. */
  readonly operacion?: OperationName;
  /** The language of the messages: Spanish if absent. */
  readonly language?: Language;
  /** The column of a datum, where its name does not tell. */
  readonly columnas?: ColumnMap;
  /** How the user names a column, quoted in messages: `--columna nombres=…` if absent. */
  readonly optionFor?: (field: Field) => string;
  /** The encoding of the file; if absent, its bytes tell. */
  readonly codificacion?: Encoding | undefined;
  /** How the file is read. If absent, its first 1 MiB or 20,000 rows decide. */
  readonly reading?: Reading | undefined;
  /** Writes for a spreadsheet: with a byte order mark, and no cell that would run as a formula. */
  readonly excel?: boolean;
  /** Marks rows whose root an earlier row had. This takes some 40 bytes of memory a row. */
  readonly homonimos?: boolean;
  /** How many good rows may be done before `allow` is called: all if absent. */
  readonly allowed?: number;
  /** Called once, before the first row is done. */
  readonly onUnderstood?: (understood: Understood) => void;
  /** Called for the first `firstRows` rows, and for every row with an error or whose key is not valid or identical. */
  readonly onRow?: (row: DoneRow) => void;
  readonly firstRows?: number;
}

export class RowWork {
  readonly totals: Readonly<Totals>;
  protected readonly context: Context;
  private allowed: number;

  constructor(options: LoteOptions) {
    const {
      operacion = 'calcular',
      language = 'es',
      columnas = {},
      optionFor = (field) => `\`--columna ${field}=…\``,
      excel = false,
      homonimos = false,
      allowed = Infinity,
      onUnderstood = () => {},
      onRow,
      firstRows = 0,
    } = options;
    const reading = options.reading ?? decideReading(NO_EVIDENCE, options);
    const hasFullName = reading.nombre_completo.value !== null;
    const operation = hasFullName ? withNotices(OPERATIONS[operacion]) : OPERATIONS[operacion];
    this.totals = { rows: 0, good: 0, contradictions: 0, errors: new Map() };
    this.allowed = allowed;
    this.context = {
      input: new Input(reading.codificacion.value),
      output: new ByteSink(OUTPUT_SIZE),
      operation,
      operationName: operacion,
      added: [...operation.columns, ...(homonimos ? [HOMONYM_COLUMN] : []), ...ERROR_COLUMNS],
      columnMap: columnas,
      wording: { language, optionFor, hasFullName },
      excel,
      roots: homonimos ? new Roots() : null,
      totals: this.totals,
      reading,
      observer: new Observer(new NullWords(reading.nulos.value), operacion),
      headerRow: 0,
      emptyLines: 0,
      headerLength: 0,
      onUnderstood,
      onRow: onRow ?? null,
      firstRows,
      exhausted: null,
    };
    this.context.input.decoder.isStrict = hasOneEncoding(reading.codificacion);
  }

  /** Whether all the allowed good rows are done. Then no row is done until `allow` or `exhaust` is called. */
  get waiting(): boolean {
    return this.totals.good >= this.allowed && this.context.exhausted === null;
  }

  /** Gives what the rows that were done since the last call show about the conventions of the file. */
  takeEvidence(): Evidence {
    const { observer, input } = this.context;
    return { ...observer.take(), mark: input.decoder.mark };
  }

  /** From here on, allows so many good rows. */
  limit(rows: number): void {
    this.allowed = this.totals.good + rows;
  }

  /** Allows so many good rows more. */
  allow(rows: number): void {
    this.allowed += rows;
  }

  /** Calculates nothing more: all remaining rows carry this error. */
  exhaust(error: ErrorEntry): void {
    this.context.exhausted = error;
  }
}
