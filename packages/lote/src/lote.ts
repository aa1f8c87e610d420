/** The transformer: takes the bytes of a file in pieces of any size and gives the same rows with their answers. */
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import {
  type ColumnMap,
  ERROR_COLUMNS,
  type Field,
  HOMONYM_COLUMN,
  type OperationName,
} from '@curp-service/contract/columns';
import type { Language } from '@curp-service/contract/language';
import type { ReadingOptions } from '@curp-service/contract/file-options';
import type { Encoding, Reading } from '@curp-service/contract/reading';
import type { CsvRows } from './read/csv.js';
import { Input } from './read/input.js';
import { decideReading, hasOneEncoding } from './conventions/decide.js';
import { type Evidence, NO_EVIDENCE } from './conventions/evidence.js';
import { Buffered } from './conventions/buffered.js';
import { NullWords } from './conventions/null-words.js';
import { Observer } from './conventions/observe.js';
import type { Context, DoneRow, Totals, Understood } from './answer/context.js';
import { doCsv } from './answer/csv.js';
import { Roots } from './answer/homonyms.js';
import { Ndjson } from './answer/ndjson.js';
import { OPERATIONS, withNotices } from './answer/operations.js';
import { Output } from './write/output.js';

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
  /** Writes the answers without the cells of the file: a line for each row, which begins with a delimiter. */
  readonly onlyAnswers?: boolean;
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

export class Lote {
  readonly totals: Readonly<Totals>;
  private readonly context: Context;
  private readonly walk: CsvRows | Ndjson;
  private readonly options: LoteOptions;
  /** The beginning of the file, until it has decided how the file is read. */
  private held: Buffered | null;
  private allowed: number;

  constructor(options: LoteOptions) {
    const {
      formato,
      operacion = 'calcular',
      language = 'es',
      columnas = {},
      optionFor = (field) => `\`--columna ${field}=…\``,
      excel = false,
      onlyAnswers = false,
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
      output: new Output(),
      operation,
      operationName: operacion,
      added: [...operation.columns, ...(homonimos ? [HOMONYM_COLUMN] : []), ...ERROR_COLUMNS],
      columnMap: columnas,
      wording: { language, optionFor, hasFullName },
      excel,
      onlyAnswers,
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
    this.walk = formato === 'csv' ? doCsv(this.context) : new Ndjson(this.context);
    this.options = options;
    this.held = options.reading === undefined ? new Buffered(options) : null;
  }

  /**
   * Takes a piece of the file and gives the rows that are done. Each result must be used before the next is asked for.
   * Without a reading, nothing is done until the beginning of the file has decided it.
   */
  *process(bytes: Uint8Array): Generator<Uint8Array, void> {
    if (this.held === null) yield* this.feed(bytes);
    else if (this.held.take(bytes)) yield* this.feed(this.decide(this.held, false));
  }

  /** The file ends: gives the rows that are left. */
  *finish(): Generator<Uint8Array, void> {
    if (this.held !== null) yield* this.feed(this.decide(this.held, true));
    this.context.input.close();
    yield* this.advance(true);
  }

  /**
   * Whether all the allowed good rows are done. Then `process` gives empty pieces until `allow` is called or, after
   * `exhaust`, until no row is left.
   */
  get waiting(): boolean {
    return this.totals.good >= this.allowed && this.context.exhausted === null;
  }

  /** How the file is read; `null` until that is decided. */
  get reading(): Reading | null {
    return this.held === null ? this.context.reading : null;
  }

  /** Gives what the rows that were done since the last call show about the conventions of the file. */
  takeEvidence(): Evidence {
    const { observer, input } = this.context;
    return { ...observer.take(), mark: input.decoder.mark };
  }

  /** How many bytes its buffers take: for what is held back, for unfinished rows and for the output. */
  get memory(): number {
    const { input, output } = this.context;
    return (this.held?.bytes.length ?? 0) + input.bytes.length + output.bytes.length;
  }

  /** How many lines were empty. They are no rows, but count in the numbers of rows. */
  get emptyLines(): number {
    return this.context.emptyLines;
  }

  /** The length in bytes of the written header, its byte order mark included. 0 for NDJSON. */
  get headerLength(): number {
    return this.context.headerLength;
  }

  /** Goes on with bytes that another has decoded up to here: they have no mark and are not in UTF-16. */
  resume(encoding: Encoding): void {
    this.context.input.decoder.resume(encoding);
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

  private feed(bytes: Uint8Array): Generator<Uint8Array, void> {
    return this.context.input.feed(bytes, () => this.advance(false));
  }

  /** Decides how the file is read, and gives the bytes that were held back. */
  private decide(held: Buffered, atEnd: boolean): Uint8Array {
    const { context } = this;
    const { decoder } = context.input;
    context.reading = decideReading(held.evidence(atEnd), this.options);
    decoder.encoding = context.reading.codificacion.value;
    decoder.isStrict = hasOneEncoding(context.reading.codificacion);
    this.held = null;
    return held.bytes;
  }

  private *advance(atEnd: boolean): Generator<Uint8Array, void> {
    const { output } = this.context;
    while (this.fill(atEnd)) yield output.take();
    if (output.end > 0) yield output.take();
  }

  /** Does rows until the output is full or no more are allowed. `false`: no whole row is left. */
  private fill(atEnd: boolean): boolean {
    const { walk } = this;
    const { output } = this.context;
    while (!this.waiting) {
      if (!walk.nextRow(atEnd)) return false;
      if (output.isFull) return true;
    }
    return true;
  }
}
