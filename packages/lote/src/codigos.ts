/** The codes that a person's row may carry, those of the contract: what is wrong with it, in words for the client. */

export interface Codigo {
  readonly codigo: number;
  /** The parameter concerned; `null` where there is none, or where it differs from case to case. */
  readonly parametro: string | null;
  readonly es: string;
  readonly en: string;
}

export type Lengua = 'es' | 'en';

type Texto = readonly [es: string, en: string];

/* @__NO_SIDE_EFFECTS__ -- so that a page leaves out the tables that it does not read */
const codigo = (numero: number, parametro: string | null, [es, en]: Texto): Codigo => ({
  codigo: numero,
  parametro,
  es,
  en,
});

const NULO: Texto = [
  '`{parametro}` trae el texto null, None, undefined o NaN, que no es un nombre: el programa que lo mandó no tenía el dato',
  '`{parametro}` holds the text null, None, undefined or NaN, which is no name: the program that sent it did not have the datum',
];
/* @__NO_SIDE_EFFECTS__ */
const noNumerico = (ejemplo: string): Texto => [
  `\`{parametro}\` no es numérico: mande solo cifras, como \`${ejemplo}\`.`,
  `\`{parametro}\` is not numeric: send digits only, like \`${ejemplo}\`.`,
];
const dosCifras: Texto = [
  '`{parametro}` debe tener 2 dígitos: mande `05`, no `5`.',
  '`{parametro}` must have 2 digits: send `05`, not `5`.',
];
/** By cause. Several causes share a code: the code says what kind of problem it is, the message exactly which. */
export const CODIGOS_DE_PERSONA = {
  curp_ausente: codigo(100, 'curp', [
    'Falta `curp`: mande la clave de 18 caracteres.',
    'Missing `curp`: send the key of 18 characters.',
  ]),
  nombres_ausente: codigo(400, 'nombres', [
    'Falta `nombres`: mande el nombre o los nombres de pila.',
    'Missing `nombres`: send the given name or names.',
  ]),
  nombres_nulo: codigo(400, 'nombres', [`${NULO[0]}; mande los nombres de pila.`, `${NULO[1]}; send the given names.`]),
  apellido_paterno_ausente: codigo(401, 'apellido_paterno', [
    'Falta `apellido_paterno`: mande el primer apellido; quien tiene uno solo lo lleva aquí.',
    'Missing `apellido_paterno`: send the first surname; whoever has only one has it here.',
  ]),
  apellido_paterno_nulo: codigo(401, 'apellido_paterno', [
    `${NULO[0]}; mande el primer apellido.`,
    `${NULO[1]}; send the first surname.`,
  ]),
  apellido_materno_ausente: codigo(402, 'apellido_materno', [
    'Falta `apellido_materno`: mande el segundo apellido, o `apellido_materno=` vacío si la persona tiene uno solo.',
    'Missing `apellido_materno`: send the second surname, or an empty `apellido_materno=` if the person has only one.',
  ]),
  apellido_materno_nulo: codigo(402, 'apellido_materno', [
    `${NULO[0]}; si la persona tiene un solo apellido, mande \`apellido_materno=\` vacío.`,
    `${NULO[1]}; if the person has only one surname, send an empty \`apellido_materno=\`.`,
  ]),
  anio_nacimiento_ausente: codigo(403, 'anio_nacimiento', [
    'Falta `anio_nacimiento`: mande el año con 4 dígitos, como `1990`.',
    'Missing `anio_nacimiento`: send the year with 4 digits, like `1990`.',
  ]),
  mes_nacimiento_ausente: codigo(404, 'mes_nacimiento', [
    'Falta `mes_nacimiento`: mande el mes con 2 dígitos, como `05`.',
    'Missing `mes_nacimiento`: send the month with 2 digits, like `05`.',
  ]),
  dia_nacimiento_ausente: codigo(405, 'dia_nacimiento', [
    'Falta `dia_nacimiento`: mande el día con 2 dígitos, como `17`.',
    'Missing `dia_nacimiento`: send the day with 2 digits, like `17`.',
  ]),
  sexo_ausente: codigo(406, 'sexo', [
    'Falta `sexo`: mande `H` (hombre), `M` (mujer) o `X` (no binario).',
    'Missing `sexo`: send `H` (male), `M` (female) or `X` (non-binary).',
  ]),
  entidad_ausente: codigo(407, 'entidad', [
    'Falta `entidad`: mande la clave de 2 dígitos de la entidad de nacimiento; `/curp/entidades` las da todas.',
    'Missing `entidad`: send the key of 2 digits of the entity of birth; `/curp/entidades` gives them all.',
  ]),
  anio_nacimiento_no_numerico: codigo(408, 'anio_nacimiento', noNumerico('1990')),
  mes_nacimiento_no_numerico: codigo(409, 'mes_nacimiento', noNumerico('05')),
  dia_nacimiento_no_numerico: codigo(410, 'dia_nacimiento', noNumerico('17')),
  entidad_no_numerico: codigo(411, 'entidad', noNumerico('09')),
  anio_nacimiento_cifras: codigo(412, 'anio_nacimiento', [
    '`anio_nacimiento` debe tener 4 dígitos: mande `1990`, no `90`.',
    '`anio_nacimiento` must have 4 digits: send `1990`, not `90`.',
  ]),
  mes_nacimiento_cifras: codigo(413, 'mes_nacimiento', dosCifras),
  dia_nacimiento_cifras: codigo(414, 'dia_nacimiento', dosCifras),
  entidad_cifras: codigo(415, 'entidad', [
    '`entidad` debe tener 2 dígitos: mande `09`, no `9`.',
    '`entidad` must have 2 digits: send `09`, not `9`.',
  ]),
  sexo_invalido: codigo(416, 'sexo', [
    '`sexo` debe ser exactamente `H` (hombre), `M` (mujer) o `X` (no binario).',
    '`sexo` must be exactly `H` (male), `M` (female) or `X` (non-binary).',
  ]),
  sin_letras: codigo(417, null, [
    '`{parametro}` no tiene ninguna letra latina: mande el nombre como está en el acta.',
    '`{parametro}` has no Latin letter: send the name as the birth certificate has it.',
  ]),
  largo: codigo(417, null, [
    '`{parametro}` pasa de 200 caracteres: mande solo el nombre.',
    '`{parametro}` exceeds 200 characters: send only the name.',
  ]),
  control: codigo(417, null, [
    '`{parametro}` contiene caracteres de control: mande solo el texto del nombre.',
    '`{parametro}` contains control characters: send only the text of the name.',
  ]),
  mes_inexistente: codigo(417, 'mes_nacimiento', [
    'Ese mes no existe: `mes_nacimiento` va de `01` a `12`.',
    'That month does not exist: `mes_nacimiento` goes from `01` to `12`.',
  ]),
  dia_inexistente: codigo(417, 'dia_nacimiento', [
    'Ese día no existe en ese mes de ese año: revise la fecha de nacimiento.',
    'That day does not exist in that month of that year: check the date of birth.',
  ]),
  fecha_remota: codigo(417, 'anio_nacimiento', [
    'La fecha de nacimiento es anterior a 1800: revise `anio_nacimiento`.',
    'The date of birth lies before 1800: check `anio_nacimiento`.',
  ]),
  fecha_futura: codigo(417, 'anio_nacimiento', [
    'La fecha de nacimiento está en el futuro: revise `anio_nacimiento`, `mes_nacimiento` y `dia_nacimiento`.',
    'The date of birth lies in the future: check `anio_nacimiento`, `mes_nacimiento` and `dia_nacimiento`.',
  ]),
  entidad_invalida: codigo(417, 'entidad', [
    'Esa `entidad` no está en el catálogo: mande una clave de `01` a `32`, o `36` si nació en el extranjero.',
    'That `entidad` is not in the catalogue: send a key from `01` to `32`, or `36` for a birth abroad.',
  ]),
  calculo: codigo(417, null, [
    'El cálculo falló por un error propio, no por los datos: avise a quien administra el servicio.',
    'The calculation failed by a fault of its own, not by the data: tell whoever administers the service.',
  ]),
} as const satisfies Readonly<Record<string, Codigo>>;

/** What only a row can have: it cannot be read, or is written as files have it. */
const CODIGOS_DE_FILA = {
  fecha_ausente: codigo(403, 'fecha_nacimiento', [
    'Falta `fecha_nacimiento`: escríbala `1990-05-17` o `17/05/1990`.',
    'Missing `fecha_nacimiento`: write it `1990-05-17` or `17/05/1990`.',
  ]),
  entidad_desconocida: codigo(411, 'entidad', [
    '`entidad` no se reconoce: escriba su clave (`09`), su abreviatura (`DF`) o su nombre (`Ciudad de México`).',
    '`entidad` is not recognised: write its key (`09`), its abbreviation (`DF`) or its name (`Ciudad de México`).',
  ]),
  fecha_formato: codigo(417, 'fecha_nacimiento', [
    '`fecha_nacimiento` no se entiende: escríbala `1990-05-17` o `17/05/1990`, con el año de 4 dígitos.',
    '`fecha_nacimiento` cannot be understood: write it `1990-05-17` or `17/05/1990`, with a year of 4 digits.',
  ]),
  fila_celdas: codigo(8, null, [
    'La fila no tiene tantas celdas como el encabezado: van {columnas} y hay {celdas}.',
    'The row does not have as many cells as the header: {columnas} expected, {celdas} found.',
  ]),
  fila_comillas: codigo(8, null, [
    'Las comillas de la fila no cuadran: una celda con comillas va entre comillas, y las de adentro se duplican.',
    'The quotes of the row do not match: a cell with quotes goes in quotes, and those inside it are doubled.',
  ]),
  fila_nul: codigo(8, null, ['La fila trae un byte NUL: quítelo.', 'The row holds a NUL byte: remove it.']),
  fila_larga: codigo(8, null, [
    'La fila pasa de {limite} bytes y no se conserva: revise los saltos de línea y las comillas del archivo.',
    'The row exceeds {limite} bytes and is not kept: check the line breaks and the quotes of the file.',
  ]),
  fila_codificacion: codigo(8, null, [
    'La fila trae bytes que no son UTF-8, como lo demás del archivo: guárdelo de nuevo en UTF-8.',
    'The row holds bytes that are not UTF-8, as the rest of the file is: save it again as UTF-8.',
  ]),
  fila_json: codigo(8, null, [
    'La línea no es un objeto JSON: mande `{"nombres": "…", …}`, uno por línea.',
    'The line is not a JSON object: send `{"nombres": "…", …}`, one a line.',
  ]),
  fila_repetida: codigo(8, null, [
    '`{parametro}` viene más de una vez en la línea: mándelo una sola.',
    '`{parametro}` is given more than once in the line: send it only once.',
  ]),
  fila_valor: codigo(8, null, [
    '`{parametro}` no es texto: en JSON cada valor va como texto, entre comillas.',
    '`{parametro}` is not text: in JSON each value goes as text, in quotes.',
  ]),
} as const satisfies Readonly<Record<string, Codigo>>;

/** What keeps a whole file from being read. */
const CODIGOS_DE_ARCHIVO = {
  archivo_vacio: codigo(8, null, [
    'No llegó ninguna fila: la primera línea lleva los nombres de las columnas.',
    'No row came: the first line holds the names of the columns.',
  ]),
  archivo_encabezado: codigo(8, null, [
    'Ninguna columna de la primera línea se reconoce (hay {columnas}): debe llevar nombres como {esperadas}, o dígalos con {opcion}.',
    'No column of the first line is recognised (it has {columnas}): it must hold names such as {esperadas}, or tell them with {opcion}.',
  ]),
  archivo_cabecera_larga: codigo(8, null, [
    'La primera línea pasa de {limite} bytes o sus comillas no cuadran: debe llevar los nombres de las columnas.',
    'The first line exceeds {limite} bytes, or its quotes do not match: it must hold the names of the columns.',
  ]),
  archivo_retornos: codigo(8, null, [
    'Las líneas del archivo terminan solo en CR, como las de las Mac de antes: guárdelo de nuevo como CSV UTF-8.',
    'The lines of the file end in CR alone, as those of old Macs: save it again as CSV UTF-8.',
  ]),
  archivo_columnas: codigo(8, null, [
    'La primera línea tiene más de {limite} columnas: debe llevar los nombres de las columnas, y nada más.',
    'The first line has more than {limite} columns: it must hold the names of the columns, and nothing else.',
  ]),
  archivo_columna: codigo(8, null, [
    'Falta la columna `{parametro}`{otras}: el archivo tiene {columnas}; diga cuál es con {opcion}.',
    'The column `{parametro}` is missing{otras}: the file has {columnas}; tell which one it is with {opcion}.',
  ]),
  archivo_ambiguo: codigo(8, null, [
    'Más de una columna puede ser `{parametro}`: {columnas}; diga cuál es con {opcion}.',
    'More than one column may be `{parametro}`: {columnas}; tell which one it is with {opcion}.',
  ]),
  archivo_mapa: codigo(8, null, [
    'No hay una columna «{pedida}» para `{parametro}`: el archivo tiene {columnas}.',
    'There is no column “{pedida}” for `{parametro}`: the file has {columnas}.',
  ]),
} as const satisfies Readonly<Record<string, Codigo>>;

export const CODIGOS = /* @__PURE__ */ Object.assign({}, CODIGOS_DE_PERSONA, CODIGOS_DE_FILA, CODIGOS_DE_ARCHIVO);

export type Causa = keyof typeof CODIGOS;
export type CausaDePersona = keyof typeof CODIGOS_DE_PERSONA;
export type CausaDeArchivo = keyof typeof CODIGOS_DE_ARCHIVO;

/** One thing that is wrong: its cause and, where the registry does not fix them, the parameter and parts of the message. */
export interface Problema<C extends string = Causa> {
  readonly causa: C;
  readonly parametro?: string;
  readonly partes?: Readonly<Record<string, string>>;
}

/** A problem as the client is told. */
export interface Dicho {
  readonly code_error: number;
  readonly parametro: string | null;
  readonly error_message: string;
}

/** Puts a problem into words, by the registry that knows its cause. */
export function decir<C extends string>(
  registro: Readonly<Record<C, Codigo>>,
  { causa, parametro = registro[causa].parametro ?? undefined, partes }: Problema<C>,
  lengua: Lengua,
): Dicho {
  const { codigo: code_error, [lengua]: texto } = registro[causa];
  const valores: Readonly<Record<string, string | undefined>> = { parametro, ...partes };
  return {
    code_error,
    parametro: parametro ?? null,
    error_message: texto.replace(/\{(\w+)\}/g, (entero, nombre: string) => valores[nombre] ?? entero),
  };
}

/** The one that speaks for several: that of the lowest code. */
export function elPrimero(problemas: readonly Problema[]): Problema | undefined {
  return problemas.toSorted((a, b) => CODIGOS[a.causa].codigo - CODIGOS[b.causa].codigo)[0];
}

/** A file of which no row can be read, and why. */
export class ArchivoIlegible extends Error {
  override readonly name = 'ArchivoIlegible';
  /** To be said again, in another language. */
  readonly problema: Problema<CausaDeArchivo>;
  readonly dicho: Dicho;

  constructor(problema: Problema<CausaDeArchivo>, lengua: Lengua) {
    const dicho = decir<CausaDeArchivo>(CODIGOS_DE_ARCHIVO, problema, lengua);
    super(dicho.error_message);
    this.problema = problema;
    this.dicho = dicho;
  }
}
