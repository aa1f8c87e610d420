/** Answers the cases with npm `@stll/stdnum`, by its native part for Linux. */
import { peer, versionOf } from './peer.mjs';
import { serve } from './serve.mjs';

const NAME = '@stll/stdnum-linux-x64-gnu';
const { validateId } = peer(NAME);
const validar = ({ curp }) => ({ valido: validateId('mx.curp', curp) });

serve('npm @stll/stdnum', versionOf(NAME), { validar }, 'Rust');
