/** Writes files of invented people, and hashes files to compare them. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ENTIDADES } from '../../packages/core/dist/index.js';
import { people } from './people.mjs';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';
const BLOCK = 10_000;
const CLAVES = new Map(ENTIDADES.map((entidad) => [entidad.abreviaturaEntidad, entidad.claveEntidad]));

/** Yields blocks of rows, each from its own seed, so that ten million people are never in memory at once. */
function* blocks(rows) {
  yield HEADER;
  for (let from = 0; from < rows; from += BLOCK) {
    const some = people(Math.min(BLOCK, rows - from), 18 + from);
    // No value needs quotes.
    const lines = some.map(({ entidad, ...datos }) => `${Object.values(datos).join(',')},${CLAVES.get(entidad)}\n`);
    yield lines.join('');
  }
}

/** Writes a CSV file of invented people, the same at every run. A shorter file is the beginning of a longer one. */
export const writePeople = (file, rows) => pipeline(Readable.from(blocks(rows)), createWriteStream(file));

export async function hashOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
