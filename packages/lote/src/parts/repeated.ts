/** Finds the people who are twice in a file in parts: the people that its parts took down are compared in the order of the rows. */
import { type Duplicate, DuplicateFinder } from '../answer/duplicates.js';
import { ONLY_CALCULATED } from '../answer/people-taker.js';

/** A person as a part took her down: two numbers of her key, the hash of her names with a bit, and the row of the file, counted from the header. */
export type PersonRecord = readonly [key: number, restOfKey: number, names: number, row: number];

/** By row, counted from the header: the earlier row with the same person. */
export type RepeatedRows = ReadonlyMap<number, Duplicate>;

export class RepeatedPeople {
  private readonly found = new Map<number, Duplicate>();

  constructor(private readonly finder: DuplicateFinder) {}

  /** Takes the people in the order of their rows. */
  add(key: number, restOfKey: number, names: number, row: number): void {
    const duplicate = this.finder.findNumbers(key, restOfKey, names, row);
    if (duplicate !== null && !this.found.has(row)) this.found.set(row, duplicate);
  }

  get rows(): RepeatedRows {
    return this.found;
  }
}

/** Finds the repeated people among these, which stand in any order. */
export function findRepeated(people: readonly PersonRecord[]): RepeatedRows {
  const finder = new DuplicateFinder(Infinity);
  const found = new RepeatedPeople(finder);
  const isCalculated = ([, , names]: PersonRecord): number => names & ONLY_CALCULATED;
  for (const person of people.toSorted((a, b) => a[3] - b[3] || isCalculated(a) - isCalculated(b)))
    found.add(...person);
  finder.table.close();
  return found.rows;
}
