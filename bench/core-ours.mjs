/** One contender of `core.mjs`: this project's calculation. */
import { calcular } from '../packages/core/dist/index.js';
import { medir } from './medir.mjs';

medir(calcular, (resultado) => resultado.curp);
