/** Finds the people who are twice in a file in parts: the people that its parts took down are compared in the order of the rows. */
import { DuplicateFinder, newSeeds } from '../people/duplicates.js';
import { type Duplicate, ONLY_CALCULATED, type Shared } from '../people/people-taker.js';
import { SharedRoom } from '../people/shared-room.js';

/** A person as a part took her down: two numbers of her key, the hash of her names with a bit, and the row of the file, counted from the header. */
export type PersonRecord = readonly [key: number, restOfKey: number, names: number, row: number];

const FIRST_ROOM = 1 << 10;
const IN_COMMON: readonly Shared[] = ['all', 'key', 'data'];

/** The rows of people who are in an earlier row, counted from the header, in their order. */
export class RepeatedRows {
  /** The number of these rows. */
  count = 0;
  private rows = new Int32Array(FIRST_ROOM);
  private earlier = new Int32Array(FIRST_ROOM);
  private shared = new Uint8Array(FIRST_ROOM);

  add(row: number, { row: earlier, shared }: Duplicate): void {
    if (this.count === this.rows.length) {
      this.rows = twice(this.rows);
      this.earlier = twice(this.earlier);
      const all = new Uint8Array(this.rows.length);
      all.set(this.shared);
      this.shared = all;
    }
    this.rows[this.count] = row;
    this.earlier[this.count] = earlier;
    this.shared[this.count++] = IN_COMMON.indexOf(shared);
  }

  get last(): number {
    return this.count === 0 ? 0 : this.rows[this.count - 1];
  }

  /** Returns the earlier row with the person of a row; `undefined` if there is none. */
  get(row: number): Duplicate | undefined {
    let [from, to] = [0, this.count];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rows[middle] < row) from = middle + 1;
      else to = middle;
    }
    const shared = this.rows[from] === row && from < this.count ? IN_COMMON[this.shared[from]] : undefined;
    return shared && { row: this.earlier[from], shared };
  }
}

function twice(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const all = new Int32Array(numbers.length * 2);
  all.set(numbers);
  return all;
}

export class RepeatedPeople {
  readonly rows = new RepeatedRows();

  constructor(private readonly finder: DuplicateFinder) {}

  /** Takes the people in the order of their rows. */
  add(key: number, restOfKey: number, names: number, row: number): void {
    const duplicate = this.finder.findNumbers(key, restOfKey, names, row);
    if (duplicate !== null && this.rows.last < row) this.rows.add(row, duplicate);
  }
}

/** Finds the repeated people among these, which stand in any order. */
export function findRepeated(people: readonly PersonRecord[]): RepeatedRows {
  const finder = new DuplicateFinder(Infinity, newSeeds(), new SharedRoom(Infinity));
  const found = new RepeatedPeople(finder);
  const isCalculated = ([, , names]: PersonRecord): number => names & ONLY_CALCULATED;
  for (const person of people.toSorted((a, b) => a[3] - b[3] || isCalculated(a) - isCalculated(b)))
    found.add(...person);
  finder.table.close();
  return found.rows;
}
