/** What the user changed in a file: the texts typed into cells, the rows marked as right, and how to take each back. */
import type { Fill, Overrides, PairDecision } from '@curp-service/lote';
import type { KeptRow, RowTask } from '../worker/tasks.js';

/** A row before a change. */
interface Before {
  readonly number: number;
  readonly texts: ReadonlyMap<number, string> | undefined;
  readonly isReviewed: boolean;
  readonly pair: PairDecision | undefined;
}

/** The page keeps it until another file is chosen. */
export class Edits implements Overrides {
  readonly cells = new Map<number, Map<number, string>>();
  readonly reviewed = new Set<number>();
  /** By row of A, of which rows of B the user has said whether they are the same person. */
  readonly pairs = new Map<number, PairDecision>();
  /** True if a download has all changes. */
  isSaved = true;
  /** The rows as the file has them. */
  private readonly rows = new Map<number, RowTask>();
  private readonly done: (readonly Before[])[] = [];

  /** Returns a copy to send. */
  get overrides(): Overrides {
    return { cells: this.cells, reviewed: this.reviewed };
  }

  get isEmpty(): boolean {
    return this.cells.size + this.reviewed.size + this.pairs.size === 0;
  }

  /** Forgets everything: the rows are those of another file. */
  clear(): void {
    for (const each of [this.cells, this.reviewed, this.pairs, this.rows]) each.clear();
    this.done.length = 0;
    this.isSaved = true;
  }

  /** Puts texts into cells of rows. */
  put(rows: readonly KeptRow[], fill: Fill): void {
    this.note(rows);
    for (const { number } of rows) {
      const own = this.rows.get(number)?.cells ?? [];
      const texts = this.cells.get(number) ?? new Map<number, string>();
      for (const [column, text] of fill) {
        if (text === (own[column] ?? '')) texts.delete(column);
        else texts.set(column, text);
      }
      if (texts.size === 0) this.cells.delete(number);
      else this.cells.set(number, texts);
      this.reviewed.delete(number);
    }
  }

  /** Marks a row as right, or takes the mark back. */
  review(row: KeptRow, isRight: boolean): void {
    this.note([row]);
    if (isRight) this.reviewed.add(row.number);
    else this.reviewed.delete(row.number);
  }

  /** Says that a row of A is the person of a row of B, or is not. */
  pair(row: KeptRow, inB: number, isSame: boolean): void {
    this.note([row]);
    const others = new Set(this.pairs.get(row.number)?.others);
    if (isSame) others.delete(inB);
    else others.add(inB);
    this.pairs.set(row.number, { same: isSame ? inB : undefined, others });
  }

  /** Takes back what was said about a row of A. */
  unpair(row: KeptRow): void {
    this.note([row]);
    this.pairs.delete(row.number);
  }

  /** Takes the last change back. Returns the numbers of its rows; none if there is no change. */
  undo(): readonly number[] {
    const last = this.done.pop() ?? [];
    this.isSaved &&= last.length === 0;
    for (const { number, texts, isReviewed, pair } of last) {
      if (pair === undefined) this.pairs.delete(number);
      else this.pairs.set(number, pair);
      if (texts === undefined) this.cells.delete(number);
      else this.cells.set(number, new Map(texts));
      if (isReviewed) this.reviewed.add(number);
      else this.reviewed.delete(number);
    }
    return last.map(({ number }) => number);
  }

  /** Returns a row with the texts that it has now; `null` if it was never changed. */
  rowNow(number: number): RowTask | null {
    const row = this.rows.get(number);
    if (row === undefined) return null;
    const texts = this.cells.get(number);
    const width = Math.max(row.cells.length, ...Array.from(texts?.keys() ?? [], (column) => column + 1));
    const cells = Array.from({ length: width }, (_, i) => texts?.get(i) ?? row.cells[i] ?? '');
    return { ...row, cells };
  }

  /** Returns the text that a cell has now. `listed`: its row as the file was answered. */
  textOf(listed: KeptRow, column: number): string {
    return this.rowNow(listed.number)?.cells[column] ?? listed.cells[column] ?? '';
  }

  private note(rows: readonly KeptRow[]): void {
    this.isSaved = false;
    const before = rows.map(({ number, cells, named }) => {
      if (!this.rows.has(number)) this.rows.set(number, { number, cells, named });
      const texts = this.cells.get(number);
      const pair = this.pairs.get(number);
      return { number, texts: texts && new Map(texts), isReviewed: this.reviewed.has(number), pair };
    });
    this.done.push(before);
  }
}
