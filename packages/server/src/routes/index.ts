/** Lists the operations of the contract. */
import type { Operation } from './operation.js';
import { calcularCurpOperation } from './calcular_curp.js';
import { cotejarOperation } from './cotejar.js';
import { entidadesOperation } from './entidades.js';
import { obtenerDatosOperation } from './obtener_datos.js';
import { validarOperation } from './validar.js';

export const OPERATIONS: readonly Operation[] = [
  calcularCurpOperation,
  entidadesOperation,
  validarOperation,
  cotejarOperation,
  obtenerDatosOperation,
];
