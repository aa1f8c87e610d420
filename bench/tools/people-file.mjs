/** Writes files of fictitious people, and hashes files to compare them. */
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

/** Returns the data of a person, without the key. */
const cellsOf = (person) => Object.values(person).slice(0, -1);
/** Returns the cells with the date that `write` makes from year, month and day. */
const withDate = (person, write) => cellsOf(person).with(3, write(...person.fechaNacimiento.split('-')));
const lineOf = (cells, delimiter = ',') => `${cells.join(delimiter)}\n`;

/** The spellings of offices for the same people: the header, the line of a person, the encoding, and the format. */
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

/** Returns a person with a plain name, so that contenders which know no other names calculate the same key. */
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

/** Writes a file of fictitious people, identical in every run. A shorter file is the beginning of a longer one. */
export const writePeople = (file, rows, spelling = SPELLINGS.plain) =>
  pipeline(Readable.from(blocks(rows, spelling)), createWriteStream(file));

export async function hashOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
