/** What the operations on a person have in common: their codes and an example. */
import { PERSON_CODES } from '@curp-service/contract/codes/person';
import type { PERSON_PARAMETERS } from '@curp-service/contract/parameters';

const DE_SUS_DATOS = Object.values(PERSON_CODES).filter(({ parametro }) => parametro !== 'curp');

/** The codes that may come of it. */
export const PERSON_CODE_NUMBERS = Array.from(new Set(DE_SUS_DATOS.map(({ code: codigo }) => codigo)));

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
