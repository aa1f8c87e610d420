/**
 * Invented people are typed with slips and crossed with themselves, so that the truth is known: who is found in which pile,
 * missed, or paired with somebody else, by slip. `PEOPLE=100000` crosses as many and prints the tables.
 */
import { describe, expect, it } from 'vitest';
import { type TypedPerson, inventPerson, typePerson } from '../src/invent/file.js';
import { cross } from './cross.js';

const PEOPLE = Number(process.env['PEOPLE'] ?? 2000);
const COLUMNS = {
  nombres: 'nombres',
  apellido_paterno: 'apellidoPaterno',
  apellido_materno: 'apellidoMaterno',
  fecha_nacimiento: 'fechaNacimiento',
  sexo: 'sexo',
  entidad: 'entidad',
  curp: 'curp',
} as const;
type Column = keyof typeof COLUMNS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
const ALL = Object.keys(COLUMNS) as Column[];
const DATA = ALL.slice(0, -1);
const NAMES = ALL.slice(0, 3);

type Counts = Record<'people' | 'same' | 'perhaps' | 'missed' | 'falselySame' | 'falselyPerhaps', number>;

/** Crosses people with those from a tenth on, typed with slips, and counts by slip. */
async function truthOf(ofA: readonly Column[], ofB: readonly Column[]): Promise<Readonly<Record<string, Counts>>> {
  const apart = PEOPLE / 10;
  const csv = (people: readonly Omit<TypedPerson, 'slip'>[], columns: readonly Column[]): string =>
    `${[columns.join(','), ...people.map((each) => columns.map((column) => each[COLUMNS[column]]).join(','))].join('\n')}\n`;
  const a = Array.from({ length: PEOPLE }, (_, i) => inventPerson(i));
  const b = Array.from({ length: PEOPLE }, (_, i) => typePerson(apart + i));
  const { rows } = await cross(csv(a, ofA), csv(b, ofB));
  const bySlip: Record<string, Counts> = {};
  rows.forEach(({ cruce, fila_b: row }, i) => {
    const typed = b[i - apart];
    const counts = (bySlip[typed === undefined ? 'not in B' : typed.slip || 'none'] ??= {
      people: 0,
      same: 0,
      perhaps: 0,
      missed: 0,
      falselySame: 0,
      falselyPerhaps: 0,
    });
    const isRight = typed !== undefined && Number(row) === i - apart + 2;
    counts.people++;
    if (cruce === 'misma') counts[isRight ? 'same' : 'falselySame']++;
    if (cruce === 'quiza') counts[isRight ? 'perhaps' : 'falselyPerhaps']++;
    if (typed !== undefined && !isRight) counts.missed++;
  });
  if ('PEOPLE' in process.env) process.stdout.write(`${ofA.join(' ')} × ${ofB.join(' ')}\n${tableOf(bySlip)}`);
  return bySlip;
}

/** Writes the counts as a table of Markdown. */
const tableOf = (bySlip: Readonly<Record<string, Counts>>): string => {
  const rows = Object.entries(bySlip).map(([slip, counts]) => [slip, ...Object.values(counts)]);
  const titles = ['slip', ...Object.keys(bySlip['none'] ?? {})];
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
};

const sum = (counts: readonly Counts[], name: keyof Counts): number =>
  counts.reduce((all, each) => all + each[name], 0);

describe('people typed with slips', () => {
  it.each([
    ['data and keys', ALL, ALL, []],
    ['data', DATA, DATA, []],
    // A generic key says nothing about a person, and a list of keys does not show that two were exchanged.
    ['keys', ['curp'], ['curp'], ['clave_generica', 'claves_cruzadas']],
    ['data and keys beside names and keys', ALL, [...NAMES, 'curp'], ['clave_generica', 'claves_cruzadas']],
  ] as const)(
    'are found by their %s: at most one in a hundred is missed, and nobody surely paired with another',
    { timeout: 600_000 },
    async (_, ofA, ofB, without) => {
      const bySlip = await truthOf(ofA, ofB);
      const counts = Object.entries(bySlip).flatMap(([slip, each]) =>
        without.some((other) => other === slip) ? [] : [each],
      );
      const single = Object.entries(bySlip).flatMap(([slip, each]) =>
        slip === 'none' || slip === 'not in B' || without.some((other) => other === slip) ? [] : [each],
      );
      expect(sum(counts, 'falselySame')).toBe(0);
      expect(sum(single, 'missed') / sum(single, 'people')).toBeLessThanOrEqual(0.01);
      expect(bySlip['none']?.missed).toBe(0);
    },
  );
});
