/** Writes files of padron records of fictitious people, unordered and identical in every run. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ENTIDADES, candidatas } from '../../packages/core/dist/index.js';
import { plainPerson } from './people-file.mjs';

const BLOCK = 10_000;
const SAMPLE = 20_000;
const POR_CLAVE = new Map(ENTIDADES.map((entidad) => [entidad.claveEntidad, entidad]));
const SEXOS = { H: 'HOMBRE', M: 'MUJER', X: 'NO BINARIO' };

const HEADER =
  'CURP,Nombres,ApellidoPaterno,ApellidoMaterno,ClaveSexo,Sexo,FechaNacimiento,Nacionalidad,ClaveEntidadNacimiento,' +
  'EntidadNacimiento,ClaveDocProbatorio,DocProbatorio,ClaveStatusCurp,StatusCurp,AnioRegistro,ClaveEntidadEmisora,' +
  'ClaveMunicipioRegistro,MunicipioRegistro,Foja,FolioCarta,Libro,NumActa,NumEntidadRegistrante,EntidadRegistrante,' +
  'NumRegExtranjeros,Tomo\n';

/** Returns the key of a person. The n-th person with the same root gets the n-th differentiator, as in the registry. */
function keyOf(persona, seen) {
  const root = persona.curp.slice(0, 16);
  const before = seen.get(root) ?? 0;
  seen.set(root, before + 1);
  return before === 0 ? persona.curp : (candidatas(persona).candidatas[before] ?? null);
}

function line(persona, curp, n) {
  const { nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo } = persona;
  const [anio, mes, dia] = fechaNacimiento.split('-');
  const { nombreEntidad, claveEntidad, abreviaturaEntidad: entidad } = POR_CLAVE.get(persona.entidad);
  const nombre = [curp, nombres, apellidoPaterno, apellidoMaterno].join(',').toUpperCase();
  const municipio = `${String(1 + (n % 120)).padStart(3, '0')},MUNICIPIO INVENTADO`;
  const acta = `1,ACTA DE NACIMIENTO,AN,ALTA NORMAL,${anio},${entidad},${municipio},,,,${String(n % 100_000).padStart(5, '0')}`;
  const nacimiento = `${sexo},${SEXOS[sexo]},${dia}/${mes}/${anio},MEX,${entidad},${nombreEntidad}`;
  return `${nombre},${nacimiento},${acta},${claveEntidad},${nombreEntidad},,`;
}

/** Yields blocks of rows, each key once, and adds keys from the whole file to `sample`. */
function* blocks(rows, sample) {
  yield HEADER;
  const seen = new Map();
  let lines = [];
  for (let number = 0, made = 0; made < rows; number++) {
    const persona = plainPerson(number);
    const curp = keyOf(persona, seen);
    if (curp === null) continue;
    lines.push(line(persona, curp, made));
    if (made % Math.ceil(rows / SAMPLE) === 0) sample.push(curp);
    made += 1;
    if (lines.length === BLOCK || made === rows) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
  }
}

/** Writes a CSV file of records, and returns some of their keys. */
export async function writeRecords(file, rows) {
  const sample = [];
  await pipeline(Readable.from(blocks(rows, sample)), createWriteStream(file));
  return sample;
}
