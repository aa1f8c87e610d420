/** Invented people: the same for the same seed, each with the key of the norm, covering every rule, with the slips of their column. */
import { createHash } from 'node:crypto';
import { calcular, explicar, PALABRAS_INCONVENIENTES, revisar, validar } from '@curp-service/core';
import { REGLAS } from '@curp-service/core/reglas';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import {
  inventFile,
  type InventedFileOptions,
  type InventedPerson,
  inventPeople,
  inventPerson,
  type SlipName,
  type TypedPerson,
  typePerson,
} from '../src/invent/file.js';
import { runText } from './run-lote.js';

const COUNT = 5000;
const people = inventPeople(COUNT);
const typed = Array.from({ length: COUNT }, (_, number) => typePerson(number));
const textOf = (count: number, options?: InventedFileOptions): string =>
  Array.from(inventFile(count, options)).join('');
const cellsOf = (text: string): string[][] => parse(text);

describe('the people of a seed', () => {
  it('are the same in every version, because users quote them', () => {
    const hash = createHash('sha256').update(textOf(COUNT, { conErrores: true, semilla: 7 }));
    expect(hash.digest('hex')).toBe('949f387f6103f02a93807773311619568c36881a5029bf694547a1e978617625');
  });

  it.each([0, 1, 999, 1000, 1001, 2347])('begin with the same %i in a longer list', (count) => {
    for (const options of [{}, { conErrores: true }, { formato: 'ndjson' as const }]) {
      expect(textOf(2500, options).startsWith(textOf(count, options))).toBe(true);
    }
  });

  it('differ from those of another seed', () => {
    const first = new Set(people.map(({ curp }) => curp));
    expect(first.size).toBe(COUNT);
    for (const semilla of [0, 2, 2 ** 32 - 1]) {
      expect(inventPeople(1000, { semilla }).filter(({ curp }) => first.has(curp))).toEqual([]);
    }
  });

  it('have the key of the norm, which is valid', () => {
    for (const { curp, ...persona } of people) {
      expect(calcular(persona)).toEqual({ ok: true, curp });
      expect(validar(curp).hallazgos.filter(({ severidad }) => severidad === 'error')).toEqual([]);
    }
  });

  it('cite every rule that a finding or an explanation can cite, those of keys by their slips', () => {
    const unmet = new Set(Object.keys(REGLAS));
    unmet.delete('D 21'); // It is about an RFC, which invented people do not have.
    unmet.delete('D 17'); // No invented person has a text that is no name.
    unmet.delete('D 1'); // No invented name has an invisible character.
    for (let number = 0; number < COUNT && unmet.size > 0; number++) {
      const explained = explicar(inventPerson(number));
      const { curp, ...data } = typePerson(number);
      const cited = explained.ok ? [...explained.explicacion, ...explained.avisos] : [];
      for (const { regla } of [...cited, ...validar(curp).hallazgos, ...revisar(data)]) unmet.delete(regla);
    }
    expect([...unmet]).toEqual([]);
  });

  it('spell every inconvenient word, and come from every century, entity and sex', () => {
    const many = inventPeople(40_000);
    const beginnings = new Set(many.map(({ curp }) => curp.slice(0, 4)));
    expect(PALABRAS_INCONVENIENTES.filter((word) => !beginnings.has(`${word[0]}X${word.slice(2)}`))).toEqual([]);
    expect(new Set(many.map(({ fechaNacimiento }) => fechaNacimiento.slice(0, 2)))).toEqual(
      new Set(['18', '19', '20']),
    );
    expect(new Set(many.map(({ entidad }) => entidad)).size).toBe(33);
    expect(new Set(many.map(({ sexo }) => sexo))).toEqual(new Set(['H', 'M', 'X']));
    expect(many.some(({ fechaNacimiento }) => fechaNacimiento.endsWith('-02-29'))).toBe(true);
  });

  it('are never for review if only plain ones are asked for, and sometimes otherwise', () => {
    const reviewed = (options: InventedFileOptions): number => {
      const [, ...rows] = cellsOf(runText({}, textOf(1000, options)));
      expect(rows).toHaveLength(1000);
      return rows.filter(([, , , , , , , , aviso, code]) => aviso !== '' || code !== '0').length;
    };
    expect(reviewed({ onlyPlain: true })).toBe(0);
    expect(reviewed({})).toBeGreaterThan(50);
  });
});

describe('a file of invented people', () => {
  const rows = people.slice(0, 300).map((person) => Object.values(person));

  it('is a CSV without quotes, with any delimiter', () => {
    expect(cellsOf(textOf(300)).slice(1)).toEqual(rows);
    expect(textOf(300, { delimitador: '\t' }).replaceAll('\t', ',')).toBe(textOf(300));
    expect(textOf(COUNT, { conErrores: true })).not.toContain('"');
  });

  it('is NDJSON with the same names and values', () => {
    const objects = textOf(300, { formato: 'ndjson' })
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(objects.map(Object.values)).toEqual(rows);
    expect(Object.keys(objects[0] ?? {}).join(',')).toBe(textOf(1).split('\n', 1)[0]);
  });
});

/** Returns the positions at which two keys of one length differ, counted from 1. */
const differences = (a: string, b: string): number[] =>
  Array.from(a, (character, i) => (character === b[i] ? 0 : i + 1)).filter((place) => place > 0);

type Judge = (was: InventedPerson, is: TypedPerson, other: InventedPerson) => boolean;
const oneCharacter =
  (from: RegExp, to: RegExp): Judge =>
  ({ curp: was }, { curp: is }) => {
    const [place = 0, ...more] = differences(was, is);
    return place > 0 && more.length === 0 && from.test(was[place - 1] ?? '') && to.test(is[place - 1] ?? '');
  };
const finds =
  (code: string): Judge =>
  (_, typedPerson) =>
    revisar(typedPerson).some(({ codigo }) => codigo === code);
const sameDay = (a: string, b: string): boolean => a.split('-').toSorted().join() === b.split('-').toSorted().join();

/** The data that each slip changes, and how it is recognised. */
const SEEN: Readonly<Record<SlipName, readonly [changed: string, judge: Judge]>> = {
  letra: ['curp', oneCharacter(/[A-Z]/, /[A-Z]/)],
  cifra: ['curp', oneCharacter(/[0-9]/, /[0-9]/)],
  parecida: ['curp', (...all) => oneCharacter(/[A-Z]/, /\d/)(...all) || oneCharacter(/\d/, /[A-Z]/)(...all)],
  vecinos: [
    'curp',
    ({ curp: was }, { curp: is }) => {
      const [a = 0, b, ...more] = differences(was, is);
      return b === a + 1 && more.length === 0 && is[a - 1] === was[a] && is[a] === was[a - 1];
    },
  ],
  falta: ['curp', (_, { curp }) => curp.length === 17],
  sobra: ['curp', (_, { curp }) => curp.length === 19],
  siglo: [
    'curp',
    ({ curp: was }, { curp: is }) => String(differences(was, is)) === '17' && 'A0'.includes(is[16] ?? '-'),
  ],
  diferenciador: [
    'curp',
    ({ curp: was }, { curp: is }) => String(differences(was, is)) === '17' && (is[16] ?? '') > 'J',
  ],
  entidad_de_la_clave: ['curp', (_, { curp }) => validar(curp).hallazgos.some((h) => h.codigo === 'entidad_de_manual')],
  clave_generica: ['curp', (_, { curp }) => validar(curp).hallazgos.some((h) => h.codigo === 'clave_generica')],
  dia: [
    'fechaNacimiento',
    (was, is) => is.fechaNacimiento.startsWith(was.fechaNacimiento.slice(0, 8)) && calcular(is).ok,
  ],
  dia_y_mes: ['fechaNacimiento', (was, is) => sameDay(was.fechaNacimiento, is.fechaNacimiento) && calcular(is).ok],
  fecha_inexistente: ['fechaNacimiento', finds('fecha_inexistente')],
  fecha_remota: ['fechaNacimiento', finds('fecha_remota')],
  sexo: ['sexo', (_, is) => calcular(is).ok],
  entidad: ['entidad', (_, is) => calcular(is).ok],
  apellidos: [
    'apellidoPaterno,apellidoMaterno',
    (was, is) => was.apellidoPaterno === is.apellidoMaterno && was.apellidoMaterno === is.apellidoPaterno,
  ],
  nombre_y_apellido: [
    'nombres,apellidoPaterno',
    (was, is) => was.nombres === is.apellidoPaterno && was.apellidoPaterno === is.nombres,
  ],
  claves_cruzadas: ['curp', (_, { curp }, other) => curp === other.curp],
};

describe('slips', () => {
  it('leave eight or nine rows of ten unchanged', () => {
    const clean = typed.filter(({ slip }) => slip === '').length;
    expect(clean / COUNT).toBeGreaterThan(0.86);
    expect(clean / COUNT).toBeLessThan(0.92);
    typed.forEach(({ slip, ...row }, number) => slip === '' && expect(row).toEqual(people[number]));
  });

  it.each(Object.entries(SEEN))('are what their column says and nothing else: %s', (name, [changed, judge]) => {
    const numbers = typed.flatMap(({ slip }, number) => (slip === name ? [number] : []));
    expect(numbers.length).toBeGreaterThan(8);
    for (const number of numbers) {
      const [was, is] = [inventPerson(number), typed[number]];
      if (is === undefined) throw new Error(String(number));
      const names = Object.keys(was) as (keyof InventedPerson)[];
      expect([number, names.filter((each) => was[each] !== is[each]).join()]).toEqual([number, changed]);
      expect([number, judge(was, is, inventPerson(number ^ 1))]).toEqual([number, true]);
    }
  });

  it('exchange keys in both neighbours', () => {
    typed.forEach(({ slip }, number) => {
      if (slip === 'claves_cruzadas') expect(typed[number ^ 1]?.slip).toBe(slip);
    });
  });
});
