/** The tables of the calculation, for a program that computes the keys of files with millions of rows from their bytes. */
import { DESCONOCIDO, inconvenientes } from './calcular.js';
import { LETRAS } from './nombre/letras.js';
import { VALORES } from './norma/digito-verificador.js';

export { VALORES, digitoVerificador } from './norma/digito-verificador.js';
export { dudasDeCambio, esAjenaA, puedeEstarCambiado } from './dudas/cambiados.js';
export { SE_COMPONEN, comoSeCompara, esLlana, esNombreLlano, puedeDudarseJunto } from './dudas/entre-nombres.js';
export { esFechaLlana } from './dudas/fecha.js';
export { DIAS, problemaDeFecha } from './fecha.js';
export { sePasanPorAlto, simplificar } from './nombre/marcas.js';
export { type Lectura, leer } from './nombre/palabra.js';
export { codigosDeClave } from './norma/entidades.js';

const ESPANIOLAS = 'ÁÉÍÓÚÜÑáéíóúüñ';

/** The tables. `espaniolas`: 1 for each character from U+00C0 on that is a Spanish letter. `desconocido` is the reading of DESCONOCIDO, which may mean no surname (1.11). */
export const TABLAS = {
  espaniolas: Uint8Array.from({ length: 64 }, (_, i) => Number(ESPANIOLAS.includes(String.fromCharCode(0xc0 | i)))),
  inconvenientes,
  letras: LETRAS,
  valores: VALORES,
  desconocido: DESCONOCIDO,
} as const;
