/** The people of the second list, all of them in memory. */
import type { RowError } from '@curp-service/contract/codes/file';
import type { ByteSink } from '../bytes.js';
import { People, words } from './people.js';
import type { PackedRow, Profile } from './profile.js';
import { Search } from './search.js';

const MOST_UNREAD = 100_000;
const MOST_NAMED = 20;
const NO_ROOTS: readonly Uint8Array[] = [];

/** A row of B that no row of A may be, or of which nobody can say so. */
export interface RowOfB {
  readonly number: number;
  /** The row of the list that is the same person; 0 if there is none. */
  readonly first: number;
  /** `null` if the row cannot be crossed, for this error. */
  readonly profile: Profile | null;
  readonly error: RowError | null;
}

export class ListB {
  people = new People();
  /** By person: the number of her row, and the first, the last and the one before who are the same, from 1. */
  numbers = words();
  earlier = words();
  later = words();
  before = words();
  /** By row: why it is nobody who can be crossed, for the first rows of this kind. */
  readonly unread = new Map<number, RowError>();

  /** `most`: how many people are kept. */
  constructor(private readonly most: number) {}

  /** Whether the list has more people. */
  get isTooLong(): boolean {
    return this.numbers.length > this.most;
  }

  /** Returns the person of a row; -1 if it is nobody who can be crossed. */
  personOf(number: number): number {
    const { values, length } = this.numbers;
    return values.subarray(0, length).indexOf(number);
  }

  /** Returns the later rows that are the same person, the last ones if they are many. */
  rowsLike(person: number): readonly string[] {
    const rows: string[] = [];
    for (let next = this.later.at(person); next > 0 && rows.length < MOST_NAMED; next = this.before.at(next - 1))
      rows.unshift(String(this.numbers.at(next - 1)));
    return rows;
  }

  /** The list is read from its beginning, in another way. */
  forget(): void {
    this.numbers = words();
    this.earlier = words();
    this.later = words();
    this.before = words();
    this.unread.clear();
    this.people.release();
    this.people = new People();
  }

  /** Takes a row. Whoever is surely an earlier person is not found again. */
  collect(row: ByteSink, packed: PackedRow, number: number): void {
    const person = this.numbers.length;
    this.numbers.push(number);
    if (this.isTooLong) return;
    const same = new Search();
    same.sure(row, packed, this.people);
    if (same.isSure) {
      this.earlier.set(person, same.person + 1);
      this.before.set(person, this.later.at(same.person));
      this.later.set(same.person, person + 1);
    }
    this.people.add(person, row, same.isSure ? NO_ROOTS : packed.roots);
  }

  /** Takes a row that is nobody who can be crossed. */
  reject(number: number, error: RowError): void {
    if (this.unread.size < MOST_UNREAD) this.unread.set(number, error);
  }
}
