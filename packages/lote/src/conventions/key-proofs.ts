/** Principle: a key or an RFC beside a date or a sex proves how the file writes them, as a figure above 12 does. */
import type { ColumnIndexes } from '@curp-service/contract/columns';
import { splitDate } from '@curp-service/contract/values';
import type { PersonRow } from '../cell/person-row.js';
import type { EvidenceName } from '../datum/evidence-names.js';
import { isKey, isRfc } from '../datum/witnesses.js';
import { LAST_MONTH } from '../datum/dates.js';
import type { Row } from '../read/row.js';

/** Of the four letters of the names, so many say that a key is the row's own. */
const OWN_LETTERS = 3;
const LETTERS_OF_NAMES = 4;

/** What a key or an RFC may prove, by bit. */
export const PROVEN_BY_KEY = [
  'keyDayFirst',
  'keyMonthFirst',
  'keyWoman',
  'keyMan',
] as const satisfies readonly EvidenceName[];
type Proven = (typeof PROVEN_BY_KEY)[number];

/** Returns what a key or an RFC proves about the date and the sex of its row, as bits. */
export const provenBits = (text: string, row: Row, person: PersonRow, columns: ColumnIndexes): number =>
  provenBy(text, row, person, columns).reduce((bits, name) => bits | (1 << PROVEN_BY_KEY.indexOf(name)), 0);

function provenBy(text: string, row: Row, person: PersonRow, columns: ColumnIndexes): readonly Proven[] {
  const key = text.trim().toUpperCase().replaceAll(/[- ]/g, '');
  const isWhole = isKey(key);
  if ((!isWhole && !isRfc(key)) || !isOwn(key, person)) return [];
  const textOf = (column: number): string =>
    column < 0 || column >= row.cells || row.from[column] < 0 ? '' : row.text(column).trim();
  const order = orderBy(key, textOf(columns.fecha_nacimiento));
  const isM = isWhole && textOf(columns.sexo).toUpperCase() === 'M';
  return [
    ...(order === null ? [] : [order]),
    ...(isM && key.charAt(10) === 'M' ? (['keyWoman'] as const) : []),
    ...(isM && key.charAt(10) === 'H' ? (['keyMan'] as const) : []),
  ];
}

/** Returns whether a key has the letters of the names of its row. */
function isOwn(key: string, { composed }: PersonRow): boolean {
  const [letters] = composed.key;
  let same = 0;
  for (let i = 0; i < LETTERS_OF_NAMES; i++) same += Number(((letters >> (8 * i)) & 0xff) === key.charCodeAt(i));
  return same >= OWN_LETTERS;
}

/** Returns the order of a date that can be read both ways, by the month and the day in a key. */
function orderBy(key: string, date: string): 'keyDayFirst' | 'keyMonthFirst' | null {
  const figures = splitDate(date);
  if (figures === null || 'anio' in figures) return null;
  const [first, second, year] = figures;
  const [a, b] = [first, second].map((figure) => figure.padStart(2, '0'));
  if (a === b || Number(a) > LAST_MONTH || Number(b) > LAST_MONTH || year.slice(-2) !== key.slice(4, 6)) return null;
  const day = key.slice(6, 10);
  return day === `${b}${a}` ? 'keyDayFirst' : day === `${a}${b}` ? 'keyMonthFirst' : null;
}
