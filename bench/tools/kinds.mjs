/** The kinds of files that offices have, each of people with names of real variety: none may cost much more than the plain one. */
import { calcular } from '../../packages/core/dist/index.js';
import { ENTIDADES } from '../../packages/core/dist/index.js';
import { inventPerson } from '../../packages/lote/dist/invent/file.js';
import { HEADER, cellsOf, lineOf, plainPerson, variedPerson, withDate } from './people-file.mjs';

const STATES = new Map(ENTIDADES.map((entidad) => [entidad.claveEntidad, entidad.nombreEntidad]));
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const HEADINGS = HEADER.trim().split(',');
const header = (...names) => `${names.join(',')}\n`;
const headerWith = (...more) => header(...HEADINGS, ...more);

/** Returns a kind in which some cells of each line differ. */
const changed = (change, more = {}) => ({
  person: variedPerson,
  line: (person, i) => lineOf(change(cellsOf(person), i, person)),
  ...more,
});
const dated = (write) => changed((_, __, person) => withDate(person, write));
const first = (change) => changed((cells, i) => cells.with(0, change(cells[0], i)));
const firstSurname = (change) => changed((cells, i) => cells.with(1, change(cells[1], i)));
const every = (n, change) => (cells, i) => (i % n === 0 ? change(cells) : cells);
/** Returns a word that no other person of the file has. */
const newWord = (number, from) =>
  Array.from(
    { length: 6 },
    (_, k) => 'bcdfglmnpr'[Math.trunc((number + from) / 10 ** k) % 10] + 'aeiou'[(number >> k) % 5],
  ).join('');
const keyOf = ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }) =>
  calcular({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }).curp;

/** By name: the person of a number, what her line is, and the header, the encoding and the options of the file. */
export const KINDS = {
  plain: { person: variedPerson },
  'frequent names': { person: plainPerson },
  'some names between blanks': changed(every(20, (cells) => cells.with(0, ` ${cells[0]} `))),
  'one stray row': changed((cells, i) => (i === 5000 ? ['GUADALUPE', '', '', '', '', ''] : cells)),
  'columns Hombre and Mujer': changed(
    ([a, b, c, date, sex, state]) => [a, b, c, date, sex === 'H' ? 'X' : '', sex === 'M' ? 'X' : '', state],
    { header: header(...HEADINGS.slice(0, 4), 'Hombre', 'Mujer', 'entidad') },
  ),
  'both surnames in one column': changed(([given, a, b, ...rest]) => [given, `${a} ${b}`, ...rest], {
    header: header('nombres', 'apellidos', ...HEADINGS.slice(3)),
  }),
  'a whole name in one column': changed(([given, a, b, ...rest]) => [`${a} ${b} ${given}`, ...rest], {
    header: header('nombre_completo', ...HEADINGS.slice(3)),
    options: ['--nombre-completo', 'apellidos'],
  }),
  'both surnames in the first column': changed(([given, a, b, ...rest]) => [given, `${a} ${b}`, '', ...rest]),
  'no second surname': changed((cells) => cells.with(2, '')),
  'a second given name apart': changed(
    ([given, ...rest]) => [given.split(' ')[0], given.split(' ').slice(1).join(' '), ...rest],
    { header: header('nombres', 'segundo_nombre', ...HEADINGS.slice(1)) },
  ),
  'no date in a quarter': changed(every(4, (cells) => cells.with(3, ''))),
  'no sex in a quarter': changed(every(4, (cells) => cells.with(4, ''))),
  'a day that does not exist, in a quarter': changed(every(4, (cells) => cells.with(3, '1990-02-31'))),
  'a title before the name': first((name) => `Lic. ${name}`),
  'Gpe. in the name': first((name) => `Gpe. ${name}`),
  'MA. DE LOS ÁNGELES before the name': first((name) => `Ma. de los Ángeles ${name}`),
  'MUNOZ as first surname': firstSurname(() => 'MUNOZ'),
  'DE LA CRUZ as first surname': firstSurname(() => 'DE LA CRUZ'),
  'a digit in the first surname': firstSurname((name) => `${name}0`),
  'names in capitals without accents': changed((cells) =>
    cells.map((cell, i) => (i < 3 ? cell.toUpperCase().normalize('NFD').replaceAll(/\p{M}/gu, '') : cell)),
  ),
  'every word new': {
    person: (number) => ({
      ...variedPerson(number),
      nombres: newWord(number, 1),
      apellidoPaterno: newWord(number, 3_000_000),
      apellidoMaterno: newWord(number, 6_000_000),
    }),
  },
  'the same people five times': { person: (number) => variedPerson(number % 40_000) },
  '`17/05/1990`': dated((y, m, d) => `${d}/${m}/${y}`),
  '`5/7/1990`': dated((y, m, d) => `${Number(d)}/${Number(m)}/${y}`),
  '17 de mayo de 1990': dated((y, m, d) => `${Number(d)} de ${MONTHS[Number(m) - 1]} de ${y}`),
  '17-may-1990': dated((y, m, d) => `${d}-${MONTHS[Number(m) - 1].slice(0, 3)}-${y}`),
  '1990-05-17 00:00:00': dated((y, m, d) => `${y}-${m}-${d} 00:00:00`),
  'the date in three columns': changed(([a, b, c, date, ...rest]) => [a, b, c, ...date.split('-'), ...rest], {
    header: header(
      ...HEADINGS.slice(0, 3),
      'anio_nacimiento',
      'mes_nacimiento',
      'dia_nacimiento',
      ...HEADINGS.slice(4),
    ),
  }),
  'F and M, states by name': changed((cells) =>
    cells.with(4, cells[4] === 'H' ? 'M' : 'F').with(5, STATES.get(cells[5])),
  ),
  'Mujer and Hombre in words': changed((cells) => cells.with(4, cells[4] === 'H' ? 'Hombre' : 'Mujer')),
  'a town before the state': changed((cells) => cells.with(5, `"Centro, ${STATES.get(cells[5])}"`)),
  'all in quotes': changed((cells) => cells.map((cell) => `"${cell}"`)),
  'quotes inside a note': changed((cells) => [...cells, '"dijo ""sí"""'], { header: headerWith('nota') }),
  'lines that end in CRLF': {
    person: variedPerson,
    header: HEADER.replace('\n', '\r\n'),
    line: (person) => `${cellsOf(person).join(',')}\r\n`,
  },
  'Windows-1252, semicolons': {
    person: variedPerson,
    header: HEADER.replaceAll(',', ';'),
    line: (person) => lineOf(cellsOf(person), ';'),
    encoding: 'latin1',
  },
  'UTF-16': { person: variedPerson, encoding: 'utf16le', header: `\ufeff${HEADER}` },
  'an age beside the date': changed(
    (cells, _, { fechaNacimiento: date }) => [...cells, String(new Date().getUTCFullYear() - Number(date.slice(0, 4)))],
    { header: headerWith('edad') },
  ),
  'the own RFC': changed((cells, _, person) => [...cells, `${keyOf(person).slice(0, 10)}AB1`], {
    header: headerWith('rfc'),
  }),
  'the own key': changed((cells, _, person) => [...cells, keyOf(person)], { header: headerWith('curp') }),
  'another key': changed((cells, _, person) => [...cells, keyOf(person).replace(/.\d$/, 'B5')], {
    header: headerWith('curp'),
  }),
  '`--excel`': { person: variedPerson, options: ['--excel'] },
  'invented people, one in eight unusual or doubtful': { person: (number) => inventPerson(number) },
};
