/** Decides which column of a file holds which field: by the names of the columns, and as the user corrects. */
import { type RowProblem, UnreadableFile } from '@curp-service/contract/codes/file';
import {
  type ColumnIndexes,
  type ColumnMap,
  DATE_PARTS,
  type Field,
  type OperationName,
  SURNAMES,
  findGivenColumns,
} from '@curp-service/contract/columns';
import { holdsKeys, understandHeader } from '@curp-service/contract/header';
import { partsInWords } from '@curp-service/contract/words/in-words';
import { namesIn, quoteNames } from '@curp-service/contract/words/message';
import type { Reading } from '@curp-service/contract/reading';
import type { Peek } from '@curp-service/lote';
import { h } from '../../base/dom.js';
import { type Choice, selectField, table } from '../../base/elements.js';
import { type TextKey, currentLanguage, t } from '../../base/language.js';

const SAMPLES = 5;
const NOT_CHOSEN: Choice = { value: '', t: 'elija' };
const NO_COLUMN: Choice = { value: '-1', t: 'no_hay' };
const IN_THREE: Choice = { value: 'en_tres', t: 'en_tres' };
const TOGETHER: Choice = { value: 'en_una', t: 'en_una' };
const IN_TWO: Choice = { value: 'en_dos', t: 'en_dos' };
const WITH_NAME: Choice = { value: 'con_el_nombre', t: 'con_el_nombre' };
/** The choices for a field other than a column of its own. */
const OTHER_PLACES: Readonly<Partial<Record<Field, readonly Choice[]>>> = {
  segundo_nombre: [NO_COLUMN],
  apellidos: [IN_TWO],
  apellido_paterno: [WITH_NAME, TOGETHER],
  apellido_materno: [NO_COLUMN, WITH_NAME],
  fecha_nacimiento: [IN_THREE],
};
const PROBLEMS: Readonly<Record<string, TextKey>> = {
  archivo_ambiguo: 'varias_columnas',
  archivo_apellidos: 'apellidos_juntos',
  archivo_nombres: 'nombres_separados',
  archivo_dudosa: 'columna_dudosa',
  archivo_sin_datos: 'falta_dato',
  archivo_encabezado: 'sin_columnas',
  archivo_sin_encabezado: 'primera_persona',
  archivo_primera_linea: 'primera_linea',
  archivo_sin_nombres: 'sin_nombres',
  archivo_formato: 'formato_sin_datos',
};
const MAX_HEADER_CHOICES = 20;
const MAX_ROW_TEXT = 60;

/** The columns that the user chose. */
export interface ColumnChoice {
  /** Indexes from 0; -1 if the file has no such column. */
  readonly columns: Partial<Record<Field, number>>;
  /** True if the date of birth is in three columns. */
  inThree: boolean;
  /** True if both surnames are in one column. */
  areTogether: boolean;
  /** True if one column holds the whole name; `null` until the user says so. */
  hasFullName: boolean | null;
}

export const noChoice = (): ColumnChoice => ({ columns: {}, inThree: false, areTogether: false, hasFullName: null });

/** Returns the column of each field; -1 if it is unknown. */
export const chosenColumns = (choice: ColumnChoice, names: readonly string[]): ColumnIndexes =>
  findGivenColumns(names, columnMap(choice, names), choice.hasFullName === true);

/** Returns the fields that an operation needs, in the order of the form. */
export function fieldsFor(operacion: OperationName, choice: ColumnChoice, names: readonly string[]): readonly Field[] {
  if (operacion === 'validar') return ['curp'];
  const { anio_nacimiento, segundo_nombre, apellidos } = chosenColumns(choice, names);
  const inThree = choice.inThree || anio_nacimiento >= 0;
  const areTogether = choice.areTogether || apellidos >= 0;
  const inTwo = segundo_nombre >= 0 || choice.columns.segundo_nombre !== undefined;
  return [
    ...(operacion === 'cotejar' ? (['curp'] as const) : []),
    'nombres',
    ...(inTwo ? (['segundo_nombre'] as const) : []),
    ...(choice.hasFullName === true ? [] : areTogether ? (['apellidos'] as const) : SURNAMES),
    'fecha_nacimiento',
    ...(inThree ? DATE_PARTS : []),
    'sexo',
    'entidad',
    ...(operacion === 'cotejar' ? (['rfc'] as const) : []),
  ];
}

/** Returns the choice as `lote` takes it: each column by its name or, if two share the name, by its number. */
export function columnMap({ columns, inThree }: ColumnChoice, names: readonly string[]): ColumnMap {
  const refs = Object.entries(columns).map(([field, i]) => [field, i < 0 ? '' : columnRef(names, i)] as const);
  return { ...Object.fromEntries(refs), ...(inThree && { fecha_nacimiento: '' }) };
}

function columnRef(names: readonly string[], i: number): string {
  const name = names[i] ?? '';
  return name !== '' && names.indexOf(name) === i ? name : String(i + 1);
}

/** The columns of all fields that an operation needs, or the fields without one. */
export interface CheckedColumns {
  readonly columns: ColumnIndexes | null;
  /** The question about each field without a column. */
  readonly missing: ReadonlyMap<Field, string>;
  /** The same in one text, or the problem of the whole file; empty if there is none. */
  readonly message: string;
  /** True if only the user can say which row is the header. */
  readonly asksHeader?: boolean;
  /** True if the file lacks a datum to calculate its keys, but can be compared. */
  readonly isComparable?: boolean;
}

export function checkColumns(
  names: readonly string[],
  choice: ColumnChoice,
  operacion: OperationName,
  reading: Reading,
): CheckedColumns {
  try {
    // By number: choosing a column does not make its first cell a name.
    const numbers = Object.entries(choice.columns).map(([field, i]) => [field, i < 0 ? '' : String(i + 1)]);
    const byNumber = { ...columnMap(choice, names), ...Object.fromEntries(numbers) };
    const columns = understandHeader(names, operacion, byNumber, {
      language: currentLanguage(),
      optionFor: () => '',
      hasFullName: choice.hasFullName === true || reading.nombre_completo.value !== null,
      layout: reading.formato.value ?? undefined,
      isDeclared: reading.encabezado.basis === 'declarada',
    });
    return { columns, missing: new Map(), message: '' };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const problems = [error.problem, ...(error.problem.others ?? [])];
    if (problems.some(({ cause }) => cause === 'archivo_nombre_completo') && choice.hasFullName === null) {
      choice.hasFullName = true; // the name of the column says so
      return checkColumns(names, choice, operacion, reading);
    }
    const { cause } = error.problem;
    choice.areTogether ||= problems.some((each) => each.cause === 'archivo_apellidos');
    const missing = questionsOf(problems, fieldsFor(operacion, choice, names));
    const asksHeader = cause === 'archivo_primera_linea' || cause === 'archivo_sin_encabezado';
    const isComparable =
      operacion === 'calcular' && cause === 'archivo_columna' && holdsKeys(chosenColumns(choice, names));
    const texts = missing.size > 0 ? [...new Set(missing.values())] : [problemOnPage(error.problem)];
    return { columns: null, missing, message: texts.join(' '), asksHeader, isComparable };
  }
}

/** Words a problem of a column. */
function problemOnPage({ cause, parametro, parts }: RowProblem): string {
  const isPlace = cause === 'archivo_dudosa' && parametro === 'entidad';
  return t(isPlace ? 'lugar_dudoso' : (PROBLEMS[cause] ?? 'falta_columna'), partsInWords(parts, currentLanguage()));
}

/** Returns what the user must say about each field. A problem may also name other fields, in `otras`. */
function questionsOf(problems: readonly RowProblem[], fields: readonly Field[]): Map<Field, string> {
  const missing = new Map<Field, string>();
  const take = (parametro: string | null | undefined, text: string): void => {
    // The user chooses the column of a part of the date under the date, until the user says that it is in three columns.
    const isPart = DATE_PARTS.some((part) => part === parametro);
    const field = fields.find((each) => each === parametro) ?? (isPart ? 'fecha_nacimiento' : null);
    if (field !== null && !missing.has(field)) missing.set(field, text);
  };
  for (const problem of problems) take(problem.parametro, problemOnPage(problem));
  for (const { parts: { otras } = {} } of problems) for (const other of namesIn(otras)) take(other, t('falta_columna'));
  return missing;
}

/** Returns the first values of a column below the header, each once. */
export function samplesOf({ names, rows }: Peek, headerRow: number, column: number): string[] {
  const values = rows.filter(({ number }) => number > headerRow).map(({ cells }) => cells[column]?.trim() ?? '');
  return column < 0 || column >= names.length ? [] : [...new Set(values.filter(Boolean))].slice(0, SAMPLES);
}

/** Returns a list of columns for each field, with some values of the column. */
export function columnFields(
  peek: Peek,
  headerRow: number,
  choice: ColumnChoice,
  { operacion, checked, onChange }: ColumnFieldsContext,
): HTMLElement[] {
  const { names } = peek;
  const columns = chosenColumns(choice, names);
  const fields = fieldsFor(operacion, choice, names);
  const places = names.map((name, i) => ({ value: String(i), label: placeName(peek, headerRow, name, i) }));
  return fields.map((field) => {
    const inThree = field === 'fecha_nacimiento' && fields.includes('anio_nacimiento');
    const isKnown = columns[field] >= 0 || choice.columns[field] !== undefined;
    const problem = checked.missing.get(field);
    const isMissing = problem !== undefined;
    // A comparison takes any part of the data, so a field without a column is not missing.
    const mayLack = operacion === 'cotejar' && field !== 'curp';
    const unknown = mayLack && !isMissing ? NO_COLUMN : NOT_CHOSEN;
    const chosen = inThree ? IN_THREE.value : isKnown ? String(columns[field]) : unknown.value;
    const others = (OTHER_PLACES[field] ?? []).filter((place) => !mayLack || place !== NO_COLUMN);
    const samples = inThree ? [] : samplesOf(peek, headerRow, columns[field]);
    return selectField(
      `columna-${field}`,
      choice.hasFullName === true && field === 'nombres' ? 'nombre_completo' : field,
      [...(chosen === NOT_CHOSEN.value ? [NOT_CHOSEN] : []), ...places, ...others, ...(mayLack ? [NO_COLUMN] : [])],
      chosen,
      (place) => {
        choose(choice, field, place);
        onChange();
      },
      { dato: field, note: problem ?? samples.join(' · '), isWrong: isMissing },
    );
  });
}

/** Returns the name of a column or, if it has none, its number and its first values. */
function placeName(peek: Peek, headerRow: number, name: string, i: number): string {
  if (name !== '' && name !== String(i + 1)) return name;
  const samples = headerRow === 0 ? samplesOf(peek, headerRow, i).slice(0, 2) : [];
  return [t('columna_n', { n: String(i + 1) }), ...samples].join(' · ');
}

interface ColumnFieldsContext {
  readonly operacion: OperationName;
  readonly checked: CheckedColumns;
  readonly onChange: () => void;
}

function choose(choice: ColumnChoice, field: Field, place: string): void {
  if (place === WITH_NAME.value) {
    choice.hasFullName = true;
    return;
  }
  if (place === TOGETHER.value || place === IN_TWO.value) {
    choice.areTogether = place === TOGETHER.value;
    if (choice.areTogether) delete choice.columns.apellidos;
    else choice.columns.apellidos = -1;
    return;
  }
  const inThree = place === IN_THREE.value;
  if (field === 'fecha_nacimiento') choice.inThree = inThree;
  if (!inThree) choice.columns[field] = Number(place);
}

/**
 * Returns the list of sheets; `null` if there is no other sheet to choose. `others`: the other sheets with people; `null` if the
 * user chose the sheet. `equal`: those with as many, between which the user must choose.
 */
export function sheetField(
  sheets: readonly string[],
  chosen: string | undefined,
  others: readonly string[] | null,
  equal: readonly string[],
  onChoose: (sheet: string) => void,
): HTMLElement | null {
  if (sheets.length < 2) return null;
  const choices = sheets.map((value) => ({ value }));
  if (equal.length > 0) {
    const hojas = quoteNames([...(chosen === undefined ? [] : [chosen]), ...equal], currentLanguage());
    return selectField('hoja', 'hoja', [NOT_CHOSEN, ...choices], '', onChoose, {
      note: t('hojas_iguales', { hojas }),
      isWrong: true,
    });
  }
  const more =
    others === null || others.length === 0 ? '' : t('hojas_despues', { hojas: quoteNames(others, currentLanguage()) });
  const note = others === null || chosen === undefined ? '' : [t('hoja_hallada'), more].filter(Boolean).join(' ');
  return selectField('hoja', 'hoja', choices, chosen ?? sheets[0] ?? '', onChoose, { note });
}

/** Shows the first rows of a file whose columns have no names, so that the user sees what each holds. */
export function firstRows({ names, rows }: Peek): HTMLElement {
  const headings = names.map((_, i) => t('columna_n', { n: String(i + 1) }));
  const shown = rows.slice(0, SAMPLES).map(({ cells }) => names.map((_, i) => cells[i] ?? ''));
  const props = { class: 'ancha tabla', tabindex: '0', role: 'region', 'aria-label': t('primeras_filas') };
  return h('div', props, table(headings, shown));
}

/** Returns the list from which the user picks the row with the names of the columns, or none. `isOpen`: the user has to say which. */
export function headerField(
  { rows }: Peek,
  headerRow: number,
  isOpen: boolean,
  onChoose: (row: string) => void,
): HTMLElement {
  const choices = rows.slice(0, MAX_HEADER_CHOICES).map(({ number, cells }) => {
    const text = cells.filter((cell) => cell.trim() !== '').join(', ');
    const short = text.length > MAX_ROW_TEXT ? `${text.slice(0, MAX_ROW_TEXT)}…` : text;
    return { value: String(number), label: t('fila_n', { n: String(number), texto: short }) };
  });
  const all = [...(isOpen ? [NOT_CHOSEN] : []), { value: '0', t: 'sin_encabezado' } as const, ...choices];
  return selectField('encabezado', 'fila_encabezado', all, isOpen ? '' : String(headerRow), onChoose, {
    isWrong: isOpen,
  });
}
