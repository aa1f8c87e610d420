/**
 * Principle: the names of a file show what its programs did to them. A program that keeps so many letters of a column cuts the
 * longer names, and a compound surname that rows have in one cell is torn where another has it in two.
 */
import { esComienzo, leer } from '@curp-service/core/leido';
import type { ColumnIndexes } from '@curp-service/contract/columns';
import type { ColumnShape } from '@curp-service/contract/reading';
import { FIRST_AT, Of, SECOND_AT, joinHashes } from '../cell/composed.js';
import type { PersonRow } from '../cell/person-row.js';
import { Role } from '../cell/roles.js';
import type { Row } from '../read/row.js';
import { FirstMarks, type Marks, joinMarks } from './first-marks.js';

/** The columns that may be cut, each with its role. */
const COLUMNS = [
  ['nombres', Role.GIVEN],
  ['apellido_paterno', Role.FIRST],
  ['apellido_materno', Role.SECOND],
] as const;

/** The cells of a column with the most letters: how many letters, how many cells, and how many of these end in the beginning of a name. */
interface Longest {
  readonly letters: number;
  readonly cells: number;
  readonly cut: number;
}

/** What the names of a file show, which its parts add up to. */
export interface NameShapes {
  readonly longest: readonly Longest[];
  /** The hashes of surnames of several words, each times two, and one more where they stand in two cells. */
  readonly surnames: Marks;
}

const NO_CELLS: Longest = { letters: 0, cells: 0, cut: 0 };
export const NO_NAME_SHAPES: NameShapes = { longest: COLUMNS.map(() => NO_CELLS), surnames: [] };

/** So many surnames of several words count. */
const MOST_SURNAMES = 10_000;
/** Of so many longest cells, few end in the beginning of a name: the column is not cut, and only longer ones are looked at. */
const MOST_WHOLE = 1000;
/** A surname of fewer words is no compound with a particle inside. */
const WORDS_OF_COMPOUND = 3;

export class NameShape {
  private longest: Longest[] = COLUMNS.map(() => NO_CELLS);
  /** The fewest letters of a cell that is looked at. */
  private readonly fewest = new Int32Array(COLUMNS.length);
  private readonly surnames = new FirstMarks(MOST_SURNAMES);

  /** Looks at the names of a row whose person is composed. */
  see(row: Row, columns: ColumnIndexes, { composed: { of } }: PersonRow, number: number): void {
    this.seeCell(0, row, columns.nombres);
    this.seeCell(1, row, columns.apellido_paterno);
    this.seeCell(2, row, columns.apellido_materno);
    if (of[SECOND_AT + Of.COUNT] > 1 || of[FIRST_AT + Of.COUNT] >= WORDS_OF_COMPOUND) this.seeSurnames(of, number);
  }

  private seeCell(i: number, row: Row, column: number): void {
    if (column >= 0 && row.to[column] - row.from[column] >= this.fewest[i]) this.seeLong(i, row, column);
  }

  private seeLong(i: number, row: Row, column: number): void {
    const { letters, cells, cut } = this.longest[i];
    const text = row.text(column).trim();
    const { length } = text;
    if (length === 0 || length < this.fewest[i]) return;
    const isCut = Number(endsInBeginning(text));
    const isUsual = length === letters && cells + 1 >= MOST_WHOLE && (cut + isCut) * SHARE_OF_CUT < cells;
    this.fewest[i] = isUsual ? length + 1 : length;
    this.longest[i] =
      length > letters ? { letters: length, cells: 1, cut: isCut } : { letters, cells: cells + 1, cut: cut + isCut };
  }

  private seeSurnames(of: Int32Array, number: number): void {
    const isTwo = of[FIRST_AT + Of.COUNT] > 0 && of[SECOND_AT + Of.COUNT] > 0;
    if (!isTwo) return; // a lone one may be two
    const see = (hash: number, isTorn: number): void => this.surnames.add((hash >>> 0) * 2 + isTorn, number);
    for (const at of [FIRST_AT, SECOND_AT]) if (of[at + Of.COUNT] >= WORDS_OF_COMPOUND) see(of[at + Of.HASH], 0);
    if (of[SECOND_AT + Of.COUNT] > 1) see(bothSurnames(of), 1);
  }

  /** Returns what the rows showed since the last call. */
  take(): NameShapes {
    const { longest } = this;
    this.longest = COLUMNS.map(() => NO_CELLS);
    this.fewest.fill(0);
    return { longest, surnames: this.surnames.take() };
  }
}

const bothSurnames = (of: Int32Array): number =>
  joinHashes(of[FIRST_AT + Of.HASH], of[SECOND_AT + Of.HASH], of[SECOND_AT + Of.COUNT]);

/** Returns whether the last word of a name is none, and begins one. */
const endsInBeginning = (text: string): boolean => esComienzo(text.split(/\s+/u).at(-1) ?? '');

/** Adds what the names of two parts show. `before`: the rows before the second part. */
export const addNameShapes = (a: NameShapes, b: NameShapes, before: number): NameShapes => ({
  longest: a.longest.map((one, i) => {
    const other = b.longest[i] ?? NO_CELLS;
    if (one.letters !== other.letters) return one.letters > other.letters ? one : other;
    return { letters: one.letters, cells: one.cells + other.cells, cut: one.cut + other.cut };
  }),
  surnames: joinMarks(a.surnames, b.surnames, before, MOST_SURNAMES).marks,
});

/** Names are cut if there are so many of the longest, and so many of them end in the beginning of another name, and a fifth. */
const FEWEST_LONGEST = 4;
const FEWEST_CUT = 2;
const SHARE_OF_CUT = 5;
const FEWEST_LETTERS = 8;
/** More compound surnames that are torn are not told. */
const MOST_TORN = 20;

/** Returns the shapes of the columns of names. */
export function decideNameShapes({ longest, surnames }: NameShapes): readonly ColumnShape[] {
  const cut = longest.flatMap(({ letters, cells, cut: ends }, i): ColumnShape[] => {
    const areMany = cells >= FEWEST_LONGEST && ends >= FEWEST_CUT && ends * SHARE_OF_CUT >= cells;
    const isCut = letters >= FEWEST_LETTERS && areMany;
    return isCut ? [{ forma: 'nombres_cortados', campo: COLUMNS[i][0], valor: letters, filas: cells }] : [];
  });
  const counts = new Map<number, number>();
  for (const [mark, times] of surnames) counts.set(mark, (counts.get(mark) ?? 0) + times);
  const torn = Array.from(counts).flatMap(([mark, filas]): ColumnShape[] => {
    const isTorn = mark % 2 === 1 && (counts.get(mark - 1) ?? 0) >= filas;
    return isTorn ? [{ forma: 'apellidos_partidos', campo: 'apellido_paterno', valor: (mark - 1) / 2, filas }] : [];
  });
  return [...cut, ...torn.slice(0, MOST_TORN)];
}

/** Returns whether the shape of a column of names touches a row. */
export function touchesNames({ campo, valor }: ColumnShape, { texts }: PersonRow): boolean {
  if (valor === undefined) return false;
  const role = COLUMNS.find(([field]) => field === campo)?.[1] ?? Role.GIVEN;
  const text = (texts.text(role) ?? '').trim();
  return text.length === valor && mayGoOn(text, role === Role.GIVEN);
}

/** Returns whether a row has a compound surname in two cells. */
export const isTornIn = ({ valor }: ColumnShape, { composed: { of } }: PersonRow): boolean =>
  of[SECOND_AT + Of.COUNT] > 1 && bothSurnames(of) >>> 0 === valor;

/** Returns whether a name gives other letters of the key if it goes on: with a vowel, a consonant or another word. */
const mayGoOn = (text: string, isGiven: boolean): boolean =>
  ['e', 'n', ' Neri'].some((rest) => leer(text + rest, isGiven) !== leer(text, isGiven));
