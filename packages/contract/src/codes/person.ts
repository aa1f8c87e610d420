/** The codes of a key, an RFC and a person's data, 100 to 102 and 400 to 417: the same in a request and in a row of a file. */
import type { Bilingual } from '../language.js';
import { type Code, code } from './code.js';

const NULL_TEXT: Bilingual = [
  '`{parametro}` trae el texto null, None, undefined o NaN, que no es un nombre: el programa que lo mandó no tenía el dato',
  '`{parametro}` holds the text null, None, undefined or NaN, which is not a name: the program that sent it did not have the datum',
];
/* @__NO_SIDE_EFFECTS__ */
const notNumeric = (example: string): Bilingual => [
  `\`{parametro}\` no es numérico: escriba solo cifras, como \`${example}\`.`,
  `\`{parametro}\` is not numeric: write digits only, such as \`${example}\`.`,
];
const OF_TWO_DIGITS: Bilingual = [
  '`{parametro}` debe tener 2 dígitos, como `05`.',
  '`{parametro}` must have 2 digits, such as `05`.',
];
/** The codes by cause. Several causes may share a code: the code names the kind of problem, the message the exact one. */
export const PERSON_CODES = {
  curp_ausente: code(100, 'curp', [
    'Falta `curp`[: escriba la clave de 18 caracteres||].',
    'Missing `curp`[: write the key of 18 characters||].',
  ]),
  curp_mal_formada: code(101, 'curp', [
    'La `curp` no está bien formada: {motivo}',
    'The `curp` is not well formed: {motivo}',
  ]),
  rfc_invalido: code(102, 'rfc', [
    'Ese `rfc` no es el de una persona: escriba las cuatro letras, la fecha AAMMDD y, si la tiene, la homoclave de tres caracteres.',
    'That `rfc` is not that of a person: write the four letters, the date YYMMDD and, if you have it, the homoclave of three characters.',
  ]),
  nombres_ausente: code(400, 'nombres', [
    'Falta `nombres`[: escriba el nombre o los nombres de pila||].',
    'Missing `nombres`[: write the given name or names||].',
  ]),
  nombres_nulo: code(400, 'nombres', [
    `${NULL_TEXT[0]}; escriba los nombres de pila.`,
    `${NULL_TEXT[1]}; write the given names.`,
  ]),
  apellido_paterno_ausente: code(401, 'apellido_paterno', [
    'Falta `apellido_paterno`[: escriba el primer apellido; si la persona tiene uno solo, va aquí; si no tiene ninguno, escriba `DESCONOCIDO`||].',
    'Missing `apellido_paterno`[: write the first surname; if the person has only one, it goes here; if the person has none, write `DESCONOCIDO`||].',
  ]),
  apellido_paterno_nulo: code(401, 'apellido_paterno', [
    `${NULL_TEXT[0]}; escriba el primer apellido.`,
    `${NULL_TEXT[1]}; write the first surname.`,
  ]),
  apellido_materno_ausente: code(402, 'apellido_materno', [
    'Falta `apellido_materno`[: escriba el segundo apellido, o mande `apellido_materno=` vacío si la persona tiene uno solo||].',
    'Missing `apellido_materno`[: write the second surname, or send an empty `apellido_materno=` if the person has only one||].',
  ]),
  apellido_materno_nulo: code(402, 'apellido_materno', [
    `${NULL_TEXT[0]}; si la persona tiene un solo apellido, [mande \`apellido_materno=\` vacío|deje la celda vacía|deje la celda vacía].`,
    `${NULL_TEXT[1]}; if the person has only one surname, [send an empty \`apellido_materno=\`|leave the cell empty|leave the cell empty].`,
  ]),
  anio_nacimiento_ausente: code(403, 'anio_nacimiento', [
    'Falta `anio_nacimiento`[: escriba el año con 4 dígitos, como `1990`||].',
    'Missing `anio_nacimiento`[: write the year with 4 digits, such as `1990`||].',
  ]),
  mes_nacimiento_ausente: code(404, 'mes_nacimiento', [
    'Falta `mes_nacimiento`[: escriba el mes con 2 dígitos, como `05`||].',
    'Missing `mes_nacimiento`[: write the month with 2 digits, such as `05`||].',
  ]),
  dia_nacimiento_ausente: code(405, 'dia_nacimiento', [
    'Falta `dia_nacimiento`[: escriba el día con 2 dígitos, como `17`||].',
    'Missing `dia_nacimiento`[: write the day with 2 digits, such as `17`||].',
  ]),
  sexo_ausente: code(406, 'sexo', [
    'Falta `sexo`[: escriba `H` (hombre), `M` (mujer) o `X` (no binario)||].',
    'Missing `sexo`[: write `H` (male), `M` (female) or `X` (non-binary)||].',
  ]),
  entidad_ausente: code(407, 'entidad', [
    'Falta `entidad`[: escriba la clave de 2 dígitos de la entidad de nacimiento; las claves están en `/curp/entidades`||].',
    'Missing `entidad`[: write the 2-digit key of the entity of birth; `/curp/entidades` lists the keys||].',
  ]),
  anio_nacimiento_no_numerico: code(408, 'anio_nacimiento', notNumeric('1990')),
  mes_nacimiento_no_numerico: code(409, 'mes_nacimiento', notNumeric('05')),
  dia_nacimiento_no_numerico: code(410, 'dia_nacimiento', notNumeric('17')),
  entidad_no_numerico: code(411, 'entidad', notNumeric('09')),
  anio_nacimiento_cifras: code(412, 'anio_nacimiento', [
    '`anio_nacimiento` debe tener 4 dígitos, como `1990`.',
    '`anio_nacimiento` must have 4 digits, such as `1990`.',
  ]),
  mes_nacimiento_cifras: code(413, 'mes_nacimiento', OF_TWO_DIGITS),
  dia_nacimiento_cifras: code(414, 'dia_nacimiento', OF_TWO_DIGITS),
  entidad_cifras: code(415, 'entidad', [
    '`entidad` debe tener 2 dígitos, como `09`.',
    '`entidad` must have 2 digits, such as `09`.',
  ]),
  sexo_invalido: code(416, 'sexo', [
    '`sexo` debe ser exactamente `H` (hombre), `M` (mujer) o `X` (no binario).',
    '`sexo` must be exactly `H` (male), `M` (female) or `X` (non-binary).',
  ]),
  sin_letras: code(417, null, [
    '`{parametro}` no tiene ninguna letra latina: escriba el nombre como está en el acta.',
    '`{parametro}` has no Latin letter: write the name as the birth certificate has it.',
  ]),
  largo: code(417, null, [
    '`{parametro}` pasa de 200 caracteres: escriba solo el nombre.',
    '`{parametro}` exceeds 200 characters: write only the name.',
  ]),
  control: code(417, null, [
    '`{parametro}` contiene caracteres de control, que no se ven: escriba el nombre de nuevo.',
    '`{parametro}` contains control characters, which are invisible: write the name again.',
  ]),
  mes_inexistente: code(417, 'mes_nacimiento', [
    'Ese mes no existe: `mes_nacimiento` va de `01` a `12`.',
    'That month does not exist: `mes_nacimiento` goes from `01` to `12`.',
  ]),
  dia_inexistente: code(417, 'dia_nacimiento', [
    'Ese día no existe en ese mes de ese año: revise la fecha de nacimiento.',
    'That day does not exist in that month of that year: check the date of birth.',
  ]),
  fecha_remota: code(417, 'anio_nacimiento', [
    'La fecha de nacimiento es anterior a 1800: revise `anio_nacimiento`.',
    'The date of birth is before 1800: check `anio_nacimiento`.',
  ]),
  fecha_futura: code(417, 'anio_nacimiento', [
    'La fecha de nacimiento está en el futuro: revise `anio_nacimiento`, `mes_nacimiento` y `dia_nacimiento`.',
    'The date of birth is in the future: check `anio_nacimiento`, `mes_nacimiento` and `dia_nacimiento`.',
  ]),
  entidad_invalida: code(417, 'entidad', [
    'Esa `entidad` no está en el catálogo: escriba una clave de `01` a `32`, o `36` si la persona nació en el extranjero.',
    'That `entidad` is not in the catalogue: write a key from `01` to `32`, or `36` for a birth abroad.',
  ]),
  calculo: code(417, null, [
    'El cálculo falló por un error interno, no por los datos: avise a quien administra el servicio.',
    'The calculation failed because of an internal error, not because of the data: tell whoever administers the service.',
  ]),
} as const satisfies Readonly<Record<string, Code>>;

export type PersonCause = keyof typeof PERSON_CODES;
