/**
 * One contender of `bulk.mjs`: csv-parse, npm `curp` and csv-stringify, put together as their manuals do.
 *
 *   node bulk-npm-curp.mjs IN.csv OUT.csv
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ENTIDADES } from '../packages/core/dist/index.js';
import { parse } from './.peers/node_modules/csv-parse/lib/index.js';
import { stringify } from './.peers/node_modules/csv-stringify/lib/index.js';
import curp from './.peers/node_modules/curp/lib/index.js';

const GENERO = { H: curp.GENERO.MASCULINO, M: curp.GENERO.FEMENINO };
const ESTADO = Object.fromEntries(ENTIDADES.map((e) => [e.claveEntidad, e.abreviaturaEntidad]));

function generar({ nombres, apellido_paterno, apellido_materno, fecha_nacimiento, sexo, entidad }) {
  const persona = Object.assign(curp.getPersona(), {
    nombre: nombres,
    apellidoPaterno: apellido_paterno,
    apellidoMaterno: apellido_materno,
    genero: GENERO[sexo],
    fechaNacimiento: fecha_nacimiento.split('-').toReversed().join('-'),
    estado: ESTADO[entidad],
  });
  return curp.generar(persona);
}

const [from, to] = process.argv.slice(2);
await pipeline(
  createReadStream(from),
  parse({ columns: true }),
  async function* (rows) {
    for await (const row of rows) yield Object.assign(row, { curp: generar(row), code_error: 0, error_message: '' });
  },
  stringify({ header: true }),
  createWriteStream(to),
);
