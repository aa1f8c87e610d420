/** Finds people who are in a file twice, and says so. */
import type { OperationName } from '@curp-service/contract/columns';
import { type Bilingual, quote } from '@curp-service/contract/language';
import type { Message } from '@curp-service/contract/words/message';
import { type Duplicate, PeopleTable, type Shared } from './people-table.js';
import { type HashSeed, type Identity, RECORD, newSeed, recordsOf, rowOf } from './person-record.js';
import { NotedPerson } from '../kernel/layout.js';

const PLACE_ES = '[?fila:la fila {fila}][?linea:la línea {linea}][?hoja: de la hoja {hoja}]';
const PLACE_EN = '[?fila:row {fila}][?linea:line {linea}][?hoja: of the sheet {hoja}]';
const ONCE_ES = 'Si no debe estar dos veces, quite una de las dos.';
const ONCE_EN = 'If it should be listed once, remove one of the two.';

const SAME_PERSON: Bilingual = [
  `Es la misma persona que en ${PLACE_ES}: trae los mismos datos. ${ONCE_ES}`,
  `The same person as in ${PLACE_EN}: the data are the same. ${ONCE_EN}`,
];
const SAME_KEY: Bilingual = [
  `Es la misma CURP que en ${PLACE_ES}. ${ONCE_ES}`,
  `The same CURP as in ${PLACE_EN}. ${ONCE_EN}`,
];
/** The norm gives one key to two people: a calculation can propose only the first differentiator. */
const HOMONYMS: Bilingual = [
  `Es la misma clave que en ${PLACE_ES}, con otro nombre. Si son dos personas (gemelos, homónimos), la norma les da la misma clave y el registro las distingue con el carácter 17; si es una sola, corrija el nombre.`,
  `The same key as in ${PLACE_EN}, with another name. If they are two people (twins, homonyms), the norm gives them the same key, and the registry tells them apart by character 17; if it is one, correct the name.`,
];
const SHARED_KEY: Bilingual = [
  `Es la misma CURP que en ${PLACE_ES}, con otros datos. El registro no asigna una clave a dos personas: revise de quién es.`,
  `The same CURP as in ${PLACE_EN}, with other data. The registry assigns no key to two people: check whose it is.`,
];
const OTHER_KEY: Bilingual = [
  `Son los mismos datos que en ${PLACE_ES}, con otra CURP. Si es una sola persona, revise cuál es su clave; si son dos (homónimos), revise cuál es de cada una.`,
  `The same data as in ${PLACE_EN}, with another CURP. If it is one person, check which key is hers; if they are two (homonyms), check whose each is.`,
];

const SENTENCES: Readonly<Record<Exclude<OperationName, 'cruzar'>, Readonly<Record<Shared, Bilingual>>>> = {
  calcular: { all: SAME_PERSON, key: HOMONYMS, data: OTHER_KEY },
  validar: { all: SAME_KEY, key: SHARED_KEY, data: OTHER_KEY },
  cotejar: { all: SAME_PERSON, key: SHARED_KEY, data: OTHER_KEY },
};

/** Where the earlier row is: its number, as people count it, and its sheet, if it is another one. */
type RowPlace = Readonly<Partial<Record<'fila' | 'linea', number>>> & { readonly hoja?: readonly string[] | undefined };

/** Says which earlier row has the same person or the same key. */
export const duplicateNotice = (operation: keyof typeof SENTENCES, shared: Shared, place: RowPlace): Message => [
  ...SENTENCES[operation][shared],
  place,
];

/** Says that the table was full: from a row on, rows were compared only with those before it. */
export const partlyCompared = (row: number, sheet = ''): Bilingual => [
  `Desde la fila ${row}${sheet && ` de la hoja ${quote(sheet, 'es')}`}, cada fila se comparó solo con las anteriores a esa: no hay memoria para recordar a más personas.`,
  `From row ${row}${sheet && ` of the sheet ${quote(sheet, 'en')}`} on, each row was compared only with those before that row: there is no memory for more people.`,
];

/** Takes the people of a file in the order of its rows. */
export interface Duplicates {
  readonly seed: HashSeed;
  /** The most plain rows that may be answered at once after a row. */
  readonly atOnce: (row: number) => number;
  /** Takes people whom the kernel has noted. Returns how many come before the first whose row must be answered from its texts. */
  readonly take: (people: Int32Array, count: number) => number;
  /** Takes the first person whom the kernel has noted. Returns the earlier row with the same person; `null` if there is none. */
  readonly findNoted: (people: Int32Array) => Duplicate | null;
  /** Takes the person of a row. Returns the earlier row with the same person; `null` if there is none. */
  readonly find: (identity: Identity, row: number) => Duplicate | null;
}

/** After a duplicate, plain rows are answered in small runs: those after the next duplicate are answered again. */
const SMALL_RUN = 1;

/** The rows of a sheet have numbers of their own: those of the n-th sheet begin at n times this number. */
const ROWS_OF_SHEET = 1 << 21;

/** Finds the duplicates of a file that is answered row after row, or sheet after sheet. */
export class DuplicateFinder implements Duplicates {
  readonly seed = newSeed();
  readonly table: PeopleTable;
  private run = Infinity;
  /** The sheets so far, if the file has several. */
  private readonly sheets: NonNullable<Duplicate['sheet']>[] = [];
  /** The number of rows before the first of the sheet. */
  private before = 0;

  constructor(mostBytes?: number) {
    this.table = new PeopleTable(mostBytes);
  }

  /** Begins a sheet, whose rows count from 1 again. */
  beginSheet(name: string, headerRow: number): void {
    this.before = this.sheets.push({ name, headerRow }) * ROWS_OF_SHEET;
  }

  /** The first row of this sheet that found no room, counted from the header; 0 if there is none. */
  get fullAt(): number {
    return Math.max(0, this.table.fullAt - this.before);
  }

  atOnce(): number {
    return this.run;
  }

  take(people: Int32Array, count: number): number {
    if (this.before > 0)
      for (let i = 0; i < count; i++) people[(i * NotedPerson.SIZE + NotedPerson.ROW) / 4] += this.before;
    const unique = this.table.takeUnique(people, count);
    this.run = unique < count ? Math.max(SMALL_RUN, 2 * unique) : this.run * 2;
    return unique;
  }

  findNoted(people: Int32Array): Duplicate | null {
    const record = people.subarray(0, RECORD);
    return this.table.take(record).get(rowOf(record)) ?? null;
  }

  find(identity: Identity, row: number): Duplicate | null {
    const { before } = this;
    const found = this.table.take(recordsOf(identity, row + before, this.seed)).get(row + before) ?? null;
    if (found === null || before === 0) return found;
    const sheet = this.sheets[Math.floor(found.row / ROWS_OF_SHEET) - 1];
    return { ...found, row: found.row % ROWS_OF_SHEET, ...(sheet !== this.sheets.at(-1) && { sheet }) };
  }
}
