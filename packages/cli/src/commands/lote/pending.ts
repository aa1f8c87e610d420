/** Writes only the rows to review or in error, each of a table behind its number in the file. */
import { csvRow } from '@curp-service/contract/words/csv';
import {
  type AnsweredRow,
  BYTE_ORDER_MARK,
  type LoteOptions,
  type Understood,
  withoutFormulas,
} from '@curp-service/lote';
import { text } from '../../environment.js';

/** The byte before the line feed of a row that ends with both. */
const CARRIAGE_RETURN = 0x0d;

export class PendingRows {
  readonly #isForExcel: boolean;
  #understood: Understood | null = null;
  #parts: Uint8Array[] = [];
  #hasHeader = false;

  constructor(isForExcel: boolean) {
    this.#isForExcel = isForExcel;
  }

  /** Returns the options of a file with which these rows are taken as they are written. */
  watch<O extends LoteOptions>(options: O): O {
    const onUnderstood = (understood: Understood): void => {
      this.#understood = understood;
      options.onUnderstood?.(understood);
    };
    return { ...options, onUnderstood, onRow: this.#add };
  }

  readonly #add = ({ number, error, notices, written }: AnsweredRow): void => {
    if (error === null && notices.length === 0) return;
    if (this.#understood?.format === 'csv') {
      this.#writeHeader(written.at(-2) === CARRIAGE_RETURN ? '\r\n' : '\n');
      this.#parts.push(Buffer.from(`${number}${this.#delimiter}`));
    }
    this.#parts.push(written.slice());
  };

  /** Yields the rows that were taken while the whole answer is made. */
  async *instead(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const piece of answer) if (piece.length > 0) yield* this.#take();
    if (this.#understood?.format === 'csv') this.#writeHeader('\n');
    yield* this.#take();
  }

  #take(): readonly Uint8Array[] {
    return this.#parts.splice(0);
  }

  get #delimiter(): string {
    return this.#understood?.delimiter ?? ',';
  }

  #writeHeader(lineBreak: string): void {
    if (this.#hasHeader) return;
    this.#hasHeader = true;
    const { names = [], added = [] } = this.#understood ?? {};
    const cells = [text('fila', 'row'), ...names, ...added];
    const shown = this.#isForExcel ? cells.map(withoutFormulas) : cells;
    const mark = this.#isForExcel ? BYTE_ORDER_MARK : '';
    this.#parts.push(Buffer.from(mark + csvRow(shown, this.#delimiter) + lineBreak));
  }
}
