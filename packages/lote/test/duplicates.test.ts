/** The same person, or the same key, in two rows of a file is a reason for a review that names the first row. */
import { CLAVES_GENERICAS, ENTIDADES } from '@curp-service/core';
import { LAYOUTS } from '@curp-service/contract/layouts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { DuplicateFinder, PeopleTable, numberOfEnds, numberOfMiddle } from '../src/people/duplicates.js';
import { SharedRoom } from '../src/people/shared-room.js';
import { Lote } from '../src/index.js';
import { type Options, inPieces, objects, rows, run, runText, runs, toBytes, toText } from './run-lote.js';
import { HEADER, KEY, RENATA, line } from './people.js';

const COMPARED = { duplicates: undefined } as const;
/** By the norm, Renata's namesake has the same key. */
const NAMESAKE = RENATA.replace('Renata', 'Renato');
const TADEO = 'Tadeo,Núñez,Ibarra,1985-02-03,H,14';
const OTHER_KEY = 'OETR900517MDFLNN13';

const reasons = (options: Options, ...lines: readonly string[]): string[] =>
  rows({ ...COMPARED, ...options }, lines.join('\n')).map(({ aviso = '' }) => aviso);
const calculated = (...lines: readonly string[]): string[] => reasons({}, HEADER, ...lines);

const SAME = /^Es la misma persona que en la fila 2: /;
const NONE = '';

describe('in calcular, a row', () => {
  it('with the data of an earlier one names it, whatever their accents and capitals', () => {
    const shouted = RENATA.toUpperCase().replace('TINAJERO', 'TINÁJERO');
    expect(calculated(RENATA, TADEO, shouted, RENATA)).toEqual([
      NONE,
      NONE,
      expect.stringMatching(SAME),
      expect.stringMatching(SAME),
    ]);
    expect(reasons({ language: 'en' }, HEADER, RENATA, RENATA)[1]).toMatch(/^It is the same person as in row 2: /);
  });

  it('with the same key and another name may be a twin or a homonym', () => {
    expect(calculated(RENATA, NAMESAKE)[1]).toMatch(
      /^Es la misma CURP que en la fila 2, con otro nombre\. .*carácter 17;/,
    );
    expect(reasons({ language: 'en' }, HEADER, RENATA, NAMESAKE)[1]).toMatch(
      /^It is the same CURP as in row 2, with another name\./,
    );
  });

  it('is compared with each of those who share its key', () => {
    const [, second, third, fourth] = calculated(RENATA, NAMESAKE, NAMESAKE, RENATA);
    expect(second).toContain('con otro nombre');
    expect(third).toMatch(/misma persona que en la fila 3:/);
    expect(fourth).toMatch(SAME);
  });

  it('is counted as spreadsheets count: with empty rows, errors and rows above the header', () => {
    const lines = ['Lista de prueba', '', HEADER, 'Renata,Olvera', '', RENATA, RENATA];
    expect(runText(COMPARED, lines.join('\n')).trim().split('\n').at(-1)).toContain('en la fila 6:');
  });

  it.each(['calcular', 'cotejar'] as const)(
    'has the same answer in %s whether or not somebody looks at each row',
    (operacion) => {
      const people = [RENATA, TADEO, NAMESAKE, RENATA, RENATA, TADEO, NAMESAKE, TADEO];
      const keys = people.map((person) => (person === TADEO ? 'NUIT850203HJCXBD06' : KEY));
      const text = [`curp,${HEADER}`, ...people.map((person, i) => `${keys[i]},${person}`)].join('\n');
      const options = { ...COMPARED, operacion, excel: false };
      const seen = runText({ ...options, onRow: () => undefined, firstRows: Infinity }, text);
      expect(seen.match(/en la fila \d/g)).toHaveLength(6);
      expect(runText(options, text)).toBe(seen);
    },
  );

  it('keeps its other reasons', () => {
    const doctor = RENATA.replace('Renata', 'Lic. Renata');
    expect(calculated(doctor, doctor)[1]).toMatch(/título.* Es la misma persona/);
  });

  it('with an error is nobody', () => {
    const wrong = RENATA.replace('1990-05-17', '1990-02-31');
    expect(calculated(wrong, wrong, RENATA, 'TOTAL,,,,,', 'TOTAL,,,,,')).toEqual([NONE, NONE, NONE, NONE, NONE]);
  });

  it('of NDJSON is called a line', () => {
    const avisos = objects(COMPARED, `${line()}\n${line({ nombres: 'RENATA' })}`).map((object) => object['avisos']);
    expect(avisos).toEqual([[], [expect.stringMatching(/^Es la misma persona que en la línea 1: /)]]);
  });

  it('is not compared if one person may be in many rows', () => {
    expect(reasons({ duplicates: null }, HEADER, RENATA, RENATA)).toEqual([NONE, NONE]);
  });
});

describe('in validar, a row', () => {
  const validated = (...keys: readonly string[]): string[] => reasons({ operacion: 'validar' }, 'curp', ...keys);

  it('with the same key as an earlier one names it, whatever is around the key', () => {
    expect(validated(KEY, OTHER_KEY, ` ${KEY.toLowerCase()} `)).toEqual([
      NONE,
      expect.not.stringContaining('fila'),
      expect.stringMatching(/Es la misma CURP que en la fila 2\./),
    ]);
  });

  it('with a key of nobody, or with no valid key, is not compared', () => {
    for (const key of [...CLAVES_GENERICAS, 'PENDIENTE', `${KEY.slice(0, -1)}9`]) {
      const [first, second] = validated(key, key);
      expect(second).toBe(first);
    }
  });
});

describe('in cotejar, a row', () => {
  const compared = (...lines: readonly string[]): string[] =>
    reasons({ operacion: 'cotejar' }, `${HEADER},curp`, ...lines);

  it('with the same key and data names the first', () => {
    expect(compared(`${RENATA},${KEY}`, `${RENATA},${KEY.toLowerCase()}`)[1]).toMatch(SAME);
  });

  it('with the same key and another name asks whose it is', () => {
    expect(compared(`${RENATA},${KEY}`, `${NAMESAKE},${KEY}`)[1]).toMatch(
      /^Es la misma CURP que en la fila 2, con otros datos/,
    );
  });

  it('with the same key and another sex asks whose it is', () => {
    const man = RENATA.replace(',M,', ',H,');
    const [, second, third] = compared(`${RENATA},${KEY}`, `${man},${KEY}`, `${man},${KEY}`);
    expect(second).toMatch(
      /^No coincide: Sexo\. Casi nadie con ese nombre tiene ese sexo: .* Es la misma CURP que en la fila 2, con otros datos/,
    );
    expect(third).toMatch(/Es la misma persona que en la fila 3:/);
  });

  it('with the same data and another key asks which is right, in any order', () => {
    const other = /Son los mismos datos que en la fila 2, con otra CURP/;
    expect(compared(`${RENATA},${KEY}`, `${RENATA},${OTHER_KEY}`)[1]).toMatch(other);
    expect(compared(`${RENATA},${OTHER_KEY}`, `${RENATA},${KEY}`)[1]).toMatch(other);
  });

  it('of a homonym with a key of her own says nothing of it', () => {
    expect(compared(`${RENATA},${KEY}`, `${NAMESAKE},${OTHER_KEY}`)[1]).not.toContain('fila');
    expect(compared(`${NAMESAKE},${OTHER_KEY}`, `${RENATA},${KEY}`)[1]).toBe(NONE);
  });
});

it('lines of movements may name one person many times, and those of workers may not', () => {
  const [idse, sua] = ['idse', 'sua'].map((name) => LAYOUTS.find(({ nombre }) => nombre === name));
  const movement = `A123456789112345678901${'OLVERA'.padEnd(27)}${'TINAJERO'.padEnd(27)}${'RENATA'.padEnd(27)}${' '.repeat(28)}08${' '.repeat(16)}${KEY}9`;
  const worker = `A123456789112345678901OETR900517AB1${KEY}${'OLVERA$TINAJERO$RENATA'.padEnd(50)}`;
  const piles = (lines: readonly string[], options: Options): string[] =>
    rows({ ...COMPARED, ...options }, lines.join('\r\n')).map(({ pila = '', motivo = '' }) =>
      `${pila} ${motivo}`.trim(),
    );
  const ofOther = movement.replace('RENATA', 'RAMONA');
  expect(piles([movement, movement, ofOther], { layout: idse })).toEqual([
    'lista',
    'lista',
    expect.stringMatching(/^revisar .*Es la misma CURP que en la línea 1, con otros datos/),
  ]);
  expect(piles([worker, worker], { layout: sua })).toEqual([
    'lista',
    expect.stringMatching(/^revisar Es la misma persona que en la línea 1: /),
  ]);
});

it('two valid keys have the same numbers only if they are the same key', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const twoDigits = (to: number): string[] => Array.from({ length: to + 1 }, (_, i) => String(i).padStart(2, '0'));
  const parts = [
    ...Array.from({ length: 4 }, () => letters),
    twoDigits(99),
    twoDigits(12),
    twoDigits(31),
    ENTIDADES.flatMap(({ abreviaturaEntidad }) => ['H', 'M', 'X'].map((sex) => sex + abreviaturaEntidad)),
    ...Array.from({ length: 3 }, () => letters),
    [...letters, ...'0123456789'],
  ];
  const numbers = (key: string): readonly [number, number] => {
    const words = new Int32Array(5);
    for (let i = 0; i < key.length; i++) words[i >> 2] |= key.charCodeAt(i) << (8 * (i & 3));
    return [numberOfEnds(words), numberOfMiddle(words)];
  };
  const [ends, middle] = numbers(parts.map(([first]) => first).join(''));
  // Each part of a key sets bits of its own, so it is enough that no two texts of one part set the same.
  let taken = [0, 0];
  parts.forEach((texts, i) => {
    const set = texts.map((text) => {
      const [a, b] = numbers(parts.map(([first], j) => (i === j ? text : first)).join(''));
      return [a ^ ends, b ^ middle] as const;
    });
    expect(new Set(set.map(String)).size).toBe(texts.length);
    const [a, b] = set.reduce(([x, y], [each, other]) => [x | each, y | other] as const);
    expect([a & taken[0], b & taken[1]]).toEqual([0, 0]);
    taken = [a | taken[0], b | taken[1]];
  });
});

describe('the table', () => {
  const PEOPLE = 50_000;
  /** Takes the person with this number, whose row has the next one. */
  const take = (table: PeopleTable, i: number, row = i + 1): string | null =>
    table.take(Math.imul(i, 0x9e3779b1), i, 2 * i, row);

  it('grows and forgets nobody', () => {
    const table = new PeopleTable();
    for (let i = 0; i < PEOPLE; i++) expect(take(table, i)).toBeNull();
    for (let i = 0; i < PEOPLE; i++) {
      expect(take(table, i, PEOPLE + i + 1)).toBe('all');
      expect(table.foundRow).toBe(i + 1);
    }
  });

  it('says from which row on it has no room, and compares later rows with those before', () => {
    const room = new SharedRoom(1 << 17);
    const table = new PeopleTable(undefined, room);
    for (let i = 0; i < PEOPLE; i++) take(table, i);
    expect(table.fullAt).toBeGreaterThan(1);
    expect(take(table, table.fullAt, PEOPLE + 1)).toBeNull();
    expect(take(table, 5, PEOPLE + 2)).toBe('all');
    expect(table.foundRow).toBe(6);
  });

  it('tells the row of a file from which on it has no room', () => {
    const room = vi.spyOn(SharedRoom.prototype, 'isLeft', 'get').mockReturnValue(false);
    const lote = new Lote({ formato: 'csv', sexo: 'hm', duplicates: new DuplicateFinder() });
    const output = toText(run(lote, [toBytes([HEADER, RENATA, RENATA].join('\n'))])).split('\n');
    room.mockRestore();
    expect(output[2]).toMatch(/,,0,$/);
    expect(lote.totals).toMatchObject({ fullAt: 2, reviews: 0 });
  });

  it('shares its room with the other tables of the thread, until they are closed', () => {
    const room = new SharedRoom(1 << 20);
    const full = (): number => {
      const table = new PeopleTable(undefined, room);
      for (let i = 0; i < 2 * PEOPLE; i++) take(table, i);
      tables.push(table);
      return table.fullAt;
    };
    const tables: PeopleTable[] = [];
    const alone = full();
    expect(alone).toBeGreaterThan(16_000);
    expect(full()).toBe(1);
    for (const table of tables) table.close();
    expect(full()).toBe(alone);
  });

  it('tells few people with one key apart, so that no file makes it slow', () => {
    const table = new PeopleTable();
    for (let i = 1; i <= 20; i++) table.take(7, 7, 2 * i, i);
    expect([table.take(7, 7, 4, 30), table.foundRow]).toEqual(['all', 2]);
    expect([table.take(7, 7, 40, 31), table.foundRow]).toEqual(['key', 1]);
  });
});

/** Rows with few people in many spellings, so that many are the same. */
const anyRow = fc
  .tuple(
    fc.constantFrom('Renata', 'RENATA', 'Renato', ' Renata', 'Lic. Renata', 'Ana  Luz', 'Ñusta', 'María José', 'José'),
    fc.constantFrom('Olvera', 'OLVERA', 'de la Cruz', 'Peña', ''),
    fc.constantFrom('Tinajero', 'Tinájero', '', 'NO TIENE', 'X'),
    fc.constantFrom('1990-05-17', '17/05/1990', '1990-02-31'),
    fc.constantFrom('M', 'Mujer', 'H'),
    fc.constantFrom('09', 'CDMX', '14'),
    fc.constantFrom(KEY, OTHER_KEY, ''),
  )
  .map((cells) => cells.join(','));
const anyFile = fc.record({
  lines: fc.array(fc.oneof({ weight: 9, arbitrary: anyRow }, { weight: 1, arbitrary: fc.constant('') }), {
    maxLength: 60,
  }),
  operacion: fc.constantFrom('calcular', 'validar', 'cotejar'),
});
const fileOf = (lines: readonly string[]): Uint8Array => toBytes([`${HEADER},curp`, ...lines, ''].join('\n'));

it('the same duplicates are found in pieces of any size', () => {
  fc.assert(
    fc.property(anyFile, fc.integer({ min: 1, max: 2000 }), ({ lines, operacion }, length) => {
      const work = (size: number): unknown => {
        const lote = new Lote({ formato: 'csv', sexo: 'hm', operacion });
        const output = toText(run(lote, inPieces(fileOf(lines), size)));
        return { output, totals: lote.totals, evidence: lote.takeEvidence() };
      };
      expect(work(length)).toEqual(work(1 << 20));
    }),
    runs(400),
  );
});
