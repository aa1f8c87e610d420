/** Crosses two lists of people: finds for each row of one the row of the other that is, or may be, the same person. */
import { ADDED_COLUMNS } from '@curp-service/contract/columns';
import type { RowProblem } from '@curp-service/contract/codes/file';
import type { Language } from '@curp-service/contract/language';
import { isMissing, personProblems } from '@curp-service/contract/parameters';
import type { Message } from '@curp-service/contract/words/message';
import type { PlainRow, RowData, RowOperation, RowValues } from '../answer/operations.js';
import { ByteSink } from '../bytes.js';
import { type FileSink, type PeopleFile, answerFile, answerOnce } from '../file.js';
import { type Match, SAME_KEY, judge } from './judge.js';
import { onlyInB } from './only-in-b.js';
import { Numbers, People } from './people.js';
import { Has, type Profile, ROOT_LENGTH, packPlain, packRow, unpack } from './profile.js';

/** What came of the rows of two lists. */
export interface CruceTotals {
  /** Rows of A: the same person, perhaps the same, and alone. */
  misma: number;
  quiza: number;
  sola: number;
  /** Rows that have neither a key nor enough data, or that nobody can read. */
  sin_datos: number;
  sin_datos_b: number;
  /** Rows of B that no row of A may be. */
  solo_b: number;
  /** Rows whose person an earlier row of the same list is. In A only those that B has are known. */
  repetidas_a: number;
  repetidas_b: number;
}

/** The list A, which is read to find those that are surely in B, and then written with its answers. */
export interface CrossedFiles {
  readonly a: PeopleFile;
  readonly b: PeopleFile;
  /** A as it is written, if not as it is read. */
  readonly written?: PeopleFile;
}

interface Found extends Omit<Match, 'isSure'> {
  isSure: boolean;
  readonly person: number;
  /** How many others of B are as alike. */
  others: number;
}

/** The most people of B that are compared with a row that has no sure match: a common name may have thousands. */
const MOST_COMPARED = 300;
/** Says what a row lacks that has neither a key nor enough data. */
function missingIn(data: RowData): readonly RowProblem[] {
  const isDated = data.hasOneDate || data.anio_nacimiento !== undefined;
  if (data.nombres === undefined || (data.curp !== undefined && !isDated))
    return [...data.problems, { cause: 'curp_ausente' }];
  const hasNoDate = data.hasOneDate && isMissing(data.anio_nacimiento);
  return [...data.problems, ...(hasNoDate ? [{ cause: 'fecha_ausente' } as const] : personProblems(data))];
}

function bytesOf(root: string): Uint8Array {
  const bytes = new Uint8Array(ROOT_LENGTH);
  for (let i = 0; i < ROOT_LENGTH; i++) bytes[i] = root.charCodeAt(i);
  return bytes;
}
const NO_ROOTS: readonly Uint8Array[] = [];
const NOTHING: RowValues = { values: [], notices: [] };

export class Cruce {
  readonly totals: CruceTotals = {
    misma: 0,
    quiza: 0,
    sola: 0,
    sin_datos: 0,
    sin_datos_b: 0,
    solo_b: 0,
    repetidas_a: 0,
    repetidas_b: 0,
  };
  private people = new People();
  /** By person of B: the row of A that she surely is, and whether some row of A may be her. */
  private taken = new Uint32Array();
  private paired = new Uint8Array();
  /** By person of B: the earlier row of B that is the same. */
  private readonly earlier = new Map<number, number>();
  private isMarking = true;
  /** By row of A: the person with the same key and the same data, counted from 1; 0 if there is none. */
  private known = new Numbers();
  /** The packed profile of the row at hand. */
  private readonly row = new ByteSink(1 << 10);
  /** The root in that profile. */
  private root: readonly Uint8Array[] = NO_ROOTS;
  /** The operations on the rows of both lists. */
  readonly ofA: RowOperation = this.operation((roots, number) => this.answer(roots, number));
  readonly ofB: RowOperation = this.operation((roots, number) => this.collect(roots, number));

  /** Reads B, then A, then answers A. What `sink` has written of A can be taken back, as `answerFile` says. */
  async run({ a, b, written = a }: CrossedFiles, sink: FileSink): Promise<void> {
    const { totals: ofB } = await answerFile(b, { ...UNSEEN, restart: () => this.forget() });
    this.taken = new Uint32Array(this.people.count);
    this.paired = new Uint8Array(this.people.count);
    const { reading } = await answerFile(a, { ...UNSEEN, restart: () => this.forgetA() });
    this.isMarking = false;
    const { totals } = await answerOnce(written, reading, sink);
    const { misma, quiza, sola } = this.totals;
    this.totals.sin_datos = totals.rows - misma - quiza - sola;
    this.totals.sin_datos_b = ofB.rows - ofB.good;
    this.totals.repetidas_b = this.earlier.size;
    for (let person = 0; person < this.people.count; person++) if (this.isOnlyInB(person)) this.totals.solo_b++;
  }

  /** Yields the rows that only B has, as CSV, after `run`. */
  onlyInB(language: Language): Generator<Uint8Array, void> {
    return onlyInB(this.people, (person) => this.isOnlyInB(person), this.earlier, language);
  }

  private isOnlyInB(person: number): boolean {
    const first = this.earlier.get(person) ?? person;
    return this.taken[first] === 0 && this.paired[first] === 0;
  }

  private forgetA(): void {
    this.taken.fill(0);
    this.known = new Numbers();
  }

  private forget(): void {
    this.people = new People();
    this.earlier.clear();
  }

  /** Makes an operation that packs each row, and takes it with the roots by which it is found. */
  private operation(take: (roots: readonly Uint8Array[], number: number) => RowValues): RowOperation {
    const { row } = this;
    return {
      columns: ADDED_COLUMNS.cruzar,
      plain: (plain: PlainRow, number) => {
        const known = this.isMarking ? 0 : (this.known.values[number] ?? 0);
        if (known > 0) return this.pair(known - 1, true, BY_KEY, number);
        packPlain(plain, row);
        if (this.root[0]?.buffer !== row.bytes.buffer) this.root = [row.bytes.subarray(1, 1 + ROOT_LENGTH)];
        return take(this.root, number);
      },
      run: (data: RowData, _, number) => {
        const roots = packRow(data, row);
        if (roots.length > 0) return take(roots.map(bytesOf), number);
        return { problems: missingIn(data) };
      },
    };
  }

  /** Takes a row of B. Whoever is surely an earlier person of B is not found again. */
  private collect(roots: readonly Uint8Array[], number: number): RowValues {
    const { people, row } = this;
    const same = this.sure(roots);
    const isSame = same?.isSure === true;
    if (isSame) this.earlier.set(people.count, same.person);
    people.add(row, number, isSame ? NO_ROOTS : roots);
    return NOTHING;
  }

  private answer(roots: readonly Uint8Array[], number: number): RowValues {
    const { totals, taken } = this;
    const sure = this.sure(roots);
    if (this.isMarking) {
      if (sure?.isSure === true) {
        taken[sure.person] ||= number;
        while (this.known.length < number) this.known.push(0);
        this.known.push(sure.reasons === BY_KEY ? sure.person + 1 : 0);
      }
      return NOTHING;
    }
    const found = sure ?? this.likely(roots);
    if (found === null) {
      totals.sola++;
      return { values: ['sola', '', ''], notices: [] };
    }
    const { person, isSure, reasons, others } = found;
    return this.pair(person, isSure, others > 0 ? [...reasons, andOthers(others)] : reasons, number);
  }

  /** Answers a row of A with the person of B whom it is, or may be. */
  private pair(person: number, isSure: boolean, reasons: readonly Message[], number: number): RowValues {
    const { people, totals, taken } = this;
    const first = taken[person];
    const isRepeated = first !== 0 && first !== number;
    const pile = isSure ? 'misma' : 'quiza';
    this.paired[person] = 1;
    totals[pile]++;
    if (isRepeated) totals.repetidas_a++;
    const values = [pile, String(people.numberOf(person)), people.keyOf(person)];
    return { values, notices: isRepeated ? [...reasons, sameAs(first)] : reasons, isReview: !isSure };
  }

  /** Finds the person who surely is that of the row at hand, by her key or else by all data. If several have these data, none is sure. */
  private sure(roots: readonly Uint8Array[]): Found | null {
    const { people, row } = this;
    const has = row.bytes[0];
    const isByKey = (has & Has.KEY) !== 0;
    if (!isByKey && (has & (Has.ALL | Has.DOUBTFUL)) !== Has.ALL) return null;
    let own: Profile | null = null;
    let best: Found | null = null;
    for (const root of roots) {
      for (let entry = people.last(root); entry >= 0; entry = people.before(entry, root)) {
        const person = people.ownerOf(entry);
        if (best?.person === person) continue;
        const isSame = people.isSame(person, row);
        if (isSame && isByKey) return { isSure: true, score: 0, reasons: BY_KEY, person, others: 0 };
        const other = people.profileOf(person);
        const match = judge((own ??= unpack(row.bytes, 0)), other, true);
        if (match?.isSure !== true) continue;
        const found: Found = { ...match, person, others: 0 };
        if (isByKey && other.key === own.key) return found;
        if (best === null) best = found;
        else {
          best.isSure = false;
          best.others++;
        }
      }
    }
    return best;
  }

  /** Finds the person of B that the row at hand most likely is. Whoever is surely another row of A must have the same names. */
  private likely(roots: readonly Uint8Array[]): Found | null {
    const { people, row, taken } = this;
    const own = unpack(row.bytes, 0);
    const seen = new Set<number>();
    let best: Found | null = null;
    for (const root of roots) {
      for (const person of people.like(root)) {
        if (seen.has(person)) continue;
        if (seen.size === MOST_COMPARED) return best;
        seen.add(person);
        const other = people.profileOf(person);
        const isAnother =
          taken[person] !== 0 &&
          ((own.has & other.has & Has.NAMES) !== Has.NAMES || own.names.some((name, i) => name !== other.names[i]));
        const match = isAnother ? null : judge(own, other);
        if (match === null) continue;
        if (best === null || match.score > best.score) best = { ...match, person, others: 0 };
        else if (match.score === best.score) best.others++;
      }
    }
    return best;
  }
}

const BY_KEY: readonly Message[] = [SAME_KEY];

/** Nobody sees what is written while a list is only read. */
const UNSEEN: FileSink = { write: () => {} };

const andOthers = (n: number): Message => [
  'Otras filas de la otra lista son igual de parecidas: {n}.',
  'Other rows of the other list are as alike: {n}.',
  { n },
];
const sameAs = (fila: number): Message => [
  'También la fila {fila} de esta lista es esa persona.',
  'Row {fila} of this list is that person too.',
  { fila },
];
