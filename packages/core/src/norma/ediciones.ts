/**
 * The two editions of the norm under which living keys were assigned, as far as their texts differ.
 *
 * Every key is calculated by the edition of 2021. `cotejar` also recognises a key of 2006, because most people got theirs
 * before 22-10-2021. It drops every diaeresis, and has no rule for a person without surnames (docs/norm.md, section 12).
 *
 * Source: Instructivo Normativo para la Asignación de la CURP, March 2006, pp. 5, 6 and 27; Reglas, RENAPO, 22-10-2021,
 * §5, 1.3, 1.4, 1.11 and 1.17; GIIS-B015-04-11, p. 19, for the sex X.
 */
import { NOMBRES_OMITIDOS } from './particulas.js';

/** The first day of an edition, the first words of a given name that it passes over, and the sexes that it knows. */
export const EDICIONES = {
  2006: { desde: '2006-03', nombresOmitidos: 'MARIA MA. MA JOSE J. J'.split(' '), sexos: 'HM' },
  2021: { desde: '2021-10-22', nombresOmitidos: NOMBRES_OMITIDOS, sexos: 'HMX' },
} as const;

export type Edicion = keyof typeof EDICIONES;
