/** Calls npm `curp` as its manual says. */
import { ENTIDADES } from '../../packages/core/dist/index.js';
import { requirePeer } from '../tools/peers.mjs';

export const curp = requirePeer('curp');

const ESTADO = Object.fromEntries(ENTIDADES.map((e) => [e.claveEntidad, e.abreviaturaEntidad]));

/** Returns a person in the form of npm `curp`, which knows entities only by their two letters. */
export const personaOf = ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }) =>
  Object.assign(curp.getPersona(), {
    nombre: nombres,
    apellidoPaterno,
    apellidoMaterno,
    genero: sexo,
    fechaNacimiento: fechaNacimiento.split('-').toReversed().join('-'),
    estado: ESTADO[entidad] ?? entidad,
  });
