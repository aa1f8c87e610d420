/** The tables of the calculation, from which implementations in other languages are generated. */
export { ANIO_DEL_CODIGO, DIAS, PRIMER_ANIO } from '../fecha.js';
export { normalizar, representante } from '../nombre/letras.js';
export { LARGO_MAXIMO } from '../nombre/clase.js';
export { ALFABETO, digitoVerificador } from '../norma/digito-verificador.js';
export { PALABRAS_COMUNES, POR_NOMBRE } from '../norma/entidades.js';
export { FORMA, FORMAS } from '../validar.js';
export { hallazgo } from '../hallazgos.js';
export {
  BLANCOS,
  CONSONANTES,
  LETRAS_DE_CLAVE,
  type Reemplazo,
  reescritura,
  SIN_LETRA,
  VOCALES,
} from './reescritura.js';
