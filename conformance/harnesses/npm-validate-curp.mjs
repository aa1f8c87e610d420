/** Answers the cases with npm `validate-curp`. */
import { peer, versionOf } from './peer.mjs';
import { serve } from './serve.mjs';

const validateCurp = peer('validate-curp');

serve('npm validate-curp', versionOf('validate-curp'), {
  validar: ({ curp }) => ({ valido: validateCurp(curp).isValid }),
});
