/** Composes the date of a row from its year and the rest: a file has far fewer of them than dates. Any other form of a date is one entry. */
import { Byte } from '../bytes.js';
import { Entry } from './cells.js';
import { type Composed, Of } from './composed.js';
import { Flag, type TextPart } from './part.js';
import { Role } from './roles.js';
import type { RowTexts } from './row-texts.js';

const BEYOND_ASCII = 0x80;
const DIGITS_OF_YEAR = 4;
const SHORTEST_FORM = 8;
const LONGEST_FORM = 60;
/** The length of a month and a day of two digits each, with two signs. */
const DAY_LENGTH = 6;
const FOUR_DIGITS = 10_000;

export class Dates {
  /** The entries of years; those of days of a year, by the sign and their four figures, after the year and before it. */
  private readonly years = new Int32Array(FOUR_DIGITS);
  private readonly daysAfter: (Int32Array | undefined)[] = [];
  private readonly daysBefore: (Int32Array | undefined)[] = [];

  constructor(
    private readonly texts: RowTexts,
    private readonly composed: Composed,
  ) {}

  /** Forgets the entries that it holds, because all are forgotten. */
  forget(): void {
    this.years.fill(0);
    this.daysAfter.length = 0;
    this.daysBefore.length = 0;
  }

  /** Composes the date of the row. */
  compose(): void {
    const { texts, composed } = this;
    if (!texts.hasColumn(Role.DATE)) this.ofParts();
    else if (!texts.locate(Role.DATE)) composed.takeDate(texts.entryOfAbsent(Role.DATE));
    else if (!this.ofYearAndDay()) {
      const date = texts.find(Role.DATE, texts.from, texts.to);
      composed.takeDate(this.byAge(date, () => texts.reader.date(texts.text(Role.DATE) ?? '')));
    }
  }

  /** Returns the entry of a date whose year has two digits as the age of the row decides it; that of any other date. */
  private byAge(date: number, read: () => TextPart): number {
    const { texts } = this;
    const { entries } = texts.cells;
    if ((entries[date + Entry.FLAGS] & Flag.SHORT_YEAR) === 0 || !texts.hasText(Role.AGE)) return date;
    const age = texts.cell(Role.AGE);
    return texts.derive(date, age, () => texts.reader.dateByAge(texts.cells.entries[age + Entry.VALUE], read));
  }

  /** Takes a date of four digits and the rest of it. Returns `false` if it has another form. */
  private ofYearAndDay(): boolean {
    const { texts, composed } = this;
    const { bytes, from, to } = texts;
    const length = to - from;
    if (length < SHORTEST_FORM || length > LONGEST_FORM) return false;
    const last = to - DIGITS_OF_YEAR;
    const first = isSign(bytes[from + DIGITS_OF_YEAR]) ? this.year(from) : 0;
    const isFirst = first !== 0;
    if (!isFirst && !isSign(bytes[last - 1]) && bytes[last - 1] !== Byte.SPACE) return false;
    const year = isFirst ? first : this.year(last);
    if (year === 0) return false;
    const rest = isFirst
      ? this.day(Role.AFTER_YEAR, this.daysAfter, from + DIGITS_OF_YEAR, to)
      : this.day(Role.BEFORE_YEAR, this.daysBefore, from, last);
    const { entries } = texts.cells;
    if (((entries[year + Entry.FLAGS] | entries[rest + Entry.FLAGS]) & Flag.WHOLE_CELL) !== 0) return false;
    composed.takeDigits(rest);
    composed.takeDigits(year);
    composed.facts |= entries[year + Entry.FACTS];
    composed.of[Role.DATE * Of.LENGTH + Of.SHOWN] = rest;
    composed.of[Role.DATE * Of.LENGTH + Of.WHOLE] = 0;
    composed.birth = entries[year + Entry.VALUE] + entries[rest + Entry.VALUE];
    return true;
  }

  /** Returns the entry of the year at an index; 0 if there is none. */
  private year(at: number): number {
    const { texts, years } = this;
    const { bytes } = texts;
    let year = 0;
    for (let i = at; i < at + DIGITS_OF_YEAR; i++) {
      const digit = bytes[i] - Byte.ZERO;
      if (digit < 0 || digit > 9) return 0;
      year = year * 10 + digit;
    }
    if (years[year] === 0) years[year] = texts.find(Role.OF_YEAR, at, at + DIGITS_OF_YEAR);
    return years[year];
  }

  /** Returns the entry of a day without its year; that of two figures of two digits, by a table. */
  private day(
    role: Role.AFTER_YEAR | Role.BEFORE_YEAR,
    tables: (Int32Array | undefined)[],
    from: number,
    to: number,
  ): number {
    const { texts } = this;
    const { bytes } = texts;
    const figures = role === Role.AFTER_YEAR ? from + 1 : from;
    const sign = bytes[figures + 2];
    const a = bytes[figures] - Byte.ZERO;
    const b = bytes[figures + 1] - Byte.ZERO;
    const c = bytes[figures + 3] - Byte.ZERO;
    const d = bytes[figures + 4] - Byte.ZERO;
    const areTwo = to - from === DAY_LENGTH && isSign(sign) && bytes[role === Role.AFTER_YEAR ? from : to - 1] === sign;
    if (!areTwo || (a | b | c | d | (9 - a) | (9 - b) | (9 - c) | (9 - d)) < 0) return texts.find(role, from, to);
    const table = (tables[sign] ??= new Int32Array(FOUR_DIGITS));
    const day = a * 1000 + b * 100 + c * 10 + d;
    if (table[day] === 0) table[day] = texts.find(role, from, to);
    return table[day];
  }

  /** Takes a date in three columns. */
  private ofParts(): void {
    const { texts, composed } = this;
    const { reader, shown } = texts;
    const year = texts.cell(Role.YEAR);
    const month = texts.cell(Role.MONTH);
    const day = texts.cell(Role.DAY);
    const both = texts.derive(month, day, () =>
      reader.monthAndDay(shown.bitsOf(texts.cells.shownOf(month)), shown.bitsOf(texts.cells.shownOf(day))),
    );
    const read = (): TextPart => reader.dateOfParts([Role.YEAR, Role.MONTH, Role.DAY].map((role) => texts.text(role)));
    composed.takeDate(this.byAge(texts.derive(year, both, read), read));
    composed.of[Role.YEAR * Of.LENGTH + Of.SHOWN] = year;
    composed.of[Role.DATE * Of.LENGTH + Of.SHOWN] = both; // a month and a day show something together
  }
}

/** Returns whether a byte may separate the figures of a date. */
const isSign = (byte: number): boolean =>
  byte > Byte.SPACE && byte < BEYOND_ASCII && (byte < Byte.ZERO || byte > Byte.NINE);
