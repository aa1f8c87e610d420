/** Answers a file: takes its bytes in pieces of any size and returns its rows with their answers. */
import type { Reading } from '@curp-service/contract/reading';
import type { PartPlace } from './read/csv-header.js';
import { decideReading, hasOneEncoding } from './conventions/decide.js';
import { Head } from './conventions/head.js';
import { csvAnswers } from './answer/csv.js';
import { Ndjson } from './answer/ndjson.js';
import { type AnsweredRow, type ReportedCells, type Walk, requireAnswers } from './answer/context.js';
import { type LoteOptions, RowWork, operationParts } from './answer/row-work.js';

/** The output is handed over once it has more bytes. */
const FULL = 1 << 17;

/** What the later parts of a file take from the first. */
export type FileFrame = Pick<PartPlace, 'header' | 'hasReturns'>;

export class Lote extends RowWork {
  private readonly walk: Walk;
  private readonly options: LoteOptions;
  /** The head of the file, until it decides the reading; `null` afterwards. */
  private head: Head | null;

  constructor(options: LoteOptions) {
    super(options);
    this.walk = options.formato === 'csv' ? csvAnswers(this.context) : new Ndjson(this.context);
    this.options = options;
    this.head = options.reading === undefined ? new Head(options) : null;
    if (this.head === null) this.requireAnswers();
  }

  /**
   * Takes a piece of the file and yields the answered rows. The caller must use each result before it asks for the
   * next. Without a reading, nothing is yielded until the head of the file has decided it.
   */
  *process(bytes: Uint8Array): Generator<Uint8Array, void> {
    if (this.head === null) yield* this.feed(bytes);
    else if (this.head.take(bytes)) yield* this.feed(this.decide(this.head, false));
  }

  /** Yields the remaining rows at the end of the file. */
  *finish(): Generator<Uint8Array, void> {
    if (this.head !== null) yield* this.feed(this.decide(this.head, true));
    this.context.input.close();
    yield* this.advance(true);
  }

  /** The reading of the file; `null` until it is decided. */
  get reading(): Reading | null {
    return this.head === null ? this.context.reading : null;
  }

  override get memory(): number {
    return super.memory + (this.head?.bytes.length ?? 0);
  }

  /** The header and the line breaks of the file, which its other parts need. Ask for it once the header has arrived. */
  get frame(): FileFrame {
    const { header, input: { decoder } } = this.context; // oxfmt-ignore
    return { header, hasReturns: decoder.hasReturns };
  }

  /** True if the file ended inside quotes: what follows may belong to its last row. */
  get isCut(): boolean {
    return this.walk.isCut;
  }

  /** The number of empty lines. They are not rows, but row numbers count them. */
  get emptyLines(): number {
    return this.context.emptyLines;
  }

  /** Answers a row once more, after all were answered, with these cells. Returns `null` if it holds no person. `number`: that of the row. */
  again(number: number, cells: ReportedCells): AnsweredRow | null {
    return this.walk.again(number, cells);
  }

  private feed(bytes: Uint8Array): Generator<Uint8Array, void> {
    return this.context.input.feed(bytes, () => this.advance(false));
  }

  /** Decides the reading and returns the bytes that were buffered. */
  private decide(head: Head, atEnd: boolean): Uint8Array {
    const { context } = this;
    const { decoder } = context.input;
    context.reading = decideReading(head.evidence(atEnd), this.options);
    Object.assign(context, operationParts(this.options, context.reading));
    decoder.encoding = context.reading.codificacion.value;
    decoder.isStrict = hasOneEncoding(context.reading.codificacion);
    this.head = null;
    this.requireAnswers();
    return head.bytes;
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

  /** Answers rows until the output is full. Returns `false` if no whole row is left. */
  private fill(atEnd: boolean): boolean {
    const { walk } = this;
    const { output } = this.context;
    while (walk.nextRow(atEnd)) if (output.length > FULL) return true;
    return false;
  }
}
