/** The cells of a row that no key needs say what contradicts the key. */
import { expect, it } from 'vitest';
import { Lote } from '../src/index.js';
import { DECLARED, type Options, run, toBytes, toText } from './run-lote.js';

const year = new Date().getUTCFullYear();
const HEADER = 'nombres,apellido_paterno,apellido_materno,fecha_nacimiento,sexo,entidad';
const RENATA = 'Renata,Olvera,Tinajero,1990-01-17,M,09';

/** Returns the end of the answer to a row with another column. */
function reason(name: string, cell: string, row = RENATA, options: Options = {}): string {
  const lote = new Lote({ ...DECLARED, ...options });
  const answer = toText(run(lote, [toBytes(`${HEADER},${name}\n${row},${cell}\n`)])).split('\n')[1] ?? '';
  return answer.split(/[A-Z]{4}\d{6}[HM][A-Z]{5}.\d,/).at(-1) ?? '';
}

it.each([
  ['Edad', String(year - 1990)],
  ['Edad', String(year - 1991)],
  ['Edad', `${year - 1991} años`],
  ['Edad', ''],
  ['Edad', 'mayor'],
  ['Edad', `${year - 1990}.0`],
  ['Edad,Clave de edad', '6,3'],
])('%s «%s» says nothing against the birth', (name, cell) => {
  expect(reason(name, cell)).toBe(',0,');
});

it.each([
  ['Edad', String(year - 1970), `La fila se contradice: la edad es ${year - 1970} y por la fecha`],
  ['Edad', '12', 'la edad es 12'],
])('%s «%s» contradicts the row, and the reason says both', (name, cell, said) => {
  expect(reason(name, cell)).toContain(said);
});

it('the age of the end of the year says nothing against a birth later in the year', () => {
  const born = RENATA.replace('1990-01-17', '1990-12-31');
  expect(reason('Edad', String(year - 1990), born)).toBe(',0,');
});

it('lines of NDJSON and columns of a comparison have the same witnesses', () => {
  const person = {
    nombres: 'Renata',
    apellido_paterno: 'Olvera',
    apellido_materno: 'Tinajero',
    sexo: 'M',
    entidad: '09',
  };
  const line = (more: object): string => `${JSON.stringify({ ...person, fecha_nacimiento: '1990-01-17', ...more })}\n`;
  const text = [year - 1990, 12, year - 1990, null, true].map((edad) => line({ edad, rfc: 'OETR900117AB1' })).join('');
  const lines = toText(run(new Lote({ ...DECLARED, formato: 'ndjson' }), [toBytes(text)]))
    .trim()
    .split('\n');
  expect(lines.map((each) => (JSON.parse(each) as { avisos: string[] }).avisos.length)).toEqual([0, 1, 0, 0, 0]);
  const key = 'OETR900117MDFLNN09';
  const compared = reason('curp,rfc,edad', `${key},OETR900117AB1,12`, RENATA, { operacion: 'cotejar' });
  expect(compared).not.toContain('edad');
});

/** Returns the key of a row with a short year and an age; an empty text if it has none. */
const keyByAge = (date: string, age: string): string =>
  /,(\w{16}[\dA]\d),/.exec(
    toText(run(new Lote(DECLARED), [toBytes(`${HEADER},Edad\n${RENATA.replace('1990-01-17', date)},${age}\n`)])),
  )?.[1] ?? '';

it('an age decides the century of a year of two digits, if it agrees with one', () => {
  const short = String(year - 40).slice(2);
  expect(keyByAge(`17/01/${short}`, '40')).toContain(`${short}0117`);
  expect(keyByAge(`17-ene-${short}`, '39 años')).toContain(`${short}0117`);
  expect(keyByAge(`17/01/${short}`, '')).toBe('');
  expect(keyByAge(`17/01/${short}`, '12')).toBe('');
  expect(keyByAge(`17/01/${String(year - 1).slice(2)}`, '1').at(16)).toBe('A');
  expect(keyByAge(`17/01/${String(year - 1).slice(2)}`, '101').at(16)).toBe('0');
});
