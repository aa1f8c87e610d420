/** Answers the cases with a published pattern: `sat`, `esquema`, or `respuesta FILE`, a saved copy of an answer on the web. */
import { readFileSync } from 'node:fs';
import { serve } from './serve.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const PATTERNS = {
  /** The type t_CURP in tdCFDI.xsd of the SAT, April 2024. */
  sat: () => [
    'SAT t_CURP',
    '2024-04',
    '^(?:[A-Z][AEIOUX][A-Z]{2}[0-9]{2}(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])[MHX]([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)[BCDFGHJ-NP-TV-Z]{3}[0-9A-Z][0-9])$',
  ],
  esquema: () => ['curp.schema.json', read('../version').trim(), JSON.parse(read('../curp.schema.json')).pattern],
  /** The first regular expression of https://es.stackoverflow.com/a/31040, as the page or its API gives it. */
  respuesta: (file) => [
    'es.stackoverflow',
    '31040',
    /\/(\^\(\[A-Z\].*?\$)\//.exec(readFileSync(file, 'utf8').replaceAll('\\\\', '\\'))[1],
  ],
};
const [which, file] = process.argv.slice(2);
const [name, version, pattern] = PATTERNS[which](file);
const expression = new RegExp(pattern, 'u');

serve(name, version, { validar: ({ curp }) => ({ valido: expression.test(curp) }) }, 'pattern');
