/** The texts of a row: where each is, and its entry in the dictionary of the file. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { DECODER_WITH_MARK, ENCODER, textBetween } from '../bytes.js';
import { type Row, Seen } from '../read/row.js';
import type { CellReader } from './cell-reader.js';
import { Cells } from './cells.js';
import { NameCounts } from '../datum/name-counts.js';
import type { TextPart } from './part.js';
import { COLUMN_ROLES, Role } from './roles.js';
import { ShownNumbers } from './shown.js';

/** A text is compared 16 bytes at a time. */
const AT_ONCE = 16;
/** A text of two bytes of ASCII or fewer is found by a table: a sex, a state. */
const BRIEF = 2;
const BRIEF_BITS = 14;
const FIRST_NOT_ASCII = 0x80;
/** The first byte of a byte order mark in UTF-8. */
const FIRST_OF_MARK = 0xef;

export class RowTexts {
  readonly cells: Cells;
  /** The numbers of what texts show about the file. */
  readonly shown = new ShownNumbers();
  readonly names = new NameCounts();
  /** The bytes of the text that was located last, from `from` to `to`; those of the row, or a copy. */
  bytes: Uint8Array = new Uint8Array(AT_ONCE);
  from = 0;
  to = 0;
  private row: Row | null = null;
  private rowBytes = this.bytes;
  private rowView = new DataView(this.rowBytes.buffer);
  view = this.rowView;
  private copy: Uint8Array = new Uint8Array(1 << 10);
  private copyView = new DataView(this.copy.buffer);
  /** By role: the column; -1 if there is none. */
  private readonly columnOf = new Int32Array(Role.COUNT).fill(-1);
  /** By role, from its first such text on: the entries of the shortest texts by their bytes. */
  private readonly brief: (Int32Array | undefined)[] = [];
  /** By role: the entry of a datum that the row does not have. */
  private readonly absent = new Int32Array(Role.COUNT);

  /** `givenEmpty`: the columns that the user says nobody has. */
  constructor(
    readonly reader: CellReader,
    private readonly givenEmpty: ReadonlySet<string>,
    mostEntries?: number,
  ) {
    this.cells = new Cells(mostEntries);
  }

  /** Sets the columns of the rows that follow. */
  use(columns: ColumnIndexes): void {
    for (const [name, role] of COLUMN_ROLES) this.columnOf[role] = columns[name];
  }

  /** Takes the next row. */
  begin(row: Row): void {
    this.row = row;
    if (row.bytes === this.rowBytes) return;
    this.rowBytes = row.bytes;
    this.rowView = new DataView(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength);
  }

  forget(): void {
    this.cells.forget();
    this.brief.length = 0;
    this.absent.fill(0);
  }

  hasColumn(role: Role): boolean {
    return this.columnOf[role] >= 0;
  }

  hasText(role: Role): boolean {
    const column = this.columnOf[role];
    return column >= 0 && this.row !== null && this.row.from[column] >= 0;
  }

  /** Returns the text of a role; `undefined` if the row has none. */
  text(role: Role): string | undefined {
    return this.hasText(role) ? this.row?.text(this.columnOf[role]) : undefined;
  }

  /** Finds where the text of a role is. Returns `false` if the row has none. */
  locate(role: Role): boolean {
    const { row } = this;
    const column = this.columnOf[role];
    if (column < 0 || row === null || row.from[column] < 0) return false;
    const to = row.to[column];
    if ((row.seen & Seen.ESCAPED_QUOTES) !== 0 && row.isQuoted(column))
      this.locateCopy(ENCODER.encode(row.text(column)));
    else if (to + AT_ONCE > row.bytes.length) this.locateCopy(row.bytes.subarray(row.from[column], to));
    else {
      this.bytes = this.rowBytes;
      this.view = this.rowView;
      this.from = row.from[column];
      this.to = to;
    }
    return true;
  }

  /** Locates a text that is not in the row as it is read. */
  locateCopy(text: Uint8Array): void {
    if (text.length + AT_ONCE > this.copy.length) {
      this.copy = new Uint8Array(2 * text.length + AT_ONCE);
      this.copyView = new DataView(this.copy.buffer);
    }
    this.copy.set(text);
    this.bytes = this.copy;
    this.view = this.copyView;
    this.from = 0;
    this.to = text.length;
  }

  /** Returns the entry of the text of a role; that of a missing datum if the row has none. */
  cell(role: Role): number {
    return this.locate(role) ? this.find(role, this.from, this.to) : this.entryOfAbsent(role);
  }

  /** Returns the entry of a text in the bytes that were located last. A text that the file has not had before is read. */
  find(role: Role, from: number, to: number): number {
    if (to - from <= BRIEF) {
      const { bytes } = this;
      const text = to === from ? 0 : bytes[from] | (to - from === 1 ? 0 : bytes[from + 1] << 7);
      if (to === from || (bytes[from] < FIRST_NOT_ASCII && text < 1 << BRIEF_BITS)) {
        const brief = (this.brief[role] ??= new Int32Array(1 << BRIEF_BITS));
        if (brief[text] === 0) brief[text] = this.meet(role, from, to);
        return brief[text];
      }
    }
    const entry = this.cells.find(this.view, from, to, role);
    return entry === 0 ? this.meet(role, from, to) : entry;
  }

  /** Returns the entry of a word of a name, like `find`. */
  word(role: Role, from: number, to: number): number {
    const entry = this.cells.find(this.view, from, to, role);
    return entry === 0 ? this.meet(role, from, to) : entry;
  }

  /** Returns the entry of the text that was located last; `read` reads it if the file has not had it before. */
  findAs(role: Role, read: () => TextPart): number {
    const known = this.cells.find(this.view, this.from, this.to, role);
    return known === 0 ? this.add(role, this.from, this.to, read()) : known;
  }

  /** Returns the entry of what follows from two others; `read` finds it out the first time. */
  derive(a: number, b: number, read: () => TextPart): number {
    const known = this.cells.findPair(a, b);
    if (known !== 0) return known;
    const part = read();
    return this.cells.addPair(a, b, part, this.shown.numberOf(part.shown));
  }

  /** Returns the entry of a datum that the row does not have. */
  entryOfAbsent(role: Role): number {
    if (this.absent[role] === 0) {
      const name = COLUMN_ROLES.find(([, each]) => each === role)?.[0] ?? '';
      this.absent[role] = this.cells.addPart(this.reader.absent(role, this.givenEmpty.has(name)), 0);
    }
    return this.absent[role];
  }

  /** True if the user says that nobody has a column. */
  isGivenEmpty(name: string): boolean {
    return this.givenEmpty.has(name);
  }

  private meet(role: Role, from: number, to: number): number {
    const { bytes } = this;
    const isWord = role >= Role.GIVEN_WORD && role <= Role.WHOLE_WORD;
    // A mark is dropped at the start of a cell, and stays before a word inside of it.
    const text =
      isWord && bytes[from] === FIRST_OF_MARK
        ? DECODER_WITH_MARK.decode(bytes.subarray(from, to))
        : textBetween(bytes, from, to);
    return this.add(role, from, to, this.reader.read(role, text));
  }

  private add(role: Role, from: number, to: number, part: TextPart): number {
    const { cells, shown, names } = this;
    return cells.add(this.view, from, to, role, part, shown.numberOf(part.shown), names.numberOf(part.counted));
  }
}
