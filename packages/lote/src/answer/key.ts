/**
 * Writes the keys of plain rows by the kernel. A row without a key is answered from its texts, which show why. A test
 * checks that both ways have the same results.
 */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { isOrderOpen } from '@curp-service/contract/conventions/table';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import { type Reading, isSpoilt } from '@curp-service/contract/reading';
import { Byte, type ByteQueue, type ByteSink, DECODER_WITH_MARK, textBetween } from '../bytes.js';
import { KernelAnswers } from '../datum/for-kernel.js';
import type { Duplicate } from './people-table.js';
import type { DatumReader } from '../datum/datum-reader.js';
import { JOINT, ONCE, EVIDENCE_INDEX } from '../datum/evidence-names.js';
import { type Kernel, borrowKernel, returnKernel } from '../kernel/host.js';
import { At, ByteForm, Datum, NotedPerson, Size } from '../kernel/layout.js';
import { tableOf } from '../read/encoding.js';
import { type Row, Seen, seenBetween } from '../read/row.js';
import { HARMLESS, type Value } from '../write/csv-writer.js';
import type { Context } from './context.js';
import { ANSWERED_FIELDS, KernelPlan } from './kernel-plan.js';
import type { PlainRow } from './operations.js';

export const IDENTICAL = 'identica';

/** Returns the values of a row whose data have a key and, if keys are compared, whose own key agrees. */
export const plainValues = (key: string, compares: boolean): readonly Value[] =>
  compares ? [IDENTICAL, key, []] : [key];

/** Returns whether rows have a witness that the kernel does not look at. Another date says something only about dates of an open order. */
export const hasUnreadWitness = ({ otra_fecha, marca }: ColumnIndexes, { fechas }: Reading): boolean =>
  otra_fecha >= 0 || (marca >= 0 && isOrderOpen(fechas));

/** The position of a single row after its key, which leaves the input of the kernel untouched. */
const ROW_AT = At.OUTPUT + 64;

/** The first byte of a byte order mark in UTF-8. */
const FIRST_OF_MARK = 0xef;
/** The questions of the kernel about a word inside a cell. */
const WORD_QUESTIONS: ReadonlySet<Datum> = new Set([
  Datum.GIVEN_WORD,
  Datum.SURNAME_WORD,
  Datum.PASSED_OVER,
  Datum.WHOLE_WORD,
]);

export class KeyWriter {
  /** True if the row must have the same key. */
  readonly compares: boolean;
  readonly plan: KernelPlan;
  private readonly context: Context;
  private readonly answers: KernelAnswers;
  /** `null` once it is given back. */
  private borrowed: Kernel | null;
  private readonly cells: Uint32Array;
  /** The beginning and the end of each cell of the last row of a CSV. */
  private readonly noted: Uint32Array;
  /** The people of the last run, in the memory of the kernel. */
  private readonly people: Int32Array;
  /** What the last text shows, in the memory of the kernel. */
  private readonly shown: Int32Array;
  /** The earlier row with the person of the row that was answered last; `null` if there is none. */
  duplicate: Duplicate | null = null;
  /** The version of the input that the kernel has a copy of, and the copied indexes. */
  private version = -1;
  private copiedFrom = 0;
  private copiedTo = 0;

  /** Returns `null` if there is no kernel on this platform. */
  static open(context: Context, reader: DatumReader): KeyWriter | null {
    let keys: KeyWriter | null = null;
    const kernel = borrowKernel({
      ask: (datum, from, to) => keys?.ask(datum, from, to) ?? 0,
      accept: (from, to) => keys?.accept(from, to) ?? false,
      cell: (from, to, column, style, isShared, at) => keys?.cell(from, to, column, style, isShared, at) ?? 0,
    });
    if (kernel === null) return null;
    const opened = new KeyWriter(context, reader, kernel);
    keys = opened;
    context.release = () => opened.close();
    return opened;
  }

  private constructor(context: Context, reader: DatumReader, kernel: Kernel) {
    const { memory } = kernel;
    const { encoding } = context.input.decoder;
    const table = tableOf(encoding);
    this.compares = context.operationName === 'cotejar';
    this.context = context;
    this.answers = new KernelAnswers(reader, context.observer);
    this.borrowed = kernel;
    this.plan = new KernelPlan(kernel);
    this.cells = new Uint32Array(memory.buffer, At.CELLS, 2 * ANSWERED_FIELDS.length);
    this.noted = new Uint32Array(memory.buffer, At.CELLS, 2 * Size.COLUMNS);
    this.people = new Int32Array(memory.buffer, At.PEOPLE, (Size.PEOPLE * NotedPerson.SIZE) / 4);
    memory.set(HARMLESS, At.HARMLESS);
    table?.forEach((character, i) => {
      memory.set(character, At.UTF8 + 4 * i);
      memory[At.UTF8 + 4 * i + 3] = character.length;
    });
    context.observer.countIn(memory);
    this.shown = new Int32Array(memory.buffer, At.SHOWN, 2);
    for (const [{ low, high }, at] of [
      [JOINT, At.JOINT],
      [ONCE, At.ONCE],
    ] as const)
      new Int32Array(memory.buffer, at).set([low, high]);
    kernel.set({
      encoding:
        table !== null ? ByteForm.ONE : encoding !== null && isSpoilt(encoding) ? ByteForm.OTHER : ByteForm.UTF8,
      isWhole: reader.fullName !== null,
      mayCompose: KernelAnswers.mayCompose,
      utf8Evidence: EVIDENCE_INDEX.utf8,
      otherEvidence: EVIDENCE_INDEX.notUtf8,
      isJudged: context.observer.isEncodingJudged,
      excel: context.excel,
      mayLackKey: !this.compares,
      seed: context.duplicates?.seed[0] ?? 0,
      otherSeed: context.duplicates?.seed[1] ?? 0,
    });
  }

  /** Gives the kernel back. No row may follow, because another file may have it then. */
  private close(): void {
    const { borrowed, context } = this;
    if (borrowed === null) return;
    context.observer.countApart();
    this.borrowed = null;
    returnKernel(borrowed);
  }

  private get kernel(): Kernel {
    if (this.borrowed === null) throw new RangeError('a row after the end of its file');
    return this.borrowed;
  }

  /** Returns the row of a CSV that was answered alone. It is valid until the next row. */
  lastRow(columns: ColumnIndexes): PlainRow {
    const { memory } = this.kernel;
    return { bytes: memory, key: this.kernel.get('outEnd') - KEY_LENGTH, cells: this.noted, columns };
  }

  /** Answers the plain rows of a sheet after the row `number`, of which `missed` were not counted. Returns the number of the last, or 0 if it answered none. */
  sheetRows(queue: ByteQueue, output: ByteSink, most: number, number: number, missed: number): number {
    this.kernel.set({ sheetRow: number });
    const stopped = this.run(queue, output, most, missed);
    if (stopped < 0) return 0;
    queue.start = stopped;
    return this.kernel.get('sheetRow');
  }

  /**
   * Answers up to `most` plain rows at the beginning of the input. Returns whether it answered any. `takesDuplicate`: the first may have a
   * person whom the file has already; then it is the only one.
   */
  rows(most: number, takesDuplicate = false): boolean {
    const { input, output } = this.context;
    const stopped = this.run(input, output, most, 0, takesDuplicate);
    if (stopped >= 0) input.advance(stopped);
    return stopped >= 0;
  }

  /** Returns the index where it stopped, or -1 if it answered no row. */
  private run(input: ByteQueue, output: ByteSink, most: number, missed: number, takesDuplicate = false): number {
    const { kernel, context, people } = this;
    const { observer, totals, duplicates } = context;
    if (input.version !== this.version || input.start < this.copiedFrom || input.start >= this.copiedTo)
      this.copy(input);
    const shift = At.INPUT - this.copiedFrom;
    const before = observer.rows;
    const run = (rows: number): number => {
      kernel.rowNumber = before + missed;
      return kernel.run(input.start + shift, this.copiedTo + shift, rows);
    };
    const sheetRow = kernel.get('sheetRow');
    if (duplicates !== null) observer.saveCounts(); // a run with a duplicate is undone
    const atOnce = Math.min(most, duplicates?.atOnce(before + missed) ?? Size.PEOPLE, Size.PEOPLE);
    let stopped = run(atOnce);
    const alone = duplicates?.take(people, kernel.get('done')) ?? Infinity;
    this.duplicate = null;
    if (alone < kernel.get('done') || (alone === 0 && atOnce === 0)) {
      // The row after `alone` rows has a person whom the file has already.
      const isTaken = takesDuplicate && alone === 0 && most > 0;
      observer.restoreCounts();
      kernel.set({ sheetRow, isJudged: observer.isEncodingJudged });
      stopped = run(isTaken ? 1 : alone);
      if (isTaken && kernel.get('done') > 0) this.duplicate = duplicates?.findNoted(people) ?? null;
    }
    const done = kernel.get('done');
    observer.rows = done === 0 ? before : kernel.get('rowNumber'); // `accept` may have set it
    if (done === 0) return -1;
    totals.rows += done;
    totals.good += done;
    output.copy(kernel.memory, At.OUTPUT, kernel.get('outEnd'));
    return stopped - shift;
  }

  /** Writes the key of a row at an index of `target`. Signs must separate its cells. Returns `false` if the data have no plain key, or the file has the person twice. */
  write(row: Row, columns: ColumnIndexes, target: Uint8Array, at: number): boolean {
    const { kernel, cells, people, plan } = this;
    const { observer, duplicates } = this.context;
    const { bytes, start, end, from, to } = row;
    if (end - start > Size.ROW) return false;
    if (columns !== plan.planned) plan.use(columns);
    const { used } = plan;
    const shift = ROW_AT - start;
    kernel.memory.set(bytes.subarray(start, end), ROW_AT);
    kernel.memory[ROW_AT - 1] = Byte.LINE_FEED;
    kernel.memory[end + shift] = Byte.LINE_FEED;
    for (let i = 0; i < used.length; i++) {
      if (used[i] < 0) continue;
      cells[2 * i] = from[used[i]] + shift;
      cells[2 * i + 1] = to[used[i]] + shift;
    }
    if (kernel.writeKey(At.OUTPUT) === 0) return false;
    people[NotedPerson.ROW / 4] = observer.rows;
    if (duplicates?.take(people, 1) === 0) return false;
    target.set(kernel.memory.subarray(At.OUTPUT, At.OUTPUT + KEY_LENGTH), at);
    return true;
  }

  private copy(input: ByteQueue): void {
    const { memory } = this.kernel;
    this.version = input.version;
    this.copiedFrom = input.start;
    this.copiedTo = Math.min(input.end, input.start + Size.INPUT);
    memory.set(input.bytes.subarray(input.start, this.copiedTo), At.INPUT);
    memory[At.INPUT + this.copiedTo - this.copiedFrom] = 10;
  }

  private accept(from: number, to: number): boolean {
    const { memory } = this.kernel;
    const { input, observer } = this.context;
    const { decoder } = input;
    const seen = seenBetween(memory, from, to);
    const verdict = decoder.judge((seen & Seen.NOT_UTF8) === 0, (seen & Seen.PLAIN_UTF8) !== 0);
    if (verdict !== (tableOf(decoder.encoding) === null ? 'ok' : 'rewrite')) return false;
    observer.rows = this.kernel.get('rowNumber');
    observer.encoding(seen, memory, from, to);
    this.kernel.set({ isJudged: observer.isEncodingJudged });
    return true;
  }

  private cell(from: number, to: number, column: number, style: number, isShared: number, at: number): number {
    const most = At.UNESCAPED + Size.UNESCAPED - at;
    return this.plan.writeCell(this.kernel.memory, from, to, column, style, isShared !== 0, at, most);
  }

  /** Answers a question of the kernel, and leaves what the text shows in its memory. */
  private ask(datum: Datum, from: number, to: number): number {
    const { memory } = this.kernel;
    if (datum === Datum.BIRTH) return this.answers.birth(new DataView(memory.buffer).getUint32(from, true));
    if (datum === Datum.AGE) {
      const month = new DataView(memory.buffer).getUint32(to - 4, true);
      return this.answers.age(textBetween(memory, from, to - 4), month);
    }
    if (datum === Datum.DAYS) return this.answers.days(new DataView(memory.buffer).getUint32(from, true));
    if (datum === Datum.CUT) return this.answers.cut(new DataView(memory.buffer).getBigUint64(from, true));
    // A mark is dropped at the start of a cell, and stays before a word inside of it.
    const isMarked = WORD_QUESTIONS.has(datum) && memory[from] === FIRST_OF_MARK;
    const text = isMarked ? DECODER_WITH_MARK.decode(memory.subarray(from, to)) : textBetween(memory, from, to);
    const { number, shown } = this.answers.answer(datum, text);
    this.shown[0] = shown.low;
    this.shown[1] = shown.high;
    return number;
  }
}
