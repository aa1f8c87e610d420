/** npm `curp`, called as its manual says. */
import { ENTIDADES } from '../../packages/core/dist/index.js';
import { requirePeer } from '../tools/peers.mjs';

export const curp = requirePeer('curp');

const ESTADO = Object.fromEntries(ENTIDADES.map((e) => [e.claveEntidad, e.abreviaturaEntidad]));

/** A person in the shape that it takes. It knows entities by their two letters only. */
export const personaOf = ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }) =>
  Object.assign(curp.getPersona(), {
    nombre: nombres,
    apellidoPaterno,
    apellidoMaterno,
    genero: sexo,
    fechaNacimiento: fechaNacimiento.split('-').toReversed().join('-'),
    estado: ESTADO[entidad] ?? entidad,
  });
