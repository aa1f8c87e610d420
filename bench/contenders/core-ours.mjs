/** One contender of `core.mjs`: this project's calculation. */
import { calcular } from '../../packages/core/dist/index.js';
import { timeKeys } from '../tools/time-keys.mjs';

timeKeys(calcular, (resultado) => resultado.curp);
