/** Files as people have them: how each is read, and the keys that it gets. */
import { calcular } from '@curp-service/core';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import type { Reading } from '@curp-service/contract/reading';
import { describeReading } from '@curp-service/contract/describe-reading';
import { Lote, type Understood, decideByHead, isSexUnknown, textFile } from '../src/index.js';
import {
  DECLARED,
  answeredAfter,
  chunksOf,
  type Options,
  cells,
  concat,
  fileError,
  readingOf,
  rows,
  run,
  runText,
  toBytes,
  toText,
} from './run-lote.js';
import { HEADER, KEY, NUSTA, NUSTA_KEY, RENATA, in1252 } from './people.js';

const MAN = 'OETR900517HDFLNN05';
const PERSON = { nombres: 'Renata', apellidoPaterno: 'Olvera', apellidoMaterno: 'Tinajero', entidad: '09' } as const;

/** Returns the key of a person, by the core. */
function keyOf(nombres: string, fechaNacimiento: string, sexo: 'H' | 'M'): string {
  const result = calcular({ ...PERSON, nombres, fechaNacimiento, sexo });
  return result.ok ? result.curp : '';
}
const born = (date: string): string => keyOf('Renata', date, 'M');

const withSex = (sexo: string): string => RENATA.replace(',M,', `,${sexo},`);
const bornOn = (date: string): string => RENATA.replace('1990-05-17', date);
const table = (...written: readonly string[]): string => `${[HEADER, ...written].join('\n')}\n`;

/** Returns the keys of a file in the order of its rows, or the code of a row with an error. */
function keys(options: Options, input: string | Uint8Array): string[] {
  const output = toText(run(new Lote({ formato: 'csv', duplicates: null, ...options }), [toBytes(input)]));
  const lines = parse(output, { relax_column_count: true, skip_empty_lines: true }) as string[][];
  const header = lines.findIndex((row) => row.includes('code_error'));
  const [curp, code] = ['curp', 'code_error'].map((name) => (lines[header] ?? []).lastIndexOf(name));
  return lines.slice(header + 1).map((row) => row[curp ?? 0] || (row[code ?? 0] ?? ''));
}

/** Returns the sentences that describe how a file is read. */
function told(options: Options, input: string | Uint8Array): string[] {
  const heard: Understood[] = [];
  const lote = new Lote({
    formato: 'csv',
    duplicates: null,
    ...options,
    onUnderstood: (understood) => heard.push(understood),
  });
  run(lote, [toBytes(input)]);
  return heard
    .flatMap(({ reading }) => describeReading(reading, 'es'))
    .map(({ origen, texto }) => `${origen}: ${texto}`);
}

const NBSP = '\u00a0';
const HM = { sexo: 'hm' } as const;

describe.each<[string, Options, string | Uint8Array, string[], string]>([
  [
    'a row of Windows-1252 among rows of UTF-8',
    HM,
    concat(table(NUSTA), in1252(NUSTA)),
    [NUSTA_KEY, '8'],
    'vista: Codificación UTF-8. Filas con acentos en UTF-8: 1 (la primera, fila 2); filas en otra codificación',
  ],
  [
    'a row of Windows-1252 that is UTF-8 by chance among rows of UTF-8',
    HM,
    concat(table(NUSTA), in1252(`JOSÉ${NBSP}LUIS,Olvera,Tinajero,1990-05-17,H,09`)),
    [NUSTA_KEY, '8'],
    'vista: Codificación UTF-8. Filas con acentos en UTF-8: 1 (la primera, fila 2); filas en otra codificación, que llevan error: 1',
  ],
  [
    'a row of UTF-8 among ten of Windows-1252',
    HM,
    concat(in1252(table(...Array.from({ length: 10 }, () => NUSTA))), NUSTA.replace('Ñusta', 'Renata Ñ')),
    [...Array.from({ length: 10 }, () => NUSTA_KEY), '417'],
    'vista: Codificación Windows-1252. Filas que no son UTF-8: 10 (la primera, fila 2); filas que parecen UTF-8: 1',
  ],
])('%s', (_, options, input, expected, sentence) => {
  it('gets its keys', () => {
    expect(keys(options, input)).toEqual(expected);
  });

  it('has its reading described', () => {
    expect(told(options, input).some((each) => each.startsWith(sentence))).toBe(true);
  });
});

it('rows above the header stay unchanged', () => {
  const above = 'Reporte de años,,,,,\n\n"Enero, febrero",,,,,\ndel "norte"\n';
  expect(runText({}, above + table(RENATA)).startsWith(`${above}${HEADER},curp,`)).toBe(true);
  expect(runText({}, in1252(above + table(NUSTA))).startsWith(above)).toBe(true);
});

it.each(['x', '"x"'])('a row of 20,000 cells %s above the header stays unchanged, also for Excel', (cell) => {
  const above = `${Array.from({ length: 20_000 }, () => cell).join()}\n`;
  expect(runText({ excel: true }, above + table(RENATA)).slice(1, above.length + 8)).toBe(`${above}nombres`);
});

describe('after the rows that decided the reading', () => {
  it.each<[string, Options, string, string, string]>([
    ['an H after F and M is an error', {}, withSex('F'), withSex('H'), '416'],
    ['an F after H and M is an error', {}, withSex('H'), withSex('F'), '416'],
    ['an F gives a key if the sexes are declared', { sexo: 'hm' }, RENATA, withSex('F'), KEY],
    ['an H gives a key if the sexes are declared', { sexo: 'fm' }, RENATA, withSex('H'), MAN],
    ['the day first after the month first is an error', HM, bornOn('05/17/1990'), bornOn('17/05/1990'), '417'],
  ])('%s', (_, options, first, last, expected) => {
    const reading = decideByHead(toBytes(table(first)), { formato: 'csv', ...options });
    expect(keys({ ...options, reading }, table(first, last)).at(-1)).toBe(expected);
  });
});

it('a file whose first rows show its conventions is processed once', async () => {
  const file = toBytes(table(withSex('F'), RENATA));
  const { passes } = await answeredAfter(file, file, { formato: 'csv' });
  expect(passes.map(({ reading }) => reading.sexo.value)).toEqual(['fm']);
});

it('a row that contradicts the beginning of a stream is an error of its own, and is counted', () => {
  const many = `${withSex('H').replace('Renata', 'Bruno')}\n`.repeat(20_000);
  const lote = new Lote({ formato: 'csv', duplicates: null });
  const last = `${withSex('F')}\n${bornOn('05/17/1990')}\n`;
  const output = cells(toText(run(lote, [toBytes(`${HEADER}\n${many}${last}`)])));
  expect(output.slice(-2).map((row) => row[8])).toEqual(['416', '417']);
  expect(lote.totals).toMatchObject({ rows: 20_002, good: 20_000, reviews: 0 });
});

it('a row of UTF-8 late in a stream of Windows-1252 is an error, and is written unchanged', () => {
  const lote = new Lote(DECLARED);
  const output = cells(toText(run(lote, [concat(in1252(`${HEADER}\n${`${NUSTA}\n`.repeat(20_000)}`), NUSTA)])));
  expect(output.at(-1)).toMatchObject({ 0: 'Ñusta', 8: '8' });
  expect(lote.totals).toMatchObject({ rows: 20_001, good: 20_000, reviews: 0 });
});

describe('a file that can be read twice follows its last row as well as its first', () => {
  /** Returns the output of a file whose head suggests a reading, and how often it was processed. */
  async function readByHead(bytes: Uint8Array, options: Options): Promise<[output: string, passes: number, Reading]> {
    const all = { formato: 'csv', ...options } as const;
    const { output, passes, reading } = await answeredAfter(bytes.subarray(0, 500), bytes, all);
    expect(passes.map(({ totals }) => totals.errors.size)).toEqual([1, 0]);
    return [output, passes.length, reading];
  }
  const surveyed = async (bytes: Uint8Array, options: Options): Promise<Reading> => {
    const all = { formato: 'csv', ...options } as const;
    return readingOf(textFile({ chunks: () => chunksOf(bytes) }, all));
  };

  it('in the order of its dates', async () => {
    const bytes = toBytes(`${HEADER}\n${`${bornOn('01/02/1980')}\n`.repeat(100)}${bornOn('05/17/1990')}\n`);
    const [output, passes, reading] = await readByHead(bytes, HM);
    expect(passes).toBe(2);
    expect(reading.fechas).toMatchObject({ value: 'mda', basis: 'vista', evidence: { monthFirst: { row: 102 } } });
    expect(cells(output)[1]?.[6]).toBe(born('1980-01-02'));
    expect(await surveyed(bytes, HM)).toEqual(reading);
  });

  it('in its sexes', async () => {
    const bytes = toBytes(`${HEADER}\n${`${withSex('H')}\n${RENATA}\n`.repeat(10)}${`${withSex('F')}\n`.repeat(200)}`);
    const [output, passes, reading] = await readByHead(bytes, {});
    expect(passes).toBe(2);
    expect(reading.sexo).toMatchObject({ value: 'fm', basis: 'vista', evidence: { F: { count: 200, row: 22 } } });
    expect(cells(output)[2]?.[6]).toBe(MAN);
    expect(await surveyed(bytes, {})).toEqual(reading);
  });

  it('in its sexes, if its head has only M', async () => {
    const bytes = toBytes(`${HEADER}\n${`${RENATA}\n`.repeat(100)}${withSex('F')}\n`);
    expect(isSexUnknown(decideByHead(bytes.subarray(0, 500), { formato: 'csv' }).sexo)).toBe(true);
    const { sexo } = await surveyed(bytes, {});
    expect(sexo).toMatchObject({ value: 'fm', basis: 'vista', evidence: { F: { count: 1, row: 102 } } });
  });
});

describe('a second header in another order', () => {
  const SWAPPED = 'Nombre(s),Segundo apellido,Primer apellido,Fecha de nacimiento,Sexo,Entidad';
  const file = table(RENATA, SWAPPED, 'Renata,Tinajero,Olvera,1990-05-17,M,09');
  const options = { formato: 'csv', ...HM } as const;

  it('is an error of its row in a stream', () => {
    const [, row] = rows({ ...HM, reading: decideByHead(toBytes(table(RENATA)), options) }, file);
    expect(row?.['error_message']).toMatch(/^La fila nombra las columnas en un orden distinto/);
  });

  it('makes a file that can be read twice unreadable, because the rows below follow it', async () => {
    const reading = decideByHead(toBytes(file), options);
    expect(() => run(new Lote({ ...options, reading }), [toBytes(file)])).toThrow(
      /^La fila 3 nombra las columnas en otro orden/,
    );
    const late = answeredAfter(toBytes(table(RENATA)), toBytes(file), options);
    await expect(late).rejects.toThrow(/^La fila 3 /);
  });

  it('is no header if the user named the columns', () => {
    const named = { ...options, columnas: { nombres: 'alias' } } as const;
    const again = `${HEADER},alias\n${RENATA},Renata\n${HEADER},alias\n`;
    expect(() => new Lote({ ...named, reading: decideByHead(toBytes(again), named) })).not.toThrow();
  });
});

describe('a column of sexes with only M', () => {
  const refused = (options: Options, input: string): ErrorEntry => fileError({ sexo: undefined, ...options }, input);

  it('is refused before a row is answered if the reading was decided before', () => {
    const reading = decideByHead(toBytes(table(RENATA)), { formato: 'csv' });
    expect(refused({ reading }, table(RENATA))).toMatchObject({ code_error: 8 });
  });

  it('gets no key if it begins after the rows that decided the reading', async () => {
    const head = table(withSex('Hombre'), withSex('Mujer'));
    const file = `${head}${RENATA}\n`;
    const reading = decideByHead(toBytes(head), { formato: 'csv' });
    expect(keys({ reading }, file).at(-1)).toBe('416');
    const twice = answeredAfter(toBytes(head), toBytes(file), { formato: 'csv' });
    await expect(twice).rejects.toThrow('solo M');
  });
});

it('a row that holds no person passes through with empty cells, and is counted separately', () => {
  const lote = new Lote(DECLARED);
  const output = toText(run(lote, [toBytes(`${table(RENATA, 'Fin del reporte')}${RENATA}\n`)]));
  expect(cells(output)[2]).toEqual(['Fin del reporte', ...Array.from({ length: 9 }, () => '')]);
  expect(lote.totals).toEqual({ rows: 2, good: 2, reviews: 0, others: 1, errors: new Map(), fullAt: 0 });
});

it('quotes after a backslash are quotes inside a cell', () => {
  const file = `${HEADER},notas\n${RENATA},"dijo \\"sí\\", y firmó"\n${RENATA},x\n`;
  expect(runText({}, file).split('\n').slice(1)).toEqual([
    `${RENATA},"dijo \\"sí\\", y firmó",${KEY},,0,`,
    `${RENATA},x,${KEY},,0,`,
    '',
  ]);
});
