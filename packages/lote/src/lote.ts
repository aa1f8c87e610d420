/** Answers a file: takes its bytes in pieces of any size and returns its rows with their answers. */
import type { Encoding, Reading } from '@curp-service/contract/reading';
import type { CsvRows } from './read/csv.js';
import { decideReading, hasOneEncoding } from './conventions/decide.js';
import { Buffered } from './conventions/sample.js';
import { csvAnswers } from './answer/csv.js';
import { Ndjson } from './answer/ndjson.js';
import { requireAnswers } from './answer/context.js';
import { type LoteOptions, RowWork, operationParts } from './answer/row-work.js';

/** The output is handed over once it has more bytes. */
const FULL = 1 << 17;

export class Lote extends RowWork {
  private readonly walk: CsvRows | Ndjson;
  private readonly options: LoteOptions;
  /** The first bytes of the file, until they decide the reading; `null` afterwards. */
  private buffered: Buffered | null;

  constructor(options: LoteOptions) {
    super(options);
    this.walk = options.formato === 'csv' ? csvAnswers(this.context) : new Ndjson(this.context);
    this.options = options;
    this.buffered = options.reading === undefined ? new Buffered(options) : null;
    if (this.buffered === null) this.requireAnswers();
  }

  /**
   * Takes a piece of the file and yields the answered rows. The caller must use each result before it asks for the
   * next. Without a reading, nothing is yielded until the beginning of the file has decided it.
   */
  *process(bytes: Uint8Array): Generator<Uint8Array, void> {
    if (this.buffered === null) yield* this.feed(bytes);
    else if (this.buffered.take(bytes)) yield* this.feed(this.decide(this.buffered, false));
  }

  /** Yields the remaining rows at the end of the file. */
  *finish(): Generator<Uint8Array, void> {
    if (this.buffered !== null) yield* this.feed(this.decide(this.buffered, true));
    this.context.input.close();
    yield* this.advance(true);
  }

  /** The reading of the file; `null` until it is decided. */
  get reading(): Reading | null {
    return this.buffered === null ? this.context.reading : null;
  }

  override get memory(): number {
    return super.memory + (this.buffered?.bytes.length ?? 0);
  }

  /** The number of empty lines. They are not rows, but row numbers count them. */
  get emptyLines(): number {
    return this.context.emptyLines;
  }

  /** Sets the number of lines before the next bytes in a file of fixed width. */
  set line(lines: number) {
    this.context.line = lines;
  }

  /** Continues with bytes that another decoder has passed: they have no byte order mark and are not in UTF-16. */
  resume(encoding: Encoding): void {
    this.context.input.decoder.resume(encoding);
  }

  private feed(bytes: Uint8Array): Generator<Uint8Array, void> {
    return this.context.input.feed(bytes, () => this.advance(false));
  }

  /** Decides the reading and returns the bytes that were buffered. */
  private decide(buffered: Buffered, atEnd: boolean): Uint8Array {
    const { context } = this;
    const { decoder } = context.input;
    context.reading = decideReading(buffered.evidence(atEnd), this.options);
    Object.assign(context, operationParts(this.options, context.reading));
    decoder.encoding = context.reading.codificacion.value;
    decoder.isStrict = hasOneEncoding(context.reading.codificacion);
    this.buffered = null;
    this.requireAnswers();
    return buffered.bytes;
  }

  /** Throws if only a person can decide the reading. That of a table is checked together with its header. */
  private requireAnswers(): void {
    if (this.options.formato === 'ndjson') requireAnswers(this.context, () => null);
  }

  private *advance(atEnd: boolean): Generator<Uint8Array, void> {
    const { output } = this.context;
    while (this.fill(atEnd)) yield output.view();
    if (output.length > 0) yield output.view();
  }

  /** Answers rows until the output is full or the limit is reached. Returns `false` if no whole row is left. */
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
