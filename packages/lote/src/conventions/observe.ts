/** Collects what the rows of a file show about its conventions while they are read. */
import { type ColumnIndexes, type OperationName, findColumns } from '@curp-service/contract/columns';
import { NO_HINTS, hintsOf } from '@curp-service/contract/conventions/hints';
import { personAbove } from '@curp-service/contract/header';
import type { Layout } from '@curp-service/contract/layouts';
import { isSpoilt } from '@curp-service/contract/reading';
import { EVIDENCE_INDEX, EVIDENCE_NAMES, type EvidenceName } from '../datum/evidence-names.js';
import { GUESSES, kindOfUtf8, looksSpanish } from '../read/encoding.js';
import type { CsvHeader } from '../read/csv-header.js';
import { isHeaderOf } from '../read/header-rows.js';
import type { OtherLine } from '../read/layout.js';
import { type Row, Seen, isGoodUtf8 } from '../read/row.js';
import { Flag } from '../cell/part.js';
import type { PersonRow } from '../cell/person-row.js';
import { Role } from '../cell/roles.js';
import { type Evidence, toShown } from './evidence.js';
import { Births } from './column-shape.js';
import { FirstMarks } from './first-marks.js';
import { provenBits } from './key-proofs.js';
import { NameShape } from './name-shape.js';
import { WitnessColumns } from './witness-columns.js';
import { NAME_FIELDS } from '../datum/names.js';

/** This many rows beyond ASCII decide in which encoding the accents are Spanish. */
export const MAX_JUDGED = 1000;
/** A year, in a day as YYYYMMDD. */
const YEAR = 10_000;
/** This many keys and RFCs decide how the file writes dates and sexes. */
export const MAX_KEYS = 10_000;
/** More rows with a part of a name are not noted. */
export const MAX_PIECES = 10_000;
/** A shorter surname is a particle or a short part, for example San. */
const MIN_SURNAME = 4;

export class Observer {
  /** The number of the current row, which may be an empty line. */
  rows = 0;
  private readonly counts = new Float64Array(EVIDENCE_NAMES.length);
  private readonly firsts = new Float64Array(EVIDENCE_NAMES.length);
  private header: Evidence['header'] = { count: 0, row: 0 };
  private layout: Layout | null = null;
  mark: Evidence['mark'] = null;
  private hints: Evidence['hints'] = NO_HINTS;
  /** The columns that the header names; `null` if there is no header. */
  named: ColumnIndexes | null = null;
  private otherHeader = 0;
  private stamped = 0;
  private pieces: number[] = [];
  private readonly encodings = new FirstMarks(MAX_JUDGED);
  private readonly keys = new FirstMarks(MAX_KEYS);
  private readonly witnesses = new WitnessColumns();
  private readonly birthdays = new Births();
  private readonly nameShape = new NameShape();
  private births: { readonly first: number; readonly row: number } | null = null;
  private birthBefore = 0;
  /** The columns that hold names. */
  private ofNames: readonly number[] = [];
  readonly readsPeople: boolean;
  /** Counts what the texts of the rows show by themselves. */
  people: PersonRow | null = null;

  /** `nulos` are the words for a missing datum. */
  constructor(
    readonly nulos: readonly string[],
    private readonly operation: OperationName,
  ) {
    this.readsPeople = operation !== 'validar';
  }

  /** Takes the header, or the layout that replaces it, and the columns of the data. */
  begin(
    header: Pick<CsvHeader, 'delimiter' | 'known' | 'number' | 'rows' | 'seen' | 'layout' | 'names' | 'above'> & {
      readonly row?: Row;
    },
    columns: ColumnIndexes,
  ): void {
    const { delimiter, known, number, rows, seen, row, layout, names, above = '' } = header;
    const person = layout === undefined ? personAbove(above, delimiter, columns) : 0;
    // A header in UTF-8 says nothing about its rows, which another program may have written.
    const encoding = row === undefined || isGoodUtf8(seen) ? 0 : markOfEncoding(seen, row.bytes, row.start, row.end);
    this.header = { count: known, row: layout === undefined ? number : -1, rows, person, encoding };
    this.layout = layout ?? null;
    this.ofNames = NAME_FIELDS.map((field) => columns[field]).filter((column) => column >= 0);
    this.hints = layout === undefined ? hintsOf(names, columns, above) : NO_HINTS;
    this.named = layout === undefined ? findColumns(names).columns : null;
    if (this.operation === 'calcular') this.witnesses.begin(names, columns);
  }

  /** Counts a non-empty line of a layout. `other` is the kind of a line that holds no person. */
  line(other: OtherLine | null): void {
    if (other?.kind === 'inicio') return;
    if (other?.kind !== 'final') this.see('lines');
    else {
      this.see('announced');
      this.counts[EVIDENCE_INDEX.announced] += (other.count ?? 0) - 1;
    }
    if (other?.kind === 'sin_clave') this.see('withoutKey');
  }

  /** Marks row numbers as unknown from here on: a stretch of the file was skipped. */
  loseCount(): void {
    this.rows = -Infinity;
  }

  /** Counts what a row shows about the encoding, before it is rewritten. `seen` are its bits of `Seen`. */
  encoding(seen: number, bytes: Uint8Array, from: number, to: number): void {
    if ((seen & Seen.NOT_ASCII) === 0) return;
    if (isGoodUtf8(seen)) return this.see('utf8');
    if (!this.encodings.isFull) this.encodings.add(markOfEncoding(seen, bytes, from, to), this.rows);
    else this.see(isSoundUtf8(seen) ? 'signs' : 'notUtf8');
  }

  /** Counts what a row shows as a whole: keys, a time stamp, surnames in one cell, the names of the columns again, a part of a name. */
  row(person: PersonRow, row: Row, columns: ColumnIndexes): void {
    const { apellido_paterno, apellido_materno, fecha_nacimiento, anio_nacimiento, curp, rfc } = columns;
    const { birth: born } = person.composed;
    if (isNext(born, this.birthBefore)) this.see('rising');
    this.birthBefore = born;
    this.births ??= { first: born, row: this.rows };
    this.birthdays.see(person.composed);
    this.nameShape.see(row, columns, person, this.rows);
    const hasKeys = (curp >= 0 || rfc >= 0) && !this.keys.isFull;
    if (!person.mayShowMore && !hasKeys && !this.witnesses.isLooking) return;
    if (curp >= 0) this.key(curp, row, columns);
    if (rfc >= 0) this.key(rfc, row, columns);
    if ((person.composed.flags & Flag.MONTH_FIRST) !== 0) this.stamped ||= this.rows;
    if (person.texts.hasText(Role.SURNAMES)) this.see('together');
    const mayBeAlone = apellido_materno >= 0 && apellido_paterno >= 0 && person.hasLongSurname;
    if (mayBeAlone && (person.texts.text(Role.SECOND) ?? '') === '' && mayBeTwo(person.texts.text(Role.FIRST) ?? ''))
      this.see('joined');
    if (this.witnesses.isLooking)
      this.witnesses.see(row, person, this.rows, (text) => provenBits(text, row, person, columns));
    if (person.composed.birth !== 0) return; // a date that is read has digits, which no header has, and it is no part of a name
    const birth = fecha_nacimiento >= 0 ? fecha_nacimiento : anio_nacimiento;
    if (birth >= 0 && isLetter(row.bytes[row.from[birth]]) && isHeaderOf(row, this.named) === false)
      this.otherHeader ||= this.rows;
    if (this.pieces.length < MAX_PIECES && isPieceOfName(row, this.ofNames)) this.pieces.push(this.rows);
  }

  /** Counts what a key or an RFC proves about the other data of its row. */
  private key(column: number, row: Row, columns: ColumnIndexes): void {
    if (this.people === null || this.keys.isFull || row.to[column] <= row.from[column]) return;
    this.keys.add(provenBits(row.text(column), row, this.people, columns), this.rows);
  }

  private see(name: EvidenceName): void {
    this.count(EVIDENCE_INDEX[name]);
  }

  private count(index: number): void {
    if (this.counts[index]++ === 0) this.firsts[index] = this.rows;
  }

  /** Returns the evidence since the last call. */
  take(): Evidence {
    const { rows, header, layout, mark, hints, otherHeader, stamped, pieces, counts, firsts, birthBefore } = this;
    const births = this.births && { ...this.births, last: birthBefore };
    const first = { encodings: this.encodings.take(), keys: this.keys.take(), looked: this.witnesses.take() };
    this.people?.takeEvidence((index, count, row) => {
      firsts[index] = counts[index] === 0 ? row : Math.min(firsts[index], row);
      counts[index] += count;
    });
    const shown = toShown(EVIDENCE_NAMES.map((_, i) => ({ count: counts[i], row: firsts[i] })));
    this.rows = 0;
    this.otherHeader = 0;
    this.stamped = 0;
    this.pieces = [];
    this.births = null;
    this.birthBefore = 0;
    counts.fill(0);
    firsts.fill(0);
    const names = this.people?.takeNames() ?? [];
    const birthdays = this.birthdays.take();
    const nameShapes = this.nameShape.take();
    const counted = { rows, header, layout, mark, shown, hints, otherHeader, stamped, pieces };
    return { ...counted, births, birthdays, names, nameShapes, ...first };
  }
}

/** What a row beyond ASCII may show, by bit. */
export const OF_ENCODING: readonly EvidenceName[] = ['notUtf8', 'utf8', 'odd', 'signs', 'judged', ...GUESSES];

const isSoundUtf8 = (seen: number): boolean => (seen & Seen.NOT_UTF8) === 0 && (seen & Seen.PLAIN_UTF8) !== 0;

/** Returns what a row beyond ASCII shows about the encoding, as bits of `OF_ENCODING`. */
function markOfEncoding(seen: number, bytes: Uint8Array, from: number, to: number): number {
  if ((seen & Seen.NOT_ASCII) === 0) return 0;
  const isUtf8 = isSoundUtf8(seen);
  const name: EvidenceName = isUtf8 ? kindOfUtf8(bytes, from, to) : 'notUtf8';
  const isJudged = name === 'odd' || name === 'notUtf8';
  const fitting = GUESSES.filter(
    (guess) => isJudged && isSpoilt(guess) === isUtf8 && looksSpanish(bytes, from, to, guess),
  );
  return [name, ...(isJudged ? (['judged'] as const) : []), ...fitting].reduce(
    (bits, each) => bits | (1 << OF_ENCODING.indexOf(each)),
    0,
  );
}

/** A part of a name: one word, maybe with particles before it. */
const NAME_PIECE = /^\s*(?:\p{L}{1,3}\.?\s+){0,3}\p{L}[\p{L}.'’-]*\s*$/u;
/** The first cell of a row with the figures of others. */
export const TOTAL = /^\s*(?:gran\s+|sub-?\s*)?(?:total(?:es)?|sumas?|promedios?)\b/i;

/** Returns whether a row holds nothing but a part of a name. `named`: the columns of names. */
function isPieceOfName(row: Row, named: readonly number[]): boolean {
  const { from, to, cells } = row;
  let count = 0;
  for (let i = 0; i < named.length; i++) if (to[named[i]] > from[named[i]]) count++;
  if (count === named.length && count > 1) return false; // nearly every row ends here
  const filled = named.filter((column) => to[column] > from[column]);
  if (count === 0 || count > 2) return false;
  for (let i = 0; i < cells; i++) if (to[i] > from[i] && !filled.includes(i)) return false;
  return filled.every((column) => NAME_PIECE.test(row.text(column)) && !TOTAL.test(row.text(column)));
}

/** Returns whether a birth, YYYYMMDD, is the day or the year after that of the row before. */
export const isNext = (birth: number, before: number): boolean =>
  before > 0 && (birth === before + 1 || birth === before + YEAR);

const isLetter = (byte: number): boolean => (byte | 32) >= 97 && (byte | 32) <= 122;

/** Returns whether the only surname of a row may be two: two of its words are long. */
const mayBeTwo = (surname: string): boolean =>
  surname.split(' ').filter((word) => word.length >= MIN_SURNAME).length === 2;
