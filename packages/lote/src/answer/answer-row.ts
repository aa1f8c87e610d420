/** Answers the rows of a file: every operation on every kind of file, from what the texts of a row give. */
import { cortarPorClases } from '@curp-service/core/completo';
import { CLAVE_APARTE, DESPIERTAN, clave } from '@curp-service/core/leido';
import { type RowError, type RowProblem, lowestCode, toRowError } from '@curp-service/contract/codes/file';
import { type ColumnIndexes, FIELDS, type Field, takesPart } from '@curp-service/contract/columns';
import type { Notice } from '@curp-service/contract/finding-message';
import { WIRE_NAMES } from '@curp-service/contract/answers';
import { isMissing } from '@curp-service/contract/parameters';
import type { ColumnShape, Reading } from '@curp-service/contract/reading';
import type { Reason } from '@curp-service/contract/words/reasons';
import { CellReader } from '../cell/cell-reader.js';
import { sumOf } from '../cell/letters.js';
import { Flag } from '../cell/part.js';
import { PersonRow } from '../cell/person-row.js';
import { Role } from '../cell/roles.js';
import { DatumReader } from '../datum/datum-reader.js';
import type { Doubt, DoubtfulCut } from '../datum/doubt.js';
import type { Duplicate } from '../people/people-taker.js';
import type { Row } from '../read/row.js';
import { type Context, type TextAnswer, noticesOfDuplicate } from './context.js';
import { ColumnWitnesses } from './column-witnesses.js';
import { LIKE_RFC, contradictions, isFilledAs, mayContradict } from './contradictions.js';
import { touches } from '../conventions/column-shape.js';
import { TOTAL } from '../conventions/observe.js';
import { REVIEWED, cutNotice, otherKey } from './operations.js';
import { RowDataReader, textIn } from './row-data.js';
import { RowDoubts } from './row-doubts.js';

const NOTHING_TOLD: readonly Notice[] = [];
/** The doubt about which figure of a date is the month. The row's own key or RFC ends it. */
const SWAPPED = 'fecha_convertida';

/** The answer to a row: its key alone, values with notices, or the first problem. */
export type RowResult = 'key' | Answered | { readonly error: RowError };
export type Answered = Omit<TextAnswer, 'error'>;

export class RowAnswerer {
  readonly person: PersonRow;
  private readonly reader: DatumReader;
  private readonly isPart: boolean;
  private readonly doubts: RowDoubts;
  private readonly dataReader: RowDataReader;
  private hasWitness = false;
  private readonly others: ColumnWitnesses | null;
  /** What columns show as a whole, which the rows that they touch are told. */
  private readonly shapes: readonly ColumnShape[];
  /** The columns of keys and RFCs that the header does not name. */
  private readonly keyColumns: readonly number[];
  private readonly woken = new Int32Array(1 << FACTS_BITS);
  private columns: ColumnIndexes | null = null;
  private row: Row | null = null;
  /** The problems of the row that was answered last by an operation that takes its data. */
  private problems: readonly RowProblem[] = [];
  /** The rows that hold nothing but a part of a name. */
  private readonly pieces: ReadonlySet<number>;

  constructor(
    private readonly context: Context,
    reading: Reading,
    columns: ColumnIndexes | null,
  ) {
    const { operationName, columnMap } = context;
    const reader = new DatumReader(reading);
    const order = reader.fullName;
    this.reader = reader;
    this.isPart = takesPart(operationName);
    this.pieces = new Set(reading.pedazos.value);
    const { value: testigos } = reading.testigos;
    this.shapes = reading.formas.value;
    this.keyColumns = testigos.flatMap(({ columna, clase }) => (clase === 'curp' || clase === 'rfc' ? [columna] : []));
    this.others = operationName !== 'calcular' || testigos.length === 0 ? null : new ColumnWitnesses(testigos);
    const cells = new CellReader(reader, reading, context.observer.nulos, operationName);
    const empty = Object.entries(columnMap).filter(([, column]) => column === '' && !this.isPart);
    const cut = order === null ? null : (classes: readonly number[]) => cortarPorClases(classes, order);
    this.person = new PersonRow(cells, cut, new Set(empty.map(([field]) => field)));
    context.observer.people = this.person;
    this.doubts = new RowDoubts(this.person, reader.areJoined);
    this.dataReader = new RowDataReader(this.person, this.doubts, reader, operationName);
    if (columns !== null) this.use(columns);
  }

  /** Sets the columns of the rows that follow. */
  use(columns: ColumnIndexes): void {
    if (columns === this.columns) return;
    this.columns = columns;
    this.person.use(columns);
    const { edad, pais, rfc, curp, otro_anio, otra_fecha } = columns;
    this.hasWitness =
      this.context.operationName === 'calcular' && Math.max(edad, pais, rfc, curp, otro_anio, otra_fecha) >= 0;
  }

  /** Takes a row of which only the key is read. */
  readOnlyKey(row: Row): void {
    this.row = row;
  }

  /** Returns whether the row has a sex and an entity, a name and a surname, so that it is no title, total or header. */
  get isSurelyPerson(): boolean {
    const { person, context } = this;
    if (context.operationName !== 'calcular') return false;
    const isGood = (role: Role): boolean =>
      !isMissing(person.texts.text(role)) && (person.oddity(role)?.first ?? null) === null;
    const isNamed = [Role.GIVEN, Role.FIRST].every((role) => !isMissing(person.texts.text(role)));
    return (
      isNamed &&
      isGood(Role.SEX) &&
      isGood(Role.ENTITY) &&
      [Role.GIVEN, Role.FIRST].every((role) => !TOTAL.test(person.texts.text(role) ?? ''))
    );
  }

  /** Reads the texts of a row, and counts what they show. */
  read(row: Row): void {
    this.row = row;
    this.person.compose(row, this.context.observer.rows);
    if (this.columns !== null) this.context.observer.row(this.person, row, this.columns);
  }

  /** Answers the row that was read. `number`: that of the row, as people count; `unit`: what they call it. */
  answer(number: number, unit: 'fila' | 'linea'): RowResult {
    const result = this.judge(number, unit);
    const { reviewed } = this.context.overrides;
    if (reviewed.size === 0 || !reviewed.has(number)) return result;
    const isDoubtful = result !== 'key' && 'values' in result && result.notices.length > 0;
    return isDoubtful ? { ...result, notices: [REVIEWED, ...result.notices], isReview: false } : result;
  }

  private judge(number: number, unit: 'fila' | 'linea'): RowResult {
    const { operationName } = this.context;
    this.problems = [];
    if (operationName === 'calcular') return this.calculate(number, unit);
    if (operationName === 'cotejar' && this.isIdentical()) {
      const curp = this.person.composed.keyText();
      return { curp, values: ['identica', curp, []], notices: this.duplicates(unit, []) };
    }
    return this.run(number, unit);
  }

  /** Answers a row by an operation that takes its data. */
  private run(number: number, unit: 'fila' | 'linea'): RowResult {
    const { operation, operationName, wording, duplicates, observer } = this.context;
    const data = this.dataReader.read(this.row, this.columns);
    const result = operation.run?.(data, wording.language, number) ?? { problems: [] };
    if ('problems' in result) {
      this.problems = result.problems;
      return problemOf(result.problems);
    }
    if (operationName === 'cruzar' || duplicates === null || result.keys === undefined)
      return { curp: data.curp, ...result };
    const names = [data.nombres, data.apellido_paterno, data.apellido_materno];
    const found = duplicates.findPerson({ ...result.keys, names }, observer.rows);
    return { curp: data.curp, ...result, notices: [...result.notices, ...this.noticesOf(found, unit)] };
  }

  /** Returns the other problems and the doubts of the row whose answer is this error; none if the error is not about its data. */
  alsoWrong(told: RowError): readonly (RowProblem | Notice)[] {
    const found = this.context.operationName === 'calcular' ? this.doubts.perDatum().map(worded) : this.problems;
    const same = JSON.stringify(told.problem);
    const others = found.filter((each) => JSON.stringify(each) !== same);
    return others.length < found.length ? others : [];
  }

  private calculate(number: number, unit: 'fila' | 'linea'): RowResult {
    const { person } = this;
    if ((person.composed.flags & Flag.PROBLEM) !== 0) return this.doubts.firstProblem();
    const { facts } = person.composed;
    const isWoken = this.wakes(facts);
    const goesOn = this.pieces.size > 0 && this.pieces.has(number + 1);
    const isOdd = (person.composed.flags & Flag.ODD) !== 0 || isWoken || goesOn;
    let told: readonly Notice[] = NOTHING_TOLD;
    let doubted: Field | undefined;
    if (isOdd) {
      const doubts = this.doubts.all(isWoken, goesOn);
      doubted = fieldOf(doubts[0]);
      told = doubts.map(worded);
    }
    if ((facts & CLAVE_APARTE) !== 0) this.takeNamesApart();
    person.composed.finishKey();
    if (isOdd && this.isBirthProven()) told = told.filter((each) => !('codigo' in each && each.codigo === SWAPPED));
    if (this.hasWitness && this.mayContradict()) {
      const data = this.dataReader.read(this.row, this.columns);
      const key = person.composed.keyText();
      const other = otherKey(data, key);
      const against = contradictions(data, key);
      told = [...told, ...other, ...against];
      doubted ??= other.length > 0 ? 'curp' : against.length > 0 ? 'fecha_nacimiento' : undefined;
    }
    if (this.shapes.length > 0 || this.others !== null) {
      const isTold = ({ forma }: ColumnShape): boolean => forma === 'apellidos_partidos' && told.some(isTorn);
      const shapes = this.shapes.filter((shape) => touches(shape, person) && !isTold(shape));
      const besides = this.besides();
      told = [...told, ...shapes.map(({ forma, campo }) => ({ id: forma, campo })), ...besides];
      doubted ??= shapes[0]?.campo ?? (besides.length > 0 ? 'fecha_nacimiento' : undefined);
    }
    const notices = this.duplicates(unit, told);
    return notices.length === 0 ? 'key' : { curp: undefined, values: [person.composed.keyText()], notices, doubted };
  }

  /** Returns whether a key or an RFC of the row begins as the calculated key does, with its date. */
  private isBirthProven(): boolean {
    const { row, columns, keyColumns, person } = this;
    if (row === null || columns === null) return false;
    const isOwn = (column: number): boolean =>
      column >= 0 &&
      column < row.cells &&
      row.to[column] > row.from[column] &&
      isFilledAs(row, column, person.composed.key, LIKE_RFC);
    return [columns.curp, columns.rfc, ...keyColumns].some(isOwn);
  }

  /** Returns what the columns that the header does not name say against the key. */
  private besides(): readonly Notice[] {
    const { others, row, person } = this;
    if (others === null || row === null) return NOTHING_TOLD;
    return others.against(row, person, () => {
      const data = this.dataReader.read(row, this.columns);
      return { row, person, key: person.composed.keyText(), data };
    });
  }

  /** Returns the notices of a row with its key, and with that about an earlier row of the same person. */
  private duplicates(unit: 'fila' | 'linea', notices: readonly Notice[]): readonly Notice[] {
    const { duplicates, observer } = this.context;
    if (duplicates === null) return notices;
    const { composed } = this.person;
    const found = duplicates.find(composed.key, composed.nameHash << 1, observer.rows);
    return found === null ? notices : [...notices, ...this.noticesOf(found, unit)];
  }

  /** Returns the notices about an earlier row, unless it is this row, which is answered again. */
  private noticesOf(found: Duplicate | null, unit: 'fila' | 'linea'): readonly Notice[] {
    if (found === null || (found.sheet === undefined && found.row === this.context.observer.rows)) return NOTHING_TOLD;
    return noticesOfDuplicate(this.context, found, unit);
  }

  /** The key that the row has, if the operation reads one. */
  get ownKey(): string | undefined {
    return this.context.operationName === 'calcular' ? undefined : this.textOf('curp');
  }

  /** Takes the letters of names that are more than those of their words. */
  private takeNamesApart(): void {
    const { key } = this.person.composed;
    const curp = clave(this.doubts.readPerson());
    if (curp === null) return;
    const wordAt = (at: number): number =>
      [0, 1, 2, 3].reduce((all, i) => all | (curp.charCodeAt(at + i) << (8 * i)), 0);
    key[0] = wordAt(0);
    key[3] = (key[3] & 0xff) | (wordAt(12) & ~0xff);
    this.person.composed.sum = sumOf(key);
  }

  /** Returns whether the row has all its data without any doubt, and the key that they give. */
  private isIdentical(): boolean {
    const { person } = this;
    const { facts } = person.composed;
    if (
      (person.composed.flags & Flag.ODD) !== 0 ||
      this.wakes(facts) ||
      (facts & CLAVE_APARTE) !== 0 ||
      person.composed.birth === 0 ||
      this.columns === null
    )
      return false;
    const { curp, rfc, apellido_materno: second } = this.columns;
    if (curp < 0 || rfc >= 0 || (second < 0 && this.reader.fullName === null && !person.texts.hasColumn(Role.SURNAMES)))
      return false;
    const { key } = person.composed;
    if ((key[0] & 0xff) === 0 || key[0] >>> 24 === 0 || (key[2] & 0xff0000) === 0 || (key[3] & 0xff) === 0)
      return false;
    person.composed.finishKey();
    return this.row?.text(curp) === person.composed.keyText();
  }

  /** Returns whether some rule between data may have something to say. It runs for every row. */
  private wakes(facts: number): boolean {
    const { woken } = this;
    const place = Math.imul(facts, FACTS_FACTOR) >>> (32 - FACTS_BITS);
    if (woken[place] >> 2 !== facts) woken[place] = (facts << 2) | (wakes(facts) ? WAKES : SLEEPS);
    return (woken[place] & WAKES) !== 0;
  }

  private mayContradict(): boolean {
    const { person, columns, row } = this;
    if (columns === null || row === null) return false;
    return mayContradict(person, columns, row);
  }

  private textOf(field: Field): string | undefined {
    return textIn(this.row, this.columns?.[field] ?? -1);
  }
}

/** The facts that wake rules between data if they meet, without those that let them sleep. */
const WAKING = Int32Array.from(DESPIERTAN, ([meet]) => meet);
const LOOKED_AT = Int32Array.from(DESPIERTAN, ([meet, without]) => meet | without);
const wakes = (facts: number): boolean => WAKING.some((mask, i) => (facts & LOOKED_AT[i]) === mask);
/** Few different facts come often, so a table remembers with them whether they wake a rule. */
const WAKES = 1;
const SLEEPS = 2;
const FACTS_BITS = 10;
const FACTS_FACTOR = 0x9e3779b1 | 0;

/** Returns whether a doubt is that of a surname that was torn, which the file need not show too. */
const isTorn = (each: Notice): boolean => 'codigo' in each && each.codigo === 'nombre_cortado';

const problemOf = (problems: readonly RowProblem[]): { readonly error: RowError } => ({
  error: toRowError(lowestCode(problems) ?? { cause: 'calculo' }),
});

/** Returns a doubt as a notice. */
const worded = <T extends object>(doubt: T | DoubtfulCut): T | Reason => ('cut' in doubt ? cutNotice(doubt) : doubt);

/** Returns the field that a doubt is about. */
function fieldOf(doubt: Doubt | undefined): Field | undefined {
  const name = doubt && ('cut' in doubt ? doubt.field : WIRE_NAMES[doubt.dato]);
  return FIELDS.find((field) => field === name);
}
