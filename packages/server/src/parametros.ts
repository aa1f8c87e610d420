/** What the operations on a person have in common: their codes and an example. */
import type { OCHO } from '@curp-service/lote/parametros';

/** The codes that may come of it. */
export const CODIGOS_DE_PERSONA = Array.from({ length: 18 }, (_, i) => 400 + i);

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
