/** Files as people have them: how each is read, and the keys that it gets. */
import { calcular } from '@curp-service/core';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '@curp-service/contract/codes/code';
import { parseReadingOption } from '@curp-service/contract/file-options';
import type { Reading } from '@curp-service/contract/reading';
import { describeReading } from '@curp-service/contract/describe-reading';
import { Lote, type LoteOptions, type Understood, decideByHead, isSexUnknown, textFile } from '../src/index.js';
import {
  DECLARED,
  answeredAfter,
  chunksOf,
  type Options,
  cells,
  concat,
  fileError,
  objects,
  readingOf,
  rows,
  run,
  runText,
  toBytes,
  toText,
} from './run-lote.js';
import { HEADER, KEY, NUSTA, NUSTA_KEY, RENATA, in1252, line } from './people.js';

const MAN = 'OETR900517HDFLNN05';
const PERSON = { nombres: 'Renata', apellidoPaterno: 'Olvera', apellidoMaterno: 'Tinajero', entidad: '09' } as const;

/** Returns the key of a person, by the core. */
function keyOf(nombres: string, fechaNacimiento: string, sexo: 'H' | 'M'): string {
  const result = calcular({ ...PERSON, nombres, fechaNacimiento, sexo });
  return result.ok ? result.curp : '';
}
const born = (date: string): string => keyOf('Renata', date, 'M');
const JOSE_KEY = keyOf('JOSÉ LUIS', '1990-05-17', 'H');

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

const FEMALE_AND_MALE = 'vista: M = Masculino: la columna trae F y M, y ninguna H (fila 3).';
const NBSP = '\u00a0';
const HM = { sexo: 'hm' } as const;

describe.each<[string, Options, string | Uint8Array, string[], string]>([
  ['F and M', {}, table(withSex('M'), withSex('F')), [MAN, KEY], FEMALE_AND_MALE],
  ['H and M', {}, table(withSex('M'), withSex('H')), [KEY, MAN], 'vista: M = Mujer: la columna trae H y M (fila 3).'],
  [
    'columns that the user names',
    { encabezado: 1, columnas: Object.fromEntries(HEADER.split(',').map((field, i) => [field, String(i + 1)])) },
    ['a,b,c,d,e,f', withSex('M'), withSex('F')].join('\n'),
    [MAN, KEY],
    FEMALE_AND_MALE,
  ],
  ['no-break spaces around F', {}, table(withSex('M'), withSex(`F${NBSP}`)), [MAN, KEY], FEMALE_AND_MALE],
  ['M beside words for women', {}, table(withSex('M'), withSex('Femenino')), [MAN, KEY], 'vista: M = Masculino'],
  ['M beside words for men', {}, table(withSex('M'), withSex('Hombre')), [KEY, MAN], 'vista: M = Mujer'],
  ['V and H', {}, table(withSex('V'), withSex('H')), [MAN, KEY], 'vista: H = hembra; V o M = varón o macho.'],
  [
    'V and M',
    {},
    table(withSex('V'), withSex('M')),
    [MAN, KEY],
    'vista: M = Mujer: lo dicen el encabezado o los otros valores de la columna.',
  ],
  ['M/F in the header', {}, table(RENATA).replace('sexo', 'Sexo (M/F)'), [MAN], 'vista: M = Masculino'],
  ['H/M in the header', {}, table(RENATA).replace('sexo', 'Sexo H/M'), [KEY], 'vista: M = Mujer'],
  [
    'H and F',
    {},
    table(withSex('H'), withSex('F')),
    [MAN, KEY],
    'supuesta: Codificación UTF-8: las filas no traen acentos.',
  ],
  ['H, F and M', {}, table(...['H', 'F', 'M'].map(withSex)), [MAN, KEY, '416'], 'vista: M puede ser Mujer o Masculino'],
  [
    'twenty H for one F',
    {},
    table(...Array.from({ length: 20 }, () => withSex('H')), withSex('F'), RENATA),
    [...Array.from({ length: 20 }, () => MAN), KEY, KEY],
    'vista: M = Mujer: hay 20 H y solo 1 F.',
  ],
  [
    'twenty F for one H',
    {},
    table(...Array.from({ length: 20 }, () => withSex('F')), withSex('H'), RENATA),
    [...Array.from({ length: 20 }, () => KEY), MAN, MAN],
    'vista: M = Masculino: hay 20 F y solo 1 H.',
  ],
  ['declared sexes', { sexo: 'fm' }, table(RENATA), [MAN], 'declarada: M = Masculino, F = Femenino.'],
  ['1 and 2', { sexo: '12' }, table(withSex('1'), withSex('2')), [MAN, KEY], 'declarada: 1 = hombre, 2 = mujer.'],
  ['1 and 2, not declared', {}, table(withSex('1')), ['416'], 'supuesta: El sexo viene en cifras (fila 2)'],
  [
    'sexes in words',
    {},
    table(...['varón', 'Masc.', 'male', 'Fem', 'FEMALE', 'Mujer'].map(withSex)),
    [MAN, MAN, MAN, KEY, KEY, KEY],
    'vista: Codificación UTF-8: válida en todas las filas.',
  ],
  [
    'the month first',
    HM,
    table(bornOn('01/02/1980'), bornOn('05/17/1990')),
    [born('1980-01-02'), KEY],
    'vista: Fechas: mes, día, año, como lo prueba una cifra mayor que 12 (fila 3).',
  ],
  [
    'the day first',
    HM,
    table(bornOn('1/2/1980'), bornOn('17.5.1990')),
    [born('1980-02-01'), KEY],
    'vista: Fechas: día, mes, año, como lo prueba una cifra mayor que 12 (fila 3).',
  ],
  [
    'no order',
    HM,
    table(bornOn('01/02/1980')),
    [born('1980-02-01')],
    'supuesta: Fechas: día, mes, año; ninguna fecha lo prueba.',
  ],
  [
    'both orders',
    HM,
    table(bornOn('17/05/1990'), bornOn('05/17/1990'), bornOn('01/02/1980'), bornOn('05/05/1990')),
    [KEY, KEY, born('1980-02-01'), born('1990-05-05')],
    'vista: Fechas en dos órdenes',
  ],
  [
    'years of two digits',
    HM,
    table(bornOn('17/05/90')),
    ['417'],
    'supuesta: Filas con el año de dos cifras, que llevan error: 1 (la primera, fila 2).',
  ],
  [
    'years of two digits after the name of a month',
    HM,
    table(bornOn('17-may-90'), bornOn('17-may-1990'), bornOn('7 de mayo')),
    ['417', KEY, '417'],
    'supuesta: Filas con el año de dos cifras, que llevan error: 1 (la primera, fila 2).',
  ],
  [
    'a declared century',
    { sexo: 'hm', siglo: 1930 },
    table(bornOn('17/05/90'), bornOn('17/05/05')),
    [KEY, born('2005-05-17')],
    'declarada: Años de dos cifras: de 1930 a 2029.',
  ],
  [
    'the month first in years of two digits',
    { sexo: 'hm', siglo: 1930 },
    table(bornOn('01/02/05'), bornOn('05/17/05')),
    [born('2005-01-02'), born('2005-05-17')],
    'vista: Fechas: mes, día, año',
  ],
  [
    'years of two digits that may be days',
    { sexo: 'hm', siglo: 1930 },
    table(bornOn('17/05/05')),
    [born('2005-05-17')],
    'supuesta: Fechas: día, mes, año; ninguna fecha lo prueba.',
  ],
  [
    'the year first',
    { sexo: 'hm', siglo: 1930, fechas: 'amd' },
    table(bornOn('90-05-17')),
    [KEY],
    'declarada: Fechas: año, mes, día.',
  ],
  [
    'words for nothing',
    HM,
    table(...['NULL', '\\N', 'N/A', '-', ' null '].map((word) => RENATA.replace('Tinajero', word))),
    Array.from({ length: 5 }, () => 'OEXR900517MDFLXN07'),
    'supuesta: Apellidos con una palabra que significa «sin dato», como NULL: 5 (fila 2).',
  ],
  [
    'declared words for nothing',
    { sexo: 'hm', nulos: ['S/D'] },
    table(RENATA.replace('Tinajero', 'S/D'), RENATA.replace('Renata', 'S/D')),
    ['OEXR900517MDFLXN07', '400'],
    'declarada: Apellidos con una palabra que significa «sin dato», como NULL: 1',
  ],
  [
    'figures without zeros',
    HM,
    'nombres,1er Apellido,2o Apellido,anio,mes,dia,Sexo (H/M),Edo. Nac.\nRenata,Olvera,Tinajero,1990,5,17,M,9\n',
    [KEY],
    'supuesta: Codificación UTF-8: las filas no traen acentos.',
  ],
  [
    'titles above the header',
    HM,
    `Reporte de altas,,,,,\n\n"Enero, febrero",,,,,\nNombre(s),ApPaterno,ApMaterno,F. Nac.,Género,Edo. Nac.\n${RENATA}\n`,
    [KEY],
    'vista: Los nombres de las columnas están en la fila 4.',
  ],
  [
    'a declared header',
    { sexo: 'hm', encabezado: 2, operacion: 'calcular' },
    `nombre,paterno,materno,x,y,z\n${HEADER}\n${RENATA}\n`,
    [KEY],
    'declarada: Los nombres de las columnas están en la fila 2.',
  ],
  [
    'Windows-1252 with a row that is UTF-8 by chance',
    HM,
    in1252(table(`JOSÉ${NBSP}LUIS,Olvera,Tinajero,1990-05-17,H,09`, NUSTA, RENATA)),
    [JOSE_KEY, NUSTA_KEY, KEY],
    'vista: Codificación Windows-1252. Filas que no son UTF-8: 2 (la primera, fila 2).',
  ],
  [
    'Windows-1252 whose last row is UTF-8 by chance',
    HM,
    in1252(table(NUSTA, RENATA, `JOSÉ${NBSP}LUIS,Olvera,Tinajero,1990-05-17,H,09`)),
    [NUSTA_KEY, KEY, JOSE_KEY],
    'vista: Codificación Windows-1252',
  ],
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
    'the letter ɠ after a byte order mark',
    HM,
    `\ufeff${table(RENATA, RENATA.replace('Renata', 'Reɠnata'))}`,
    [KEY, keyOf('Reɠnata', '1990-05-17', 'M')],
    'vista: Codificación UTF-8: la indican los primeros bytes.',
  ],
  [
    'the letter ɠ in declared UTF-8',
    { sexo: 'hm', codificacion: 'utf-8' },
    table(RENATA, RENATA.replace('Renata', 'Reɠnata')),
    [KEY, keyOf('Reɠnata', '1990-05-17', 'M')],
    'declarada: Codificación UTF-8',
  ],
  [
    'a row of UTF-8 among ten of Windows-1252',
    HM,
    concat(in1252(table(...Array.from({ length: 10 }, () => NUSTA))), NUSTA.replace('Ñusta', 'Renata Ñ')),
    [...Array.from({ length: 10 }, () => NUSTA_KEY), '417'],
    'vista: Codificación Windows-1252. Filas que no son UTF-8: 10 (la primera, fila 2); filas que parecen UTF-8: 1',
  ],
  [
    'whole names, surnames first',
    { sexo: 'hm', nombre_completo: 'apellidos' },
    `Nombre completo,F. Nac.,Sexo,Edo. Nac.\nOlvera Tinajero Renata,1990-05-17,M,09\n"Olvera Tinajero, Renata",1990-05-17,M,09\n`,
    [KEY, KEY],
    'declarada: El nombre viene completo en una columna, los apellidos primero.',
  ],
  [
    'whole names, given names first',
    { sexo: 'hm', nombre_completo: 'nombres' },
    'Nombre,F. Nac.,Sexo,Edo. Nac.\nRenata Olvera Tinajero,1990-05-17,M,09\nRenata,1990-05-17,M,09\n,1990-05-17,M,09\n',
    [KEY, '417', '400'],
    'declarada: El nombre viene completo en una columna, los nombres primero.',
  ],
  [
    'both surnames in one column',
    HM,
    'Apellidos,Nombre(s),F. Nac.,Sexo,Edo. Nac.\nOlvera Tinajero,Renata,1990-05-17,M,09\n,Renata,1990-05-17,M,09\n',
    [KEY, '401'],
    'vista: Los dos apellidos vienen en una columna: se cortan en primero y segundo.',
  ],
  [
    'surnames in a column of their own beside one of both',
    HM,
    'Apellidos,Paterno,Materno,Nombre(s),F. Nac.,Sexo,Edo. Nac.\nZoe,Olvera,Tinajero,Renata,1990-05-17,M,09\n',
    [KEY],
    'supuesta: Codificación',
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

it('a name that can be cut in two ways gets a notice', () => {
  const header = 'Nombre completo,F. Nac.,Sexo,Edo. Nac.';
  const people = [
    'Olvera Tinajero Ana Zyanya Luz',
    '"Ruiz Esparza Tinajero, Renata"',
    '"de la Olvera Tinajero, Renata"',
  ];
  const file = `${[header, ...people.map((name) => `${name},1990-05-17,M,09`)].join('\n')}\n`;
  const [names, first, second, third] = cells(runText({ nombre_completo: 'apellidos' }, file));
  expect(names?.slice(4)).toEqual(['curp', 'aviso', 'code_error', 'error_message']);
  expect(first?.[5]).toContain('«Olvera», «Tinajero», «Ana Zyanya Luz»');
  expect(second?.[5]).toContain('«Ruiz», «Esparza Tinajero», «Renata»');
  expect(third?.slice(4, 6)).toEqual([KEY, '']);
  const [, inEnglish] = cells(runText({ nombre_completo: 'apellidos', language: 'en' }, file));
  expect(inEnglish?.[5]).toMatch(/^The name can be cut in another way; it was read as “Olvera”/);
});

describe('both surnames in one column', () => {
  const file = (...surnames: readonly string[]): string =>
    `Apellidos,Nombre,F. Nac.,Sexo,Edo. Nac.\n${surnames.map((each) => `${each},Renata,1990-05-17,M,09\n`).join('')}`;

  it.each([
    ['Ponce de León', 'Los apellidos pueden cortarse de otra manera; se leyó «Ponce», «de León».'],
    ['Olvera', 'Solo hay un apellido: se leyó «Olvera». Si la persona tiene otro, agréguelo.'],
    ['de la Cruz Olvera', ''],
  ])('%s: %s', (surnames, notice) => {
    expect(cells(runText(HM, file(surnames)))[1]?.[6]).toBe(notice);
  });

  it('may hold a word for no surname, which leaves the row without one', () => {
    expect(keys(HM, file('NO TIENE'))).toEqual(['401']);
  });

  it('may be in objects of NDJSON too', () => {
    const object = { apellidos: 'Olvera Tinajero', nombres: 'Renata', dob: '1990-05-17', sexo: 'M', entidad: '09' };
    expect(runText({ ...HM, formato: 'ndjson' }, `${JSON.stringify(object)}\n`)).toContain(KEY);
  });

  it('may be named by the user', () => {
    const named = file('Olvera Tinajero').replace('Apellidos', 'Apellido');
    expect(() => keys(HM, named)).toThrow('No se sabe si «Apellido» trae los dos apellidos o solo uno');
    expect(keys({ ...HM, columnas: { apellidos: 'Apellido' } }, named)).toEqual([KEY]);
  });
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

it('a file of keys to validate is read without the conventions of people', () => {
  const file = `${HEADER},curp\n${bornOn('17/05/90').replace(',M,', ',1,')},${KEY}\n`;
  expect(told({ operacion: 'validar' }, file)).toEqual(['supuesta: Codificación UTF-8: las filas no traen acentos.']);
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

describe('a header below people, as sorting the list with its header leaves it', () => {
  const file = `${RENATA}\n${table(RENATA)}`;
  const options = { formato: 'csv', ...HM } as const;
  const answer = (read: LoteOptions, written = file): void =>
    void run(new Lote({ ...read, reading: decideByHead(toBytes(written), read) }), [toBytes(written)]);

  it('makes the file unreadable, because those people would get no answer', () => {
    expect(() => answer(options)).toThrow(/^Los nombres de las columnas están en la fila 2, y arriba hay personas/);
  });

  it('is accepted if the user says where it is, and below titles with a date or a state', () => {
    expect(() => answer({ ...options, encabezado: 2 })).not.toThrow();
    expect(() => answer(options, `Jalisco,,,17/05/2024,,\n${table(RENATA)}`)).not.toThrow();
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

  it('is accepted if the user says where the header is', () => {
    const declared = { ...options, encabezado: 1 } as const;
    expect(() => new Lote({ ...declared, reading: decideByHead(toBytes(file), declared) })).not.toThrow();
  });

  it('is no header if the user named the columns', () => {
    const named = { ...options, columnas: { nombres: 'alias' } } as const;
    const again = `${HEADER},alias\n${RENATA},Renata\n${HEADER},alias\n`;
    expect(() => new Lote({ ...named, reading: decideByHead(toBytes(again), named) })).not.toThrow();
  });
});

it('dates as year, day, month are read so if one proves it and none has its day last', () => {
  const dates = ['1990-17-05', '1990-05-06', '1990-07-07'].map(bornOn);
  expect(keys(HM, table(...dates))).toEqual([KEY, born('1990-06-05'), born('1990-07-07')]);
  expect(rows(HM, table(...dates, bornOn('1990-05-17'))).map(({ aviso }) => aviso)).toEqual(['', '', '', '']);
});

it('a title with quotes may be above a header', () => {
  expect(runText(HM, `INSTITUTO "BENITO JUÁREZ", A.C.\n\n${table(RENATA)}`)).toContain(`${RENATA},${KEY},,0,\n`);
});

it('invisible characters around a sex or a date hide no evidence', () => {
  expect(keys({}, table(withSex('\u200bM'), withSex('\u200bF')))).toEqual([MAN, KEY]);
  expect(keys(HM, table(bornOn('\u200b05/17/1990'), bornOn(`${NBSP}01/02/1980`)))).toEqual([KEY, born('1980-01-02')]);
});

it('the name of a column may show what 1 and 2 are', () => {
  const file = table(withSex('1'), withSex('2'));
  expect(keys({}, file.replace('sexo', 'Sexo (1=Hombre 2=Mujer)'))).toEqual([MAN, KEY]);
  expect(keys({}, file.replace('sexo', 'Sexo (1=Mujer 2=Hombre)'))).toEqual([KEY, MAN]);
});

it('UTF-8 that a program took for Latin-1 is read as UTF-8', () => {
  const spoilt = Buffer.from(Buffer.from(table(NUSTA, NUSTA.toUpperCase())).toString('latin1'));
  expect(keys(HM, spoilt)).toEqual([NUSTA_KEY, NUSTA_KEY]);
});

describe('sexes that contradict the given names', () => {
  const people = (...sexes: readonly string[]): string =>
    table(...sexes.map((sex, i) => withSex(sex).replace('Renata', i % 2 === 0 ? 'Renata' : 'Bruno')));
  const reviewed = (file: string): boolean[] => rows({}, file).map(({ aviso }) => aviso !== '');

  it('are for review if nearly all do', () => {
    expect(reviewed(people('H', 'M', 'H', 'M'))).toEqual([true, true, true, true]);
    expect(reviewed(people('Hombre', 'Mujer', 'Hombre', 'Mujer'))).toEqual([true, true, true, true]);
  });

  it('are for review each by itself if as many agree', () => {
    const contradict = [true, false, false, true, true, true];
    expect(reviewed(people('H', 'H', 'M', 'M', 'H', 'M'))).toEqual(contradict);
    expect(reviewed(people('Hombre', 'Hombre', 'Mujer', 'Mujer', 'Hombre', 'Mujer'))).toEqual(contradict);
  });
});

describe('a column of sexes with only M', () => {
  const refused = (options: Options, input: string): ErrorEntry => fileError({ sexo: undefined, ...options }, input);

  it.each(['M', 'm', ' M '])('is refused: %j', (sexo) => {
    expect(refused({}, table(withSex(sexo), withSex(sexo)))).toMatchObject({
      code_error: 8,
      parametro: null,
      error_message:
        'La columna del sexo trae solo M, que puede ser Mujer o Masculino: declare `sexo=hm` si es Mujer o `sexo=fm` si es Masculino.',
    });
    expect(refused({ formato: 'ndjson' }, line({ sexo }))).toMatchObject({ code_error: 8 });
  });

  it('is refused beside X, digits and empty cells, which show nothing about M', () => {
    expect(refused({}, table(RENATA, withSex('X'), withSex('1'), withSex(''))).error_message).toContain('solo M');
  });

  it('is refused before a row is answered if the reading was decided before', () => {
    const reading = decideByHead(toBytes(table(RENATA)), { formato: 'csv' });
    expect(refused({ reading }, table(RENATA))).toMatchObject({ code_error: 8 });
  });

  it('is refused, whatever surrounds each cell', () => {
    const wrapped = RENATA.split(',').map((cell) => `"=""${cell}"""`);
    expect(refused({}, table(wrapped.join(','))).error_message).toContain('solo M');
  });

  it('gets no key if it begins after the rows that decided the reading', async () => {
    const head = table(withSex('Hombre'), withSex('Mujer'));
    const file = `${head}${RENATA}\n`;
    const reading = decideByHead(toBytes(head), { formato: 'csv' });
    expect(keys({ reading }, file).at(-1)).toBe('416');
    const twice = answeredAfter(toBytes(head), toBytes(file), { formato: 'csv' });
    await expect(twice).rejects.toThrow('solo M');
  });

  it('is read if keys are only validated', () => {
    expect(runText({ sexo: undefined, operacion: 'validar' }, `${HEADER},curp\n${RENATA},${KEY}\n`)).toContain('true');
  });
});

describe('what surrounds every given name is dropped', () => {
  it.each<[string, (name: string) => string, string]>([
    ['a formula', (name) => `"=""${name}"""`, 'Se quita ="…" de las celdas.'],
    ['an apostrophe', (name) => `'${name}`, 'Se quita el apóstrofo con que empieza cada nombre.'],
    ['quotes of a word processor', (name) => `“${name}”`, 'Se quitan las comillas de cada nombre.'],
    ['single quotes', (name) => `'${name}'`, 'Se quitan las comillas de cada nombre.'],
    ['a number', (name) => `12.- ${name}`, 'Se quita el número con que empieza cada nombre.'],
    ['a note', (name) => `[baja] ${name}`, 'Se quita la nota entre corchetes con que empieza cada nombre.'],
    ['C.', (name) => `C. ${name}`, 'Se quita el «C.» (ciudadano) con que empieza cada nombre.'],
  ])('%s', (_, wrap, sentence) => {
    const all = table(RENATA.replace('Renata', wrap('Renata')), RENATA.replace('Renata', wrap('Abril')));
    expect(keys(HM, all)).toEqual([KEY, keyOf('Abril', '1990-05-17', 'M')]);
    expect(told(HM, all)).toContain(`vista: ${sentence}`);
    const one = table(RENATA.replace('Renata', wrap('Renata')), RENATA);
    expect(told(HM, one)).not.toContain(`vista: ${sentence}`);
    const [first, second] = rows(HM, one);
    expect(`${first?.['aviso']}${first?.['error_message']}`).not.toBe('');
    expect([second?.['curp'], second?.['aviso']]).toEqual([KEY, '']);
  });

  it.each([
    ['"=""', '"""'],
    ["'", "'"],
  ])('and does not hide the evidence of the cells: %s', (before, behind) => {
    const wrapped = (row: string): string => row.replaceAll(/[^,]+/g, (cell) => `${before}${cell}${behind}`);
    expect(keys({}, table(wrapped(withSex('M')), wrapped(withSex('F'))))).toEqual([MAN, KEY]);
    const dates = table(wrapped(bornOn('01/02/1980')), wrapped(bornOn('05/17/1990')));
    expect(keys(HM, dates)).toEqual([born('1980-01-02'), KEY]);
  });
});

describe('days counted from 1900', () => {
  it('may have the decimals of programs', () => {
    expect(keys(HM, table(bornOn('33010.0'), bornOn('33011.0')))).toEqual([KEY, born('1990-05-18')]);
  });

  it('are dates if the whole column is numbers', () => {
    const serial = table(bornOn('33010'), bornOn('29221'));
    expect(keys(HM, serial)).toEqual([KEY, born('1980-01-01')]);
    expect(told(HM, serial)).toContain('vista: Las fechas vienen como números de día de Excel.');
  });

  it('are errors beside other dates', () => {
    expect(keys(HM, table(bornOn('33010'), bornOn('1990-05-17')))).toEqual(['417', KEY]);
  });
});

describe('two words in the first surname and none in the second', () => {
  const joined = RENATA.replace('Olvera,Tinajero', 'Olvera Tinajero,');
  const single = RENATA.replace('Tinajero', '');

  it('are for review if most rows are so', () => {
    const file = table(joined, joined, single);
    expect(rows(HM, file).map(({ aviso }) => aviso !== '')).toEqual([true, true, false]);
    expect(told(HM, file)).toContain(
      'vista: Quizá la mayoría de las filas trae los dos apellidos en una columna: se marcan para revisar.',
    );
  });

  it('are for review in a single row, which says what they may be', () => {
    expect(rows(HM, table(joined, RENATA, RENATA)).map(({ aviso }) => aviso)).toEqual([
      expect.stringContaining('«OLVERA» «TINAJERO»'),
      '',
      '',
    ]);
  });

  it('are for review with a particle between them if most rows are so', () => {
    const withParticle = RENATA.replace('Renata,Olvera,Tinajero', 'Bruno,Olvera del Valle,').replace(',M,', ',H,');
    expect(rows(HM, table(withParticle, RENATA, RENATA))[0]?.['aviso']).toBe('');
    expect(rows(HM, table(withParticle, joined, single))[0]?.['aviso']).toContain('«Olvera» «del Valle»');
  });
});

describe('a row that holds no person', () => {
  it.each([
    ['a total', 'TOTAL,,,,,'],
    ['a signature', ',,,,,Elaboró: la secretaria'],
    ['a line with nothing but a text', 'Fin del reporte'],
    ['the header again', HEADER],
    ['the header in capitals', HEADER.toUpperCase()],
    ['the header in other words', 'Nombre(s),Ap. paterno,Ap. materno,F. de nacimiento,Sexo,Entidad de nac.'],
    ['a ruling', '-----,-----,-----,-----,-----,-----'],
    ['the rulings of a table of text', '---------------'],
    ['a footnote', 'Elaboró: la secretaria,,,,,'],
    ['a page', 'Página 2 de 3,,,,,'],
  ])('passes through with empty cells, and is counted separately: %s', (_, other) => {
    const lote = new Lote(DECLARED);
    const output = toText(run(lote, [toBytes(`${table(RENATA, other)}${RENATA}\n`)]));
    const [, first, second, third] = cells(output);
    expect([first?.[6], third?.[6]]).toEqual([KEY, KEY]);
    const padded = [...other.split(','), '', '', '', '', '', ''].slice(0, 6);
    expect(second).toEqual([...padded, '', '', '', '']);
    expect(lote.totals).toEqual({ rows: 2, good: 2, reviews: 0, others: 1, errors: new Map(), fullAt: 0 });
  });

  it('is not one that lacks most data of a person', () => {
    const people = ['Renata,Olvera,,,,', 'Renata,,,,M,', 'Renata,,,,,', '-,-,-,-,-,-'];
    expect(keys(HM, table(...people))).toEqual(['403', '401', '401', '400']);
  });
});

describe('a delimiter at the end of a row', () => {
  it('adds no cell if every row has one', () => {
    const file = table(RENATA, RENATA).replaceAll('\n', ',\n');
    expect(keys(HM, file)).toEqual([KEY, KEY]);
  });

  it('adds no cell if all rows but the header have one', () => {
    expect(keys(HM, `${HEADER}\n${RENATA},\n${RENATA},,,\n${RENATA}\n`)).toEqual([KEY, KEY, KEY]);
    expect(keys(HM, `${HEADER}\n${RENATA},,x\n`)).toEqual(['8']);
  });
});

it('quotes after a backslash are quotes inside a cell', () => {
  const file = `${HEADER},notas\n${RENATA},"dijo \\"sí\\", y firmó"\n${RENATA},x\n`;
  expect(runText({}, file).split('\n').slice(1)).toEqual([
    `${RENATA},"dijo \\"sí\\", y firmó",${KEY},,0,`,
    `${RENATA},x,${KEY},,0,`,
    '',
  ]);
});

it.each(['NO TIENE', 'S/D', 'SIN APELLIDO'])(
  'a surname that says that there is none is counted and reported: %s',
  (word) => {
    expect(told(HM, table(RENATA.replace('Tinajero', word))).join(' ')).toMatch(
      /Apellidos con una palabra .*: 1 \(fila 2\)/,
    );
  },
);

describe('names without Ñ', () => {
  it('are for review, whether or not others of the file have their Ñ', () => {
    const munoz = RENATA.replace('Olvera', 'Munoz');
    expect(rows(HM, table(munoz, RENATA)).map(({ aviso }) => aviso !== '')).toEqual([true, false]);
    expect(rows(HM, table(munoz, NUSTA)).map(({ aviso }) => aviso)).toEqual([expect.stringContaining('MUÑOZ'), '']);
  });

  it('are reported once for the file', () => {
    expect(told(HM, table(RENATA.replace('Olvera', 'Munoz'))).join(' ')).toContain('Ñ');
  });
});

describe('NDJSON', () => {
  it('follows the same conventions', () => {
    const people = [
      { sexo: 'F' },
      { sexo: 'M' },
      { apellido_materno: '  NULL  ', sexo: 'F' },
      { entidad: 9, sexo: 'F' },
    ];
    const lines = people.map((data) => line({ ...data, fecha_nacimiento: '05/17/1990' })).join('');
    expect(objects({ sexo: undefined }, lines).map(({ curp }) => curp)).toEqual([KEY, MAN, 'OEXR900517MDFLXN07', KEY]);
    expect(told({ formato: 'ndjson' }, lines)).toContain(
      'vista: Fechas: mes, día, año, como lo prueba una cifra mayor que 12 (fila 1).',
    );
  });
});

describe('a sign for Ñ', () => {
  const MUNOZ = [
    RENATA.replace('Olvera', 'MU#OZ'),
    RENATA.replace('Olvera', 'Mu#oz'),
    RENATA.replace('Olvera', '#usta'),
  ];

  it('is an error that names the option', () => {
    expect(rows(HM, table(...MUNOZ))[0]?.['error_message']).toContain('declare `enie=#`');
    expect(rows(HM, table('RENATA,#OL,SOTO,17/05/1990,M,09'))[0]?.['error_message']).toContain('declare `enie=#`');
  });

  it('is read as Ñ if the user declares it', () => {
    const named = (options: Options, from: string): string[] => keys(options, table(...MUNOZ).replaceAll('#', from));
    expect(named({ ...HM, enie: '#' }, '#')).toEqual(named(HM, 'ñ'));
    expect(told({ ...HM, enie: '#' }, table(...MUNOZ)).join()).toContain('«#» se lee como Ñ en los nombres.');
    const [munoz] = rows({ ...HM, enie: '#' }, table(...MUNOZ));
    expect(munoz).toMatchObject({ apellido_paterno: 'MU#OZ', aviso: '' }); // The cell stays unchanged.
  });

  it('must be one sign and no letter', () => {
    expect(['#', '¥', '##', 'N', ' ', '-', ''].map((text) => 'value' in parseReadingOption('enie', text))).toEqual([
      true,
      true,
      ...Array.from({ length: 5 }, () => false),
    ]);
  });
});

describe('letters of states', () => {
  const bornIn = (...places: readonly string[]): string =>
    table(...places.map((place) => RENATA.replace(/,09$/, `,${place}`)));
  const piles = (file: string): [string, boolean][] =>
    rows(HM, file).map(({ curp, aviso }) => [curp?.slice(11, 13) ?? '', aviso !== '']);

  it('are those of the post if some are only there, and those of two states are for review', () => {
    expect(piles(bornIn('JA', 'EM', 'CM', 'MC', 'NL'))).toEqual([
      ['JC', false],
      ['MC', false],
      ['CC', true],
      ['MN', true],
      ['NL', false],
    ]);
  });

  it('are for review if three mean other states for the post and none is only in the catalogue of the CURP', () => {
    expect(piles(bornIn('MC', 'CL', 'CM', 'NL')).map(([, isReview]) => isReview)).toEqual([true, true, true, false]);
  });

  it('are no NA of R, which is Nayarit only beside other letters of the post', () => {
    expect(piles(bornIn('NA', 'Jalisco', 'NL'))).toEqual([
      ['', false],
      ['JC', false],
      ['NL', false],
    ]);
    expect(piles(bornIn('NA', 'JA'))).toEqual([
      ['NT', false],
      ['JC', false],
    ]);
  });

  it('are those of the CURP if the file has its own', () => {
    expect(piles(bornIn('MC', 'CL', 'CM', 'JC', 'DF'))).toEqual(
      ['MC', 'CL', 'CM', 'JC', 'DF'].map((code) => [code, false]),
    );
    expect(piles(bornIn('MC', 'MC', 'NL'))).toEqual(['MC', 'MC', 'NL'].map((code) => [code, false]));
  });
});

it('México beside Estado de México may be the country', () => {
  const places = ['México', 'Estado de México', 'Jalisco'].map((place) => RENATA.replace(/,09$/, `,${place}`));
  expect(rows(HM, table(...places)).map(({ aviso }) => aviso !== '')).toEqual([true, false, false]);
});

it('BLANCO is a second surname, and may be none where the file has other words for nothing', () => {
  const blanco = RENATA.replace('Tinajero', 'Blanco');
  expect(rows(HM, table(blanco, RENATA)).map(({ aviso }) => aviso !== '')).toEqual([false, false]);
  const nothing = RENATA.replace('Tinajero', 'No tiene');
  expect(rows(HM, table(blanco, nothing)).map(({ aviso }) => aviso !== '')).toEqual([true, false]);
});

it('the name of a column shows the order of dates and of whole names', () => {
  const file = table(bornOn('05/06/1990')).replace('fecha_nacimiento', 'Fecha de nacimiento (MM/DD/AAAA)');
  expect(keys(HM, file)).toEqual(keys(HM, table(bornOn('1990-05-06'))));
  const whole =
    'Nombre completo (iniciando por apellidos),fecha_nacimiento,sexo,entidad\nOlvera Tinajero Renata,1990-05-17,M,09\n';
  expect(keys(HM, whole)).toEqual([KEY]);
});

it('misspelt words for a sex are read', () => {
  expect(keys({}, table(withSex('FEMENIMO'), withSex('MASCUINO'), withSex('femenino')))).toEqual([KEY, MAN, KEY]);
  expect(keys({}, table(withSex('Feminino'), withSex('H=Hombre'), withSex('M=Mujer')))).toEqual([KEY, MAN, KEY]);
});

describe('a file that leaves several questions open', () => {
  const header = 'Nombre completo,Fecha,Sexo,Estado';
  const person = 'RENATA OLVERA TINAJERO,17/05/90,M,Jalisco';

  it('is refused with all of them', () => {
    const { error_message } = fileError({ sexo: undefined }, `${header}\n${person}\n`);
    expect(error_message).toMatch(/«Estado».*«Fecha».*nombre_completo=apellidos.*sexo=hm/);
  });

  it('is refused with what its rows need too, once their columns are known', () => {
    const columnas = { entidad: 'Estado', fecha_nacimiento: 'Fecha' };
    const options: Options = { sexo: undefined, columnas, nombre_completo: 'nombres' };
    expect(fileError(options, `${header}\n${person}\n`).error_message).toMatch(/^La columna del sexo.*siglo=1930/);
    const digits = fileError({ ...options, columnas: {} }, `${header}\n${person.replace('M', '2')}\n`);
    expect(digits.error_message).toMatch(/«Estado».*«Fecha».*sexo=12/);
  });

  it('is answered once all are answered', () => {
    const columnas = { entidad: 'Estado', fecha_nacimiento: 'Fecha' };
    const options: Options = { sexo: 'hm', columnas, nombre_completo: 'nombres', siglo: 1930 };
    expect(rows(options, `${header}\n${person}\n`)).toMatchObject([{ code_error: '0', aviso: '' }]);
  });
});
