/** The ES module `campo.js`: to import it makes the element `<curp-campo>` known to the page. */
import { defineCampo } from './campo.js';

defineCampo();
