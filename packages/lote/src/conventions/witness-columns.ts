/**
 * Principle: a column is what its cells hold, whatever it is called. A column of keys, RFCs, ages, years, months, days, dates,
 * whole names or countries says something about the person of each row, if nearly all of its cells do and they agree with
 * the person: the key of a father, or the number of a row, agrees with nobody.
 */
import { type ColumnIndexes, FIELDS, WITNESSES } from '@curp-service/contract/columns';
import {
  BARE_NAMES,
  NAMES_OF,
  NAMES_OF_WITNESS,
  isFullName,
  simplify,
  toPlain,
  withoutPath,
} from '@curp-service/contract/columns/names';
import type { WitnessColumn, WitnessKind } from '@curp-service/contract/reading';
import type { PersonRow } from '../cell/person-row.js';
import { namesOf } from '../cell/person-values.js';
import {
  daysIn,
  isAbroad,
  isCountry,
  isKey,
  isNameOf,
  isRfc,
  isUsualAge,
  monthIn,
  numberIn,
  sameBirth,
} from '../datum/witnesses.js';
import type { Row } from '../read/row.js';
import { FirstMarks, type Marks, countBit, joinMarks } from './first-marks.js';

/** The cells of so many rows decide what a column holds. */
const MOST_LOOKED = 1000;
const MOST_COLUMNS = 64;
/** Fewer cells are no column of anything. */
const FEWEST = 5;

/**
 * What is counted in the filled cells of a column. `own…`: the cell agrees with the person; `after`: its day is not before the birth.
 */
const COUNTED = [
  'filled',
  'keys',
  'ownKeys',
  'rfcs',
  'ownRfcs',
  'figures',
  'ownAges',
  'ownYears',
  'ownMonths',
  'ownDays',
  'dates',
  'ownDates',
  'after',
  'names',
  'ownNames',
  'countries',
  'abroad',
  'elsewhere',
] as const;
type Counted = (typeof COUNTED)[number];

/** The bit of each in a mark. Those of what a key proves follow. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
const BIT = Object.fromEntries(COUNTED.map((name, i) => [name, i])) as Record<Counted, number>;

/** What the first cells of a column show, which the parts of a file add up to. */
export interface LookedColumn {
  readonly columna: number;
  readonly nombre: string;
  readonly marks: Marks;
  /** Its newest day as YYYYMMDD; 0 if it has no date. */
  readonly newest: number;
}

class ColumnLook {
  readonly marks = new FirstMarks(MOST_LOOKED);
  newest = 0;

  constructor(
    readonly columna: number,
    readonly nombre: string,
  ) {}

  get isDone(): boolean {
    return this.marks.isFull;
  }

  /** Looks at a filled cell of a row whose person is composed. `provenBy`: what a key or an RFC proves about the row, as bits. */
  see(text: string, person: PersonRow, row: number, provenBy: () => number): void {
    const { birth } = person.composed;
    if (birth === 0) return; // nothing can agree with the person
    let mark = 1 << BIT.filled;
    const see = (name: Counted, isSeen: boolean): void => void (mark |= Number(isSeen) << BIT[name]);
    if (isKey(text)) {
      see('keys', true);
      see('ownKeys', sameBirth(text, birth) || sameLetters(text, person.composed.key));
      mark |= provenBy() << COUNTED.length;
    } else if (isRfc(text)) {
      see('rfcs', true);
      see('ownRfcs', sameBirth(text, birth) || sameLetters(text, person.composed.key));
      mark |= provenBy() << COUNTED.length;
    } else if (isCountry(text)) {
      see('countries', true);
      see('abroad', isAbroad(text));
      see('elsewhere', isAbroad(text) && !person.isBornAbroad);
    } else if (!this.seeNumber(text, birth, see)) this.seeName(text, person, see);
    this.marks.add(mark, row);
  }

  private seeNumber(text: string, birth: number, see: (name: Counted, isSeen: boolean) => void): boolean {
    const number = numberIn(text);
    const month = monthIn(text);
    if (number === null && month === null) {
      const days = daysIn(text);
      this.newest = Math.max(this.newest, ...days);
      see('dates', days.length > 0);
      see('ownDates', days.includes(birth));
      see(
        'after',
        days.some((day) => day >= birth),
      );
      return days.length > 0;
    }
    see('figures', true);
    see('ownMonths', month === Math.trunc(birth / 100) % 100);
    if (number === null) return true;
    see('ownAges', isUsualAge(number, birth));
    see('ownYears', number === Math.trunc(birth / 10_000));
    see('ownDays', number === birth % 100);
    return true;
  }

  private seeName(text: string, person: PersonRow, see: (name: Counted, isSeen: boolean) => void): void {
    if (!/\p{L}\s+\p{L}/u.test(text) || /\d/.test(text)) return;
    see('names', true);
    see('ownNames', isNameOf(text, namesOf(person)));
  }
}

/** Returns what the keys and the RFCs in a column prove. */
export const provenIn = ({ marks }: LookedColumn): Marks =>
  marks.map(([mark, times, row]) => [mark >> COUNTED.length, times, row]);

/** Adds what two parts of a file show about the same columns. `before`: the rows before the second part. */
export const addLooked = (
  a: readonly LookedColumn[],
  b: readonly LookedColumn[],
  before: number,
): readonly LookedColumn[] =>
  a.map((column, i) => ({
    ...column,
    marks: joinMarks(column.marks, b[i]?.marks ?? [], before, MOST_LOOKED).marks,
    newest: Math.max(column.newest, b[i]?.newest ?? 0),
  }));

/** Counts what the columns hold that the header does not name. */
export class WitnessColumns {
  private looks: readonly ColumnLook[] = [];
  private open: ColumnLook[] = [];
  /** True while some column has not shown enough cells. */
  isLooking = false;

  begin(names: readonly string[], columns: ColumnIndexes): void {
    const used = new Set([...FIELDS, ...WITNESSES].filter((name) => name !== 'marca').map((name) => columns[name]));
    const others = names.flatMap((name, i) => (used.has(i) ? [] : [new ColumnLook(i, name)]));
    this.looks = others.slice(0, MOST_COLUMNS);
    this.open = [...this.looks];
    this.isLooking = this.open.length > 0;
  }

  /** Looks at a row whose person is composed. `provenBy`: returns what a key or an RFC proves about the row, as bits. */
  see(row: Row, person: PersonRow, number: number, provenBy: (text: string) => number): void {
    const { open } = this;
    for (let i = open.length - 1; i >= 0; i--) {
      const { columna } = open[i];
      if (columna >= row.cells || row.to[columna] <= row.from[columna]) continue;
      const text = row.text(columna).trim();
      if (text !== '') open[i].see(text, person, number, () => provenBy(text));
      if (open[i].isDone) open.splice(i, 1);
    }
    this.isLooking = open.length > 0;
  }

  take(): readonly LookedColumn[] {
    return this.looks.map((look) => {
      const { columna, nombre, marks, newest } = look;
      look.newest = 0;
      return { columna, nombre, marks: marks.take(), newest };
    });
  }
}

/** Returns whether all but one cell in twenty, or all but one, are something. */
const nearlyAll = (some: number, all: number): boolean =>
  some >= FEWEST - 1 && all >= FEWEST && all - some <= Math.max(1, all / 20);

/** Returns whether a share of 95 % is something: figures may agree with few people by chance. */
const agreed = (some: number, all: number): boolean => all >= FEWEST && some >= 0.95 * all;
const most = (some: number, all: number): boolean => some * 2 > all;

/** The counts of figures that agree with their people, by what they are. */
const OWN = { edad: 'ownAges', anio: 'ownYears', mes: 'ownMonths', dia: 'ownDays' } as const;

/** Names that say what the figures of a column are, so that few rows prove it. */
const NAMES_OF_FIGURES: Readonly<Record<keyof typeof OWN, readonly (RegExp | undefined)[]>> = {
  edad: [NAMES_OF_WITNESS.edad, /^(?:edad|anos?cumplidos|anioscumplidos)/],
  anio: [NAMES_OF.anio_nacimiento, BARE_NAMES.anio_nacimiento],
  mes: [NAMES_OF.mes_nacimiento, BARE_NAMES.mes_nacimiento],
  dia: [NAMES_OF.dia_nacimiento, BARE_NAMES.dia_nacimiento],
};

/** Returns what the cells of a column say about the person of their row; `null` if they say nothing. */
function kindOf({ nombre, marks }: LookedColumn): WitnessKind | null {
  const counted = COUNTED.map((name) => [name, countBit(marks, BIT[name]).count]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all names, which `Object.fromEntries` forgets
  const c = Object.fromEntries(counted) as Record<Counted, number>;
  const simple = simplify(withoutPath(nombre));
  const plain = toPlain(simple);
  const { marca } = NAMES_OF_WITNESS;
  const isBareDate = BARE_NAMES.fecha_nacimiento?.test(plain) === true;
  if (marca.test(plain) && c.dates > 0 && most(c.dates, c.filled) && c.after * 2 > c.dates - Number(!isBareDate))
    return 'despues';
  // A key is a key, however few there are.
  if (allBut(c.keys, c.filled) && most(c.ownKeys, c.keys)) return 'curp';
  if (allBut(c.rfcs, c.filled) && most(c.ownRfcs, c.rfcs)) return 'rfc';
  const isWhole = isFullName(simple) && c.names === c.filled;
  if (isWhole ? most(c.ownNames, c.names) : nearlyAll(c.names, c.filled) && c.ownNames * 5 >= c.names * 4)
    return 'nombre';
  if (nearlyAll(c.countries, c.filled)) return nearlyAll(c.countries - c.elsewhere, c.countries) ? 'pais' : null;
  if (nearlyAll(c.dates, c.filled)) {
    if (c.ownDates * 5 >= c.dates * 4) return 'fecha';
    return nearlyAll(c.after, c.dates) ? 'despues' : null;
  }
  const isNamed = (kind: keyof typeof OWN): boolean =>
    NAMES_OF_FIGURES[kind].some((form) => form?.test(plain) === true);
  return (
    (['anio', 'mes', 'dia', 'edad'] as const).find((kind) => {
      const named = isNamed(kind);
      const isMost = named ? most : agreed;
      return isMost(c.figures, c.filled) && isMost(c[OWN[kind]], c.figures);
    }) ?? null
  );
}

/** Returns whether all but one cell in twenty are something, or all but one of five. */
const allBut = (some: number, all: number): boolean => (some > 0 && some === all) || nearlyAll(some, all);

/** Returns whether a key or an RFC begins with the four letters of a key. */
const sameLetters = (text: string, [letters]: Int32Array): boolean =>
  [0, 1, 2, 3].every((i) => text.toUpperCase().charCodeAt(i) === ((letters >> (8 * i)) & 0xff));

/** Returns the columns that say something about the person of each row. `rows`: how many have a birth. */
export const decideWitnesses = (looked: readonly LookedColumn[], rows: number): readonly WitnessColumn[] =>
  looked.flatMap((column) => {
    const { columna, nombre } = column;
    const clase = kindOf(column);
    if (clase === null) return [];
    return [{ columna, nombre, clase, ...(clase === 'despues' && newestOf(column, rows)) }];
  });

/** Of so many rows, nearly all have the date of the event, so that its newest is that of the file. */
const SHARE_WITH_EVENT = 0.9;

/** Returns the newest date of an event that nearly all rows have. Those of a long file were not all looked at. */
function newestOf({ marks, newest }: LookedColumn, rows: number): Pick<WitnessColumn, 'hasta'> | false {
  const filled = marks.reduce((sum, [, times]) => sum + times, 0);
  return filled >= FEWEST && filled < MOST_LOOKED && filled >= SHARE_WITH_EVENT * rows && { hasta: newest };
}
