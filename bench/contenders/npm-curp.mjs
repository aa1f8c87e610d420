/** npm `curp`, called as its manual says. */
import { requirePeer } from '../tools/peers.mjs';

export const curp = requirePeer('curp');

/** A person in the shape that it takes; the entity by its two letters. */
export const personaOf = ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }) =>
  Object.assign(curp.getPersona(), {
    nombre: nombres,
    apellidoPaterno,
    apellidoMaterno,
    genero: sexo,
    fechaNacimiento: fechaNacimiento.split('-').toReversed().join('-'),
    estado: entidad,
  });
