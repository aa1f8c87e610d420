/** Finds which column of a file holds which datum, by the names that people give to columns. */
import {
  BARE_NAMES,
  isDependant,
  isFullName,
  NAMES_IF_ALONE,
  NAMES_OF,
  NAMES_OF_WITNESS,
  OF_ADDRESS,
  OF_BIRTHPLACE,
  personIn,
  SHARED_WITH_ADDRESS,
  simplify,
  SURNAMES_FIRST,
  toPlain,
  UNIT_OF_AGE,
  withoutInitials,
  withoutPath,
} from './columns/names.js';
import { columnAtLetters } from './columns/letters.js';

/** The parameters of a person, in the order of the contract. */
export const PERSON_PARAMETERS = [
  'nombres',
  'apellido_paterno',
  'apellido_materno',
  'anio_nacimiento',
  'mes_nacimiento',
  'dia_nacimiento',
  'sexo',
  'entidad',
] as const;

const [nombres, ...others] = PERSON_PARAMETERS;
/** The data that a column may hold. `segundo_nombre`: the given names after those of `nombres`. `apellidos`: both surnames. */
export const FIELDS = [nombres, 'segundo_nombre', 'apellidos', ...others, 'fecha_nacimiento', 'curp', 'rfc'] as const;
export type Field = (typeof FIELDS)[number];
/**
 * Data that no key needs, and that say something about one: they are read where the file has them, and nobody names their
 * columns. `hombre` and `mujer`: a mark in one of two columns tells the sex. `marca`: another date of the same program.
 */
export const WITNESSES = ['edad', 'pais', 'otro_anio', 'otra_fecha', 'hombre', 'mujer', 'marca'] as const;
export type Witness = (typeof WITNESSES)[number];

/** The columns that each operation adds. */
export const ADDED_COLUMNS = {
  calcular: ['curp'],
  validar: [
    'valido',
    'hallazgos',
    'fecha_nacimiento',
    'sexo',
    'clave_entidad',
    'nombre_entidad',
    'abreviatura_entidad',
    'homonimo',
    'sugerencia',
  ],
  cotejar: ['resultado', 'calculada', 'difieren'],
  cruzar: ['cruce', 'fila_b', 'curp_b'],
} as const;
export type OperationName = keyof typeof ADDED_COLUMNS;
/** Returns whether an operation takes any part of a person's data: what a row lacks is not known. */
export const takesPart = (operation: OperationName): boolean => operation === 'cotejar' || operation === 'cruzar';
/** The column that says why two rows of two lists are, or may be, the same person. Crossed lists get no column of errors: it holds them too. */
export const CROSSING_COLUMN = 'motivo';
/** The column with the reasons to review a row, which every operation adds; in NDJSON it is a list. */
export const NOTICE_COLUMNS = { csv: 'aviso', ndjson: 'avisos' } as const;
/** The member of NDJSON with the error and the notices of a row, each with its id. */
export const REASONS_MEMBER = 'motivos';
/** The two columns that every operation adds last. */
export const ERROR_COLUMNS = ['code_error', 'error_message'] as const;

/** Returns the columns that an operation adds to a table. */
export const addedColumns = (operation: OperationName): readonly string[] =>
  operation === 'cruzar'
    ? [...ADDED_COLUMNS.cruzar, CROSSING_COLUMN]
    : [...ADDED_COLUMNS[operation], NOTICE_COLUMNS.csv, ...ERROR_COLUMNS];

/** The index of the column of each datum; -1 if it has none. */
export type ColumnIndexes = Readonly<Record<Field | Witness, number>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field, which `Object.fromEntries` forgets
const NONE_FOUND = /* @__PURE__ */ Object.fromEntries(
  [...FIELDS, ...WITNESSES].map((field) => [field, -1]),
) as ColumnIndexes;

export const SURNAMES = ['apellido_paterno', 'apellido_materno'] as const;
/** The three parameters of a name. */
export const WHOLE_NAME = ['nombres', ...SURNAMES] as const;
/** The data that a whole name contains besides `nombres`. */
const WITHIN_FULL_NAME: ReadonlySet<Field> = new Set(['segundo_nombre', 'apellidos']);
/** The three parts of a date of birth that has a column for each. */
export const DATE_PARTS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'] as const;

/** Returns the columns with a name that says that they hold the datum. */
function candidates(
  field: Field,
  names: readonly string[],
  plain: readonly string[],
  hasFullName: boolean,
  isElsewhere: (i: number) => boolean,
): number[] {
  if (hasFullName && field === 'nombres') {
    const whole = indexesWhere(names, (name) => isFullName(name) || SURNAMES_FIRST.test(name));
    if (whole.length > 0) return whole;
  }
  const find = (matches: (name: string, i: number) => boolean): number[] =>
    indexesWhere(plain, (name, i) => matches(name, i) && !isElsewhere(i));
  const ofBirth = field === 'entidad' ? find((name) => OF_BIRTHPLACE.test(name)) : [];
  if (ofBirth.some((i) => !(plain[i] ?? '').startsWith('lug'))) return ofBirth; // a place may be a town
  const own = find((name) => NAMES_OF[field].test(name));
  const ifAlone = NAMES_IF_ALONE[field];
  return own.length > 0 || ifAlone === undefined ? own : find((name) => ifAlone.test(name));
}

const indexesWhere = (names: readonly string[], matches: (name: string, i: number) => boolean): number[] =>
  names.flatMap((name, i) => (matches(name, i) ? [i] : []));

export interface FoundColumns {
  /** The data that exactly one column may hold. */
  readonly columns: ColumnIndexes;
  /** The data that several columns may hold. */
  readonly ambiguous: ReadonlyMap<Field, readonly number[]>;
  /** The columns that may hold a datum without a column, or something else: only a person can decide. */
  readonly doubtful: ReadonlyMap<Field, readonly number[]>;
}

/** The result for the last header: every step of the work on a file asks for the same one. */
let last: { readonly names: readonly string[]; readonly found: FoundColumns } | null = null;

/** Finds the columns of the data. `given`: the indexes that the user named. `hasFullName`: one column holds the whole name. */
export function findColumns(
  names: readonly string[],
  given: Readonly<Partial<ColumnIndexes>> = {},
  hasFullName = false,
): FoundColumns {
  if (hasFullName || Object.keys(given).length > 0) return searchColumns(names, given, hasFullName);
  if (last?.names.length !== names.length || last.names.some((name, i) => name !== names[i]))
    last = { names, found: searchColumns(names, given, hasFullName) };
  return last.found;
}

function searchColumns(
  names: readonly string[],
  given: Readonly<Partial<ColumnIndexes>>,
  hasFullName: boolean,
): FoundColumns {
  const simple = withoutInitials(names).map((name) => simplify(withoutPath(name)));
  const plain = simple.map(toPlain);
  const hasAddress = plain.some((name) => OF_ADDRESS.test(name));
  const taken = new Set(Object.values(given));
  const ambiguous = new Map<Field, readonly number[]>();
  const doubtful = new Map<Field, readonly number[]>();
  const columns: Record<Field | Witness, number> = { ...NONE_FOUND, ...given };
  const people = simple.map(personIn);
  // The names come first, and say whose data count: a file may have the birth of a child beside the name of a worker.
  let person = FIELDS.map((field) => people[given[field] ?? -1]).find((each) => each) ?? '';
  const isOthers = (i: number): boolean => ![person, ''].includes(people[i] ?? '') && person !== '';
  const hasBareName = plain.some((name, i) => people[i] === '' && NAMES_OF.nombres.test(name));
  const isElsewhere = (i: number): boolean =>
    isOthers(i) ||
    (hasBareName && isDependant(people[i] ?? '')) ||
    (hasAddress && SHARED_WITH_ADDRESS.test(plain[i] ?? ''));
  for (const field of FIELDS) {
    if (given[field] !== undefined || (hasFullName && WITHIN_FULL_NAME.has(field))) continue;
    const named = candidates(field, simple, plain, hasFullName, isElsewhere).filter((i) => !taken.has(i));
    const possible = field === 'nombres' ? withoutWholeName(named, plain, people, hasAddress) : named;
    if (possible.length > 1) ambiguous.set(field, possible);
    else columns[field] = possible[0] ?? -1;
    if (ambiguous.size === 0) person ||= people[columns[field]] ?? '';
    if (possible.length > 0) continue;
    const shared = hasAddress ? candidates(field, simple, plain, hasFullName, isOthers) : [];
    const bare = indexesWhere(plain, (name) => BARE_NAMES[field]?.test(name) === true);
    const doubts = [...shared, ...bare].filter((i) => !taken.has(i));
    if (doubts.length > 0) doubtful.set(field, doubts);
  }
  const dated = withOneDate(withBareParts(columns, doubtful, given), simple, given);
  const found = withSurnames(withBareSurname(dated, ambiguous, doubtful), ambiguous, given);
  const witnesses = {
    ...found,
    ...witnessesIn(plain, found, (i) => isOthers(i) || (hasAddress && plain[i] === 'pais')),
  };
  return { columns: withSexes(witnesses, ambiguous), ambiguous, doubtful };
}

/** Leaves out `Nombre del alumno` beside `Nombres`, or beside a `Nombre` that is of no school: it is the whole name, which is compared with its parts. */
function withoutWholeName(
  possible: readonly number[],
  plain: readonly string[],
  people: readonly string[],
  hasAddress: boolean,
): readonly number[] {
  const areApart = SURNAMES.every((field) => plain.some((name, i) => people[i] === '' && NAMES_OF[field].test(name)));
  const isGiven = (i: number): boolean =>
    people[i] === '' && (plain[i] === 'nombres' || (plain[i] === 'nombre' && areApart && !hasAddress));
  const given = possible.filter(isGiven);
  const areWhole = possible.every((i) => isGiven(i) || (plain[i] === 'nombre' && people[i] !== ''));
  return given.length === 1 && areWhole ? given : possible;
}

/** Takes two columns for the sexes if the file has no other column of the sex. */
function withSexes(columns: ColumnIndexes, ambiguous: Map<Field, readonly number[]>): ColumnIndexes {
  const both = new Set([columns.hombre, columns.mujer]);
  const isAlone = columns.sexo < 0 && (ambiguous.get('sexo') ?? []).every((i) => both.has(i));
  if (!isAlone || both.has(-1)) return { ...columns, hombre: -1, mujer: -1 };
  ambiguous.delete('sexo');
  return columns;
}

/** Returns whether the sex has a column, or one for each sex. */
export const hasSex = ({ sexo, hombre }: ColumnIndexes): boolean => sexo >= 0 || hombre >= 0;

/** Returns the columns of witnesses: those that exactly one column may hold, and that hold no other datum. */
function witnessesIn(
  plain: readonly string[],
  columns: ColumnIndexes,
  isElsewhere: (i: number) => boolean,
): Readonly<Partial<Record<Witness, number>>> {
  const taken = new Set(FIELDS.map((field) => columns[field]));
  const found = WITNESSES.map((witness) => {
    const possible = indexesWhere(plain, (name, i) => NAMES_OF_WITNESS[witness].test(name) && !isElsewhere(i));
    if (witness === 'edad' && plain.some((name) => UNIT_OF_AGE.test(name))) return [witness, -1] as const;
    const free = possible.filter((i) => !taken.has(i));
    return [witness, free.length === 1 || witness === 'marca' ? (free[0] ?? -1) : -1] as const;
  });
  return Object.fromEntries(found);
}

/** Takes a column `Apellido` for the first surname if another has the second. */
function withBareSurname(
  columns: ColumnIndexes,
  ambiguous: ReadonlyMap<Field, readonly number[]>,
  doubtful: Map<Field, readonly number[]>,
): ColumnIndexes {
  const [bare, second] = doubtful.get('apellidos') ?? [];
  const isFirst = columns.apellido_paterno < 0 && columns.apellido_materno >= 0 && !ambiguous.has('apellido_paterno');
  if (bare === undefined || second !== undefined || !isFirst) return columns;
  doubtful.delete('apellidos');
  return { ...columns, apellido_paterno: bare };
}

/** Drops the column of both surnames or the two of single ones. If a file has all, those that the user named win, then the two. */
function withSurnames(
  columns: ColumnIndexes,
  ambiguous: ReadonlyMap<Field, readonly number[]>,
  given: Readonly<Partial<ColumnIndexes>>,
): ColumnIndexes {
  if ((given.apellidos ?? -1) >= 0) return { ...columns, apellido_paterno: -1, apellido_materno: -1 };
  const areApart = SURNAMES.some((field) => columns[field] >= 0 || ambiguous.has(field));
  return areApart ? { ...columns, apellidos: -1 } : columns;
}

/** Takes `Día`, `Mes` and `Año` for the birth if the file has all three and the user named one of them or no other column is a date. */
function withBareParts(
  columns: ColumnIndexes,
  doubtful: Map<Field, readonly number[]>,
  given: Readonly<Partial<ColumnIndexes>>,
): ColumnIndexes {
  const parts = DATE_PARTS.map((part) => (columns[part] >= 0 ? [columns[part]] : (doubtful.get(part) ?? [])));
  const areThere = parts.every(({ length }) => length === 1);
  const areGiven = DATE_PARTS.some((part) => (given[part] ?? -1) >= 0);
  const mayBeOne = columns.fecha_nacimiento >= 0 || doubtful.has('fecha_nacimiento');
  if (!areThere || (mayBeOne && !areGiven)) return columns;
  for (const part of DATE_PARTS) doubtful.delete(part);
  const [anio_nacimiento = -1, mes_nacimiento = -1, dia_nacimiento = -1] = parts.flat();
  return { ...columns, anio_nacimiento, mes_nacimiento, dia_nacimiento };
}

/** Drops the column of the date or the three of its parts. If a file has both, those that the user named win, then the contract's names. */
function withOneDate(
  columns: ColumnIndexes,
  simple: readonly string[],
  given: Readonly<Partial<ColumnIndexes>>,
): ColumnIndexes {
  const areGiven = DATE_PARTS.some((part) => (given[part] ?? -1) >= 0);
  const haveOwnNames = DATE_PARTS.every((part) => simple.includes(part));
  const inThree =
    DATE_PARTS.every((part) => columns[part] >= 0) && (given.fecha_nacimiento ?? -1) < 0 && (areGiven || haveOwnNames);
  return inThree || columns.fecha_nacimiento < 0
    ? { ...columns, fecha_nacimiento: -1 }
    : { ...columns, anio_nacimiento: -1, mes_nacimiento: -1, dia_nacimiento: -1 };
}

/** The columns that the user names: each by its name or else by its number from 1 or its letter; empty if the file has none. */
export type ColumnMap = Readonly<Partial<Record<Field, string>>>;

/** Finds a column that the user names; returns `null` if the file lacks it. */
type IndexOf = (wanted: string, names: readonly string[]) => number | null;

/** Like `findColumns`, with the columns that the user names. Leaves out those that the file lacks. */
export function findWithGiven(
  names: readonly string[],
  columnMap: ColumnMap,
  hasFullName: boolean,
  indexOf: IndexOf = indexOfGiven,
): FoundColumns {
  const given = FIELDS.flatMap((field) => {
    const wanted = columnMap[field];
    return wanted === undefined ? [] : [[field, indexOf(wanted, names) ?? -1] as const];
  });
  return findColumns(names, Object.fromEntries(given), hasFullName);
}

export const findGivenColumns = (names: readonly string[], columnMap: ColumnMap, hasFullName: boolean): ColumnIndexes =>
  findWithGiven(names, columnMap, hasFullName).columns;

/** Returns the index of the column that the user named, -1 if the user said that there is none, or `null` if the file lacks it. */
export function indexOfGiven(given: string, names: readonly string[]): number | null {
  if (given === '') return -1;
  const i = indexOfName(given, names);
  if (i >= 0) return i;
  const column = /^\d{1,5}$/.test(given)
    ? Number(given) - 1
    : /^[a-z]{1,2}$/i.test(given)
      ? columnAtLetters(given)
      : -1;
  return column >= 0 && column < names.length ? column : null;
}

/** Returns the index of a name or, if the list lacks it, of a name that simplifies to the same; -1 if there is none. */
export function indexOfName(wanted: string, names: readonly string[]): number {
  const exact = names.indexOf(wanted);
  const simple = simplify(wanted);
  return exact >= 0 || simple === '' ? exact : names.findIndex((name) => simplify(name) === simple);
}
