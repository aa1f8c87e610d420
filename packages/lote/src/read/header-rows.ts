/** What the rows beside a header say about it: two rows that form one, a header that comes again, and the reasons of an earlier answer. */
import { type ColumnIndexes, FIELDS, findColumns } from '@curp-service/contract/columns';
import { countKnown } from '@curp-service/contract/header';
import { Byte, MAX_ROW } from '../bytes.js';
import { CsvReader } from './csv-reader.js';
import type { Input } from './input.js';
import type { Row } from './row.js';

/** A row that names this many data is the header, even if other rows precede it. */
export const KNOWN_IN_HEADER = 3;
/** The lower row must have this many known names: no person's row has two. */
const KNOWN_BELOW = 2;

/** Returns whether a row names the columns as the header of its file does; `null` if the row is no header: it has figures, or names too few data. */
export function isHeaderOf(row: Row, columns: ColumnIndexes | null): boolean | null {
  if (columns === null || hasDigit(row)) return null;
  const names = Array.from({ length: Math.min(row.cells, row.from.length) }, (_, i) => row.text(i));
  const named = findColumns(names).columns;
  const known = FIELDS.filter((field) => named[field] >= 0);
  return known.length < KNOWN_IN_HEADER ? null : known.every((field) => named[field] === columns[field]);
}

function hasDigit({ bytes, start, end }: Row): boolean {
  for (let i = start; i < end; i++) if (bytes[i] - Byte.ZERO >= 0 && bytes[i] - Byte.ZERO <= 9) return true;
  return false;
}

/** Returns the names of the columns; `null` if the two rows together name no more data than one of them, so that they are no header. */
export function joinHeaderRows(upper: readonly string[], lower: readonly string[]): string[] | null {
  const { hombre, mujer } = findColumns(lower).columns;
  const areSexes = hombre >= 0 && mujer === hombre + 1 && upper[mujer] === '';
  if (countKnown(lower) < KNOWN_BELOW && !areSexes) return null;
  let group = '';
  const names = Array.from({ length: Math.max(upper.length, lower.length) }, (_, i) => {
    const own = upper[i] ?? '';
    const part = lower[i] ?? '';
    // A name over several columns has a part below it in each of them, including the first.
    if (own !== '' || part === '') group = part === '' ? '' : own;
    return part === '' ? own : joinedName(group, part);
  });
  return areSexes || countNamed(names) > Math.max(countNamed(lower), countNamed(upper)) ? names : null;
}

/** Returns the name of a column from its group and its part: `Día` under `Fecha de nacimiento` is `Día de nacimiento`. */
export function joinedName(group: string, part: string): string {
  const { fecha_nacimiento, entidad } = findColumns([group]).columns;
  const whole = `${part} de nacimiento`;
  if ((fecha_nacimiento >= 0 || entidad >= 0) && countNamed([whole]) > 0) return whole;
  const joined = `${group} ${part}`;
  const goesOn = /^(?:del?\b|nac)/i.test(part) && countNamed([joined]) > 0; // `de nacimiento` continues `Lugar`
  return group === '' || (countNamed([part]) > 0 && !goesOn) ? part : joined;
}

/** Returns the number of data that names of columns clearly name. */
const countNamed = (names: readonly string[]): number =>
  Object.values(findColumns(names).columns).filter((i) => i >= 0).length;

/** So many rows below the header show whether their last cells are reasons. */
const ROWS_WITH_REASONS = 20;
/** A reason of an answer: a sentence of several words. */
const REASON = /^\S+(?:\s+\S+){3,}\.$/su;

/** Returns whether the last cells of the rows below a header are reasons of an answer or empty; `null` if these rows have not arrived yet. */
export function endInReasons(
  { bytes, start, end }: Input,
  header: { readonly delimiter: string; readonly names: readonly string[]; readonly start: number },
  atEnd: boolean,
): boolean | null {
  const reader = new CsvReader(header.delimiter.charCodeAt(0));
  reader.read(bytes, header.start, end);
  let count = 0;
  for (let row = 0; row < ROWS_WITH_REASONS; row++) {
    const at = reader.next;
    if (at >= end || !reader.read(bytes, at, end)) return !atEnd && end - start <= MAX_ROW ? null : count > 0;
    const text = reader.cells === header.names.length ? reader.text(header.names.length - 1).trim() : '';
    if (text !== '' && !REASON.test(text)) return false;
    if (text !== '') count++;
  }
  return count > 0;
}
