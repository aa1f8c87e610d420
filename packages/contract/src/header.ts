/** Checks that a header, or the names of an object, has the columns that an operation needs, and says which are missing. */
import { type FileCause, type RowProblem, UnreadableFile } from './codes/file.js';
import {
  ADDED_COLUMNS,
  type ColumnIndexes,
  type ColumnMap,
  DATE_PARTS,
  ERROR_COLUMNS,
  FIELDS,
  NOTICE_COLUMNS,
  type Field,
  type FoundColumns,
  type OperationName,
  SURNAMES,
  findColumns,
  findWithGiven,
  WHOLE_NAME,
  hasSex,
  indexOfGiven,
  indexOfName,
  takesPart,
} from './columns.js';
import { SURNAMES_FIRST, isFirstName, isFullName, isThirdName, simplify } from './columns/names.js';
import { DATE_FIELDS, columnQuestions, inOtherColumns } from './codes/column-questions.js';
import { esDePila } from '@curp-service/core/completo';
import type { Language } from './language.js';
import { type Layout, columnsOf, titleOf } from './layouts.js';
import { readEntity } from './conventions/places.js';
import { readDate, readSexWord } from './values.js';

const CALCULATED_FROM: readonly Field[] = [...WHOLE_NAME, 'sexo', 'entidad'];
/** The data of each operation. `cotejar` takes any part of them besides the key. */
const NECESSARY_FIELDS: Readonly<Record<OperationName, readonly Field[]>> = {
  calcular: CALCULATED_FROM,
  validar: ['curp'],
  cotejar: [...CALCULATED_FROM, 'curp', 'rfc'],
  cruzar: ['curp', ...WHOLE_NAME],
};

/** Returns the data that an operation needs and that have no column. The whole date comes before its parts. */
function missingFields(operation: OperationName, columns: ColumnIndexes, hasFullName: boolean): Field[] {
  const hasDate = columns.fecha_nacimiento >= 0 || DATE_PARTS.every((part) => columns[part] >= 0);
  const date = operation === 'validar' || hasDate ? [] : DATE_FIELDS;
  const implied = new Set<Field>(hasFullName || columns.apellidos >= 0 ? SURNAMES : []);
  if (hasSex(columns)) implied.add('sexo');
  return [...NECESSARY_FIELDS[operation], ...date].filter((field) => columns[field] < 0 && !implied.has(field));
}

/** The names that a calculation adds to an object. */
const OF_ANSWER = [...ADDED_COLUMNS.calcular, NOTICE_COLUMNS.ndjson, ...ERROR_COLUMNS];

/** Returns the columns without that of a key that an earlier calculation added: it says nothing about the person. */
const withoutAnswer = (columns: ColumnIndexes, names: readonly string[], operation: OperationName): ColumnIndexes =>
  operation === 'calcular' && OF_ANSWER.every((name, i) => names[columns.curp + i]?.replace(/_\d+$/, '') === name)
    ? { ...columns, curp: -1 }
    : columns;

export interface Wording {
  readonly language: Language;
  /** Returns the option that names the column of a datum, as messages quote it: `--columna nombres=…`. */
  readonly optionFor: (field: Field) => string;
  /** True if one column holds the whole name. */
  readonly hasFullName?: boolean;
  /** The layout of a file without a header: the names of its columns are numbers, or those of its fields. */
  readonly layout?: Layout | undefined;
  /** True if the user said which row is the header. */
  readonly isDeclared?: boolean;
}

/** Finds the columns that an operation needs, or throws an `UnreadableFile` that says which is missing. */
export function understandHeader(
  names: readonly string[],
  operation: OperationName,
  columnMap: ColumnMap,
  { language, optionFor, hasFullName = false, layout, isDeclared = false }: Wording,
): ColumnIndexes {
  const refused = (problem: RowProblem<FileCause>): UnreadableFile => new UnreadableFile(problem, language);
  const all = areColumnNames(names) ? names : ({ id: 'n_columnas', parts: { n: names.length } } as const);
  for (const parametro of FIELDS) {
    const pedida = columnMap[parametro];
    if (pedida === undefined || indexOfGiven(pedida, names) !== null) continue;
    throw refused({ cause: 'archivo_mapa', parametro, parts: { pedida, columnas: all } });
  }
  const found = findWithGiven(names, layout === undefined ? columnMap : columnsOf(layout, columnMap), hasFullName);
  const { columns, ambiguous, doubtful } = found;
  const necessary = NECESSARY_FIELDS[operation];
  const isTable = layout === undefined;
  if (isTable && !isDeclared && holdsPerson(names, countKnown(names)))
    throw refused({ cause: 'archivo_sin_encabezado' });
  if (isTable && Object.values(columns).every((i) => i < 0) && ambiguous.size + doubtful.size === 0) {
    // The names are not repeated in the message: they may be people's data.
    const [first = 'nombres'] = necessary;
    const esperadas = necessary.join(', ');
    const parts = { columnas: names.length, esperadas, opcion: optionFor(first), fijas: names.length === 1 };
    throw refused({ cause: 'archivo_encabezado', parts });
  }
  const apart = hasFullName && isTable ? surnamesApart(names, columns, columnMap) : [];
  if (apart.length > 0) throw refused(namesApart(apart, optionFor));
  const split = splitNames(names, found, operation, columnMap, hasFullName);
  const missing: readonly Field[] = [
    ...(split.length > 0 ? (['nombres'] as const) : []),
    ...missingFields(operation, columns, hasFullName).filter((field) => columnMap[field] !== ''),
  ].filter((field) => isNeeded(operation, field, found) || isAsked(field, names, found, split));
  if (missing.length > 0 && layout !== undefined) {
    const formato = titleOf(layout);
    const cause = formato === null ? 'archivo_sin_nombres' : 'archivo_formato';
    const [field = 'nombres'] = missing;
    const parts = { columnas: names.length, opcion: optionFor(field), otras: alsoMissing(missing) };
    throw refused({ cause, parametro: field, parts: { ...parts, formato: formato ?? '' } });
  }
  const [first, ...others] = columnQuestions(missing, names, found, split, (field, cause, inThese, rest) => ({
    cause,
    parametro: field,
    parts: {
      columnas: inThese.length > 0 ? inThese : all,
      opcion: optionFor(field),
      otras: alsoMissing(rest),
      otra: takesPart(operation),
      lugar: field === 'entidad',
      dia: field !== 'entidad',
      cotejo: operation === 'calcular' && holdsKeys(columns),
      cruce: operation === 'cruzar',
      completo: SURNAMES.every((each) => missing.includes(each)) && columns.nombres >= 0,
    },
  }));
  if (first !== undefined) throw refused({ ...first, ...(others.length > 0 && { others }) });
  const ofPerson = [...CALCULATED_FROM, 'apellidos' as const, ...DATE_FIELDS];
  if (operation === 'cotejar' && ofPerson.every((each) => columns[each] < 0)) {
    throw refused({ cause: 'archivo_sin_datos', parts: { columnas: all, opcion: optionFor('nombres') } });
  }
  const nameOf = (each: Field): string => names[columns[each]] ?? '';
  const holdsData =
    isDateText(nameOf('fecha_nacimiento')) || /^\d{4}$/.test(nameOf('anio_nacimiento')) || isKey(nameOf('curp'));
  if (isTable && holdsData) throw refused({ cause: 'archivo_sin_encabezado' });
  if (isTable && !isDeclared && !isNamed(names, columns, columnMap)) throw refused({ cause: 'archivo_primera_linea' });
  return columns;
}

/** Returns the columns of surnames beside one of given names, which is then no whole name. */
function surnamesApart(names: readonly string[], columns: ColumnIndexes, columnMap: ColumnMap): readonly string[] {
  const given = simplify(names[columns.nombres] ?? '');
  if (columnMap.nombres !== undefined || isFullName(given) || SURNAMES_FIRST.test(given)) return [];
  const apart = SURNAMES.filter((field) => columns[field] >= 0 && columnMap[field] === undefined);
  return apart.flatMap((field) => names[columns[field]] ?? []);
}

/** Returns the problem of a whole name that is declared where the surnames have columns of their own. */
export const namesApart = (
  columnas: readonly string[],
  optionFor: Wording['optionFor'],
): RowProblem<'archivo_nombre_aparte'> => ({
  cause: 'archivo_nombre_aparte',
  parts: { columnas, opcion: optionFor('nombres') },
});

/** Returns whether an operation needs a datum. Rows with keys are crossed by them, others by their names and dates. */
function isNeeded(operation: OperationName, field: Field, { columns }: FoundColumns): boolean {
  if (operation === 'cruzar') return columns.curp < 0 && field !== 'curp';
  return operation !== 'cotejar' || field === 'curp';
}

/** Returns whether an operation that takes part of the data needs one without a column: another column may hold it, or the rest of a date. */
function isAsked(
  field: Field,
  names: readonly string[],
  { columns, ambiguous, doubtful }: FoundColumns,
  split: readonly string[],
): boolean {
  if (ambiguous.has(field)) return true;
  if (isDatePart(field)) return DATE_PARTS.some((part) => columns[part] >= 0);
  if (field === 'apellido_paterno' && (ambiguous.has('apellidos') || doubtful.has('apellidos'))) return true;
  return doubtful.has(field) || inOtherColumns(field, names, split)[0] !== 'archivo_columna';
}

const isDatePart = (field: Field): boolean => DATE_PARTS.some((part) => part === field);

/** Counts the data that the names of columns name. */
export function countKnown(names: readonly string[]): number {
  const { columns, ambiguous, doubtful } = findColumns(names);
  return FIELDS.filter((field) => columns[field] >= 0).length + ambiguous.size + doubtful.size;
}

/** Returns whether some column has a name that says what it holds, or that the user gave. Otherwise the first line may be a person. */
const isNamed = (names: readonly string[], columns: ColumnIndexes, columnMap: ColumnMap): boolean =>
  FIELDS.some((field) => {
    const given = columnMap[field];
    return columns[field] >= 0 && (given === undefined || indexOfName(given, names) >= 0);
  }) || countKnown(names) > 0;

/**
 * Returns whether a line holds the data of a person: a key, or data of two kinds. If the line names no datum (`known`
 * is the number of those it names), a date is enough.
 */
export function holdsPerson(cells: readonly string[], known: number): boolean {
  const kinds: readonly ((cell: string) => boolean)[] = [
    isDateText,
    (cell) => /^(1[89]|20)\d\d$/.test(cell),
    (cell) => /^[HMFVX]$/i.test(cell) || readSexWord(cell) !== null,
    (cell) => /\p{L}{2}/u.test(cell) && /^\d+$/.test(readEntity(cell)),
  ];
  if (cells.some(isKey) || (known === 0 && cells.some(isDateText))) return true;
  return kinds.filter((isOf) => cells.some(isOf)).length >= 2;
}

/** The columns that tell a person's row above the header from a title. */
const TELLING = ['curp', 'fecha_nacimiento', 'anio_nacimiento', 'sexo', 'entidad'] as const;

/** Returns the number of the first line above the header that holds a person in its columns, or 0: who sorts a list with its header moves it. */
export function personAbove(above: string, delimiter: string, columns: ColumnIndexes): number {
  const holds = (line: string): boolean => {
    const cells = line.split(delimiter).map((cell) => cell.replaceAll('"', '').trim());
    const told = TELLING.map((field) => cells[columns[field]] ?? '');
    return holdsPerson(told, 1);
  };
  return above.split('\n').findIndex(holds) + 1;
}

/**
 * Returns the columns of the given names if an operation needs them, the user named no column for them, and they are
 * spread over columns that cannot be joined.
 */
function splitNames(
  names: readonly string[],
  { columns: { nombres, segundo_nombre }, ambiguous }: FoundColumns,
  operation: OperationName,
  columnMap: ColumnMap,
  hasFullName: boolean,
): readonly string[] {
  if (operation === 'validar' || hasFullName || columnMap.nombres !== undefined) return [];
  const isThird = (name: string): boolean => isThirdName(simplify(name));
  const seconds = ambiguous.get('segundo_nombre') ?? [segundo_nombre];
  const isFirst = isFirstName(simplify(names[nombres] ?? ''));
  const isAlone = isFirst && columnMap.segundo_nombre === undefined && segundo_nombre < 0;
  if (!isAlone && seconds.length === 1 && !names.some(isThird)) return [];
  return names.filter((name, i) => i === nombres || seconds.includes(i) || isThird(name));
}

/** Returns whether a file has keys and names: it can be compared even if it cannot be calculated. */
export const holdsKeys = ({ curp, nombres, apellidos, apellido_paterno }: ColumnIndexes): boolean =>
  curp >= 0 && [nombres, apellidos, apellido_paterno].some((column) => column >= 0);

/** Lists all missing data but the first. Leaves out the parts of a date if the whole date is listed. */
function alsoMissing(missing: readonly Field[]): readonly Field[] {
  const implied: readonly Field[] = missing.includes('fecha_nacimiento') ? DATE_PARTS : [];
  return missing.slice(1).filter((field) => !implied.includes(field));
}

/**
 * Finds the data in an object. Its names have no order, so a number names no column, and `columnMap` applies only to
 * names that the object has. `repeated`: a needed datum that several names may hold. `apart`: the surnames beside what is declared as a whole name.
 */
export function understandObject(
  names: readonly string[],
  operation: OperationName,
  columnMap: ColumnMap,
  hasFullName = false,
): { columns: ColumnIndexes; repeated: Field | undefined; apart: readonly string[] } {
  const indexOf = (name: string): number => (name === '' ? -1 : indexOfName(name, names));
  const found = findWithGiven(names, columnMap, hasFullName, indexOf);
  const { columns, ambiguous } = found;
  return {
    columns: withoutAnswer(columns, names, operation),
    repeated:
      missingFields(operation, columns, hasFullName).find((field) => ambiguous.has(field)) ??
      (splitNames(names, found, operation, columnMap, hasFullName).length > 0 ? 'nombres' : undefined),
    apart: hasFullName ? surnamesApart(names, columns, columnMap) : [],
  };
}

/** Returns whether a line holds names of columns: one of them is known. Otherwise it may hold people, whose data no message quotes. */
function areColumnNames(names: readonly string[]): boolean {
  // Nacimiento is also a surname, and a transposed table has «Nombre» before the names of people.
  return countKnown(names) > 0 && !names.some((name) => readDate(name) !== null || isKey(name) || esDePila(name));
}

const isDateText = (text: string): boolean => readDate(text) !== null || /^\d{1,2}[-/]\d{1,2}[-/]\d{2}$/.test(text);

export const isKey = (text: string): boolean => /^[A-Z]{4}\d{6}[HMX]/i.test(text);
