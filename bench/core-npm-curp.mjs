/** One contender of `core.mjs`: npm `curp`. */
import curp from './.peers/node_modules/curp/lib/index.js';
import { medir } from './medir.mjs';

const GENERO = { H: curp.GENERO.MASCULINO, M: curp.GENERO.FEMENINO };

medir(
  (persona) => curp.generar(persona),
  (clave) => clave,
  ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }) =>
    Object.assign(curp.getPersona(), {
      nombre: nombres,
      apellidoPaterno,
      apellidoMaterno,
      genero: GENERO[sexo],
      fechaNacimiento: fechaNacimiento.split('-').toReversed().join('-'),
      estado: entidad,
    }),
);
