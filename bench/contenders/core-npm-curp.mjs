/** One contender of `core.mjs`: npm `curp`. */
import { timeKeys } from '../tools/time-keys.mjs';
import { curp, personaOf } from './npm-curp.mjs';

timeKeys(curp.generar, (clave) => clave, personaOf);
