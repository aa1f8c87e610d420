/** Crosses two lists of people: finds for each row of one the row of the other that is, or may be, the same person. */
import type { FileProblem } from '@curp-service/contract/codes/file';
import { ADDED_COLUMNS } from '@curp-service/contract/columns';
import { type Language, say } from '@curp-service/contract/language';
import type { Reading } from '@curp-service/contract/reading';
import type { Reason } from '@curp-service/contract/words/reasons';
import { type ReasonId, sentenceOf } from '@curp-service/contract/words/sentences';
import type { LoteOptions } from '../answer/row-work.js';
import { REVIEWED, type RowOperation, type RowValues } from '../answer/operations.js';
import type { RowData } from '../answer/row-data.js';
import { ByteSink } from '../bytes.js';
import { type PassSink, type PeopleFile, answerFile, answerOnce } from '../file.js';
import type { CsvSheet } from '../write/csv-writer.js';
import { SAME_KEY_EVIDENCE, absencesIn, judge } from './judge.js';
import { ListB, type RowOfB } from './list-b.js';
import { OnlyInB } from './only-in-b.js';
import { bytes, words } from './people.js';
import { type PackedRow, type Profile, keyIn, missingIn, packRow, unpackProfile } from './profile.js';
import { NOBODY_EXCLUDED, SAME_SCORE, Search } from './search.js';

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

/** Somebody has looked at a row of A: it is the person of a row of B, or is not that of some. */
export interface PairDecision {
  readonly same?: number | undefined;
  readonly others: ReadonlySet<number>;
}
export type PairDecisions = ReadonlyMap<number, PairDecision>;

/** The grades of a row of A besides the scores: it has nobody so far; somebody has said whose it is; several people are as alike. */
const UNMATCHED = 1;
const DECIDED = 126;
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
    (packed, number) => this.answer(packed, number),
    (number) => this.isLastPass && this.grades.at(number) === SAME_SCORE,
  );
  private readonly crossingB: RowOperation = this.operation(
    (packed, number) => {
      this.b.collect(this.row, packed, number);
      return NO_VALUES_YET;
    },
    () => false,
  );

  /** The list that is opened or read, which a failure is about. */
  list: ListName = 'b';
  /** True while A is written. Before, only those who are surely the same are looked for, so that nobody else takes them. */
  isLastPass = false;
  private readonly b: ListB;

  /** By row of A: the people of B of whom somebody has said whether they are hers. */
  private readonly decided = new Map<number, PairDecision>();

  /** `most`: how many people B may have. `decisions`: by row of A, the rows of B. */
  constructor(
    private readonly most = MOST_PEOPLE,
    private readonly decisions: PairDecisions = new Map(),
  ) {
    this.b = new ListB(most);
  }

  /** Returns a row of B as it is written; `null` if it cannot be crossed. */
  rowOfB(number: number): Profile | null {
    const person = this.b.personOf(number);
    return person < 0 ? null : this.b.people.profileOf(person);
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
    this.takeDecisions();
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

  /** Yields the rows that only B has, after `run`, and then those that nobody can cross. */
  *rowsOnlyInB(): Generator<RowOfB, void> {
    const { numbers, earlier, people, unread } = this.b;
    for (let person = 0; person < numbers.length; person++) {
      if (!this.isOnlyInB(person)) continue;
      const first = numbers.at(earlier.at(person) - 1);
      yield { number: numbers.at(person), first, profile: people.profileOf(person), error: null };
    }
    for (const [number, error] of unread) yield { number, first: 0, profile: null, error };
  }

  /** Yields the same as CSV. `isSheet`: they become a sheet for people. */
  async *onlyInB(language: Language, isSheet = false): AsyncGenerator<Uint8Array, void> {
    const rows = new OnlyInB(language, isSheet);
    for (const row of this.rowsOnlyInB()) {
      rows.add(row);
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
    take: (packed: PackedRow, number: number) => RowValues,
    isKnown: (number: number) => boolean,
  ): RowOperation {
    const { row } = this;
    const known = (number: number, key: string): RowValues =>
      this.pair(this.found.at(number) - 1, true, BY_KEY, number, key);
    return {
      columns: ADDED_COLUMNS.cruzar,
      run: (data: RowData, language, number) => {
        if (isKnown(number)) return known(number, keyIn(data));
        const packed = packRow(data, row);
        if (packed.roots.length > 0) return take(packed, number);
        return { problems: missingIn(data, language) };
      },
    };
  }

  /** Takes what somebody said about rows as people of B. */
  private takeDecisions(): void {
    for (const [number, { same, others }] of this.decisions) {
      const person = same === undefined ? -1 : this.b.personOf(same);
      const excluded = new Set(Array.from(others, (row) => this.b.personOf(row)));
      this.decided.set(number, { same: person < 0 ? undefined : person, others: excluded });
    }
  }

  private answer(packed: PackedRow, number: number): RowValues {
    const { best, row, b: { people } } = this; // oxfmt-ignore
    const decision = this.decided.get(number);
    best.excluded = decision?.others ?? NOBODY_EXCLUDED;
    this.recall(number);
    if (!this.isLastPass) return this.look(packed, number, decision?.same);
    if (best.score === 0) best.likely(row, packed, people, this.taken);
    else if (this.grades.at(number) > TIED) best.again(row, packed, people);
    const own = unpackProfile(row.bytes, 0);
    const match = best.score === 0 ? null : judge(own, people.profileOf(best.person));
    if (decision?.same !== undefined && best.score === DECIDED)
      return this.pair(best.person, true, [REVIEWED, ...(match?.reasons ?? [])], number);
    return match === null ? this.alone(own, decision) : this.pair(best.person, best.isSure, match.reasons, number);
  }

  /** Looks for the person who surely is that of a row of A, so that nobody else takes her. */
  private look(packed: PackedRow, number: number, decided: number | undefined): RowValues {
    const { best, found, grades, taken } = this;
    if (decided === undefined) best.sure(this.row, packed, this.b.people);
    else best.take(decided, DECIDED);
    if (best.score > 0) found.set(number, best.person + 1);
    grades.set(number, best.score === 0 ? UNMATCHED : best.score | (best.isTied ? TIED : 0));
    if (best.isSure) taken[best.person] ||= number;
    return NO_VALUES_YET;
  }

  /** Answers a row of A whose person B does not have, and says what the row lacks. */
  private alone(own: Profile, decision: PairDecision | undefined): RowValues {
    this.totals.sola++;
    const rows = Array.from(decision?.others ?? NOBODY_EXCLUDED, (person) => String(this.b.numbers.at(person)));
    const told = rows.length === 0 ? [] : [REVIEWED, onRows('cruce_es_otra', rows)];
    return { values: ['sola', '', ''], notices: [...told, ...absencesIn(own, 'A')], isReview: false };
  }

  /** Answers a row of A with the person of B whom it is, or may be. */
  private pair(
    person: number,
    isSure: boolean,
    reasons: readonly Reason[],
    number: number,
    key = this.b.people.keyOf(person),
  ): RowValues {
    const { totals } = this;
    const { numbers } = this.b;
    const others = isSure ? [] : [...this.best.others];
    const first = this.taken[person];
    const isRepeated = first !== 0 && first !== number;
    const same = this.b.rowsLike(person);
    if (!isSure) for (const each of [person, ...others]) this.paired[each] = 1;
    if (isSure) totals.misma++;
    else totals.quiza++;
    if (isRepeated) totals.repetidas_a++;
    const values = [isSure ? 'misma' : 'quiza', String(numbers.at(person)), key];
    if (!isRepeated && same.length === 0 && others.length === 0) return { values, notices: reasons, isReview: !isSure };
    const rows = others.map((each) => String(numbers.at(each)));
    const notices = [
      ...reasons,
      ...(rows.length > 0 ? [onRows('cruce_otras_filas', rows)] : []),
      ...(isRepeated ? [onRows('cruce_repetida_aqui', [String(first)])] : []),
      ...(same.length > 0 ? [onRows('cruce_repetida_alla', same)] : []),
    ];
    return { values, notices, isReview: !isSure };
  }

  /** Takes up what is known about a row of A. */
  private recall(number: number): void {
    const grade = this.grades.at(number);
    this.best.take(this.found.at(number) - 1, grade <= UNMATCHED ? 0 : grade & ~TIED);
  }
}

const BY_KEY: readonly Reason[] = [SAME_KEY_EVIDENCE];
const onRows = (id: ReasonId, rows: readonly string[]): Reason => {
  const filas = rows.join(', ');
  return { id, campo: 'curp', parts: rows.length === 1 ? { fila: filas } : { filas } };
};
