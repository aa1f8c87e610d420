/**
 * One contender of `bulk.mjs`: csv-parse, npm `curp` and csv-stringify, combined as their manuals say.
 *
 *   node bulk-npm-curp.mjs IN.csv OUT.csv
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { requirePeer } from '../tools/peers.mjs';
import { curp, personaOf } from './npm-curp.mjs';

const { parse } = requirePeer('csv-parse');
const { stringify } = requirePeer('csv-stringify');

const generar = (row) =>
  curp.generar(
    personaOf({
      nombres: row.nombres,
      apellidoPaterno: row.apellido_paterno,
      apellidoMaterno: row.apellido_materno,
      fechaNacimiento: row.fecha_nacimiento,
      sexo: row.sexo,
      entidad: row.entidad,
    }),
  );

const [from, to] = process.argv.slice(2);
await pipeline(
  createReadStream(from),
  parse({ columns: true }),
  async function* (rows) {
    for await (const row of rows)
      yield Object.assign(row, { curp: generar(row), aviso: '', code_error: 0, error_message: '' });
  },
  stringify({ header: true }),
  createWriteStream(to),
);
