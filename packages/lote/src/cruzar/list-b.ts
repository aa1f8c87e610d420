/** The people of the second list: all of them in memory or, if they are too many, part by part. */
import type { RowError } from '@curp-service/contract/codes/file';
import type { ByteSink } from '../bytes.js';
import { People, hashOf, words } from './people.js';
import { POSITIONS } from './profile.js';
import { Search } from './search.js';

/** What is looked for among the people in memory. */
export interface Stage {
  /** The masks by which people are found; `null` for those that are surely the same. */
  readonly masks: readonly number[] | null;
  /** The characters that say in which part a root is. All these masks have them, so that no part misses anybody. */
  readonly cut: readonly number[];
  readonly part: number;
}
const STAGES: readonly Omit<Stage, 'part'>[] = [
  { masks: null, cut: POSITIONS.fechaNacimiento },
  { masks: [0, 1, 3], cut: POSITIONS.fechaNacimiento },
  { masks: [2], cut: [...POSITIONS.apellidoPaterno, ...POSITIONS.nombres] },
];
const WHOLE: Stage = { ...STAGES[0], part: 0 };
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
  /** The number of parts. */
  parts = 1;
  /** `null` once everybody was looked for. */
  stage: Stage | null = WHOLE;
  /** Reads the list again. */
  reread: () => Promise<unknown> = async () => {};
  private isTooLong = false;
  /** The number of people that this pass has read. */
  private read = 0;
  /** By person: 1 for those who are kept; `null` to keep all of this part. */
  private needed: Uint8Array | null = null;

  /** `most`: the number of people beyond which the list is cut into parts. */
  constructor(private readonly most: number) {}

  /** The list is read from its beginning, in another way. */
  forget(): void {
    this.numbers = words();
    this.earlier = words();
    this.later = words();
    this.unread.clear();
    this.isTooLong = false;
    this.read = 0;
    this.empty();
  }

  /** Returns what is looked for, part by part, once the list is read. If all of it is in memory, only those who are surely the same. */
  stages(): readonly Stage[] {
    if (!this.isTooLong) return [WHOLE];
    this.parts = Math.ceil(this.numbers.length / this.most);
    return STAGES.flatMap((stage) => Array.from({ length: this.parts }, (_, part) => ({ ...stage, part })));
  }

  async begin(stage: Stage): Promise<void> {
    this.stage = stage;
    if (this.parts > 1) await this.refill(null);
  }

  /** Loads the people that some things need, from the thing `from` on, as many as fit. Returns the first thing whose person is not loaded. */
  async load(from: number, end: number, personOf: (thing: number) => number): Promise<number> {
    if (this.parts === 1) return end;
    const needed = new Uint8Array(this.numbers.length);
    let thing = from;
    for (let count = 0; thing < end && count < this.most; thing++) {
      const person = personOf(thing);
      if (person < 0 || needed[person] === 1) continue;
      needed[person] = 1;
      count++;
    }
    await this.refill(needed);
    return thing;
  }

  /** Returns the roots that are in the part in memory. */
  ofPart(roots: readonly Uint8Array[]): readonly Uint8Array[] {
    const { stage, parts } = this;
    if (stage === null || parts === 1) return roots;
    return roots.filter((root) => hashOf(root, 0, stage.cut) % parts === stage.part);
  }

  /** Takes a row. Whoever is surely an earlier person is not found again. */
  collect(row: ByteSink, roots: readonly Uint8Array[], number: number): void {
    const { earlier, needed, parts } = this;
    const person = this.read++;
    if (person === this.numbers.length) this.numbers.push(number);
    if (needed !== null) {
      if (needed[person] === 1) this.people.add(person, row, NO_ROOTS);
      return;
    }
    if (parts === 1 && this.people.kept === this.most) {
      this.isTooLong = true;
      this.empty();
    }
    const own = this.isTooLong && parts === 1 ? NO_ROOTS : this.ofPart(roots);
    if (own.length === 0) return;
    if (this.stage?.masks === null) {
      const same = new Search();
      same.sure(row, own, this.people);
      if (same.isSure) {
        earlier.set(person, same.person + 1);
        this.later.set(same.person, person + 1);
      }
    }
    if (earlier.at(person) === 0) this.people.add(person, row, own);
    else if (parts === 1) this.people.add(person, row, NO_ROOTS);
  }

  /** Takes a row that is nobody who can be crossed. */
  reject(number: number, error: RowError): void {
    if (this.unread.size < MOST_UNREAD) this.unread.set(number, error);
  }

  private empty(): void {
    this.people.release();
    this.people = new People();
  }

  /** Reads the list again. `needed`: 1 for each person who is kept; `null` to keep those of this part. */
  private async refill(needed: Uint8Array | null): Promise<void> {
    this.needed = needed;
    this.read = 0;
    this.empty();
    await this.reread();
  }
}
