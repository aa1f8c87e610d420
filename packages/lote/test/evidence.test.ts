/** The evidence that each cell shows about the conventions of its file, and how much of a stream is read for it. */
import { describe, expect, it } from 'vitest';
import { CONVENTIONS, CONVENTION_NAMES } from '@curp-service/contract/conventions/table';
import { EVIDENCE_NAMES } from '../src/datum/evidence-names.js';
import { type Evidence, Lote, Survey, type SurveyOptions, allShown, decideReading, drain } from '../src/index.js';
import { HEADER, NUSTA, RENATA, line } from './people.js';
import { DECLARED, run, toBytes } from './run-lote.js';

const COLUMNS = HEADER.split(',');
const MEBIBYTE = 1 << 20;

/** Returns the evidence of a file, which is the same whether its rows are surveyed or answered. */
function survey(options: SurveyOptions, text: string | Uint8Array): Evidence {
  const looking = new Survey(options);
  looking.read(toBytes(text));
  const evidence = looking.finish();
  const lote = new Lote({ ...DECLARED, ...options });
  run(lote, [toBytes(text)]);
  const read = { births: null, birthdays: [], names: [] }; // they are read as the file is
  expect({ ...lote.takeEvidence(), ...read }).toEqual({ ...evidence, ...read });
  return { ...evidence, shown: allShown(evidence) };
}

/** What a plain row shows. */
const PLAIN = new Set(['names', 'notSerial', 'yearFirst', 'lateDay']);

/** Returns the names of everything else that a file with this row shows, which is the same in CSV and in NDJSON. */
const shownBy = (row: readonly string[], names: readonly string[] = COLUMNS): string[] =>
  allShownBy(row, names).filter((name) => !PLAIN.has(name));

function allShownBy(row: readonly string[], names: readonly string[] = COLUMNS): string[] {
  const seen = [
    survey({ formato: 'csv' }, `${names.join(',')}\n${row.join(',')}\n`),
    survey({ formato: 'ndjson' }, JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]])))),
  ].map(({ shown }) => Object.entries(shown).flatMap(([name, { count }]) => Array.from({ length: count }, () => name)));
  expect(seen[0]).toEqual(seen[1]);
  return seen[0] ?? [];
}

/** Returns the row of a person whose sex shows nothing, with one other cell. */
const withCell = (column: string, text: string): string[] =>
  RENATA.replace(',M,', ',X,').split(',').with(COLUMNS.indexOf(column), text);

it.each([
  ['H', ['H', 'womanH']],
  ['h', ['H', 'womanH']],
  [' F', ['F', 'womanF']],
  ['f  ', ['F', 'womanF']],
  ['\u00a0M\u00a0', ['M', 'signs', 'womanM']],
  ['m', ['M', 'womanM']],
  ['1', ['digits', 'womanH']],
  [' 2 ', ['digits', 'womanF']],
  ['3', []],
  ['X', []],
  ['', []],
  ['  ', []],
  ['HM', []],
  ['Hombre', ['men', 'womanH']],
  ['MASC.', ['men', 'womanH']],
  ['varón', ['utf8', 'men', 'womanH']],
  ['f.', ['F', 'womanF']],
  [' Mujer', ['women', 'womanF']],
  ['femenino', ['women', 'womanF']],
  ['V', ['V']],
  ['v', ['V']],
])('the sex «%s» shows %j', (text, expected) => {
  expect(shownBy(withCell('sexo', text))).toEqual(expected);
});

it.each([
  ['1990-05-17', []],
  ['17/05/1990', ['dayFirst']],
  ['13/12/1990', ['dayFirst', 'december']],
  ['31-1-1990', ['dayFirst']],
  [' 17.5.1990', ['dayFirst']],
  ['05/17/1990', ['monthFirst']],
  ['12/13/1990', ['monthFirst', 'december']],
  ['1 31 1990', ['monthFirst']],
  ['12/11/1990', ['unproven']],
  ['5/5/1990', []],
  ['17/18/1990', []],
  ['32/5/1990', []],
  ['5/32/1990', []],
  ['0/5/1990', []],
  ['5/0/1990', []],
  ['13/0/1990', ['monthZero']],
  ['0/13/1990', ['monthZero']],
  ['12/12/1990', ['december']],
  ['17/05-1990', []],
  ['17:05:1990', []],
  ['170/5/1990', []],
  ['17/105/1990', []],
  ['/5/1990', []],
  ['17//1990', []],
  ['17/05/990', []],
  ['17/05/19900', []],
  ['17/05/90', ['dayFirst', 'shortYears']],
  ['17/05/32', ['dayFirst', 'shortYears']],
  ['17/05/31', ['unproven', 'shortYears']],
  ['05/17/31', ['monthFirst', 'shortYears']],
  ['5/5/90', ['shortYears']],
])('the date «%s» shows %j', (text, expected) => {
  expect(shownBy(withCell('fecha_nacimiento', text))).toEqual(expected);
});

it.each([
  ['1990-05-17', ['names', 'yearFirst', 'lateDay']],
  ['1990-05-12', ['names', 'yearFirst']],
  ['1990-01-01', ['names', 'yearFirst', 'newYear']],
  ['01/01/1990', ['names', 'notSerial', 'newYear']],
  ['1/1/90', ['shortYears', 'names', 'notSerial', 'newYear']],
  ['19900101', ['names', 'notSerial', 'newYear']],
  ['1011990', ['names', 'notSerial', 'newYear']],
  ['33010', ['names', 'serial']],
  ['10708', ['names', 'lostZero']],
  ['11308', ['names', 'serial']],
  ['330100', ['names', 'notSerial']],
  ['5071990', ['unproven', 'names', 'notSerial']],
  ['5171990', ['monthFirst', 'names', 'notSerial']],
  ['17051990', ['dayFirst', 'names', 'notSerial']],
  ['05171990', ['monthFirst', 'names', 'notSerial']],
  ['05061990', ['unproven', 'names', 'notSerial']],
  ['19900517', ['names', 'notSerial']],
  ['17-may-90', ['shortYears', 'names', 'notSerial']],
  ['17-may-1990', ['names', 'notSerial']],
  ['', ['names']],
])('the form of the date «%s» shows %j', (text, expected) => {
  expect(allShownBy(withCell('fecha_nacimiento', text))).toEqual(expected);
});

it.each([
  ['Renata', []],
  ["'Renata", ['apostrofo']],
  ['“Renata”', ['comillas', 'signs']],
  ['1.- Renata', ['numero']],
  ['(baja) Renata', ['corchetes']],
  ['C. Renata', ['ciudadano']],
  ['C Renata', []],
])('the given name «%s» shows %j', (text, expected) => {
  expect(shownBy(withCell('nombres', text))).toEqual(expected);
});

it.each([
  ['Olvera,Renata,Tinajero', ['swapped']],
  ['Olvera,Tinajero,Renata', ['swapped']],
  ['Íñigo,López,Noé', ['utf8', 'enie', 'swapped']],
  ['Renata,Santiago,Tinajero', []],
  ['María de la Luz,Elena,Ek', ['utf8']],
  ['Ma. Elena,Santiago,Ek', []],
])('the names «%s» show %j', (names, expected) => {
  expect(shownBy([...names.split(','), ...withCell('sexo', 'X').slice(3)])).toEqual(expected);
});

it.each([
  ['Renata', 'M', ['M', 'womanM']],
  ['Bruno', 'M', ['M', 'manM']],
  ['Bruno', 'H', ['H', 'manH']],
  ['BRUNO LUIS', 'F', ['F', 'manF']],
  ['bruno', '2', ['digits', 'manF']],
  ['Bruno', 'mujer', ['women', 'manF']],
  ['Bruno', '1', ['digits', 'manH']],
  ['Noé', 'M', ['utf8', 'M']],
])('the given name «%s» beside the sex «%s» shows %j', (name, sex, expected) => {
  expect(shownBy(withCell('sexo', sex).with(COLUMNS.indexOf('nombres'), name))).toEqual(expected);
});

it('a formula around the given name is recognised inside the quotes of CSV', () => {
  const text = `${HEADER}\n${withCell('nombres', '"=""Renata"""').join(',')}\n`;
  expect(survey({ formato: 'csv' }, text).shown.igual.count).toBe(1);
  expect(survey({ formato: 'ndjson' }, line({ nombres: '="Renata"' })).shown.igual.count).toBe(1);
});

it.each([
  ['Olvera Tinajero', '', ['joined']],
  ['Olvera Tinajero', 'Ruiz', []],
  ['Olvera', '', []],
  ['De la Cruz', '', []],
  ['De la Cruz Olvera', '', ['joined']],
  ['Olvera Tinajero Ruiz', '', []],
])('the surnames «%s» and «%s» show %j', (first, second, expected) => {
  const row = withCell('apellido_paterno', first).with(COLUMNS.indexOf('apellido_materno'), second);
  expect(shownBy(row)).toEqual(expected);
});

it.each([
  ['México', ['utf8', 'mexico']],
  ['MEXICO', ['mexico']],
  ['mexicano', ['states']],
  ['Morelos', ['states']],
  ['Jalisco', ['states']],
  ['JC', ['ownCode']],
  ['NL', []],
  ['JA', ['postal']],
  ['CM', ['CM']],
  ['09', []],
  ['CDMX', ['states']],
])('the entity «%s» shows %j', (text, expected) => {
  expect(shownBy(withCell('entidad', text))).toEqual(expected);
});

it.each([
  ['Sexo (M/F)', 'fm'],
  ['Sexo H/M', 'hm'],
  ['Sexo', null],
])('the column «%s» shows the letters %s', (name, hint) => {
  const text = `${HEADER.replace('sexo', name)}\n${RENATA}\n`;
  expect(survey({ formato: 'csv' }, text).hints.sexo).toBe(hint);
});

it.each([
  ['90', ['shortYears']],
  ['1990', []],
  ['9', []],
  ['9x', []],
  ['90x', []],
  ['', []],
])('the year «%s» in a column of its own shows %j', (year, expected) => {
  const names = COLUMNS.toSpliced(COLUMNS.indexOf('fecha_nacimiento'), 1, 'anio', 'mes', 'dia');
  const row = withCell('fecha_nacimiento', `${year},5,17`).join(',').split(',');
  expect(shownBy(row, names)).toEqual(expected);
});

it.each([
  ['1990-17-05', true],
  ['1990-17-12', true],
  ['1990-17-13', false],
  ['1990-17-00', false],
  ['1990-12-05', false],
])('the date «%s» shows that the month comes last: %s', (date, expected) => {
  const rows = [date, '1990-01-01'].map((each) => withCell('fecha_nacimiento', each).join(',')).join('\n');
  expect(survey({ formato: 'csv' }, `${HEADER}\n${rows}\n`).shown.monthLast.count > 0).toBe(expected);
});

it('evidence is found whichever column is the first', () => {
  const row = ['Renata', 'NULL', 'NULL', '17/05/1990', 'F', '09'];
  const turned = (cells: readonly string[], by: number): string[] => [...cells.slice(by), ...cells.slice(0, by)];
  for (const by of row.keys()) {
    expect(shownBy(turned(row, by), turned(COLUMNS, by))).toEqual(['F', 'dayFirst', 'surnames', 'surnames', 'womanF']);
  }
});

it('objects with keys to validate show no evidence about people', () => {
  const { shown } = survey({ formato: 'ndjson', operacion: 'validar' }, line({ curp: 'x' }));
  expect(shown.M.count).toBe(0);
});

it('names of columns in UTF-8 show nothing about the rows', () => {
  const columns = [...COLUMNS, 'teléfono'].join(',');
  const row = [...withCell('sexo', 'X'), '1'].join(',');
  const { notUtf8, utf8 } = survey({ formato: 'csv' }, `${columns}\n${row}\n`).shown;
  expect([notUtf8.count, utf8.count]).toEqual([0, 0]);
  const in1252 = survey({ formato: 'csv' }, Buffer.from(`${columns}\n${row}\n`, 'latin1')).shown;
  expect([in1252.notUtf8.count, in1252.utf8.count]).toEqual([1, 0]);
});

it.each([
  ['apellido_paterno', 'NULL', ['surnames']],
  ['apellido_materno', '  NULL  ', ['surnames']],
  ['apellido_materno', 'NULLA', []],
  ['nombres', 'NULL', []],
])('the %s «%s» shows %j', (column, text, expected) => {
  expect(shownBy(withCell(column, text))).toEqual(expected);
});

it.each(['csv', 'ndjson'] as const)('evidence in %s counts how often it was seen, and has the first row', (formato) => {
  const rows = ['X', 'F', 'F'].map((sexo) => withCell('sexo', sexo));
  const text =
    formato === 'csv'
      ? [HEADER, rows[0], '', rows[1], rows[2]].join('\n')
      : rows.map((row) => JSON.stringify(Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]])))).join('\n\n');
  expect(survey({ formato }, text)).toMatchObject({
    rows: formato === 'csv' ? 4 : 5,
    shown: { F: { count: 2, row: 3 }, H: { count: 0, row: 0 } },
  });
});

it.each(['csv', 'ndjson'] as const)('a row in %s that is too long counts as a row', (formato) => {
  const long = 'x'.repeat(MEBIBYTE + 1);
  const text =
    formato === 'csv' ? `${HEADER}\n${long}\n${withCell('sexo', 'F').join(',')}\n` : `${long}\n${line({ sexo: 'F' })}`;
  expect(survey({ formato }, text).shown.F).toEqual({ count: 1, row: 2 });
});

it('Survey counts the memory of a row that does not end, and keeps nothing more of a file without a header', () => {
  const looking = new Survey({ formato: 'csv' });
  looking.read(toBytes(`${HEADER}\n"${'x'.repeat(MEBIBYTE / 2)}`));
  expect(looking.memory).toBeGreaterThan(MEBIBYTE / 2);
  const vain = new Survey({ formato: 'csv' });
  vain.read(toBytes('x'.repeat(MEBIBYTE + 1)));
  const before = vain.memory;
  vain.read(toBytes('x'.repeat(4 * MEBIBYTE)));
  expect(vain.memory).toBe(before);
});

it('evidence can be taken only once', () => {
  const lote = new Lote({ formato: 'csv', duplicates: null });
  drain(lote.process(toBytes(`${HEADER}\n${withCell('sexo', 'F').join(',')}\n`)));
  drain(lote.finish());
  expect([lote.takeEvidence(), lote.takeEvidence()].map(({ rows, shown }) => [rows, shown.F])).toEqual([
    [1, { count: 1, row: 1 }],
    [0, { count: 0, row: 0 }],
  ]);
});

it.each(['csv', 'ndjson'] as const)('a row in %s that is cut at the end of the head shows nothing', (formato) => {
  const rows = formato === 'csv' ? `${HEADER}\n${NUSTA}\n${NUSTA}` : line({ nombres: 'Ñusta' }).repeat(2);
  const bytes = toBytes(rows);
  const looking = new Survey({ formato });
  looking.read(bytes.subarray(0, bytes.lastIndexOf(0xc3) + 1));
  const { codificacion } = decideReading(looking.breakOff(), { formato });
  expect(codificacion.evidence).toMatchObject({ notUtf8: { count: 0 }, utf8: { count: 1 } });
});

it('an empty date shows nothing, whatever the next cell holds', () => {
  const table = `${HEADER}\n${withCell('fecha_nacimiento', ',17/05/2010').join(',')}\n`;
  const text = table.replace('fecha_nacimiento', 'fecha_nacimiento,ingreso').replaceAll(',', '\t');
  expect(survey({ formato: 'csv' }, text).shown.dayFirst.count).toBe(0);
});

it('a row with a cell too many shows nothing', () => {
  const { shown } = survey({ formato: 'csv' }, `${HEADER}\n${withCell('sexo', 'F').join(',')},x\n`);
  expect(shown.F.count).toBe(0);
});

it('the declared header names the columns', () => {
  const { shown } = survey({ formato: 'csv', encabezado: 2 }, `sexo,nombres,paterno,a,b,c\n${HEADER}\nF,F,F,F,H,F\n`);
  expect([shown.F.count, shown.H.count]).toEqual([0, 1]);
});

describe('the reading of a stream', () => {
  /** Returns how a stream is read that has begun with these bytes and continues. */
  function readingOf(text: string): unknown {
    const lote = new Lote({ formato: 'csv', duplicates: null });
    drain(lote.process(toBytes(text)));
    return lote.reading?.sexo.value;
  }
  const female = `${withCell('sexo', 'F').join(',')}\n`;

  it.each([
    [19_999, undefined],
    [20_000, 'fm'],
    [20_001, 'hm'],
  ])('waits for 20,000 lines: a row in line %i, the last that has arrived, gives %s', (number, expected) => {
    expect(readingOf(`${HEADER}${'\n'.repeat(number - 1)}${female}`)).toBe(expected);
  });

  it('is also decided by rows after quotes that are not closed', () => {
    expect(readingOf(`${HEADER}\n"\n${female}${'\n'.repeat(20_000)}`)).toBe('fm');
  });

  it.each([
    [MEBIBYTE - 1, undefined],
    [MEBIBYTE, 'fm'],
    [MEBIBYTE + 1, 'hm'],
  ])('waits for a mebibyte: a row that ends at byte %i, the last that has arrived, gives %s', (length, expected) => {
    const long = 'x'.repeat(length - HEADER.length - 2 - female.length);
    expect(readingOf(`${HEADER}\n${long}\n${female}`)).toBe(expected);
  });
});

it('a row of nothing but signs shows no code page', () => {
  const seen = survey({ formato: 'ndjson' }, Buffer.from([0x0d, 0x0a, 0xff])).shown;
  expect([seen.notUtf8.count, seen.ibm850.count, seen['windows-1252'].count]).toEqual([1, 0, 0]);
});

it('a blank of Windows-1252 is not taken for an á of DOS', () => {
  const file = `${HEADER}\n${withCell('nombres', 'Ana@Luz').join(',')}\n`;
  const bytes = Buffer.from(file.replace('@', '\u00a0'), 'latin1');
  const { shown } = survey({ formato: 'csv' }, bytes);
  expect(shown['windows-1252'].count).toBeGreaterThanOrEqual(shown.ibm850.count);
});

it('a row with a long given name counts in NDJSON as in CSV', () => {
  const row = withCell('nombres', 'ANA '.repeat(40));
  const object = Object.fromEntries(HEADER.split(',').map((name, i) => [name, row[i]]));
  const inCsv = survey({ formato: 'csv' }, Buffer.from(`${HEADER}\n${row.join(',')}\n`)).shown;
  const inObjects = survey({ formato: 'ndjson' }, Buffer.from(`${JSON.stringify(object)}\n`)).shown;
  expect(inObjects.names.count).toBe(inCsv.names.count);
});

it('every evidence has its name once', () => {
  expect(new Set(EVIDENCE_NAMES).size).toBe(EVIDENCE_NAMES.length);
});

it.each(CONVENTION_NAMES)('all evidence about %s is counted', (name) => {
  const counted: readonly string[] = [...EVIDENCE_NAMES, 'mark'];
  expect(counted).toEqual(expect.arrayContaining([...CONVENTIONS[name].evidence]));
});
