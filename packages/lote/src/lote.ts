/** The transformer: takes the bytes of a file in pieces of any size and gives the same rows with their answers. */
import type { Encoding, Reading } from '@curp-service/contract/reading';
import type { CsvRows } from './read/csv.js';
import { decideReading, hasOneEncoding } from './conventions/decide.js';
import { Buffered } from './conventions/sample.js';
import { doCsv } from './answer/csv.js';
import { Ndjson } from './answer/ndjson.js';
import { type LoteOptions, RowWork, operationParts } from './answer/context.js';

/** The output is handed over when it is larger. */
const FULL = 1 << 17;

export class Lote extends RowWork {
  private readonly walk: CsvRows | Ndjson;
  private readonly options: LoteOptions;
  /** The beginning of the file, until it has decided how the file is read. */
  private held: Buffered | null;

  constructor(options: LoteOptions) {
    super(options);
    this.walk = options.formato === 'csv' ? doCsv(this.context) : new Ndjson(this.context);
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

  /** How the file is read; `null` until that is decided. */
  get reading(): Reading | null {
    return this.held === null ? this.context.reading : null;
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

  /** The lines of a file of fixed width that stand before the next bytes. */
  set line(lines: number) {
    this.context.line = lines;
  }

  /** Goes on with bytes that another has decoded up to here: they have no mark and are not in UTF-16. */
  resume(encoding: Encoding): void {
    this.context.input.decoder.resume(encoding);
  }

  private feed(bytes: Uint8Array): Generator<Uint8Array, void> {
    return this.context.input.feed(bytes, () => this.advance(false));
  }

  /** Decides how the file is read, and gives the bytes that were held back. */
  private decide(held: Buffered, atEnd: boolean): Uint8Array {
    const { context } = this;
    const { decoder } = context.input;
    context.reading = decideReading(held.evidence(atEnd), this.options);
    Object.assign(context, operationParts(this.options, context.reading));
    decoder.encoding = context.reading.codificacion.value;
    decoder.isStrict = hasOneEncoding(context.reading.codificacion);
    this.held = null;
    this.requireAnswers();
    return held.bytes;
  }

  private *advance(atEnd: boolean): Generator<Uint8Array, void> {
    const { output } = this.context;
    while (this.fill(atEnd)) yield output.view();
    if (output.length > 0) yield output.view();
  }

  /** Does rows until the output is full or no more are allowed. `false`: no whole row is left. */
  private fill(atEnd: boolean): boolean {
    const { walk } = this;
    const { output } = this.context;
    while (!this.waiting) {
      if (!walk.nextRow(atEnd, this.left)) return false;
      if (output.length > FULL) return true;
    }
    return true;
  }
}
