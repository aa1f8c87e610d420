/** Finds people who are in a file twice, and says so. */
import { CLAVES_GENERICAS } from '@curp-service/core';
import { leerNombre } from '@curp-service/core/leido';
import { KEY_LENGTH } from '@curp-service/contract/parameters';
import type { OperationName } from '@curp-service/contract/columns';
import { type Bilingual, quote } from '@curp-service/contract/language';
import type { Reason, ReasonId } from '@curp-service/contract/words/reasons';
import { type Duplicate, ONLY_CALCULATED, PeopleTable, type Shared } from './people-table.js';
import { wordsOf } from '../cell/words.js';

/** The norm gives one key to two people: a calculation can propose only the first differentiator. */
const DUPLICATE_REASONS: Readonly<Record<Exclude<OperationName, 'cruzar'>, Readonly<Record<Shared, ReasonId>>>> = {
  calcular: { all: 'misma_persona', key: 'homonimos', data: 'mismos_datos' },
  validar: { all: 'misma_clave', key: 'clave_compartida', data: 'mismos_datos' },
  cotejar: { all: 'misma_persona', key: 'clave_compartida', data: 'mismos_datos' },
};

/** Where the earlier row is: its number, as people count it, and its sheet, if it is another one. */
type RowPlace = Readonly<Partial<Record<'fila' | 'linea', number>>> & { readonly hoja?: readonly string[] | undefined };

/** Says which earlier row has the same person or the same key. */
export const duplicateNotice = (
  operation: keyof typeof DUPLICATE_REASONS,
  shared: Shared,
  parts: RowPlace,
): Reason => ({
  id: DUPLICATE_REASONS[operation][shared],
  campo: 'curp',
  parts,
});

/** Says that the table was full: from a row on, rows were compared only with those before it. */
export const partlyCompared = (row: number, sheet = ''): Bilingual => [
  `Desde la fila ${row}${sheet && ` de la hoja ${quote(sheet, 'es')}`}, cada fila se comparó solo con las anteriores a esa: no hay memoria para recordar a más personas.`,
  `From row ${row}${sheet && ` of the sheet ${quote(sheet, 'en')}`} on, each row was compared only with those before that row: there is no memory for more people.`,
];

/** The keys and the names of a row, which identify its person. */
export interface Identity {
  /** The key that the row has; `undefined` if it is no valid key. */
  readonly curp: string | undefined;
  /** The key that the data give, if it may be another one. */
  readonly calculada?: string | undefined;
  readonly names: readonly (string | undefined)[];
  /** The data that contradict the row's own key. */
  readonly difieren?: readonly string[];
}

/** The rows of a sheet have numbers of their own: those of the n-th sheet begin at n times this number. */
const ROWS_OF_SHEET = 1 << 21;
const KEY_FACTOR = 0x9e3779b1 | 0;
const OTHER_KEY_FACTOR = 0x85ebca6b | 0;

/** Finds the duplicates of a file that is answered row after row, or sheet after sheet. */
export class DuplicateFinder {
  readonly table: PeopleTable;
  /** Numbers that make the hashes of a file unpredictable, so that nobody can choose keys that collide. */
  private readonly seed = random();
  private readonly otherSeed = random();
  private readonly key = new Int32Array(WORDS_OF_KEY);
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

  /** Takes the person of a row by the five words of her key and the hash of her names. Returns the earlier row with the same person or key. */
  findKey(key: Int32Array, names: number, row: number): Duplicate | null {
    return this.find(key, names << 1, row);
  }

  /** Takes the person of a row by her keys, as they are written. Returns the earlier row with the same person; `null` if there is none. */
  findPerson({ curp, calculada, names, difieren = [] }: Identity, row: number): Duplicate | null {
    const own = curp?.trim().toUpperCase();
    let found: Duplicate | null = null;
    if (isOfOnePerson(own))
      found = this.find(this.packed(own), wordsOf([...wordsIn(names), ...difieren]).hash << 1, row);
    if (calculada === own || !isOfOnePerson(calculada)) return found;
    const ofData = this.find(this.packed(calculada), (wordsOf(wordsIn(names)).hash << 1) | ONLY_CALCULATED, row);
    return found ?? ofData;
  }

  private find(key: Int32Array, names: number, row: number): Duplicate | null {
    const a = key[0];
    const b = key[1];
    const c = key[2];
    const d = key[3];
    const e = key[4];
    const shared = this.table.take(
      mixed(this.seed, a, b, c, d, e),
      mixed(this.otherSeed, e, d, c, b, a),
      names,
      row + this.before,
    );
    return shared === null ? null : this.duplicate(shared);
  }

  private duplicate(shared: Shared): Duplicate {
    const row = this.table.foundRow;
    if (this.before === 0) return { row, shared };
    const sheet = this.sheets[Math.floor(row / ROWS_OF_SHEET) - 1];
    return { row: row % ROWS_OF_SHEET, shared, ...(sheet !== this.sheets.at(-1) && { sheet }) };
  }

  /** Returns a key as five words of four characters. */
  private packed(key: string): Int32Array {
    this.key.fill(0);
    for (let i = 0; i < key.length; i++) this.key[i >> 2] |= key.charCodeAt(i) << (8 * (i & 3));
    return this.key;
  }
}

const WORDS_OF_KEY = 5;
const random = (): number => Math.trunc(Math.random() * 2 ** 32) | 0;

/** Returns the words of names as they are compared. */
const wordsIn = (names: readonly (string | undefined)[]): string[] =>
  names.flatMap((name) => leerNombre(name, 'nombres').palabras);

const isOfOnePerson = (key: string | undefined): key is string =>
  key?.length === KEY_LENGTH && !CLAVES_GENERICAS.includes(key);

/** Returns a hash of five numbers. */
function mixed(seed: number, a: number, b: number, c: number, d: number, e: number): number {
  let hash = Math.imul(seed ^ a, KEY_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 15) ^ b, OTHER_KEY_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 13) ^ c, KEY_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 15) ^ d, OTHER_KEY_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 13) ^ e, KEY_FACTOR);
  return hash ^ (hash >>> 16);
}
