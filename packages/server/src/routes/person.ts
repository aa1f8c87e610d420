/** The codes and the example that the operations on a person share. */
import { PERSON_CODES } from '@curp-service/contract/codes/person';
import type { PERSON_PARAMETERS } from '@curp-service/contract/parameters';

const PERSON_DATA_CODES = Object.values(PERSON_CODES).filter(({ parametro }) => parametro !== 'curp');

/** The codes that the data of a person may cause. */
export const PERSON_CODE_NUMBERS = Array.from(new Set(PERSON_DATA_CODES.map(({ code }) => code)));

/** An invented person, for the reference. */
export const EXAMPLE_PERSON = {
  nombres: 'María de los Ángeles',
  apellido_paterno: 'de la Cruz',
  apellido_materno: "O'Hara",
  anio_nacimiento: '1990',
  mes_nacimiento: '05',
  dia_nacimiento: '17',
  sexo: 'M',
  entidad: '09',
} as const satisfies Record<(typeof PERSON_PARAMETERS)[number], string>;
