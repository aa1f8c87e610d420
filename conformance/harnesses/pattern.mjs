/** Answers the cases with a published pattern, which the argument names: `sat` or `esquema`. */
import { readFileSync } from 'node:fs';
import { serve } from './serve.mjs';

const PATTERNS = {
  /** The type t_CURP in tdCFDI.xsd of the SAT, April 2024. */
  sat: [
    'SAT t_CURP',
    '2024-04',
    '^(?:[A-Z][AEIOUX][A-Z]{2}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9])$',
  ],
  esquema: [
    'curp.schema.json',
    readFileSync(new URL('../version', import.meta.url), 'utf8').trim(),
    JSON.parse(readFileSync(new URL('../curp.schema.json', import.meta.url), 'utf8')).pattern,
  ],
};
const [name, version, pattern] = PATTERNS[process.argv[2]];
const expression = new RegExp(pattern, 'u');

serve(name, version, { validar: ({ curp }) => ({ valido: expression.test(curp) }) }, 'pattern');
