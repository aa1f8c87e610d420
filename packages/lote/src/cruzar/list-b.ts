/** The people of the second list, all of them in memory. */
import type { RowError } from '@curp-service/contract/codes/file';
import type { ByteSink } from '../bytes.js';
import { People, words } from './people.js';
import { Search } from './search.js';

const MOST_UNREAD = 100_000;
const NO_ROOTS: readonly Uint8Array[] = [];

export class ListB {
  people = new People();
  /** By person: the number of her row, and the earlier and the last person who are the same, from 1. */
  numbers = words();
  earlier = words();
  later = words();
  /** By row: why it is nobody who can be crossed, for the first rows of this kind. */
  readonly unread = new Map<number, RowError>();

  /** `most`: how many people are kept. */
  constructor(private readonly most: number) {}

  /** Whether the list has more people. */
  get isTooLong(): boolean {
    return this.numbers.length > this.most;
  }

  /** The list is read from its beginning, in another way. */
  forget(): void {
    this.numbers = words();
    this.earlier = words();
    this.later = words();
    this.unread.clear();
    this.people.release();
    this.people = new People();
  }

  /** Takes a row. Whoever is surely an earlier person is not found again. */
  collect(row: ByteSink, roots: readonly Uint8Array[], number: number): void {
    const person = this.numbers.length;
    this.numbers.push(number);
    if (this.isTooLong) return;
    const same = new Search();
    same.sure(row, roots, this.people);
    if (same.isSure) {
      this.earlier.set(person, same.person + 1);
      this.later.set(same.person, person + 1);
    }
    this.people.add(person, row, same.isSure ? NO_ROOTS : roots);
  }

  /** Takes a row that is nobody who can be crossed. */
  reject(number: number, error: RowError): void {
    if (this.unread.size < MOST_UNREAD) this.unread.set(number, error);
  }
}
