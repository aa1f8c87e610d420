/** The codes of the options that say how a file is to be read. */
import { type Code, code } from './code.js';

/** The causes by option. All have the code of a malformed request. */
export const READING_CODES = {
  lectura_sexo: code(8, 'sexo', [
    '`sexo` solo admite `hm` (H hombre, M mujer), `fm` (F femenino, M masculino) o `12` (1 hombre, 2 mujer).',
    '`sexo` only admits `hm` (H man, M woman), `fm` (F female, M male) or `12` (1 man, 2 woman).',
  ]),
  lectura_fechas: code(8, 'fechas', [
    '`fechas` solo admite `dma` (día, mes, año), `mda` (mes, día, año) o `amd` (año, mes, día).',
    '`fechas` only admits `dma` (day, month, year), `mda` (month, day, year) or `amd` (year, month, day).',
  ]),
  lectura_siglo: code(8, 'siglo', [
    '`siglo` es el primero de los cien años que caben en dos cifras, de `1800` a `2000`: con `1930`, `90` es 1990 y `05` es 2005.',
    '`siglo` is the first of the hundred years that two digits can name, from `1800` to `2000`: with `1930`, `90` is 1990 and `05` is 2005.',
  ]),
  lectura_nulos: code(8, 'nulos', [
    '`nulos` lleva las palabras que no son un dato, separadas por comas (`S/D,NULL`), o `ninguno`: no más de 50, de 50 caracteres.',
    '`nulos` holds the words that are no datum, separated by commas (`S/D,NULL`), or `ninguno`: no more than 50, of 50 characters.',
  ]),
  lectura_encabezado: code(8, 'encabezado', [
    '`encabezado` es el número de la fila con los nombres de las columnas, de `1` a `1000`.',
    '`encabezado` is the number of the row with the names of the columns, from `1` to `1000`.',
  ]),
  lectura_nombre_completo: code(8, 'nombre_completo', [
    '`nombre_completo` dice qué va primero en la columna: `apellidos` o `nombres`.',
    '`nombre_completo` tells what comes first in the column: `apellidos` (surnames) or `nombres` (given names).',
  ]),
} as const satisfies Readonly<Record<string, Code>>;

export type ReadingCause = keyof typeof READING_CODES;
