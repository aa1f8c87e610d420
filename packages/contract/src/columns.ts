/** Finds which column of a file holds which datum, by the names that people give to columns. */
import { PERSON_PARAMETERS } from './parameters.js';

const [nombres, ...others] = PERSON_PARAMETERS;
/** The data that a column may hold. `segundo_nombre`: given names that stand behind those of `nombres`. */
export const FIELDS = [nombres, 'segundo_nombre', ...others, 'fecha_nacimiento', 'curp'] as const;
export type Field = (typeof FIELDS)[number];

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
} as const;
export type OperationName = keyof typeof ADDED_COLUMNS;
/** The column added behind them where rows with the same root are marked, and the two that are always added. */
export const HOMONYM_COLUMN = 'misma_raiz_que';
export const ERROR_COLUMNS = ['code_error', 'error_message'] as const;

/** The index of the column of each datum; -1: none. */
export type ColumnIndexes = Readonly<Record<Field, number>>;

const NO_COLUMNS: ColumnIndexes = {
  nombres: -1,
  segundo_nombre: -1,
  apellido_paterno: -1,
  apellido_materno: -1,
  anio_nacimiento: -1,
  mes_nacimiento: -1,
  dia_nacimiento: -1,
  sexo: -1,
  entidad: -1,
  fecha_nacimiento: -1,
  curp: -1,
};

/** Plain names in use besides the datum's own. All synonyms rank equally; if two match, the user decides. */
const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
  nombres:
    'nombre nombres nombrespila nombrepila nombrepropio primernombre 1ernombre nombre1 givennames givenname firstname'.split(
      ' ',
    ),
  segundo_nombre: 'segundonombre 2onombre 2donombre nombre2 otrosnombres otronombre middlename middlenames'.split(' '),
  apellido_paterno:
    'paterno apellidopaterno primerapellido 1erapellido 1oapellido 1apellido 1roapellido primerap appaterno apaterno apepaterno apellpaterno apellido1 apellidop apellidopat appat apepat firstsurname'.split(
      ' ',
    ),
  apellido_materno:
    'materno apellidomaterno segundoapellido segundoap 2oapellido 2doapellido 2apellido apmaterno amaterno apematerno apellmaterno apellido2 apellidom apellidomat apmat apemat secondsurname secondlastname'.split(
      ' ',
    ),
  anio_nacimiento: 'anionacimiento anonacimiento anionac anonac anio ano year'.split(' '),
  mes_nacimiento: 'mesnacimiento mesnac mes month'.split(' '),
  dia_nacimiento: 'dianacimiento dianac dia day'.split(' '),
  sexo: 'sexo genero clavesexo cvesexo sexohm sexofm sexomf sexohmx generohm generofm generomf sexohombremujer generohombremujer sex gender'.split(
    ' ',
  ),
  entidad:
    'entidad entidadnacimiento claveentidadnacimiento claveentidad cveentidad entidadfederativa entidadfederativanacimiento entidadnac entnac claveentidadnac cveentidadnac cveentnac entidaddondenacio estadodondenacio estadonacimiento estadonac edonacimiento edonac edo lugarnacimiento lugarnac estado stateofbirth birthstate state'.split(
      ' ',
    ),
  fecha_nacimiento:
    'fechanacimiento fechanac fecnac fecnacimiento fnacimiento fnac fechanacim fechanacimientoddmmaaaa fechanacimientoaaaammdd nacimiento birthdate dateofbirth dob fecha'.split(
      ' ',
    ),
  curp: 'clavecurp claveunica claveunicaregistropoblacion'.split(' '),
};

/** Plain names of a column that holds the whole name of a person. It is read only if the user says in which order. */
const FULL_NAME =
  'nombrecompleto nombreyapellidos nombresyapellidos apellidosynombre apellidosynombres nombreapellidos apellidosnombres fullname'.split(
    ' ',
  );

/** The parts of a date that is in three columns. */
export const DATE_PARTS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'] as const;

/** No datum has a longer name. The expressions below take long over a header of a megabyte. */
const MAX_NAME_LENGTH = 1000;

/** Lower case, no accents, and one `_` for every run of other characters than letters and digits. A name too long is empty. */
export function simplify(name: string): string {
  if (name.length > MAX_NAME_LENGTH) return '';
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** Words for the person whose data a file holds. Parents and tutors are other people. */
const PERSON_WORD =
  /(_de_la)?_(alumn[oa]|aspirante|asegurad[oa]|emplead[oa]|estudiante|paciente|solicitante|trabajadora?)$/;

/** A simplified name without its `_`, `de`, `del` and the person: `fecha_de_nac` and `FechaNac` are the same column. */
const plain = (simple: string): string =>
  simple
    .replace(PERSON_WORD, '')
    .replace(/(^|_)del?(?=_|$)/g, '')
    .replaceAll('_', '');

/** Whether the name of a column says that it holds the whole name of a person. */
export const isFullName = (simple: string): boolean => FULL_NAME.includes(plain(simple));

/** Whether it says that a column holds both surnames, which only a person can tell apart. */
export const isBothSurnames = (simple: string): boolean =>
  /^apellidos?(paternoymaterno|paternomaterno|completos)?$/.test(plain(simple));

/** Whether it says that a column holds the first of several given names, or a third. All count: María and Luisa give L. */
export const isFirstName = (simple: string): boolean => /^(nombre1|(primer|1er)nombre)$/.test(plain(simple));
export const isThirdName = (simple: string): boolean => /^(nombre[34]|(tercer|3er)nombre)$/.test(plain(simple));

/** The columns that may hold a datum: those with its own name or, if there is none, those with a synonym. */
function candidates(field: Field, names: readonly string[], hasFullName: boolean): number[] {
  const synonyms = SYNONYMS[field];
  if (hasFullName && field === 'nombres') {
    const whole = indexesWhere(names, isFullName);
    if (whole.length > 0) return whole;
  }
  const own = indexesWhere(names, (name) => name === field);
  return own.length > 0 ? own : indexesWhere(names, (name) => synonyms.includes(plain(name)));
}

const indexesWhere = (names: readonly string[], matches: (name: string) => boolean): number[] =>
  names.flatMap((name, i) => (matches(name) ? [i] : []));

export interface FoundColumns {
  /** The data that exactly one column may hold. */
  readonly columns: ColumnIndexes;
  /** The data that several columns may hold. */
  readonly ambiguous: ReadonlyMap<Field, readonly number[]>;
}

/** Finds the columns of the data. `given`: the indexes that the user named. `hasFullName`: one holds the whole name. */
export function findColumns(
  names: readonly string[],
  given: Readonly<Partial<ColumnIndexes>> = {},
  hasFullName = false,
): FoundColumns {
  const simple = names.map(simplify);
  const taken = new Set(Object.values(given));
  const ambiguous = new Map<Field, readonly number[]>();
  const columns: Record<Field, number> = { ...NO_COLUMNS, ...given };
  for (const field of FIELDS) {
    if (given[field] !== undefined || (hasFullName && field === 'segundo_nombre')) continue;
    const possible = candidates(field, simple, hasFullName).filter((i) => !taken.has(i));
    if (possible.length > 1) ambiguous.set(field, possible);
    else columns[field] = possible[0] ?? -1;
  }
  return { columns: withOneDate(columns, simple, given), ambiguous };
}

/**
 * Drops the one column of the date or its three. If a file has both, the user's word decides, then the names: a bare
 * `anio`, `mes` and `dia` may be those of a payroll.
 */
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

/** The columns that the user names: each by its name or, if no column has that name, its number from 1; empty: none. */
export type ColumnMap = Readonly<Partial<Record<Field, string>>>;

/** Finds one of the columns that the user names; `null`: there is none. */
type IndexOf = (wanted: string, names: readonly string[]) => number | null;

/** The same, where the user names some of the columns. Those that the file lacks are left out. */
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

/** The index of the column that the user named; -1: the user said that there is none; `null`: the file lacks it. */
export function indexOfGiven(given: string, names: readonly string[]): number | null {
  if (given === '') return -1;
  const i = indexOfName(given, names);
  if (i >= 0) return i;
  const number = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  return number >= 1 && number <= names.length ? number - 1 : null;
}

/** The index of a name or, if it is not there, of one that simplifies to the same; -1: none. */
export function indexOfName(wanted: string, names: readonly string[]): number {
  const exact = names.indexOf(wanted);
  const simple = simplify(wanted);
  return exact >= 0 || simple === '' ? exact : names.findIndex((name) => simplify(name) === simple);
}

/** The names of the added columns, each with a number behind if the file has that name already. */
export function freeNames(added: readonly string[], present: readonly string[]): string[] {
  const taken = new Set(present);
  return added.map((name) => {
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
    taken.add(free);
    return free;
  });
}
