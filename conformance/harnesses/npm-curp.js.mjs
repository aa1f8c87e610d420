/** Answers the cases with npm `curp.js`. */
import { ENTITIES } from '../generator/norm.mjs';
import { calculated, peer, versionOf } from './peer.mjs';
import { serve } from './serve.mjs';

const generaCurp = peer('curp.js');

serve('npm curp.js', versionOf('curp.js'), {
  calcular: ({ nombres, fecha_nacimiento, entidad, ...rest }) =>
    calculated(() =>
      generaCurp({
        ...rest,
        nombre: nombres,
        estado: ENTITIES[entidad] ?? entidad,
        fecha_nacimiento: fecha_nacimiento.split('-').map(Number).toReversed(),
      }),
    ),
});
