/** The operations of the contract. */
import type { Operation } from './operation.js';
import { calcularCurp } from './calcular_curp.js';
import { cotejar } from './cotejar.js';
import { entidades } from './entidades.js';
import { obtenerDatos } from './obtener_datos.js';
import { validar } from './validar.js';

export const OPERATIONS: readonly Operation[] = [calcularCurp, entidades, validar, cotejar, obtenerDatos];
