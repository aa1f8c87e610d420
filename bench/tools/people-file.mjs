/** Writes files of fictitious people, and hashes files to compare them. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ENTIDADES } from '../../packages/core/dist/index.js';
import { leerPalabra } from '../../packages/core/dist/leido.js';
import { inventPerson } from '../../packages/lote/dist/invent/file.js';

export const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad\n';
const BLOCK = 10_000;

const NAMES = HEADER.trim().split(',');
const STATES = new Map(ENTIDADES.map((entidad) => [entidad.claveEntidad, entidad.nombreEntidad]));
const LETTERS = new Map([
  ['H', 'M'],
  ['M', 'F'],
]);

/** Returns the data of a person, without the key. */
export const cellsOf = (person) => Object.values(person).slice(0, NAMES.length);
/** Returns the cells with the date that `write` makes from year, month and day. */
export const withDate = (person, write) => cellsOf(person).with(3, write(...person.fechaNacimiento.split('-')));
export const lineOf = (cells, delimiter = ',') => `${cells.join(delimiter)}\n`;

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

/** A country has some ten thousand words for names. Few people have most of them. */
const MOST_GIVEN = 16_000;
const MOST_SURNAMES = 10_000;
const CONSONANTS = 'bcdfglmnprstvz';
const VOWELS = 'aeiou';

/** Returns a function that returns the same numbers below `most` in every run. */
function sequence(seed) {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** The facts of a given name that is only ever a surname, and of one that only one sex has. */
const factsOf = (...words) => words.reduce((facts, word) => facts | leerPalabra(word, 'nombres').hechos, 0);
const OF_ONE_SEX = factsOf('Alejandra', 'Alejandro');
const OTHER_KIND = OF_ONE_SEX | factsOf('Hernandez');

/** Returns whether a word is plain wherever it stands, and of no other kind. */
function isPlain(word, isGiven) {
  const { compone } = leerPalabra(word, isGiven ? 'nombres' : 'apellidoPaterno');
  const { pasa, hechos } = leerPalabra(word, 'nombres');
  return compone && pasa === 0 && (hechos & (isGiven ? OTHER_KIND : OF_ONE_SEX)) === 0;
}

/** Returns different words of two to four syllables, which are plain as given names or as surnames. */
function makeWords(count, next, isGiven, taken = new Set()) {
  const words = new Set();
  while (words.size < count) {
    const syllables = Array.from({ length: 2 + next(3) }, () => CONSONANTS[next(14)] + VOWELS[next(5)]).join('');
    const word = syllables[0].toUpperCase() + syllables.slice(1) + ['', '', 'n', 'r', 's', 'z'][next(6)];
    if (!taken.has(word) && isPlain(word, isGiven)) words.add(word);
  }
  return [...words];
}

let repertoire;

/** The births, sexes and entities of people. A person has another of them than the people of the numbers near it. */
const FIRST_DAY = Date.UTC(1930, 0, 1) / 86_400_000;
const DAYS = 33_000;
const SEXES = ['H', 'M'];
const BIRTHS = DAYS * SEXES.length * ENTIDADES.length;
/** A step without a common divisor with `BIRTHS`, so that each birth comes once in as many people. */
const STEP = 1_299_709;

function birthOf(number) {
  const birth = (number * STEP) % BIRTHS;
  const rest = Math.floor(birth / DAYS);
  return {
    fechaNacimiento: new Date((FIRST_DAY + (birth % DAYS)) * 86_400_000).toISOString().slice(0, 10),
    sexo: SEXES[rest % SEXES.length],
    entidad: ENTIDADES[Math.floor(rest / SEXES.length)].claveEntidad,
  };
}

/** The given names with which many names begin. */
const FREQUENT = { M: 'María ', H: 'José ' };

/**
 * Returns a person with a name of real variety: 26,000 words, of which a few are frequent, and a quarter begins with MARÍA or JOSÉ. People
 * of one birth have second surnames with different initials: no two of ten million have the same key, which would need a review.
 */
export function variedPerson(number) {
  repertoire ??= makeRepertoire();
  const { surnames, given, byInitial } = repertoire;
  const next = sequence(Math.imul(number + 1, 0x9e3779b1));
  next(2); // The first numbers of near seeds are near.
  const pick = (words) => words[Math.floor(words.length * (next(1_000_000) / 1_000_000) ** 3)];
  const birth = birthOf(number);
  const first = next(4) === 0 ? FREQUENT[birth.sexo] : '';
  const second = first === '' && next(3) === 0 ? ` ${pick(given)}` : '';
  return {
    nombres: `${first}${pick(given)}${second}`,
    apellidoPaterno: pick(surnames),
    apellidoMaterno: pick(byInitial[Math.floor(number / BIRTHS) % byInitial.length]),
    ...birth,
  };
}

/** The groups of initials: at most so many people have one birth. */
const INITIALS = 7;

function makeRepertoire() {
  const next = sequence(7);
  const surnames = makeWords(MOST_SURNAMES, next, false);
  const given = makeWords(MOST_GIVEN, next, true, new Set(surnames));
  const groupOf = (word) => CONSONANTS.indexOf(word[0].toLowerCase()) % INITIALS;
  const byInitial = Array.from({ length: INITIALS }, (_, i) => surnames.filter((word) => groupOf(word) === i));
  return { surnames, given, byInitial };
}

export const plainPeople = (count) => Array.from({ length: count }, (_, number) => plainPerson(number));

export const variedPeople = (count, from) => Array.from({ length: count }, (_, i) => variedPerson(from + i));

/** Yields blocks of rows, so that ten million people are never in memory at once. */
function* blocks(rows, { header = HEADER, line = SPELLINGS.plain.line, encoding, person = variedPerson }) {
  yield Buffer.from(header, encoding);
  for (let from = 0; from < rows; from += BLOCK) {
    const some = Array.from({ length: Math.min(BLOCK, rows - from) }, (_, i) => person(from + i));
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
