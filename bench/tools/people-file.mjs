/** Writes files of invented people, and hashes files to compare them. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ENTIDADES } from '../../packages/core/dist/index.js';
import { inventPerson } from '../../packages/lote/dist/invent/file.js';

const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';
const BLOCK = 10_000;

const NAMES = HEADER.trim().split(',');
const STATES = new Map(ENTIDADES.map((entidad) => [entidad.claveEntidad, entidad.nombreEntidad]));
const LETTERS = new Map([
  ['H', 'M'],
  ['M', 'F'],
]);

/** The data of a person, without the key. */
const cellsOf = (person) => Object.values(person).slice(0, -1);
/** The cells with another date, made of its parts. */
const withDate = (person, write) => cellsOf(person).with(3, write(...person.fechaNacimiento.split('-')));
const lineOf = (cells, delimiter = ',') => `${cells.join(delimiter)}\n`;

/** The same people as offices write them: a header, how a person becomes a line, how lines become bytes, and the name's ending. */
export const SPELLINGS = {
  plain: { header: HEADER, line: (person) => lineOf(cellsOf(person)) },
  '`5/7/1990`': {
    header: HEADER,
    line: (person) => lineOf(withDate(person, (y, m, d) => `${Number(d)}/${Number(m)}/${y}`)),
  },
  '`17/05/1990`': {
    header: HEADER,
    line: (person) => lineOf(withDate(person, (y, m, d) => `${d}/${m}/${y}`)),
  },
  '`"17-05-1990"`, all in quotes': {
    header: HEADER,
    line: (person) => lineOf(withDate(person, (y, m, d) => `${d}-${m}-${y}`).map((cell) => `"${cell}"`)),
  },
  'F and M, states by name': {
    header: HEADER,
    line: (person) =>
      lineOf(
        cellsOf(person)
          .with(4, LETTERS.get(person.sexo) ?? person.sexo)
          .with(5, STATES.get(person.entidad)),
      ),
  },
  'Windows-1252, semicolons': {
    header: HEADER.replaceAll(',', ';'),
    line: (person) => lineOf(cellsOf(person), ';'),
    encoding: 'latin1',
  },
  NDJSON: {
    header: '',
    format: 'ndjson',
    line: (person) => `${JSON.stringify(Object.fromEntries(cellsOf(person).map((cell, i) => [NAMES[i], cell])))}\n`,
  },
};

/** Plain people, so that contenders which know no other names give the same keys. */
export const plainPerson = (number) => inventPerson(number, { onlyPlain: true });

export const plainPeople = (count, from = 0) => Array.from({ length: count }, (_, i) => plainPerson(from + i));

/** Yields blocks of rows, so that ten million people are never in memory at once. */
function* blocks(rows, { header, line, encoding }) {
  yield Buffer.from(header, encoding);
  for (let from = 0; from < rows; from += BLOCK) {
    const some = plainPeople(Math.min(BLOCK, rows - from), from);
    yield Buffer.from(some.map(line).join(''), encoding);
  }
}

/** Writes a file of invented people, the same at every run. A shorter file is the beginning of a longer one. */
export const writePeople = (file, rows, spelling = SPELLINGS.plain) =>
  pipeline(Readable.from(blocks(rows, spelling)), createWriteStream(file));

export async function hashOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
