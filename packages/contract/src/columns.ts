/** Which column of a file holds which datum, by the names that people give to columns. */
import { UnreadableFile } from './codes/file.js';
import type { Language } from './language.js';
import { PERSON_PARAMETERS } from './parameters.js';
import { readDate } from './values.js';

/** What a column may hold. */
export const FIELDS = [...PERSON_PARAMETERS, 'fecha_nacimiento', 'curp'] as const;
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
  ],
  cotejar: ['resultado', 'calculada', 'difieren'],
} as const;
export type OperationName = keyof typeof ADDED_COLUMNS;
/** Those that follow: where rows with the same root are marked, and always. */
export const HOMONYM_COLUMN = 'misma_raiz_que';
export const ERROR_COLUMNS = ['code_error', 'error_message'] as const;

/** Where each datum stands, by its number from 0; -1: nowhere. */
export type ColumnIndexes = Readonly<Record<Field, number>>;

const NINGUNA: ColumnIndexes = {
  nombres: -1,
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

/** Names in use besides the datum's own, simplified. None is surer than another: two of them are for the user to tell. */
const SINONIMOS: Readonly<Record<Field, readonly string[]>> = {
  nombres: 'nombre nombre_s nombres_de_pila nombre_de_pila nombre_propio given_names given_name first_name'.split(' '),
  apellido_paterno:
    'paterno primer_apellido ap_paterno apaterno a_paterno ape_paterno apellidopaterno apellido_1 apellido1 apellido_p ap_pat first_surname'.split(
      ' ',
    ),
  apellido_materno:
    'materno segundo_apellido ap_materno amaterno a_materno ape_materno apellidomaterno apellido_2 apellido2 apellido_m ap_mat second_surname'.split(
      ' ',
    ),
  anio_nacimiento: 'ano_nacimiento anio_de_nacimiento ano_de_nacimiento anio_nac ano_nac anio ano year'.split(' '),
  mes_nacimiento: 'mes_de_nacimiento mes_nac mes month'.split(' '),
  dia_nacimiento: 'dia_de_nacimiento dia_nac dia day'.split(' '),
  sexo: 'genero clave_sexo cve_sexo sex gender'.split(' '),
  entidad:
    'entidad_nacimiento entidad_de_nacimiento clave_entidad_nacimiento clave_entidad cve_entidad entidad_federativa entidad_nac ent_nac estado_nacimiento estado_de_nacimiento lugar_nacimiento lugar_de_nacimiento estado state'.split(
      ' ',
    ),
  fecha_nacimiento:
    'fecha_de_nacimiento fecha_nac fec_nac fec_nacimiento f_nacimiento f_nac fecha_nacim fechanacimiento fnac nacimiento birthdate birth_date date_of_birth dob fecha'.split(
      ' ',
    ),
  curp: 'clave_curp clave_unica clave_unica_de_registro_de_poblacion'.split(' '),
};

/** The date, where it is in three columns. */
export const DATE_PARTS = ['anio_nacimiento', 'mes_nacimiento', 'dia_nacimiento'] as const;

/** Lower case, no accents, and one `_` for whatever is neither a letter nor a digit. */
export function simplify(nombre: string): string {
  return nombre
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** The columns that a name fits best: of the datum's own name or, if there is none, of a synonym. */
function candidatas(campo: Field, nombres: readonly string[]): number[] {
  const propias = indicesDe(nombres, (nombre) => nombre === campo);
  return propias.length > 0 ? propias : indicesDe(nombres, (nombre) => SINONIMOS[campo].includes(nombre));
}

const indicesDe = (nombres: readonly string[], cumple: (nombre: string) => boolean): number[] =>
  nombres.flatMap((nombre, i) => (cumple(nombre) ? [i] : []));

export interface Busqueda {
  /** Every datum that was found once. */
  readonly columnas: ColumnIndexes;
  /** Those that several columns may be. */
  readonly ambiguos: ReadonlyMap<Field, readonly number[]>;
}

/** Finds what each of these columns holds. `mapa`: what the user said, by the number of the column. */
export function findColumns(nombres: readonly string[], mapa: Readonly<Partial<ColumnIndexes>> = {}): Busqueda {
  const simples = nombres.map(simplify);
  const dichas = new Set(Object.values(mapa));
  const ambiguos = new Map<Field, readonly number[]>();
  const columnas: Record<Field, number> = { ...NINGUNA, ...mapa };
  for (const campo of FIELDS) {
    if (mapa[campo] !== undefined) continue;
    const posibles = candidatas(campo, simples).filter((i) => !dichas.has(i));
    if (posibles.length > 1) ambiguos.set(campo, posibles);
    else columnas[campo] = posibles[0] ?? -1;
  }
  return { columnas: sinFechaDeMas(columnas, simples, mapa), ambiguos };
}

/**
 * A date is in one column or in three. If both are there, what the user said decides, and then the names: `anio`, `mes`
 * and `dia` alone may be those of a payroll.
 */
function sinFechaDeMas(
  columnas: ColumnIndexes,
  simples: readonly string[],
  mapa: Readonly<Partial<ColumnIndexes>>,
): ColumnIndexes {
  const estanDichas = DATE_PARTS.some((parte) => (mapa[parte] ?? -1) >= 0);
  const conSuNombre = DATE_PARTS.every((parte) => simples.includes(parte));
  const enPartes =
    DATE_PARTS.every((parte) => columnas[parte] >= 0) &&
    (mapa.fecha_nacimiento ?? -1) < 0 &&
    (estanDichas || conSuNombre);
  return enPartes || columnas.fecha_nacimiento < 0
    ? { ...columnas, fecha_nacimiento: -1 }
    : { ...columnas, anio_nacimiento: -1, mes_nacimiento: -1, dia_nacimiento: -1 };
}

const DE_PERSONA: readonly Field[] = ['nombres', 'apellido_paterno', 'apellido_materno', 'sexo', 'entidad'];
const NECESARIOS: Readonly<Record<OperationName, readonly Field[]>> = {
  calcular: DE_PERSONA,
  validar: ['curp'],
  cotejar: [...DE_PERSONA, 'curp'],
};

/** What an operation needs and these columns do not tell, the date as a whole before its parts. */
function faltantes(operacion: OperationName, columnas: ColumnIndexes): Field[] {
  const conFecha = columnas.fecha_nacimiento >= 0 || DATE_PARTS.every((parte) => columnas[parte] >= 0);
  const fecha = operacion === 'validar' || conFecha ? [] : (['fecha_nacimiento', ...DATE_PARTS] as const);
  return [...NECESARIOS[operacion], ...fecha].filter((campo) => columnas[campo] < 0);
}

/** What the user says of a column: its name or, if there is none of that name, its number from 1; empty: there is none. */
export type ColumnMap = Readonly<Partial<Record<Field, string>>>;

export interface Wording {
  readonly lengua: Language;
  /** How the user names a column, to be told so: `--columna nombres=…`. */
  readonly opcion: (campo: Field) => string;
}

/** Finds the columns that an operation needs, or says what is missing. */
export function understandHeader(
  nombres: readonly string[],
  operacion: OperationName,
  mapa: ColumnMap,
  { lengua, opcion }: Wording,
): ColumnIndexes {
  const todas = tieneNombres(nombres) ? listar(nombres) : cuantas(nombres.length, lengua);
  const numeros: Partial<Record<Field, number>> = {};
  for (const campo of FIELDS) {
    const pedida = mapa[campo];
    if (pedida === undefined) continue;
    const i = numeroDe(pedida, nombres);
    if (i === null) {
      throw new UnreadableFile({ cause: 'archivo_mapa', parametro: campo, parts: { pedida, columnas: todas } }, lengua);
    }
    numeros[campo] = i;
  }
  const { columnas, ambiguos } = findColumns(nombres, numeros);
  const necesarios = NECESARIOS[operacion];
  if (Object.values(columnas).every((i) => i < 0) && ambiguos.size === 0) {
    // What stands there may be people's data: it is not repeated.
    const [primero = 'nombres'] = necesarios;
    const partes = { columnas: String(nombres.length), esperadas: necesarios.join(', '), opcion: opcion(primero) };
    throw new UnreadableFile({ cause: 'archivo_encabezado', parts: partes }, lengua);
  }
  const faltan = faltantes(operacion, columnas).filter((campo) => mapa[campo] !== '');
  const campo = faltan.find((faltante) => ambiguos.has(faltante)) ?? faltan[0];
  if (campo !== undefined) {
    const parecidas = ambiguos.get(campo)?.map((i) => nombres[i] ?? '');
    const partes = {
      columnas: parecidas === undefined ? todas : listar(parecidas),
      opcion: opcion(campo),
      otras: tambien(faltan, lengua),
    };
    const causa = parecidas === undefined ? 'archivo_columna' : 'archivo_ambiguo';
    throw new UnreadableFile({ cause: causa, parametro: campo, parts: partes }, lengua);
  }
  return columnas;
}

/** Of what is missing, all but the first; of a date, not its parts, which might stand for it. */
function tambien(faltan: readonly Field[], lengua: Language): string {
  const sobran: readonly Field[] = faltan.includes('fecha_nacimiento') ? DATE_PARTS : [];
  const otras = faltan.slice(1).filter((campo) => !sobran.includes(campo));
  if (otras.length === 0) return '';
  return ` (${lengua === 'en' ? 'and so are' : 'y también'} ${otras.map((campo) => `\`${campo}\``).join(', ')})`;
}

/**
 * Finds what an object holds: its names in any order, so no number is a place, and `mapa` counts for those that it has.
 * `repetido`: what the operation needs and several of its names may be; `usados`: what each name holds that it asks for.
 */
export function understandObject(
  nombres: readonly string[],
  operacion: OperationName,
  mapa: ColumnMap,
): { columnas: ColumnIndexes; repetido: Field | undefined; usados: ReadonlyMap<string, Field> } {
  const dichas = FIELDS.flatMap((campo) => {
    const pedida = mapa[campo];
    return pedida === undefined ? [] : [[campo, pedida === '' ? -1 : indiceDe(pedida, nombres)] as const];
  });
  const { columnas, ambiguos } = findColumns(nombres, Object.fromEntries(dichas));
  const pedidos = FIELDS.filter((campo) => (campo === 'curp' ? operacion !== 'calcular' : operacion !== 'validar'));
  return {
    columnas,
    repetido: faltantes(operacion, columnas).find((campo) => ambiguos.has(campo)),
    usados: new Map(pedidos.filter((campo) => columnas[campo] >= 0).map((campo) => [nombres[columnas[campo]], campo])),
  };
}

/** `null`: there is no such column. */
function numeroDe(pedida: string, nombres: readonly string[]): number | null {
  if (pedida === '') return -1;
  const i = indiceDe(pedida, nombres);
  if (i >= 0) return i;
  const numero = /^\d{1,5}$/.test(pedida) ? Number(pedida) : 0;
  return numero >= 1 && numero <= nombres.length ? numero - 1 : null;
}

/** Where a name stands, or else one that is written a little otherwise; -1: nowhere. */
function indiceDe(pedida: string, nombres: readonly string[]): number {
  const exacta = nombres.indexOf(pedida);
  const simple = simplify(pedida);
  return exacta >= 0 || simple === '' ? exacta : nombres.findIndex((nombre) => simplify(nombre) === simple);
}

/** Whether a line holds names of columns, by one that is known; if not, it may hold a person, and is not repeated. */
function tieneNombres(nombres: readonly string[]): boolean {
  const { columnas, ambiguos } = findColumns(nombres);
  const conocido = ambiguos.size > 0 || Object.values(columnas).some((i) => i >= 0);
  // Nacimiento is also a surname: a line with a date or a key is a person's for all that.
  return conocido && !nombres.some((nombre) => readDate(nombre) !== null || /^[A-Z]{4}\d{6}[HMX]/i.test(nombre));
}

function listar(nombres: readonly string[]): string {
  const primeros = nombres.slice(0, LISTADOS).map((nombre) => `«${recortar(nombre)}»`);
  return [...primeros, ...(nombres.length > LISTADOS ? ['…'] : [])].join(', ');
}

/** More names than this are not listed in a message. */
const LISTADOS = 50;

const recortar = (nombre: string): string => (nombre.length > 40 ? `${nombre.slice(0, 40)}…` : nombre);

const cuantas = (n: number, lengua: Language): string => `${n} ${lengua === 'es' ? 'columnas' : 'columns'}`;

/** The names of the columns that an operation adds, each with a number behind if the file has it already. */
export function freeNames(agregadas: readonly string[], presentes: readonly string[]): string[] {
  const ocupados = new Set(presentes);
  return agregadas.map((nombre) => {
    let libre = nombre;
    for (let n = 2; ocupados.has(libre); n++) libre = `${nombre}_${n}`;
    ocupados.add(libre);
    return libre;
  });
}
