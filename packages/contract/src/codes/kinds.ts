/** Names the kind of problem of each code of a row, in a few words. */
import type { Bilingual } from '../language.js';

const KINDS: Readonly<Record<number, Bilingual>> = {
  8: ['la fila no se puede leer', 'the row cannot be read'],
  100: ['falta la CURP', 'the CURP is missing'],
  400: ['faltan los nombres', 'the given names are missing'],
  401: ['falta el apellido paterno', 'the first surname is missing'],
  402: ['falta el apellido materno', 'the second surname is missing'],
  403: ['falta la fecha, o el año, de nacimiento', 'the date, or the year, of birth is missing'],
  404: ['falta el mes de nacimiento', 'the month of birth is missing'],
  405: ['falta el día de nacimiento', 'the day of birth is missing'],
  406: ['falta el sexo', 'the sex is missing'],
  407: ['falta la entidad de nacimiento', 'the entity of birth is missing'],
  408: ['el año no es un número', 'the year is no number'],
  409: ['el mes no es un número', 'the month is no number'],
  410: ['el día no es un número', 'the day is no number'],
  411: ['la entidad no es una clave ni un nombre conocido', 'the entity is neither a key nor a known name'],
  412: ['el año no tiene 4 dígitos', 'the year does not have 4 digits'],
  413: ['el mes no tiene 2 dígitos', 'the month does not have 2 digits'],
  414: ['el día no tiene 2 dígitos', 'the day does not have 2 digits'],
  415: ['la entidad no tiene 2 dígitos', 'the entity does not have 2 digits'],
  416: ['el sexo no se reconoce', 'the sex is not recognised'],
  417: ['nombre, fecha o entidad que no son válidos', 'a name, date or entity that is not valid'],
};

const OTHER: Bilingual = ['vea la columna error_message', 'see the column error_message'];

export const kindOf = (code: number): Bilingual => KINDS[code] ?? OTHER;
