/** What the first rows of a file show, in the order of the rows: marks, of which so many count. Those of the parts of a file are joined. */

/** So many marks in a row that are alike, and the row of the first. A mark is a set of bits. */
export type Marks = readonly (readonly [mark: number, times: number, row: number])[];

export const NO_MARKS: Marks = [];

export class FirstMarks {
  private marks: (readonly [mark: number, times: number, row: number])[] = [];
  private count = 0;

  constructor(private readonly most: number) {}

  /** True if no further mark counts. */
  get isFull(): boolean {
    return this.count >= this.most;
  }

  add(mark: number, row: number): void {
    if (this.isFull) return;
    this.count++;
    const last = this.marks.at(-1);
    if (last === undefined || last[0] !== mark) this.marks.push([mark, 1, row]);
    else this.marks[this.marks.length - 1] = [mark, last[1] + 1, last[2]];
  }

  /** Returns the marks since the last call. */
  take(): Marks {
    const { marks } = this;
    this.marks = [];
    this.count = 0;
    return marks;
  }
}

/** Joins the marks of two parts of a file, of which `most` count. `before`: the rows before the second part. Those that count no more follow apart. */
export function joinMarks(
  a: Marks,
  b: Marks,
  before: number,
  most: number,
): { readonly marks: Marks; readonly rest: Marks } {
  const marks: Marks[number][] = [];
  const rest: Marks[number][] = [];
  let left = most;
  const later = b.map(([mark, times, row]) => [mark, times, row + before] as const);
  for (const [mark, times, row] of [...a, ...later]) {
    const counted = Math.min(times, left);
    left -= counted;
    const last = marks.at(-1);
    if (counted > 0 && last?.[0] === mark) marks[marks.length - 1] = [mark, last[1] + counted, last[2]];
    else if (counted > 0) marks.push([mark, counted, row]);
    if (times > counted) rest.push([mark, times - counted, row]);
  }
  return { marks, rest };
}

/** Returns how many marks have a bit, and the row of the first. */
export function countBit(marks: Marks, bit: number): { readonly count: number; readonly row: number } {
  const having = marks.filter(([mark]) => ((mark >> bit) & 1) === 1);
  return { count: having.reduce((sum, [, times]) => sum + times, 0), row: having[0]?.[2] ?? 0 };
}
