/** Finds which column of a file holds which datum, by the names that people give to columns. */
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
 * columns. `hombre` and `mujer`: two columns of which a mark in one tells the sex. `marca`: when a form was sent.
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
/** The two columns that every operation adds last. */
export const ERROR_COLUMNS = ['code_error', 'error_message'] as const;

/** The index of the column of each datum; -1 if it has none. */
export type ColumnIndexes = Readonly<Record<Field | Witness, number>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field, which `Object.fromEntries` forgets
const NONE_FOUND = /* @__PURE__ */ Object.fromEntries(
  [...FIELDS, ...WITNESSES].map((field) => [field, -1]),
) as ColumnIndexes;

/** Ways to write the word `apellido`. */
const SURNAME = '(?:a|ap|ape|apel|apell|apellido)';
/** Ways to say that a date or a place is that of the birth. */
const OF_BIRTH = '(?:nacimiento|nacim|nac|nto|natal|(?:donde)?naci(?:o|ste))';
const STATE =
  '(?:(?:clave|cve|cv|id)?(?:entidad|ent|estado|edo)(?:federativa|fed|republica(?:mexicana)?)?|lugar|lug|ciudadyestado|municipioyestado)';

/** The order of a date behind the name of its column: `(DD/MM/AA)`, `(día/mes/año)`. */
const DATE_FORM = '(?:(?:formato)?(?:dd?|dia|mm?|mes|(?:aa|yy){1,2}|ani?o){3})?';

/** The plain names that say that a state is that of the birth. */
const BIRTHPLACE = `${STATE}${OF_BIRTH}(estado|entidad)?`;

/** The plain names that say what a column holds, besides the datum's own name. */
const NAMES_OF: Readonly<Record<Field, RegExp>> = {
  nombres: /^(nom|nombres?|nombres?(pila|propios?)|primernombre|1ernombre|nombre1|givennames?|firstname|vorna)$/,
  segundo_nombre: /^(segundonombre|2d?onombre|nombre2|otros?nombres?|middlenames?)$/,
  apellidos:
    /^(apellidos(paternoymaterno|paternomaterno|completos|familiares)?|apellidopaternoy?(apellido)?materno|(primer|1er)y(segundo|2do)apellidos?|lastnames|surnames)$/,
  apellido_paterno: new RegExp(
    `^(${SURNAME}?pat(erno)?|${SURNAME}(p|1)|(primer|1|1o|1er|1ro)${SURNAME}|firstsurname|nachn)$`,
  ),
  apellido_materno: new RegExp(
    `^(${SURNAME}?mat(erno)?|${SURNAME}(m|2)|(segundo|2|2o|2do)${SURNAME}|second(surname|lastname)|(mothers?)?maidenname|nach2)$`,
  ),
  anio_nacimiento: new RegExp(`^(anio|ano)${OF_BIRTH}$`),
  mes_nacimiento: new RegExp(`^mes${OF_BIRTH}$`),
  dia_nacimiento: new RegExp(`^dia${OF_BIRTH}$`),
  sexo: /^((clave|cve|cd|id)?(sexo|genero)([hmfx]{0,4}|(asignado)?alnacer|biologico|registral|([hm]|hombre|mujer|masculino|femenino)1([hmf]|hombre|mujer|masculino|femenino)2|1(f|mujer|femenino)2(h|hombre|masculino)|hombremujer|mujerhombre|masculinofemenino|femeninomasculino|1(h|m|hombre|masculino)2(m|f|mujer|femenino)|([hmfv12](hombre|mujer|masculino|femenino|varon|hembra|macho)){2})|con(sexo|genero)te(registraron|identificas)(alnacer)?|sexogenero|sex|gender|gesch)$/,
  entidad: new RegExp(
    `^(${BIRTHPLACE}|(clave|cve)?entidad(federativa)?|(stateof|placeof)birth|birth(state|place)|gbdep)$`,
  ),
  fecha_nacimiento: new RegExp(
    `^((fecha|fech|fch|fec|fe|f)${OF_BIRTH}${DATE_FORM}|nacimiento|(?:birthdate|dateofbirth|dob)${DATE_FORM}|gbdat)$`,
  ),
  curp: /^(clavecurp|claveunica(registropoblacion)?|curp\d*)$/,
  rfc: /^((clave)?rfc|registrofederalcontribuyentes)$/,
};

/** The plain names of the columns of witnesses. A bare `País` beside an address is that of the address. */
const NAMES_OF_WITNESS: Readonly<Record<Witness, RegExp>> = {
  edad: /^(edad(anios|anos|actual|cumplida)?|age)$/,
  pais: new RegExp(`^pais(${OF_BIRTH}|origen)?$|^countryofbirth$|^birthcountry$`),
  otro_anio: new RegExp(`^(anio|ano)${OF_BIRTH}$`),
  otra_fecha: new RegExp(
    `^(?:fecha|fech|fec|f)${OF_BIRTH}(?:acta|curp|rfc|renapo|imss|registro|documento|confirmada|confirmacion|verificada|correcta|real|2)$`,
  ),
  hombre: /^(?:sexo|genero)?(?:h|hombres?|masculino|masc|varon(?:es)?|ninos?)$/,
  mujer: /^(?:sexo|genero)?(?:m|f|mujer(?:es)?|femenino|fem|ninas?)$/,
  marca: /^(?:marcatemporal|timestamp|hora(?:inicio|finalizacion)|(?:start|completion)time)$/,
};

/** The initials of columns in a header that has A.P. and A.M. for the surnames. */
const INITIALS: readonly (readonly [RegExp, Field])[] = [
  [/^n\.?$/i, 'nombres'],
  [/^s\.?$/i, 'sexo'],
  [/^f\.? ?n\.?$/i, 'fecha_nacimiento'],
  [/^[el]\.? ?n\.?$/i, 'entidad'],
];

/** Returns the names of columns, with the data that their initials mean. */
function withoutInitials(names: readonly string[]): readonly string[] {
  const areInitials = [/^a\. ?p\.$/i, /^a\. ?m\.$/i].every((form) => names.some((name) => form.test(name)));
  return areInitials ? names.map((name) => INITIALS.find(([form]) => form.test(name))?.[1] ?? name) : names;
}

/** Names of the state of birth. Next to one of these columns, a column `Entidad` may be that of an office. */
const OF_BIRTHPLACE = new RegExp(`^${BIRTHPLACE}$`);

/** Bare names, which may also be those of an address, of a payroll or of the day of capture. Only a person can decide. */
const BARE_NAMES: Readonly<Partial<Record<Field, RegExp>>> = {
  apellidos: /^(apellido|lastname|surname)$/,
  anio_nacimiento: /^(anio|ano|year|aaaa|yyyy)$/,
  mes_nacimiento: /^(mes|month|mm)$/,
  dia_nacimiento: /^(dia|day|dd)$/,
  entidad: /^(estado|edo|state)$/,
  fecha_nacimiento: /^(fecha|date)$/,
};

/** The names that a state shares with the data of an address, a school or an office, and the names of those data. */
const SHARED_WITH_ADDRESS = /^((clave|cve)?entidad(federativa)?|estado|edo|state)$/;
const OF_ADDRESS =
  /^(calle|calleynumero|colonia|municipio|alcaldia|delegacion|cp|codigopostal|domicilio|direccion|localidad|numero?(ext|int)(erior)?|cct|clavecct|escuela|nombreescuela|plantel|clues|unidadmedica|hospital|clinica|jurisdiccion(sanitaria)?|distrito(electoral|federal|local)?|seccion(electoral)?|casilla|zona(escolar)?|region|sucursal|oficina|adscripcion|(centro|area|lugar)trabajo)$/;

/** Plain names of a column that holds the whole name of a person. The column is read only if the user declares the order. */
const FULL_NAME =
  'nombrecompleto nombreyapellidos nombresyapellidos apellidosynombre apellidosynombres nombreapellidos apellidosnombres fullname'.split(
    ' ',
  );

export const SURNAMES = ['apellido_paterno', 'apellido_materno'] as const;
/** The three parameters of a name. */
export const WHOLE_NAME = ['nombres', ...SURNAMES] as const;
/** The data that a whole name contains besides `nombres`. */
const WITHIN_FULL_NAME: ReadonlySet<Field> = new Set(['segundo_nombre', 'apellidos']);
/** The three parts of a date of birth that has a column for each. */
export const DATE_PARTS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'] as const;

/** No name of a column is longer. The regular expressions below are slow on a header of a megabyte. */
const MAX_COLUMN_NAME = 1000;

/** Returns a name in lower case, without accents, with one `_` for each run of other signs; an empty text if it is too long. */
export function simplify(name: string): string {
  if (name.length > MAX_COLUMN_NAME) return '';
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** Words for the person whose data a file holds. Parents and tutors are other people. */
const PERSON_NOUN =
  '(?:alumn[oa]|aspirante|asegurad[oa]|emplead[oa]|estudiante|paciente|solicitante|trabajadora?|candidat[oa]|participante|colaboradora?|derechohabiente|persona|interesad[oa]|titular|menor|nin[oa]|soci[oa]|afiliad[oa]|becari[oa]|jugadora?|deportista)';
const PERSON_WORD = new RegExp(`_${PERSON_NOUN}$|^${PERSON_NOUN}_`);
const SMALL_WORDS =
  /(?:^|_)(?:del?|la|el|los|las|su|tu|sus|tus|en|por|favor|que|cual|cuales|es|son|fue|escrib[ae]|ingres[ae]|indi(?:ca|que))(?=_|$)/g;

/** Returns the person whose datum a column holds, without the gender; empty if its name says none. */
const personIn = (simple: string): string =>
  (PERSON_WORD.exec(simple)?.[0] ?? '').replaceAll('_', '').replace(/[oa]$/, '');

/** Removes the small words and the person from a simplified name: `fecha_de_nac` and `FechaNac` are the same column. */
const toPlain = (simple: string): string =>
  simple.replace(PERSON_WORD, '').replace(SMALL_WORDS, '').replaceAll('_', '');

/** The start of the advice after the name of a form's column: `Nombre(s) (como aparece en el acta)`. */
const ADVICE = /[(?:.,]\s*(?:como|sin?|opcional|tal|seg[uú]n|ej|ejemplo|asignad[oa])\b.*$/isu;

/** Returns a name without its number (`4. Sexo`) and advice, or the last part of a path (`datos/sexo`), as forms name columns. */
function withoutPath(name: string): string {
  const trimmed = name
    .slice(0, MAX_COLUMN_NAME + 1)
    .replace(ADVICE, '')
    .trim();
  // Short words before a dot are abbreviations: `Edo.Nac`.
  return /^(?:\w+\/|\w{5,}\.)+(\w{3,})$/u.exec(trimmed)?.[1] ?? trimmed.replace(/^\d+\s*[-.):]/, '');
}

/** Returns whether the name of a column says that it holds the whole name of a person. */
export const isFullName = (simple: string): boolean => FULL_NAME.includes(toPlain(simple));

/** A header that says that the surnames come first in a whole name: `Nombre completo (iniciando por apellidos)`, `NOMBRE (PATERNO MATERNO NOMBRES)`. */
export const SURNAMES_FIRST =
  /^nombres?_(?:completo_)?.*(?:inici|empe|comen)[a-z]*_(?:por_|con_)?(?:los_|el_)?apellidos?|^nombres?_(?:completo_)?(?:apellidos?_)?paterno_(?:y_)?(?:apellidos?_)?materno_(?:y_)?nombres?$/;

/** Return whether a column holds the first or the third of several given names. The key needs them all: María Luisa gives L. */
export const isFirstName = (simple: string): boolean => /^(nombre1|(primer|1er)nombre)$/.test(toPlain(simple));
export const isThirdName = (simple: string): boolean => /^(nombre[34]|(tercer|3er)nombre)$/.test(toPlain(simple));

/** Returns the columns with the datum's own name or, if there is none, those with another name that says what they hold. */
function candidates(
  field: Field,
  names: readonly string[],
  plain: readonly string[],
  hasFullName: boolean,
  isElsewhere: (i: number) => boolean,
): number[] {
  if (hasFullName && field === 'nombres') {
    const whole = indexesWhere(plain, (name, i) => FULL_NAME.includes(name) || SURNAMES_FIRST.test(names[i] ?? ''));
    if (whole.length > 0) return whole;
  }
  const find = (matches: (name: string, i: number) => boolean): number[] =>
    indexesWhere(plain, (name, i) => matches(name, i) && !isElsewhere(i));
  const ofBirth = field === 'entidad' ? find((name) => OF_BIRTHPLACE.test(name)) : [];
  if (ofBirth.some((i) => !(plain[i] ?? '').startsWith('lug'))) return ofBirth; // a place may be a town
  const own = find((_, i) => names[i] === field);
  return own.length > 0 && ofBirth.length === 0 ? own : find((name) => NAMES_OF[field].test(name));
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
  const isElsewhere = (i: number): boolean => isOthers(i) || (hasAddress && SHARED_WITH_ADDRESS.test(plain[i] ?? ''));
  for (const field of FIELDS) {
    if (given[field] !== undefined || (hasFullName && WITHIN_FULL_NAME.has(field))) continue;
    const possible = candidates(field, simple, plain, hasFullName, isElsewhere).filter((i) => !taken.has(i));
    if (possible.length > 1) ambiguous.set(field, possible);
    else columns[field] = possible[0] ?? -1;
    if (ambiguous.size === 0) person ||= people[columns[field]] ?? '';
    if (possible.length > 0) continue;
    const named = hasAddress ? candidates(field, simple, plain, hasFullName, isOthers) : [];
    const bare = indexesWhere(plain, (name) => BARE_NAMES[field]?.test(name) === true);
    const doubts = [...named, ...bare].filter((i) => !taken.has(i));
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
    const free = possible.filter((i) => !taken.has(i));
    return [witness, free.length === 1 ? free[0] : -1] as const;
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

/** Names of columns that only an answer has. */
const OF_ANSWER = new Set<string>([...ERROR_COLUMNS, 'motivo', 'reason']);

/** Returns the columns without that of a key that an earlier calculation added: it says nothing about the person. */
export const withoutAnswer = (
  columns: ColumnIndexes,
  names: readonly string[],
  operation: OperationName,
): ColumnIndexes =>
  operation === 'calcular' && names.some((name) => OF_ANSWER.has(simplify(name))) ? { ...columns, curp: -1 } : columns;

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
  const number = /^\d{1,5}$/.test(given) ? Number(given) : columnOfLetters(given);
  return number >= 1 && number <= names.length ? number - 1 : null;
}

/** Returns the number of the column that a spreadsheet calls `C` or `AB`; 0 if no column has that name. */
const columnOfLetters = (letters: string): number =>
  /^[a-z]{1,2}$/i.test(letters)
    ? Array.from(letters.toUpperCase()).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
    : 0;

/** Returns the letters by which a spreadsheet names a column. The first column is 0. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** Returns the index of a name or, if the list lacks it, of a name that simplifies to the same; -1 if there is none. */
export function indexOfName(wanted: string, names: readonly string[]): number {
  const exact = names.indexOf(wanted);
  const simple = simplify(wanted);
  return exact >= 0 || simple === '' ? exact : names.findIndex((name) => simplify(name) === simple);
}

/** Returns the names of the added columns. A name that the file already has gets a number. `fold` maps equivalent names to the same text. */
export function freeNames(
  added: readonly string[],
  present: readonly string[],
  fold = (name: string): string => name,
): string[] {
  const taken = new Set(present.map(fold));
  return added.map((name) => {
    let free = name;
    for (let n = 2; taken.has(fold(free)); n++) free = `${name}_${n}`;
    taken.add(fold(free));
    return free;
  });
}
