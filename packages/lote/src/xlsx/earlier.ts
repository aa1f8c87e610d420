/**
 * The columns of earlier answers in a workbook that comes back again. A hidden name of the sheet marks the heading of each
 * column, and Excel moves it with the column. A column whose heading the user has changed is the user's.
 */
import type { OperationName } from '@curp-service/contract/columns';
import { columnAtLetters, columnName } from '@curp-service/contract/columns/letters';
import type { Place } from '../sheet/sheet-file.js';
import { type AnswerColumn, answerColumn, answerColumns } from '../write/words.js';

/** The column, from 0, of each mark that a sheet has. */
export type EarlierColumns = ReadonlyMap<string, number>;

/** A mark, and the cell with the heading of its column. `sheet`: the number of its sheet. */
export interface MarkedHeading {
  readonly mark: string;
  readonly sheet: number;
  readonly column: number;
  readonly row: number;
}

const MARK_PREFIX = '_curp.';
/** Marks a sheet that an answer has added. */
const ADDED_SHEET = 'hoja';
const MARKED_OPERATIONS: readonly OperationName[] = ['calcular', 'validar', 'cotejar', 'cruzar'];
const DEFINED_NAME = /<(?:[^\s:<>/]+:)?definedName\s([^<>]*)>([^<]*)<\/[^<>]*>/g;
const NAME_ATTRIBUTE = /(?:^|\s)name\s*=\s*["']([^"']*)["']/;
export const LOCAL_SHEET = /(?:^|\s)localSheetId\s*=\s*["'](\d+)["']/;
const CELL_REFERENCE = /!\$?([A-Z]{1,3})\$?(\d+)$/;
const NAMES_END = /<\/(?:[^\s:<>/]+:)?definedNames\s*>/;
/** The elements that the names of a workbook follow, if it has them. */
const BEFORE_NAMES = /<\/((?:[^\s:<>/]+:)?)(?:sheets|functionGroups|externalReferences)\s*>/g;

/** Returns the mark and the sheet of a defined name; `null` if it is the name of something else. */
function markOf(attributes: string): Pick<MarkedHeading, 'mark' | 'sheet'> | null {
  const name = NAME_ATTRIBUTE.exec(attributes)?.[1] ?? '';
  const [, sheet] = LOCAL_SHEET.exec(attributes) ?? [];
  return name.startsWith(MARK_PREFIX) && sheet !== undefined
    ? { mark: name.slice(MARK_PREFIX.length), sheet: Number(sheet) }
    : null;
}

/** Finds the marks in the part that names ranges. */
export const markedHeadings = (xml: string): MarkedHeading[] =>
  Array.from(xml.matchAll(DEFINED_NAME)).flatMap(([, attributes = '', ref = '']) => {
    const found = markOf(attributes);
    const [, letters, row] = CELL_REFERENCE.exec(ref) ?? [];
    return found === null || letters === undefined
      ? []
      : [{ ...found, column: columnAtLetters(letters), row: Number(row) }];
  });

/** Returns the numbers of the sheets that answers have added. */
export const addedSheets = (marked: readonly MarkedHeading[]): readonly number[] =>
  marked.flatMap(({ mark, sheet }) => (mark === ADDED_SHEET ? sheet : []));

/** Returns the column that earlier versions filled on request, and that an answer now leaves empty. */
const retired = (operation: OperationName): AnswerColumn => answerColumn(operation, 'titulo_misma_raiz_que_la_fila');

/** Returns whether a heading is still one that an answer writes, in either language: `Motivo`, `Reason_2`. */
export function isHeadingOf(mark: string, heading: string): boolean {
  const titles = MARKED_OPERATIONS.flatMap((operation) => answerColumns(operation).concat(retired(operation)));
  const written = heading.trim().replace(/_\d+$/, '');
  return titles.some(({ mark: own, title: [es, en] }) => own === mark && (written === es || written === en));
}

/** Returns the columns of earlier answers of an operation. */
export const columnsOfAnswer = (earlier: EarlierColumns, operation: string): number[] =>
  Array.from(earlier).flatMap(([mark, column]) => (mark.startsWith(`${operation}.`) ? column : []));

/** Returns the earlier columns that an answer with these marks fills or empties. */
export function earlierPlace(earlier: EarlierColumns, marks: readonly string[]): Pick<Place, 'earlier' | 'emptied'> {
  const found = marks.map((mark) => earlier.get(mark) ?? null);
  if (found.every((column) => column === null)) return {};
  const [operation = ''] = (marks[0] ?? '').split('.');
  const emptied = columnsOfAnswer(earlier, operation).filter((column) => !found.includes(column));
  return { earlier: found, emptied };
}

/** Returns the column of each title of an answer: an earlier column, or the next new one. */
export function answerPlaces({ column, earlier = [] }: Place, count: number): number[] {
  let next = column;
  return Array.from({ length: count }, (_, i) => earlier[i] ?? next++);
}

/** Adds the marks of the new columns to the part that names ranges. `sheet`: the sheet's name; `index`: its number. */
export function withMarks(xml: string, place: Place, sheet: string, index: number): string {
  const { marks = [], header, column } = place;
  const places = answerPlaces(place, marks.length);
  const fresh = new Map(marks.flatMap((mark, i) => (places[i] >= column ? [[mark, places[i]] as const] : [])));
  if (fresh.size === 0) return xml;
  // A mark that has lost its column would give the workbook two names of the same kind, which Excel refuses.
  const cleared = xml.replaceAll(DEFINED_NAME, (whole, attributes: string) => {
    const found = markOf(attributes);
    return found !== null && found.sheet === index && fresh.has(found.mark) ? '' : whole;
  });
  const named = withNames(cleared, (prefix) =>
    Array.from(fresh, ([mark, i]) => definedName(mark, sheet, index, `$${columnName(i)}$${header}`, prefix)).join(''),
  );
  return named === cleared ? xml : named;
}

/** Adds the mark of a sheet that an answer adds to the part that names ranges. */
export const withAddedSheet = (xml: string, sheet: string, index: number): string =>
  withNames(xml, (prefix) => definedName(ADDED_SHEET, sheet, index, '$A$1', prefix));

function definedName(mark: string, sheet: string, index: number, cell: string, prefix: string): string {
  const formula = `'${sheet.replaceAll("'", "''")}'!${cell}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<${prefix}definedName name="${MARK_PREFIX}${mark}" localSheetId="${index}" hidden="1">${formula}</${prefix}definedName>`;
}

/** Adds the names that `write` returns, which has the prefix of the elements. */
function withNames(xml: string, write: (prefix: string) => string): string {
  const before = Array.from(xml.matchAll(BEFORE_NAMES)).at(-1);
  if (before === undefined) return xml;
  const [, prefix = ''] = before;
  const names = write(prefix);
  if (NAMES_END.test(xml)) return xml.replace(NAMES_END, (end) => names + end);
  const at = before.index + before[0].length;
  return `${xml.slice(0, at)}<${prefix}definedNames>${names}</${prefix}definedNames>${xml.slice(at)}`;
}
