/** Answers the cases with npm `curp`. */
import { ENTITIES } from '../generator/norm.mjs';
import { calculated, peer, versionOf } from './peer.mjs';
import { serve } from './serve.mjs';

const curp = peer('curp');

serve('npm curp', versionOf('curp'), {
  calcular: ({ nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad }) =>
    calculated(() =>
      curp.generar(
        Object.assign(curp.getPersona(), {
          nombre: nombres,
          apellidoPaterno: apellido_paterno,
          apellidoMaterno: apellido_materno,
          genero: sexo,
          fechaNacimiento: fecha_nacimiento.split('-').toReversed().join('-'),
          estado: ENTITIES[entidad] ?? entidad,
        }),
      ),
    ),
  validar: ({ curp: key }) => ({ valido: Boolean(curp.validar(key)) }),
});
