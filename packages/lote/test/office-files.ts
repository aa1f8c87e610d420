/** Writes invented people in the layouts of offices, as a payroll program does, and seeds slips into them. */
import { calcular } from '@curp-service/core';

const NAMES = 'Renata Bruno Ñusta Iker Zoe Fermín Ximena Ulises Noé Begoña Tadeo Úrsula José Ma. Ana-Sofía'.split(' ');
const SECOND = ['', '', 'Luz', 'del Carmen', 'Ignacio', 'Íñigo', 'Guadalupe'];
const SURNAMES =
  'Olvera Tinajero Peña Muñoz Zúñiga Ibáñez Cordero Yáñez Güemes Quintana Ordaz Villaseñor Ek De_la_O Núñez'
    .split(' ')
    .map((name) => name.replaceAll('_', ' '));
const STATES = ['AS', 'DF', 'JC', 'NL', 'VZ', 'NE', 'OC', 'ZS'];

/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Worker {
  readonly nombres: string;
  readonly apellidoPaterno: string;
  readonly apellidoMaterno: string;
  readonly curp: string;
  readonly rfc: string;
}

/** Invented people with their own keys. */
export function workers(count: number, seed = 1): Worker[] {
  const next = seeded(seed);
  const of = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const two = (number: number): string => String(number).padStart(2, '0');
  const people: Worker[] = [];
  while (people.length < count) {
    const nombres = `${of(NAMES)} ${of(SECOND)}`.trim();
    const names = { nombres, apellidoPaterno: of(SURNAMES), apellidoMaterno: next(12) === 0 ? '' : of(SURNAMES) };
    const fechaNacimiento = `${1950 + next(56)}-${two(1 + next(12))}-${two(1 + next(28))}`;
    const result = calcular({ ...names, fechaNacimiento, sexo: next(2) === 0 ? 'H' : 'M', entidad: of(STATES) });
    if (result.ok) people.push({ ...names, curp: result.curp, rfc: `${result.curp.slice(0, 10)}AB1` });
  }
  return people;
}

/** As payroll programs write names: capitals without accents, and a sign for Ñ. */
const plain = (name: string, enie: string): string =>
  name.toUpperCase().replaceAll('Ñ', '\u0001').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('\u0001', enie);

/** A line of each layout for a person. */
export const WRITERS: Readonly<Record<string, (worker: Worker, i: number) => string>> = {
  idse: ({ nombres, apellidoPaterno, apellidoMaterno, curp }, i) =>
    [
      'Y1234567890',
      String(i).padStart(11, '0'),
      ...[apellidoPaterno, apellidoMaterno, nombres].map((name) => plain(name, '#').padEnd(27)),
      '0030000000'.padEnd(28, '0'),
      '08',
      '00000'.padEnd(16),
      curp,
      '9',
    ].join(''),
  sua: ({ nombres, apellidoPaterno, apellidoMaterno, curp, rfc }, i) =>
    [
      'Y1234567890',
      String(i).padStart(11, '0'),
      rfc,
      curp,
      plain(`${apellidoPaterno}$${apellidoMaterno}$${nombres}`, '¥').padEnd(50),
      '1001022024'.padEnd(i % 3 === 0 ? 0 : 61, '0'),
    ].join(''),
  '40cff': ({ nombres, apellidoPaterno, apellidoMaterno, curp }) =>
    [
      curp,
      ...[apellidoPaterno, apellidoMaterno, nombres].map((name) => plain(name, 'Ñ')),
      '01/02/2024|2|AAA010101AAA|A@EJEMPLO.MX|5500000000',
    ].join('|'),
  '75cff': ({ nombres, apellidoPaterno, apellidoMaterno, curp, rfc }) =>
    [
      rfc,
      curp,
      ...[apellidoPaterno, apellidoMaterno, nombres].map((name) => plain(name, 'Ñ')),
      '01/02/2024|1|AAA010101AAA|A@EJEMPLO.MX',
    ].join('|'),
};

/** The last line of IDSE. */
export const trailer = (count: number): string =>
  `${'*'.repeat(13)}${' '.repeat(43)}${String(count).padStart(6, '0')}`.padEnd(167) + '9';

/** All people in a layout, with the line that ends it. */
export function officeFile(layout: string, people: readonly Worker[], lineBreak = '\r\n'): string {
  const lines = people.map((worker, i) => WRITERS[layout]?.(worker, i + 1) ?? '');
  return [...lines, ...(layout === 'idse' ? [trailer(people.length)] : [])].join(lineBreak) + lineBreak;
}
