/** The tables of the calculation, from which implementations in other languages are generated. */
export { ANIO_DEL_CODIGO, PRIMER_ANIO } from '../fecha.js';
export { normalizar, representante } from '../nombre/letras.js';
export { LARGO_MAXIMO } from '../nombre/clase.js';
export { VALORES, digitoVerificador } from '../norma/digito-verificador.js';
export { FORMA } from '../validar.js';
