/** The person of a row, composed of what the texts of the row give. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { EVIDENCE_INDEX } from '../datum/evidence-names.js';
import type { Row } from '../read/row.js';
import type { CellReader } from './cell-reader.js';
import { Entry } from './cells.js';
import { Composed, FIRST_AT, GIVEN_AT, SECOND_AT, Of } from './composed.js';
import { Dates } from './dates.js';
import type { CountedName } from '../datum/name-counts.js';
import { type CutWords, Names } from './names.js';
import { Flag, type Oddity } from './part.js';
import { Role } from './roles.js';
import { RowTexts } from './row-texts.js';
import type { CountEvidence } from './shown.js';

/** The things that two data of a row show together: each set of seven. */
const JOINT_SETS = 1 << 7;
const LETTERS_ABROAD = 0x4e | (0x45 << 8);
const SEX_AT = Role.SEX * Of.LENGTH;

export class PersonRow {
  readonly texts: RowTexts;
  readonly composed: Composed;
  private readonly names: Names;
  private readonly dates: Dates;
  /** The roles of the columns that no key needs. */
  private readonly ofWitnesses: Role[] = [];
  /** Where the entries are whose rows are counted. */
  private readonly counted: number[] = [];
  private hasSurnames = false;
  /** How many rows showed each set together, and the first of them. */
  private readonly jointCounts = new Float64Array(JOINT_SETS);
  private readonly jointRows = new Float64Array(JOINT_SETS);
  /** How many composed names had an Ñ, and the first row with one. */
  private enies = 0;
  private enieRow = 0;

  constructor(reader: CellReader, cutWords: CutWords | null, givenEmpty: ReadonlySet<string>, mostEntries?: number) {
    this.texts = new RowTexts(reader, givenEmpty, mostEntries);
    this.composed = new Composed(this.texts.cells, this.texts.names);
    this.names = new Names(this.texts, this.composed, cutWords);
    this.dates = new Dates(this.texts, this.composed);
  }

  /** Sets the columns of the rows that follow. */
  use(columns: ColumnIndexes): void {
    const { texts, ofWitnesses, counted } = this;
    texts.use(columns);
    this.hasSurnames = texts.hasColumn(Role.SURNAMES);
    ofWitnesses.length = 0;
    for (let role: Role = Role.AGE; role <= Role.STAMP; role++) {
      this.composed.of[role * Of.LENGTH + Of.SHOWN] = 0;
      if (texts.hasColumn(role)) ofWitnesses.push(role);
    }
    const dates = texts.hasColumn(Role.DATE) ? [Role.DATE] : [Role.DATE, Role.YEAR];
    const surnames = this.hasSurnames ? [] : [Role.FIRST, Role.SECOND];
    counted.length = 0;
    for (const role of [Role.GIVEN, ...surnames, ...dates, Role.SEX, Role.ENTITY])
      counted.push(role * Of.LENGTH + Of.SHOWN);
  }

  /** Composes the person of a row, and counts what the texts show. `number`: that of the row, for the evidence. */
  compose(row: Row, number: number): void {
    const { texts, composed } = this;
    if (texts.cells.isFull) this.forget();
    texts.begin(row);
    composed.clear();
    this.names.compose();
    if ((composed.flags & Flag.SLIP) !== 0) this.seeSlips();
    this.dates.compose();
    composed.takeCode(
      Role.SEX,
      texts.hasColumn(Role.SEX) || !texts.hasColumn(Role.MAN) ? texts.cell(Role.SEX) : this.sexOfMarks(),
    );
    composed.takeCode(Role.ENTITY, texts.cell(Role.ENTITY));
    if (this.ofWitnesses.length > 0) this.witnesses();
    this.count(number);
  }

  /** True if the row may show something that its texts do not show by themselves: by its columns together, without a date, or by a lone surname. */
  get mayShowMore(): boolean {
    const { composed } = this;
    return (
      composed.birth === 0 ||
      this.hasSurnames ||
      (composed.flags & Flag.MONTH_FIRST) !== 0 ||
      composed.of[FIRST_AT + Of.COUNT] > 1
    );
  }

  /** Returns what is odd about the text of a role; `null` if nothing is. */
  oddity(role: Role): Oddity | null {
    const entry = this.composed.of[role * Of.LENGTH + Of.WHOLE];
    return entry === 0 ? null : this.texts.cells.oddity(entry);
  }

  /** True if the place of birth is not in Mexico. */
  get isBornAbroad(): boolean {
    const { key } = this.composed;
    return (((key[2] >>> 24) & 0xff) | ((key[3] & 0xff) << 8)) === LETTERS_ABROAD;
  }

  /** True if the words or the parts of a text gave all: the text itself has no entry. */
  isOfParts(role: Role): boolean {
    return this.composed.of[role * Of.LENGTH + Of.WHOLE] === 0;
  }

  /** Returns the number that the text of a role means. */
  value(role: Role): number {
    return this.texts.cells.entries[this.composed.of[role * Of.LENGTH + Of.SHOWN] + Entry.VALUE];
  }

  /** True if the first surname has several words. */
  get hasLongSurname(): boolean {
    return this.composed.of[FIRST_AT + Of.COUNT] > 1;
  }

  /** Calls `see` for everything that the rows since the last call showed. */
  takeEvidence(see: CountEvidence): void {
    const { jointCounts, jointRows } = this;
    const { cells, shown } = this.texts;
    cells.takeCounts(shown.count);
    shown.takeCounts(see);
    jointCounts.forEach((count, set) => {
      if (count > 0) shown.countJoint(set, count, jointRows[set], see);
    });
    jointCounts.fill(0);
    if (this.enies > 0) see(EVIDENCE_INDEX.enie, this.enies, this.enieRow);
    this.enies = 0;
  }

  /** Returns the frequent names, and the words that may be slips, that rows had since the last call. */
  takeNames(): readonly CountedName[] {
    return this.texts.names.take();
  }

  /** Forgets all texts, and keeps what they showed. */
  private forget(): void {
    const { texts } = this;
    texts.cells.takeCounts(texts.shown.count);
    texts.forget();
    this.dates.forget();
  }

  /** Notes who has the words that may be slips. */
  private seeSlips(): void {
    const { composed, texts } = this;
    for (const at of [GIVEN_AT, FIRST_AT, SECOND_AT]) {
      const { entries } = texts.cells;
      texts.names.seePerson(entries[composed.of[at + Of.WHOLE] + Entry.VALUE], composed.nameHash);
    }
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
      const entry = texts.hasText(role) ? texts.cell(role) : 0;
      composed.flags |= texts.cells.entries[entry + Entry.FLAGS] & Flag.ALL;
      composed.of[role * Of.LENGTH + Of.SHOWN] = entry;
    }
  }

  /** Counts what the texts of the row show. */
  private count(number: number): void {
    const { composed, counted } = this;
    const { of } = composed;
    const { cells, shown: { joint } } = this.texts; // oxfmt-ignore
    for (let i = 0; i < counted.length; i++) cells.count(of[counted[i]], number);
    if (composed.enies > 0) {
      if (this.enies === 0) this.enieRow = number;
      this.enies += composed.enies;
    }
    const given = joint[cells.shownOf(of[GIVEN_AT + Of.SHOWN])];
    if (given === 0) return;
    const surnames = joint[cells.shownOf(of[FIRST_AT + Of.SHOWN])] | joint[cells.shownOf(of[SECOND_AT + Of.SHOWN])];
    const together = given & (surnames | joint[cells.shownOf(of[SEX_AT + Of.SHOWN])]);
    if (together !== 0 && this.jointCounts[together]++ === 0) this.jointRows[together] = number;
  }
}
