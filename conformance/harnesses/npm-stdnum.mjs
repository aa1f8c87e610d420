/** Answers the cases with npm `stdnum`. */
import { peer, versionOf } from './peer.mjs';
import { serve } from './serve.mjs';

const { stdnum } = peer('stdnum');

serve('npm stdnum', versionOf('stdnum'), {
  validar: ({ curp }) => ({ valido: stdnum.MX.curp.validate(curp).isValid }),
});
