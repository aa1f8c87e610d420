/** The script for pages, `curp.min.js`: all of core under the global `CURP`, and the element `<curp-campo>`. */
import { defineCampo } from './campo.js';

export * from '@curp-service/core';
export { en } from '@curp-service/core/en';

defineCampo();
