/** Crosses two lists of people: finds for each row of one the row of the other that is, or may be, the same person. */
import type { FileProblem } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS } from '@curp-service/contract/columns';
import { type Language, say } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import type { Reason } from '@curp-service/contract/words/reasons';
import { type ReasonId, sentenceOf } from '@curp-service/contract/words/sentences';
import type { LoteOptions } from '../answer/row-work.js';
import type { RowOperation, RowValues } from '../answer/operations.js';
import type { RowData } from '../answer/row-data.js';
import { ByteSink } from '../bytes.js';
import { type PassSink, type PeopleFile, answerFile, answerOnce } from '../file.js';
import type { CsvSheet } from '../write/csv-writer.js';
import { SAME_KEY_EVIDENCE, judge } from './judge.js';
import { ListB } from './list-b.js';
import { OnlyInB } from './only-in-b.js';
import { bytes, words } from './people.js';
import { keyIn, missingIn, packRow, unpackProfile } from './profile.js';
import { SAME_SCORE, Search } from './search.js';

/** What came of the rows of two lists. */
const newTotals = () => ({
  /** Rows of A: the same person, perhaps the same, and alone. */
  misma: 0,
  quiza: 0,
  sola: 0,
  /** Rows that have neither a key nor enough data, or that nobody can read. */
  sin_datos: 0,
  sin_datos_b: 0,
  /** Rows of B that no row of A may be. */
  solo_b: 0,
  /** Rows whose person an earlier row of the same list is. In A only those that B has are known. */
  repetidas_a: 0,
  repetidas_b: 0,
});
export type CruceTotals = ReturnType<typeof newTotals>;

export type ListName = 'a' | 'b';

/** The list A, which is read to find those that are surely in B, and then written with its answers. */
export interface CrossedFiles {
  readonly a: PeopleFile;
  readonly b: PeopleFile;
  /** A as it is written, if not as it is read. */
  readonly written?: PeopleFile;
}

/** The most people that B may have: they take some 1.2 GB of memory. */
const MOST_PEOPLE = 10_000_000;

/** List B has more people than can be crossed. */
class TooManyPeople extends Error {
  readonly problem: FileProblem;

  constructor(most: number) {
    super('lista_b_grande');
    this.problem = { cause: 'lista_b_grande', parts: { limite: most.toLocaleString('en') } };
  }
}

/** The grades of a row of A besides the scores: it has nobody so far; several people are as alike. */
const UNMATCHED = 1;
const TIED = 128;

const NO_VALUES_YET: RowValues = { values: [], notices: [] };

export class Cruce {
  readonly totals = newTotals();
  /** By person of B: the row of A that she surely is, and whether some row of A may be her. */
  private taken = new Uint32Array();
  private paired = new Uint8Array();
  /** By row of A: the person of B who is most like it, from 1, and how much. */
  private found = words();
  private grades = bytes();
  /** The same for the row at hand. */
  private readonly best = new Search();
  /** The packed profile of the row at hand. */
  private readonly row = new ByteSink(1 << 10);
  /** The operations on the rows of both lists. */
  private readonly crossingA: RowOperation = this.operation(
    (roots, number) => this.answer(roots, number),
    (number) => this.isLastPass && this.grades.at(number) === SAME_SCORE,
  );
  private readonly crossingB: RowOperation = this.operation(
    (roots, number) => {
      this.b.collect(this.row, roots, number);
      return NO_VALUES_YET;
    },
    () => false,
  );

  /** The list that is opened or read, which a failure is about. */
  list: ListName = 'b';
  private readonly b: ListB;
  /** True while A is written. Before, only those who are surely the same are looked for, so that nobody else takes them. */
  private isLastPass = false;

  /** `most`: how many people B may have. */
  constructor(private readonly most = MOST_PEOPLE) {
    this.b = new ListB(most);
  }

  /** Returns what a list is opened with. */
  optionsFor(list: ListName, language: Language): Partial<LoteOptions> {
    this.list = list;
    const onRow: LoteOptions['onRow'] = ({ number, error }) => {
      if (error !== null) this.b.reject(number, error);
    };
    return {
      operacion: 'cruzar',
      language,
      ...(list === 'a'
        ? { crossing: this.crossingA, second: this.sheetOfB(language) }
        : { crossing: this.crossingB, onRow }),
    };
  }

  /** Reads B, then A, then answers A. Returns how they were read. `sink` takes A once both readings are decided. */
  async run(
    { a, b, written = a }: CrossedFiles,
    { step = () => {}, ...sink }: PassSink,
  ): Promise<Readonly<Record<ListName, Reading>>> {
    const { totals } = this;
    const unseen: PassSink = { step, write: () => {} };
    this.list = 'b';
    const checkLength = (): void => {
      if (this.b.isTooLong) throw new TooManyPeople(this.most);
    };
    const counting: PassSink['step'] = (work) => {
      checkLength();
      return step(work);
    };
    const ofB = await answerFile(b, { ...unseen, step: counting, restart: () => this.b.forget() });
    checkLength();
    const count = this.b.numbers.length;
    this.taken = new Uint32Array(count);
    this.paired = new Uint8Array(count);
    this.list = 'a';
    const { reading } = await answerFile(a, { ...unseen, restart: () => this.forget() });
    this.isLastPass = true;
    const ofA = await answerOnce(written, reading, { ...sink, step });
    totals.sin_datos = ofA.totals.rows - totals.misma - totals.quiza - totals.sola;
    totals.sin_datos_b = ofB.totals.rows - ofB.totals.good;
    for (let person = 0; person < count; person++) {
      if (this.isOnlyInB(person)) totals.solo_b++;
      if (this.b.earlier.at(person) > 0) totals.repetidas_b++;
    }
    return { a: reading, b: ofB.reading };
  }

  /** Yields the rows that only B has, as CSV, after `run`, and then those that nobody can cross. `isSheet`: they become a sheet for people. */
  async *onlyInB(language: Language, isSheet = false): AsyncGenerator<Uint8Array, void> {
    const rows = new OnlyInB(language, isSheet);
    const { numbers, earlier } = this.b;
    for (let person = 0; person < numbers.length; person++) {
      if (!this.isOnlyInB(person)) continue;
      rows.add(numbers.at(person), numbers.at(earlier.at(person) - 1), this.b.people.profileOf(person));
      if (rows.isFull) yield rows.view();
    }
    for (const [number, error] of this.b.unread) {
      rows.reject(number, error);
      if (rows.isFull) yield rows.view();
    }
    yield rows.view();
  }

  /** Returns the same as a sheet, which is asked for after `run`. */
  sheetOfB(language: Language): CsvSheet {
    return { name: say(sentenceOf('hoja_solo_en_b'), language), csv: () => this.onlyInB(language, true) };
  }

  private isOnlyInB(person: number): boolean {
    const first = (this.b.earlier.at(person) || person + 1) - 1;
    return this.taken[first] === 0 && this.paired[first] === 0;
  }

  private forget(): void {
    this.taken.fill(0);
    this.found = words();
    this.grades = bytes();
  }

  /** Makes an operation that packs each row, and takes it with the roots by which it is found. `isKnown`: the row is the same as one of B. */
  private operation(
    take: (roots: readonly Uint8Array[], number: number) => RowValues,
    isKnown: (number: number) => boolean,
  ): RowOperation {
    const { row } = this;
    const known = (number: number, key: string): RowValues =>
      this.pair(this.found.at(number) - 1, true, BY_KEY, key, number);
    return {
      columns: ADDED_COLUMNS.cruzar,
      run: (data: RowData, _, number) => {
        if (isKnown(number)) return known(number, keyIn(data));
        const roots = packRow(data, row);
        if (roots.length > 0) return take(roots, number);
        return { problems: missingIn(data) };
      },
    };
  }

  private answer(roots: readonly Uint8Array[], number: number): RowValues {
    const { totals, best, found, grades, row, taken } = this;
    const { people } = this.b;
    this.recall(number);
    if (!this.isLastPass) {
      best.sure(row, roots, people);
      if (best.score > 0) found.set(number, best.person + 1);
      grades.set(number, best.score === 0 ? UNMATCHED : best.score | (best.isTied ? TIED : 0));
      if (best.isSure) taken[best.person] ||= number;
      return NO_VALUES_YET;
    }
    if (best.score === 0) best.likely(row, roots, people, taken);
    const match = best.score === 0 ? null : judge(unpackProfile(row.bytes, 0), people.profileOf(best.person));
    if (match === null) {
      totals.sola++;
      return { values: ['sola', '', ''], notices: [] };
    }
    const reasons = best.isTied ? [...match.reasons, OTHERS] : match.reasons;
    return this.pair(best.person, best.isSure, reasons, people.keyOf(best.person), number);
  }

  /** Answers a row of A with the person of B whom it is, or may be. */
  private pair(person: number, isSure: boolean, reasons: readonly Reason[], key: string, number: number): RowValues {
    const { totals } = this;
    const { numbers, later } = this.b;
    const first = this.taken[person];
    const isRepeated = first !== 0 && first !== number;
    const last = numbers.at(later.at(person) - 1);
    if (!isSure) this.paired[person] = 1;
    if (isSure) totals.misma++;
    else totals.quiza++;
    if (isRepeated) totals.repetidas_a++;
    const values = [isSure ? 'misma' : 'quiza', String(numbers.at(person)), key];
    if (!isRepeated && last === 0) return { values, notices: reasons, isReview: !isSure };
    const notices = [
      ...reasons,
      ...(isRepeated ? [alsoIn('cruce_repetida_aqui', first)] : []),
      ...(last > 0 ? [alsoIn('cruce_repetida_alla', last)] : []),
    ];
    return { values, notices, isReview: !isSure };
  }

  /** Takes up what is known about a row of A. */
  private recall(number: number): void {
    const grade = this.grades.at(number);
    this.best.person = this.found.at(number) - 1;
    this.best.score = grade <= UNMATCHED ? 0 : grade & ~TIED;
    this.best.isTied = grade > TIED;
  }
}

const BY_KEY: readonly Reason[] = [SAME_KEY_EVIDENCE];
const alsoIn = (id: ReasonId, fila: number): Reason => ({ id, campo: 'curp', parts: { fila } });
const OTHERS: Reason = { id: 'cruce_otras_filas', campo: 'curp' };
