/** Texts that a person typed replace those of cells, in a CSV, in NDJSON and in a workbook, and a row answers alone. */
import { expect, it } from 'vitest';
import { type AnsweredRow, Lote, NO_EVIDENCE, type Overrides, SheetLote, decideReading } from '../src/index.js';
import { dateReader } from '../src/datum/dates.js';
import { serialOf } from '../src/xlsx/rows/dates.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { bytesOf } from './bytes-of.js';
import { HEADER, in1252 } from './people.js';
import { DECLARED, runText, answerInMemory } from './run-lote.js';
import { csvOf, partsOf, rawWorkbook, sheetXml, zip } from './workbook.js';

const changed = (...cells: readonly (readonly [row: number, column: number, text: string])[]): Overrides => {
  const byRow = new Map<number, Map<number, string>>();
  for (const [row, column, text] of cells) byRow.set(row, (byRow.get(row) ?? new Map()).set(column, text));
  return { cells: byRow, reviewed: new Set() };
};

const ROWS = [
  HEADER,
  '"Ana",Ñúñez,Gil,1990-02-31,M,EUA',
  '',
  'Íñigo,"Ñúñez",Gil,1990-05-17,H,Atlántida',
  'Luz,Ñúñez,Gil,1990-05-17,M,JC',
  '',
].join('\n');
const CHANGED = changed([2, 3, '17/05/1990'], [4, 5, 'Jalisco'], [4, 0, 'Íñigo, "Luis"'], [4, 99, 'nowhere']);

it.each([
  ['UTF-8', ROWS],
  ['Windows-1252', in1252(ROWS)],
])('a CSV in %s gets its mended cells, and other rows stay unchanged', (_, file) => {
  const lines = runText({ columnas: {}, overrides: CHANGED }, file).split('\n');
  expect(lines[1]).toMatch(/^Ana,Ñúñez,Gil,17\/05\/1990,M,EUA,XUGA900517MNE\w+,,0,$/);
  expect(lines[2]).toBe('');
  expect(lines[3]).toMatch(/^"Íñigo, ""Luis""",Ñúñez,Gil,1990-05-17,H,Jalisco,/);
  expect(lines[4]).toMatch(/^Luz,Ñúñez,.*,XUGL900517MJC/);
});

const cell = (place: string, text: string, style = ''): string =>
  `<c r="${place}"${style} t="inlineStr"><is><t>${text}</t></is></c>`;
const book = rawWorkbook(
  [
    HEADER.split(','),
    ['Ana', 'Ruiz', 'Gil', '1990-02-31', 'M', 'EUA'],
    ['Luz', 'Ruiz', 'Gil', '1990-05-17', 'M'],
    ['Eva', 'Ruiz', 'Gil', '1990-05-17', 'M', 'JC'],
  ]
    .map((row, i) => {
      const cells = row.map((text, k) => cell(`${'ABCDEF'[k] ?? ''}${i + 1}`, text, k === 3 ? ' s="2"' : ''));
      return `<row r="${i + 1}" spans="1:6">${cells.join('')}</row>`;
    })
    .join(''),
);

it('a workbook gets its mended cells, which keep their styles, and the answers follow', async () => {
  const overrides = changed([2, 3, ' 17/05/1990'], [2, 5, ''], [3, 5, 'Jal & co'], [9, 0, 'nowhere']);
  const sheet = await SheetLote.open(await openSheet(book), { ...DECLARED, overrides });
  const filled = (await answerInMemory(sheet)).output;
  const read = await Workbook.open(filled);
  const xml = (await bytesOf(read.open(read.sheet(undefined)))).toString();
  expect(xml).toContain(
    '<c r="D2" s="2" t="inlineStr"><is><t xml:space="preserve"> 17/05/1990</t></is></c><c r="E2" t="inlineStr"',
  );
  expect(xml).not.toContain('r="F2"');
  expect(xml).toContain('<c r="F3" t="inlineStr"><is><t>Jal &amp; co</t></is></c>');
  const lines = (await csvOf(filled)).split('\n');
  expect(lines[1]).toMatch(/^Ana,Ruiz,Gil, 17\/05\/1990,M,,,.*«Entidad de nacimiento»/);
  expect(lines[3]).toMatch(/^Eva,Ruiz,Gil,1990-05-17,M,JC,RUGE900517MJC\w+,$/);
  expect(lines).toHaveLength(5);
});

it('a large sheet keeps all its rows, and what comes after them, when a cell is mended', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => `<row r="${i + 1}">${cell(`A${i + 1}`, `x${i}`)}</row>`).join('');
  const after = '<conditionalFormatting sqref="B1:B9"/>'.repeat(5000);
  const xml = sheetXml(rows, '', after);
  const workbook = zip(partsOf({ sheets: [['Una', xml]] }));
  const place = { header: 1, column: 9, style: 0, people: [0, 0], lastBlocked: -1, unextended: [] } as const;
  const mended = async (bytes: Uint8Array): Promise<string> => {
    const sheet = await openSheet(bytes);
    const { cells } = changed([4000, 0, 'mended']);
    const filled = await Workbook.open(
      await bytesOf(sheet.workbook([{ place, titles: [], begin: async () => () => null, changed: cells }])),
    );
    return (await bytesOf(filled.open(filled.sheet(undefined)))).toString();
  };
  const filled = (await mended(workbook)).replace(/<cols>.*?<\/cols>/, '');
  expect(filled).toBe(xml.replace('x3999<', 'mended<'));
  const cut = zip(partsOf({ sheets: [['Una', xml.slice(0, xml.indexOf('x4500'))]] }));
  await expect(mended(cut)).rejects.toThrow('libro_danado');
});

it('a workbook is refused if a mended cell has a formula, which other parts of the workbook list', async () => {
  const sheet = await openSheet(rawWorkbook('<row r="2"><c r="A2"><f>B2*2</f><v>4</v></c></row>'));
  const place = { header: 1, column: 9, style: 0, people: [0, 0], lastBlocked: -1, unextended: [] } as const;
  const pieces = sheet.workbook([
    { place, titles: [], begin: async () => () => null, changed: changed([2, 0, 'x']).cells },
  ]);
  await expect(bytesOf(pieces)).rejects.toMatchObject({ problem: { cause: 'libro_formula', parts: { celda: 'A2' } } });
});

it.each([
  ['a date is written as its day', '<c r="D2" s="1"><v>1</v></c>', '17/05/1990', '<c r="D2" s="1"><v>33010</v></c>'],
  ['an empty cell of dates gets a day', '<c r="D2" s="1"/>', '17 de mayo de 1990', '<c r="D2" s="1"><v>33010</v></c>'],
  ['a day without a format stays a day', '<c r="D2"><v>1</v></c>', '1990-05-17', '<c r="D2"><v>33010</v></c>'],
  ['a number stays a number', '<c r="D2"><v>90</v></c>', '1990', '<c r="D2"><v>1990</v></c>'],
  ['a date before 1900 is a text', '<c r="D2" s="1"><v>1</v></c>', '1899-12-31', '<t>1899-12-31</t>'],
  ['a day that never was is a text', '<c r="D2" s="1"><v>1</v></c>', '31/02/1990', '<t>31/02/1990</t>'],
  ['a text stays a text', cell('D2', 'x', ' s="1"'), '17/05/1990', '<t>17/05/1990</t>'],
])('in a mended workbook, %s', async (_, before, text, after) => {
  const readDate = dateReader(decideReading(NO_EVIDENCE, { formato: 'csv' }));
  const workbook = rawWorkbook(`<row r="2">${before}</row>`);
  const sheet = await openSheet(workbook);
  const place = { header: 1, column: 9, style: 0, people: [0, 3], lastBlocked: -1, unextended: [] } as const;
  const filled = await bytesOf(
    sheet.workbook([
      { place, titles: [], begin: async () => () => null, changed: changed([2, 3, text]).cells, readDate },
    ]),
  );
  const read = await Workbook.open(filled);
  expect((await bytesOf(read.open(read.sheet(undefined)))).toString()).toContain(after);
});

it.each([
  ['1900-01-01', false, 1],
  ['1900-02-28', false, 59],
  ['1900-03-01', false, 61],
  ['1904-01-01', true, 0],
  ['1990-05-17', true, 31548],
  ['1903-12-31', true, null],
  ['1990-02-31', false, null],
])('the day number of %s (counted from 1904: %s) is %s', (date, is1904, serial) => {
  expect(serialOf(date, is1904)).toBe(serial);
});

it('an object of NDJSON gets the texts that a person typed, inside too, and other values stay', () => {
  const lines = [
    '{"id":7,"nombres":"Ana","apellidos":"Ruiz Gil","fecha_nacimiento":"1990-02-31","sexo":"M","entidad":"JC"}',
    '{"id":8,"persona":{"nombres":"Luz","apellidos":"Ruiz Gil","fecha_nacimiento":"1990-05-17","sexo":"M","entidad":"Marte"}}',
  ];
  const overrides = changed([1, 3, '1990-02-28'], [2, 5, 'Jalisco']);
  const out = runText({ formato: 'ndjson', columnas: {}, overrides }, lines.join('\n')).trim().split('\n');
  expect(out.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { id: 7, fecha_nacimiento: '1990-02-28', curp: expect.stringMatching(/^RUGA900228MJC/) },
    { id: 8, persona: { entidad: 'Jalisco' }, curp: expect.stringMatching(/^RUGL900517MJC/) },
  ]);
});

it('a row that a person has looked at is ready, and its reason begins with that', () => {
  const row = 'Gpe.,Ruiz,Gil,1990-05-17,M,JC';
  const reviewed = { cells: new Map(), reviewed: new Set([2]) };
  const [, first, second] = runText({ columnas: {}, overrides: reviewed }, `${HEADER}\n${row}\n${row.replace('Ruiz', 'Luna')}\n`).split('\n'); // prettier-ignore
  expect(first).toMatch(/,"Revisado\. El nombre trae una abreviatura.*",0,$/);
  expect(second).toMatch(/,"El nombre trae una abreviatura.*",0,$/);
});

it('a row with bad quotes or too few cells is whole once a person typed into it', () => {
  const rows = ['Ana,Ruiz,Gil,1990-05-17,M', '"Eva"x,Ruiz,Gil,1990-05-17,M,JC', 'Luz,Ruiz,Gil,1990-05-17,M,JC,más'];
  const texts = ['Eva', 'Ruiz', 'Gil', '1990-05-17', 'M', 'JC'].map((text, i) => [3, i, text] as const);
  const overrides = changed([2, 5, 'JC'], ...texts, [4, 5, 'JC']);
  const lines = runText({ columnas: {}, overrides }, `${HEADER}\n${rows.join('\n')}\n`).split('\n');
  expect(lines.slice(1, 4)).toEqual(
    ['A', 'E', 'L'].map((letter): unknown => expect.stringMatching(new RegExp(`M,JC,RUG${letter}900517MJC\\w+,,0,$`))),
  );
});

it.each([
  ['csv', `${HEADER}\n${['Ana', 'Luz', 'Eva'].map((name) => `${name},Ruiz,Gil,1990-05-17,M,JC`).join('\n')}\n`, 1],
  ['ndjson', ['Ana', 'Luz', 'Eva'].map((name) => JSON.stringify({ nombres: name, apellido_paterno: 'Ruiz', apellido_materno: 'Gil', fecha_nacimiento: '1990-05-17', sexo: 'M', entidad: 'JC' })).join('\n'), 0], // prettier-ignore
] as const)('a row of %s answers alone as in its file, and knows the other rows', (formato, file, header) => {
  const rows: AnsweredRow[] = [];
  const lote = new Lote({ ...DECLARED, formato, reading: decideReading(NO_EVIDENCE, { ...DECLARED, formato }), duplicates: undefined, firstRows: 9, onRow: (row) => rows.push(row) }); // prettier-ignore
  for (const _ of lote.process(new TextEncoder().encode(file)));
  for (const _ of lote.finish());
  const [, second] = rows;
  const again = (text: string, column: number): AnsweredRow | null =>
    lote.again(2 + header, { ...second, cells: second.cells.with(column, text) });
  expect(again('Luz', 0)).toMatchObject({ values: second.values, notices: [] });
  expect(again('Iris', 0)?.values).toEqual([expect.stringMatching(/^RUGI900517MJC/)]);
  expect(again('Ana', 0)?.notices).toMatchObject([{ id: 'misma_persona', parts: { [header === 1 ? 'fila' : 'linea']: 1 + header } }]); // prettier-ignore
  const wrong = lote.again(2 + header, { ...second, cells: ['Gpe.', 'Ruiz', 'Gil', '1990-02-31', 'M', 'Marte'] });
  expect(wrong?.error?.id).toBe('entidad_desconocida');
  expect(wrong?.others).toMatchObject([{ codigo: 'nombre_abreviado' }, { cause: 'fecha_inexistente' }]);
});
