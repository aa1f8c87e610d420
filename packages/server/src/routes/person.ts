/** What the operations on a person have in common: their codes and an example. */
import { CODIGOS_DE_PERSONA } from '@curp-service/contract/codes/person';
import type { OCHO } from '@curp-service/contract/parameters';

const DE_SUS_DATOS = Object.values(CODIGOS_DE_PERSONA).filter(({ parametro }) => parametro !== 'curp');

/** The codes that may come of it. */
export const NUMEROS_DE_PERSONA = Array.from(new Set(DE_SUS_DATOS.map(({ codigo }) => codigo)));

/** An invented person, for the reference. */
export const EJEMPLO = {
  nombres: 'María de los Ángeles',
  apellido_paterno: 'de la Cruz',
  apellido_materno: "O'Hara",
  anio_nacimiento: '1990',
  mes_nacimiento: '05',
  dia_nacimiento: '17',
  sexo: 'M',
  entidad: '09',
} as const satisfies Record<(typeof OCHO)[number], string>;
