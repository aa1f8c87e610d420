/** Tells a misspelt key and another century from a comparison with the data of a person. */
import type { Cotejo } from '@curp-service/core';
import type { Bilingual } from '../language.js';
import * as en from '../textos/en.js';
import * as es from '../textos/es.js';

/** Returns whether all the data of the person match, so that the key itself is wrong. */
export const isMisspelt = ({ resultado, campos: { rfc: _rfc, ...campos } }: Cotejo): boolean =>
  resultado === 'difiere' && Object.values(campos).every((verdict) => verdict === 'coincide');

/** Returns whether the date differs only by its century, which position 17 shows. */
export const isOfOtherCentury = ({ campos, posiciones }: Cotejo): boolean =>
  campos.fechaNacimiento === 'difiere' && posiciones.slice(4, 10).every(({ coincide }) => coincide);

export const OTHER_CENTURY: Bilingual = [es.asuntos.otro_siglo, en.asuntos.otro_siglo];
