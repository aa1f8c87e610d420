/** The person of a row, composed of what the texts of the row give. */
import { COMPARTEN, DOBLE } from '@curp-service/core/leido';
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { parseNombre } from '@curp-service/core/completo';
import { type PersonValues, isMissing } from '@curp-service/contract/parameters';
import { EVIDENCE_INDEX } from '../datum/evidence-names.js';
import type { Row } from '../read/row.js';
import type { CellReader } from './cell-reader.js';
import { Entry } from './cells.js';
import { Composed } from './composed.js';
import { Dates } from './dates.js';
import { type CutWords, Names } from './names.js';
import { Flag, type Oddity } from './part.js';
import { Role } from './roles.js';
import { RowTexts } from './row-texts.js';
import type { CountEvidence } from './shown.js';

/** The names of a person, and the other data, under the names of the contract. */
type NameValues = Pick<PersonValues, 'nombres' | 'apellido_paterno' | 'apellido_materno'>;
type OtherValues = Partial<Omit<PersonValues, keyof NameValues>>;

/** The things that two data of a row show together: each set of seven. */
const JOINT_SETS = 1 << 7;
const DIGITS_OF_DAY = 8;
const LETTERS_ABROAD = 0x4e | (0x45 << 8);

export class PersonRow {
  readonly texts: RowTexts;
  readonly composed: Composed;
  private readonly names: Names;
  private readonly dates: Dates;
  /** The roles of the columns that no key needs. */
  private readonly ofWitnesses: Role[] = [];
  /** How many rows showed each set together, and the first of them. */
  private readonly jointCounts = new Float64Array(JOINT_SETS);
  private readonly jointRows = new Float64Array(JOINT_SETS);
  /** How many composed names had an Ñ, and the first row with one. */
  private enies = 0;
  private enieRow = 0;
  /** What texts showed that are forgotten, by its number. */
  private readonly forgotten = new Map<number, { count: number; row: number }>();

  constructor(reader: CellReader, cutWords: CutWords | null, givenEmpty: ReadonlySet<string>, mostEntries?: number) {
    this.texts = new RowTexts(reader, givenEmpty, mostEntries);
    this.composed = new Composed(this.texts.cells);
    this.names = new Names(this.texts, this.composed, cutWords);
    this.dates = new Dates(this.texts, this.composed);
  }

  /** Sets the columns of the rows that follow. */
  use(columns: ColumnIndexes): void {
    this.texts.use(columns);
    this.ofWitnesses.length = 0;
    for (let role: Role = Role.AGE; role <= Role.STAMP; role++) {
      this.composed.found[role] = 0;
      if (this.texts.hasColumn(role)) this.ofWitnesses.push(role);
    }
  }

  /** Composes the person of a row, and counts what the texts show. `number`: that of the row, for the evidence. */
  compose(row: Row, number: number): void {
    const { texts, composed } = this;
    if (texts.isFull) this.forget();
    texts.begin(row);
    composed.clear();
    this.names.compose();
    this.dates.compose();
    composed.takeCode(
      Role.SEX,
      texts.hasColumn(Role.SEX) || !texts.hasColumn(Role.MAN) ? texts.cell(Role.SEX) : this.sexOfMarks(),
    );
    composed.takeCode(Role.ENTITY, texts.cell(Role.ENTITY));
    this.witnesses();
    this.count(number);
  }

  /** The hash of the words in all names. */
  get nameHash(): number {
    return this.names.hash;
  }

  /** Returns what is odd about the text of a role; `null` if nothing is. */
  oddity(role: Role): Oddity | null {
    const entry = this.composed.whole[role];
    return entry === 0 ? null : this.texts.cells.oddity(entry);
  }

  /** True if the place of birth is not in Mexico. */
  get isBornAbroad(): boolean {
    const { key } = this.composed;
    return (((key[2] >>> 24) & 0xff) | ((key[3] & 0xff) << 8)) === LETTERS_ABROAD;
  }

  /** Returns the number that the text of a role means. */
  value(role: Role): number {
    return this.texts.cells.entries[this.composed.found[role] + Entry.VALUE];
  }

  /** The facts of the row for the rules between data. Two names that share bits in both sets of words may share a word. */
  get facts(): number {
    const { facts, words, otherWords } = this.composed;
    const mayShare = (words[Role.GIVEN] & (words[Role.FIRST] | words[Role.SECOND])) !== 0;
    const mayDouble = (words[Role.FIRST] & words[Role.SECOND]) !== 0;
    if (!mayShare && !mayDouble) return facts;
    const share = mayShare && (otherWords[Role.GIVEN] & (otherWords[Role.FIRST] | otherWords[Role.SECOND])) !== 0;
    const double = mayDouble && (otherWords[Role.FIRST] & otherWords[Role.SECOND]) !== 0;
    return facts | (share ? COMPARTEN : 0) | (double ? DOBLE : 0);
  }

  /** Returns the names as they are read; `undefined` for one that the row lacks. */
  nameValues(): NameValues {
    const { texts, composed: { whole } } = this; // oxfmt-ignore
    const none = { nombres: undefined, apellido_paterno: undefined, apellido_materno: undefined };
    const { fullName } = texts.reader.reader;
    if (fullName !== null) {
      const cut = whole[Role.GIVEN] === 0 ? parseNombre(texts.text(Role.GIVEN) ?? '', fullName) : null;
      if (cut === null) return { ...none, ...this.oddity(Role.GIVEN)?.values };
      return { nombres: cut.nombres, apellido_paterno: cut.apellidoPaterno, apellido_materno: cut.apellidoMaterno };
    }
    const given = this.oddity(Role.GIVEN)?.values ?? { nombres: texts.text(Role.GIVEN) };
    const second = whole[Role.GIVEN] === 0 ? texts.text(Role.SECOND_GIVEN) : undefined;
    const nombres = isMissing(second) ? given.nombres : `${given.nombres} ${second}`;
    if (!texts.hasText(Role.SURNAMES)) {
      const first = this.oddity(Role.FIRST)?.values ?? { apellido_paterno: texts.text(Role.FIRST) };
      const givenEmpty = texts.isGivenEmpty('apellido_materno') ? '' : undefined;
      const other = this.oddity(Role.SECOND)?.values ?? { apellido_materno: texts.text(Role.SECOND) ?? givenEmpty };
      return { ...none, ...first, ...other, nombres };
    }
    if (whole[Role.FIRST] !== 0) return { ...none, ...this.oddity(Role.FIRST)?.values, nombres };
    const [paterno, materno] = (texts.text(Role.SURNAMES) ?? '').split(' ').filter((word) => word !== '');
    return { nombres, apellido_paterno: paterno, apellido_materno: materno };
  }

  /** Returns the date, the sex and the entity as they are read; `undefined` for one that the row lacks. */
  otherValues(): OtherValues {
    const { texts, composed: { birth } } = this; // oxfmt-ignore
    const digits = String(birth).padStart(DIGITS_OF_DAY, '0');
    const ofBirth = {
      anio_nacimiento: birth === 0 ? undefined : digits.slice(0, 4),
      mes_nacimiento: birth === 0 ? undefined : digits.slice(4, 6),
      dia_nacimiento: birth === 0 ? undefined : digits.slice(6),
    };
    return {
      ...ofBirth,
      ...this.oddity(Role.DATE)?.values,
      ...(this.oddity(Role.SEX)?.values ?? { sexo: texts.text(Role.SEX) }),
      ...(this.oddity(Role.ENTITY)?.values ?? { entidad: texts.text(Role.ENTITY) }),
    };
  }

  /** True if some surname has several words. */
  get hasLongSurname(): boolean {
    return this.composed.counts[Role.FIRST] > 1;
  }

  /** Calls `see` for everything that the rows since the last call showed. */
  takeEvidence(see: CountEvidence): void {
    const { forgotten, jointCounts, jointRows } = this;
    const { cells, shown } = this.texts;
    for (const [number, { count, row }] of forgotten) shown.countOwn(number, count, row, see);
    forgotten.clear();
    cells.takeCounts((number, count, row) => shown.countOwn(number, count, row, see));
    jointCounts.forEach((count, set) => {
      if (count > 0) shown.countJoint(set, count, jointRows[set], see);
    });
    jointCounts.fill(0);
    if (this.enies > 0) see(EVIDENCE_INDEX.enie, this.enies, this.enieRow);
    this.enies = 0;
  }

  /** Forgets all texts, and keeps what they showed. */
  private forget(): void {
    this.texts.cells.takeCounts((number, count, row) => {
      const before = this.forgotten.get(number) ?? { count: 0, row };
      this.forgotten.set(number, { count: before.count + count, row: Math.min(before.row, row) });
    });
    this.texts.forget();
    this.dates.forget();
  }

  private sexOfMarks(): number {
    const { texts } = this;
    return texts.derive(texts.cell(Role.MAN), texts.cell(Role.WOMAN), () =>
      texts.reader.sexOfMarks(texts.text(Role.MAN) ?? '', texts.text(Role.WOMAN) ?? ''),
    );
  }

  /** Finds the texts that no key needs. */
  private witnesses(): void {
    const { texts, composed } = this;
    for (const role of this.ofWitnesses) {
      if (!texts.hasText(role)) {
        composed.found[role] = 0;
        continue;
      }
      const entry = texts.cell(role);
      composed.flags |= texts.cells.entries[entry + Entry.FLAGS] & Flag.ALL;
      composed.found[role] = entry;
    }
  }

  /** Counts what the texts of the row show. */
  private count(number: number): void {
    const { texts, composed } = this;
    const { found } = composed;
    const { cells } = texts;
    const { joint } = texts.shown;
    cells.count(found[Role.GIVEN], number);
    if (!texts.hasColumn(Role.SURNAMES)) {
      cells.count(found[Role.FIRST], number);
      cells.count(found[Role.SECOND], number);
    }
    cells.count(found[Role.DATE], number);
    if (!texts.hasColumn(Role.DATE)) cells.count(found[Role.YEAR], number);
    cells.count(found[Role.SEX], number);
    cells.count(found[Role.ENTITY], number);
    if (composed.enies > 0) {
      if (this.enies === 0) this.enieRow = number;
      this.enies += composed.enies;
    }
    const given = joint[texts.shownOf(found[Role.GIVEN])];
    if (given === 0) return;
    const others =
      joint[texts.shownOf(found[Role.FIRST])] |
      joint[texts.shownOf(found[Role.SECOND])] |
      joint[texts.shownOf(found[Role.SEX])];
    const together = given & others;
    if (together !== 0 && this.jointCounts[together]++ === 0) this.jointRows[together] = number;
  }
}
