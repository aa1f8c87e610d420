/** The kernel and the texts give the same bytes for rows made from the rules themselves: each word of each list, each form of a date, each sign. */
import { ENTIDADES, NOMBRES_OMITIDOS, PARTICULAS, RELLENOS, SIN_ENIE, SIN_SEGUNDO } from '@curp-service/core';
import { NULL_WORDS } from '@curp-service/contract/reading';
import { expect, it, vi } from 'vitest';
import {
  ABREVIATURAS,
  DE_EMPRESA,
  DE_FRASE,
  DE_NADIE,
  OTRA_ENIE,
  SIN_NOMBRE,
  TITULOS,
  TRATAMIENTOS,
  VIUDA,
} from '../../core/src/nombre/palabras-dudosas.js';
import { Lote, NO_EVIDENCE, decideReading } from '../src/index.js';
import { KeyWriter } from '../src/answer/key.js';
import { type Options, run, toBytes, toText } from './run-lote.js';
import { HEADER } from './people.js';

const PLAIN: readonly string[] = ['Renata', 'Olvera', 'Tinajero', '1990-05-17', 'H', '09'];

/** Words from every list that a rule looks for, and words that are none of them. */
const WORDS = [
  ...PARTICULAS,
  ...NOMBRES_OMITIDOS,
  ...RELLENOS,
  ...SIN_SEGUNDO,
  ...ABREVIATURAS.keys(),
  ...TITULOS,
  ...TRATAMIENTOS,
  ...DE_EMPRESA,
  ...DE_NADIE,
  ...SIN_NOMBRE,
  ...DE_FRASE,
  ...VIUDA,
  ...[...SIN_ENIE.keys()].slice(0, 20),
  ...[...OTRA_ENIE.keys()].slice(0, 20),
  ...NULL_WORDS,
  ...'Desconocido;Guadalupe;Cruz;JOSELUIS;DELACRUZ;DeLeón;lBARRA;XXX;NN;O;Ñáñez;Güemes;Mc;McGregor;Juan Juan;de Torres;García de Torres;San Román;de León;Montes de Oca;A#orve;Pe¥a;García;Hernández Ruiz;Alejandra;José Antonio;DELA;DE LACRUZ;MARIADEL;DELCARMEN;LO;Juan y María;Juan e Inés'.split(
    ';',
  ),
];
const SIGNS = Array.from('!"#$%&\'()*+-./:;<=>?@[\\]^_`{|}~¡¿´¨ªº°¥ñÑüÜäÇß\u00a0\u200b\u0301');
const spelled = (word: string): string[] => [
  word,
  word.toLowerCase(),
  word.charAt(0) + word.slice(1).toLowerCase(),
  ` ${word}`,
  `${word}  `,
];
const beside = (word: string): string[] => [`${word} Luz`, `Luz ${word}`, `María ${word}`, `${word} de la Luz`];
const NAMES = [
  ...WORDS.flatMap((word) => [...spelled(word), ...beside(word)]),
  ...SIGNS.flatMap((sign) => [`Lu${sign}z`, `${sign}Luz`, `Luz${sign}`, `Luz ${sign}`]),
  '',
  ' ',
  'Ñ'.repeat(60),
  'Luz '.repeat(30),
];
const DATES = [
  '1990-05-17',
  '1990-05-05',
  '1990-01-01',
  '1899-12-31',
  '1905-03-04',
  '2999-01-01',
  '1990-02-30',
  '2000-13-05',
  '1990-01-00',
]
  .map((date) => date.split('-'))
  .flatMap(([y = '', m = '', d = '']) => [
    ...['-', '/', '.', ' '].flatMap((s) => [`${y}${s}${m}${s}${d}`, `${d}${s}${m}${s}${y}`, `${m}${s}${d}${s}${y}`]),
    `${Number(d)}/${Number(m)}/${y}`,
    `${d}/${m}/${y.slice(2)}`,
    `${y}${m}${d}`,
    `${d}${m}${y}`,
    `${d} de mayo de ${y}`,
    ...['00:00:00', '18:00', '23:59:59'].flatMap((hour) => [`${y}-${m}-${d} ${hour}`, `${y}-${m}-${d}T${hour}Z`]),
    `'${y}-${m}-${d}`,
    ` ${y}-${m}-${d} `,
  ])
  .concat('33010', '10708', '', 'x', 'NULL', '33010.0');
const SEXES = ['H', 'M', 'F', 'X', 'V', '1', '2', 'h', ' m', 'M.', 'Hombre', 'MUJER', 'no binario', '', 'ñ', 'NULL'];
const ENTITIES = ENTIDADES.flatMap((e): string[] => [e.claveEntidad, e.abreviaturaEntidad, e.nombreEntidad]).concat(
  'México',
  'Hidalgo, Texas',
  'Tijuana, B.C.',
  '9',
  '9.0',
  '33',
  '',
  'NULL',
  'Narnia',
);

const quoted = (cell: string): string => (/[",\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows in which each cell of the lists appears once in each column that it fits, and rows whose data share a name. */
const ROWS = [
  ...[0, 1, 2].flatMap((column) => NAMES.map((name) => PLAIN.with(column, name))),
  ...['Cruz', 'Luz', 'de la Cruz'].flatMap((name) => [
    PLAIN.with(0, name).with(1, name),
    PLAIN.with(0, `${name} Ana`).with(1, name),
    PLAIN.with(0, ` ${name} Ana`).with(1, name.toUpperCase()),
    PLAIN.with(0, `Ana ${name}`).with(2, name),
    PLAIN.with(1, name).with(2, name),
    PLAIN.with(1, `Olvera ${name}`).with(2, ''),
  ]),
  ...['García', 'Alejandra', 'José Antonio', 'Xoco'].flatMap((name) =>
    ['García', 'Alejandra', 'Antonio'].flatMap((other) => [
      PLAIN.with(0, name).with(1, other),
      PLAIN.with(0, name).with(2, other),
    ]),
  ),
  ...DATES.map((date) => PLAIN.with(3, date)),
  ...SEXES.map((sex) => PLAIN.with(4, sex)),
  ...ENTITIES.map((entity) => PLAIN.with(5, entity)),
];
const inCsv = (rows: readonly (readonly string[])[]): string =>
  [HEADER, ...rows.map((row) => row.map(quoted).join(','))].join('\n');

const IN_PARTS = 'nombres,apellido_paterno,apellido_materno,anio,mes,dia,sexo,entidad';
const parts = ['1990', '90', '05', '5', '1', '01', '13', '31', 'mayo', '', '0'];

/** Returns the output and the evidence of a file with the kernel and without it, and how many rows the kernel answered. */
function bothWays(
  options: Options,
  text: string,
): { readonly kernel: unknown; readonly texts: unknown; readonly plain: number } {
  const work = (): unknown => {
    const all = { formato: 'csv', sexo: 'hm', ...options } as const;
    const lote = new Lote({ ...all, reading: decideReading(NO_EVIDENCE, all) });
    const output = toText(run(lote, [toBytes(text)])).split('\n');
    return { output, evidence: lote.takeEvidence(), totals: lote.totals };
  };
  const spy = vi.spyOn(KeyWriter.prototype, 'rows');
  const kernel = work();
  const plain = spy.mock.results.filter(({ value }) => value === true).length;
  spy.mockRestore();
  vi.stubGlobal('WebAssembly', undefined);
  const texts = work();
  vi.unstubAllGlobals();
  return { kernel, texts, plain };
}

it.each<[string, Options]>([
  ['no option', {}],
  ['nulos=ninguno', { nulos: [] }],
  ['nulos=Luz,NO TIENE', { nulos: ['Luz', 'NO TIENE', '1990-05-17', 'M'] }],
  ['enie=#', { enie: '#' }],
  ['fechas=mda', { fechas: 'mda', sexo: 'fm' }],
  ['fechas=amd and siglo=1930', { fechas: 'amd', siglo: 1930, sexo: 'vh' }],
  ['sexo=12', { sexo: '12', siglo: 1930 }],
  ['sexo=123', { sexo: '123' }],
  ['Excel', { excel: true }],
  ['cotejar', { operacion: 'cotejar', duplicates: null }],
  ['English', { language: 'en' }],
])('rows made from the rules get the same answers with the kernel and without it, with %s', (_option, options) => {
  const withKey = (rows: readonly (readonly string[])[]): string =>
    inCsv(rows)
      .split('\n')
      .map((line, i) => (i === 0 ? `${line},curp` : `${line},OETR900517HDFLNN05`))
      .join('\n');
  // Without an option all rows are tried, with one every fourth.
  const rows = ROWS.filter((_, i) => Object.keys(options).length === 0 || i % 4 === 0 || ROWS.length - i < 300);
  const { kernel, texts, plain } = bothWays(options, options.operacion === 'cotejar' ? withKey(rows) : inCsv(rows));
  expect(kernel).toEqual(texts);
  expect(plain).toBeGreaterThan(5);
});

it('objects made from the rules get the same answers with the kernel and without it', () => {
  const names = HEADER.split(',');
  const lines = ROWS.filter((_, i) => i % 3 === 0).map((row) =>
    JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]]))),
  );
  const { kernel, texts } = bothWays({ formato: 'ndjson' }, lines.join('\n'));
  expect(kernel).toEqual(texts);
});

it.each(['apellidos', 'nombres'] as const)(
  'whole names with %s first get the same answers with the kernel and without it',
  (order) => {
    const wholes = NAMES.filter((_, i) => i % 3 === 0).flatMap((name) => [
      ...(order === 'apellidos' ? [`${name} Tinajero Renata`] : [`${name} Olvera Tinajero`, `Renata ${name} Tinajero`]),
      `Olvera Tinajero ${name}`,
      name,
    ]);
    const rows = wholes.map((whole) => [whole, ...PLAIN.slice(3)].map(quoted).join(','));
    const text = ['nombre_completo,fecha_nacimiento,sexo,entidad', ...rows].join('\n');
    const { kernel, texts, plain } = bothWays({ nombre_completo: order }, text);
    expect(kernel).toEqual(texts);
    expect(plain).toBeGreaterThan(20);
  },
);

it('dates in three columns get the same answers with the kernel and without it', () => {
  const rows = parts.flatMap((year) =>
    parts.flatMap((month) => parts.map((day) => [...PLAIN.slice(0, 3), year, month, day, ...PLAIN.slice(4)].join(','))),
  );
  const { kernel, texts } = bothWays({}, [IN_PARTS, ...rows].join('\n'));
  expect(kernel).toEqual(texts);
});

it('a plain row of a file with exchanged columns is for review with the kernel and without it', () => {
  const swapped = ['Olvera', 'Renata', 'Tinajero', '1990-05-17', 'H', '09'];
  const text = inCsv([...Array.from({ length: 6 }, () => swapped), PLAIN]);
  const work = (): string[] => toText(run(new Lote({ formato: 'csv', sexo: 'hm' }), [toBytes(text)])).split('\n');
  const kernel = work();
  vi.stubGlobal('WebAssembly', undefined);
  expect(work()).toEqual(kernel);
  vi.unstubAllGlobals();
  expect(kernel[7]).toContain('cambiados');
});
