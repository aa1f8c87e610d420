/** One contender of `core.mjs`: this project's calculation. Prints nanoseconds of CPU time per key and a sum of the keys. */
import { calcular } from '../packages/core/dist/index.js';
import { medir } from './medir.mjs';

medir(calcular, (resultado) => resultado.curp);
