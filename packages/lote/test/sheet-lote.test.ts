/** A workbook of people comes back with their keys, and with reasons that a clerk understands. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LAYOUTS } from '@curp-service/contract/layouts';
import type { Reading } from '@curp-service/contract/reading';
import { describeReading } from '@curp-service/contract/describe-reading';
import {
  Lote,
  type LoteOptions,
  SheetLote,
  type Understood,
  isSexUnknown,
  answerFile,
  decideReading,
} from '../src/index.js';
import { inventFile } from '../src/invent/file.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { csvOf, partsOf, rawWorkbook, sheetXml, workbookOf, zip } from './workbook.js';
import { bytesOf } from './bytes-of.js';
import { DECLARED, run, toText, answerInMemory, readingOf } from './run-lote.js';

const HEADER = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const ANA = ['Ana', 'Ruiz', 'Gil', '1999-09-09', 'M', 'Oaxaca'];
const KEY = 'RUGA990909MOCZLN04';

const textOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => (await bytesOf(pieces)).toString('latin1');

/** Returns the rows of the filled workbook as lists of texts. */
async function done(workbook: Uint8Array, options: Partial<LoteOptions> = {}): Promise<string[][]> {
  const sheet = await SheetLote.open(await openSheet(workbook), { ...DECLARED, ...options });
  const filled = (await answerInMemory(sheet)).output;
  const csv = await csvOf(filled, { delimitador: '|' });
  return csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|'));
}

/** Returns the XML of the first sheet. */
async function sheetXmlOf(workbook: Uint8Array): Promise<string> {
  const book = await Workbook.open(workbook);
  return textOf(book.open(book.sheet(undefined)));
}

/** Returns the new cells of each row under the header. */
const answers = async (workbook: Uint8Array, options: Partial<LoteOptions> = {}, columns = 2): Promise<string[][]> =>
  (await done(workbook, options)).slice(1).map((row) => row.slice(-columns));

const book = (...rows: readonly (readonly (string | number | Date | null)[])[]): Uint8Array =>
  workbookOf({ Personas: [HEADER, ...rows] });

describe.each([
  'openpyxl',
  'openpyxl-1904',
  'openpyxl-write-only',
  'libreoffice',
  'libreoffice-1904',
  'sheetjs',
  'hucre',
])('%s.xlsx', (name) => {
  it('comes back with the keys of its people', async () => {
    const rows = await done(readFileSync(new URL(`workbooks/${name}.xlsx`, import.meta.url)));
    const cells = rows.filter(([folio]) => /^\d$/.test(folio ?? '')).map((row) => row.slice(-2));
    expect(rows.find(([first]) => first === 'Folio')?.slice(-2)).toEqual(['CURP', 'Motivo']);
    expect(cells.slice(0, 4)).toEqual([
      ['MUAL840312HNLXLS03', ''],
      ['PEOR011231MJCRXNA2', ''],
      ['', expect.stringMatching(/^«Nombre\(s\)» trae «&»/)],
      ['', expect.stringMatching(/^Falta «Nombre\(s\)»\.(?: |$)/)],
    ]);
  });
});

describe('a sheet without a header', () => {
  const BY_LETTER = { nombres: 'A', apellido_paterno: 'B', apellido_materno: 'C', fecha_nacimiento: 'D', sexo: 'E' };
  const people = workbookOf({ Personas: [[...ANA, KEY], [], [...ANA.with(0, 'Ñusta'), KEY], ANA.with(4, 'Q')] });

  it('keeps its first person, gets no titles, and its columns go by letter or number', async () => {
    expect(await done(people, { columnas: { ...BY_LETTER, entidad: '6' } })).toEqual([
      [...ANA, KEY, KEY, ''],
      [''],
      [...ANA.with(0, 'Ñusta'), KEY, 'RUGX990909MOCZLS06', expect.stringContaining('otra CURP')],
      [...ANA.with(4, 'Q'), '', '', expect.stringContaining('No se reconoce «Q»')],
    ]);
  });

  it('has its column of keys recognised', async () => {
    expect((await done(people, { operacion: 'validar' })).map((row) => row[7])).toEqual(['Sí', undefined, 'Sí', '']);
  });

  it('is refused with the data whose columns the user must name', async () => {
    await expect(done(people)).rejects.toThrow(/no tiene encabezado, y falta saber/);
  });

  it("is refused if it holds the lines of an office's layout", async () => {
    const lines = Array.from(inventFile(3, { formato: LAYOUTS[2] }))
      .join('')
      .trim()
      .split('\r\n');
    await expect(done(workbookOf({ Personas: lines.map((line) => [line]) }))).rejects.toThrow(
      /agregue arriba una línea/,
    );
  });
});

describe('the new cells', () => {
  it('say why a row is bad in plain words, and say nothing about a good one', async () => {
    const rows = book(ANA, ANA.with(3, '1999-31-09'), ANA.with(4, 'Q'), [], ANA.with(5, ''));
    expect(await answers(rows)).toEqual([
      [KEY, ''],
      ['', 'Ese día no existe: revise «Fecha de nacimiento».'],
      ['', 'No se reconoce «Q». Escriba Hombre, Mujer o No binario.'],
      [''],
      ['', 'Falta «Entidad de nacimiento».'],
    ]);
    expect((await answers(rows, { language: 'en' }))[4]).toEqual(['', 'Missing “State of birth”.']);
  });

  it('say whether a key is valid, why not, and which key may be meant', async () => {
    const keys = workbookOf({ Una: [['CURP'], [KEY], ['RUGA990909MOCZLNO4'], ['RUGA990231MOCZLN07'], ['']] });
    const rows = await done(keys, { operacion: 'validar' });
    expect(rows[0]).toEqual(['CURP', 'CURP válida', 'CURP sugerida', 'Motivo']);
    expect(rows[1]).toEqual([KEY, 'Sí', '', '']);
    expect(rows[2]?.slice(1, 3)).toEqual(['No', KEY]);
    expect(rows[2]?.[3]).toMatch(/^\p{Lu}.*\.$/u);
    expect(rows[3]?.[3]).toMatch(/^Ese día no existe/);
    const [names, good, bad] = await done(keys, { operacion: 'validar', language: 'en' });
    expect(names).toEqual(['CURP', 'Valid CURP', 'Suggested CURP', 'Reason']);
    expect([good?.[1], bad?.[1]]).toEqual(['Yes', 'No']);
  });

  it('say how a key compares, and which data differ', async () => {
    const rows = (curp: string, nombres: string): string[] => [nombres, ...ANA.slice(1), curp];
    const people = workbookOf({
      Una: [[...HEADER, 'CURP'], rows(KEY, 'Ana'), rows('RUGA990909MOCZLN12', 'Ana'), rows(KEY, 'Irma')],
    });
    expect(await answers(people, { operacion: 'cotejar' }, 3)).toEqual([
      ['Idéntica', KEY, ''],
      ['Misma raíz', KEY, 'Solo difieren los dos últimos caracteres, que asigna RENAPO.'],
      ['Difiere', expect.stringMatching(/^RUGI990909MOCZLR/), 'No coincide: Nombre(s).'],
    ]);
    const [names, ...others] = await done(people, { operacion: 'cotejar', language: 'en' });
    expect(names?.slice(-3)).toEqual(['Result', 'Calculated CURP', 'Reason']);
    expect(others.map((row) => row[7])).toEqual(['Identical', 'Same root', 'Differs']);
    expect(others[2]?.[9]).toMatch(/^Does not match: /);
  });

  it('have names that the sheet does not use', async () => {
    const people = workbookOf({
      Una: [
        ['CURP', ...HEADER],
        ['x', ...ANA],
      ],
    });
    let understood: Understood | undefined;
    const rows = await done(people, { onUnderstood: (each) => void (understood = each) });
    expect(rows[0]?.slice(-2)).toEqual(['CURP_2', 'Motivo']);
    expect(understood?.added).toEqual(['CURP_2', 'Motivo']);
  });

  it('name the row with the same person, and report names that can be cut in two ways', async () => {
    expect(await answers(book(ANA, ANA, ANA.with(4, 'Q')), { duplicates: undefined })).toEqual([
      [KEY, ''],
      [KEY, expect.stringContaining('misma persona que en la fila 2')],
      ['', expect.stringContaining('«Q»')],
    ]);
    const whole = workbookOf({
      Una: [
        ['Nombre completo', 'Fecha de nacimiento', 'Sexo', 'Entidad'],
        ['Ruiz Gil, Ana', ...ANA.slice(3)],
        ['de la Cruz Gil Ana Luz Paz', ...ANA.slice(3)],
      ],
    });
    expect(await answers(whole, { nombre_completo: 'apellidos' })).toEqual([
      [KEY, ''],
      [expect.stringMatching(/^CUGA990909/), expect.stringMatching(/^El nombre puede cortarse .*«de la Cruz»/)],
    ]);
  });
});

describe('the conventions of a sheet', () => {
  const many = Array.from({ length: 1001 }, () => ANA.with(3, '01/02/1999'));
  const monthFirst = book(...many, ANA.with(3, '09/13/1999'));

  /** Returns how often the rows are processed, and how they are read in the end. */
  async function readAgain(workbook: Uint8Array, options: Partial<LoteOptions>): Promise<[number, Reading, Reading]> {
    const sheet = await SheetLote.open(await openSheet(workbook), { formato: 'csv', ...options });
    let passes = 1;
    const { reading } = await answerFile(sheet, { write: () => {}, restart: () => void passes++ });
    return [passes, sheet.suggested, reading];
  }

  it('follow from all rows', async () => {
    const [first] = await answers(monthFirst);
    expect(first?.[0]).toMatch(/^RUGA990102/);
  });

  it('are found by processing the rows again if the first rows suggest others', async () => {
    const [passes, suggested, reading] = await readAgain(monthFirst, DECLARED);
    expect([passes, suggested.fechas.value, reading.fechas.value]).toEqual([2, 'dma', 'mda']);
  });

  it('are found by a look at all rows if the first rows have only M', async () => {
    const men = Array.from({ length: 1001 }, () => ANA);
    const sheet = await SheetLote.open(await openSheet(book(...men, ANA.with(4, 'F'))), { formato: 'csv' });
    expect(isSexUnknown(sheet.suggested.sexo)).toBe(true);
    expect((await readingOf(sheet)).sexo.value).toBe('fm');
  });

  it('do not include a column of sexes with only M, which is refused', async () => {
    await expect(done(book(ANA, ANA), { sexo: undefined })).rejects.toThrow('La columna del sexo trae solo M');
  });

  it('make a plain number in the column of dates a day, by the epoch of the workbook', async () => {
    const sheet = sheetXml(
      [HEADER, ANA]
        .map((row) =>
          row
            .map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
            .join('')
            .replace('<c t="inlineStr"><is><t>1999-09-09</t></is></c>', `<c><v>36412</v></c>`),
        )
        .map((cells) => `<row>${cells}</row>`)
        .join(''),
    );
    const system = (properties: string): Uint8Array => zip(partsOf({ sheets: [['Una', sheet]], properties }));
    expect((await answers(system('')))[0]?.[0]).toBe(KEY);
    const plain = await SheetLote.open(await openSheet(system('')), DECLARED);
    expect((await bytesOf(plain.csv(';'))).toString()).toContain('Gil;1999-09-09;M');
    expect((await answers(system('<workbookPr date1904="1"/>')))[0]?.[0]).toMatch(/^RUGA030910/);
  });

  it('do not make a year a day', async () => {
    expect((await answers(book(ANA.with(3, ''), [...ANA.slice(0, 3), 1990, ...ANA.slice(4)])))[1]).toEqual([
      '',
      expect.stringContaining('«Fecha de nacimiento»'),
    ]);
  });
});

it('rows of a sheet get the keys that they get as CSV, whatever their cells hold', async () => {
  const texts = ['Ana', 'José', 'O’Hara', '"Ana"', 'a,b', 'Ana\nLuz', '', 'NULL', ' Ana ', 'Ñusta', '123'];
  const rows = texts.flatMap((text) => [ANA.with(0, text), ANA.with(1, text), ANA.with(2, text)]);
  const workbook = workbookOf({ Una: [HEADER, ...rows, [], [...ANA, '', 'mas']] });
  const sheet = await SheetLote.open(await openSheet(workbook), DECLARED);
  const reading = await readingOf(sheet);
  const lote = new Lote({ ...sheet.options, reading });
  const csv = await bytesOf(sheet.csv());
  const answered = toText(run(lote, [csv]));
  const pass = sheet.answer(reading);
  const xml = await sheetXmlOf(await bytesOf(pass.pieces));
  const keys = (text: string): readonly string[] => text.match(/\b[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d\b/g) ?? [];
  expect(keys(xml)).toEqual(keys(answered));
  expect(keys(xml).length).toBeGreaterThan(10);
  expect(pass.totals()).toEqual(lote.totals);
  expect(pass.proven()).toEqual(decideReading(lote.takeEvidence(), sheet.options));
});

it('rows beyond the allowed number get an error', async () => {
  const beyond = { id: 'interno', code_error: 8, error_message: 'basta', parametro: null };
  const workbook = await openSheet(book(ANA, ANA.with(4, 'Q'), ANA, ANA));
  const sheet = await SheetLote.open(workbook, { ...DECLARED, allowed: { rows: 1, beyond } });
  const pass = sheet.answer(sheet.suggested);
  const lines = (await csvOf(await bytesOf(pass.pieces), { delimitador: '|' })).trimEnd();
  expect(lines.split('\n').slice(1).map((line) => line.split('|').at(-2))).toEqual([KEY, '', '', '']); // oxfmt-ignore
  expect(pass.totals()).toMatchObject({ rows: 4, good: 1, errors: new Map([[8, 3]]) }); // oxfmt-ignore
});

it('a sheet that holds the lines of a CSV in its first column is read as that CSV', async () => {
  const lines = [HEADER, ANA, ANA.with(4, 'Q')].map((row, i) => [[i === 0 ? 'Folio' : i, ...row].join(';')]);
  expect(await answers(workbookOf({ Una: lines }))).toEqual([
    [KEY, ''],
    ['', expect.stringContaining('«Q»')],
  ]);
});

it('a first surname such as NO TIENE is reported with how it was read', async () => {
  const [[key, reason] = []] = await answers(book(ANA.with(1, 'NO TIENE')));
  expect(key).toBe('');
  expect(reason).toMatch(/«Primer apellido» trae una palabra que se leyó como «sin dato»: escriba el primer apellido/);
});

it('a workbook is refused before the first byte is written if its header lacks a column', async () => {
  const noSex = workbookOf({ Una: [HEADER.toSpliced(4, 1), ANA.toSpliced(4, 1)] });
  await expect(SheetLote.open(await openSheet(noSex), DECLARED)).rejects.toThrow('Falta la columna `sexo`');
  await expect(SheetLote.open(await openSheet(rawWorkbook('')), DECLARED)).rejects.toThrow(
    'El archivo no trae ninguna fila',
  );
});

describe('a workbook of several sheets', () => {
  const PEOPLE = [HEADER, ANA];
  const hide = (state: string, sheets: Parameters<typeof workbookOf>[0]): Uint8Array =>
    workbookOf(sheets, (xml) => xml.replace('sheetId="1"', `sheetId="1" state="${state}"`));

  it.each(['hidden', 'veryHidden'])('gives the keys of the first sheet that is not %s', async (state) => {
    const workbook = hide(state, {
      Listas: [
        ['Sexo', 'Entidad'],
        ['M', 'Oaxaca'],
      ],
      Personas: PEOPLE,
    });
    const filled = await openSheet(workbook);
    expect(filled.others).toEqual(['Listas']);
    const sheet = await SheetLote.open(filled, DECLARED);
    expect(await textOf(sheet.csv())).toContain('Ana');
  });

  it.each([
    ['titles', [['Llene la hoja de personas']]],
    ['one letter', [['x']]],
    ['one letter over a row', [['x'], ['Renata']]],
    ['nothing', []],
  ])('gives the keys of its second sheet if the first holds only %s, and says so', async (_, rows) => {
    const workbook = workbookOf({ Instrucciones: rows, Personas: PEOPLE, Bajas: PEOPLE });
    const sheet = await SheetLote.open(await openSheet(workbook), DECLARED);
    const reading = await readingOf(sheet);
    expect(describeReading(reading, 'es', true).map(({ texto }) => texto)).toContain(
      'Solo se lee la hoja «Personas», aunque «Bajas» trae tantas personas: para todas, `hoja=todas`.',
    );
    const filled = await bytesOf(sheet.answer(reading).pieces);
    expect(await csvOf(filled, { hoja: 'Personas' })).toContain(KEY);
    expect(await csvOf(filled, { hoja: 'Bajas' })).not.toContain(KEY);
  });

  it('gives the keys of the sheet with most people, or else of the one that names most', async () => {
    const chosen = async (sheets: Parameters<typeof workbookOf>[0]): Promise<string | null> =>
      (await openSheet(workbookOf(sheets))).chosen?.value ?? null;
    const named = (columns: number): string[][] => [HEADER.slice(0, columns), ANA.slice(0, columns)];
    expect(await chosen({ Dos: named(2), Tres: named(3), Todas: PEOPLE })).toBe('Todas');
    expect(await chosen({ Ejemplo: named(6), Lista: [...PEOPLE, ...PEOPLE.slice(1)] })).toBe('Lista');
    expect(await chosen({ Notas: [['x']], Una: named(1), Dos: named(2), Otras: named(1) })).toBe('Dos');
    expect(await chosen({ Notas: [['x', 'y']], Una: named(1) })).toBe('Una');
  });

  it('says that it reads only its first sheet if it shows others', async () => {
    const { suggested } = await SheetLote.open(await openSheet(workbookOf({ '1A': PEOPLE, '1B': PEOPLE })), DECLARED);
    expect(suggested.hoja).toMatchObject({ value: '1A', basis: 'vista' });
    const { chosen } = await openSheet(hide('hidden', { Listas: PEOPLE, Personas: PEOPLE }));
    expect(chosen).toBeNull();
  });

  it('gives the keys of the sheet that the user names', async () => {
    const workbook = workbookOf({ Personas: PEOPLE, Bajas: PEOPLE });
    const { suggested } = await SheetLote.open(await openSheet(workbook, { hoja: 'Bajas' }), DECLARED);
    expect(suggested.hoja).toMatchObject({ value: 'Bajas', basis: 'declarada' });
  });

  it('does not read hidden sheets', async () => {
    const sheet = await openSheet(hide('hidden', { Personas: PEOPLE, Notas: [['x']], Otras: [['y']] }));
    await expect(SheetLote.open(sheet, DECLARED)).rejects.toThrow('el libro tiene otras');
  });

  it.each([
    ['titles', [['Llene la hoja de personas']]],
    ['nothing', []],
  ])('is refused with the names of its other sheets if all hold only %s', async (_, rows) => {
    const sheet = await openSheet(workbookOf({ Instrucciones: rows, Personas: rows, Bajas: [] }));
    await expect(SheetLote.open(sheet, DECLARED)).rejects.toThrow(
      'La hoja no trae los nombres de las columnas, y el libro tiene otras hojas: elija una con `hoja=NOMBRE` («Personas», «Bajas»).',
    );
  });

  it('is refused without the names of its other sheets if the sheet lacks only one column', async () => {
    const sheet = await openSheet(workbookOf({ Personas: [HEADER.slice(1), ANA.slice(1)], Bajas: [] }));
    await expect(SheetLote.open(sheet, DECLARED)).rejects.toThrow(/Falta la columna `nombres`/);
  });
});

it('a workbook of one sheet whose header is one letter is refused', async () => {
  const sheet = await openSheet(workbookOf({ Una: [['x'], ['Renata']] }));
  await expect(SheetLote.open(sheet, DECLARED)).rejects.toThrow(/No se reconoce ninguna columna/);
});

it.each([
  [16_382, true],
  [16_383, false],
])('a sheet with %i columns has room for the new ones: %s', async (columns, fits) => {
  const first = Array.from({ length: 1000 }, () => ANA); // The first rows decide how many columns have a name.
  const wide = Array.from({ length: columns }, (_, i) => ANA[i] ?? 'x');
  const sheet = await SheetLote.open(await openSheet(book(...first, wide)), DECLARED);
  if (fits) expect(await sheet.findPlace()).toMatchObject([{ header: 1, column: columns }]);
  else await expect(sheet.findPlace()).rejects.toThrow('libro_ancho');
});

it('a refused workbook is described by few of its other sheets, with shortened names', async () => {
  const others = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${'x'.repeat(300)}${i}`, []]));
  const opened = openSheet(workbookOf({ Una: [], ...others })).then(async (sheet) => SheetLote.open(sheet, DECLARED));
  const message = await opened.then(() => '', String);
  expect(message).toContain('«xxx');
  expect(message.length).toBeLessThan(3000);
});

describe('a formula without a saved value', () => {
  const REASON = 'tiene una fórmula sin valor guardado: abra el libro en Excel y guárdelo.';
  const cells = (formula: (column: number) => string | undefined): string =>
    ANA.map((value, i) => formula(i) ?? `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('');
  const sheet = (row: string): Uint8Array =>
    rawWorkbook(
      `<row>${HEADER.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row><row>${row}</row>`,
    );
  const alone = (column: number, xml: string): Uint8Array =>
    sheet(cells((each) => (each === column ? xml : undefined)));

  it.each([
    [0, 'Nombre(s)', '<c><f>A1</f></c>'],
    [2, 'Segundo apellido', '<c><f>A1</f><v></v></c>'],
    [3, 'Fecha de nacimiento', '<c t="str"><f t="shared" si="0"/></c>'],
    [4, 'Sexo', '<c><f>A1</f><v/></c>'],
    [5, 'Entidad de nacimiento', '<c t="str"><f>A1</f></c>'],
  ])('is an error in column %i, %s', async (column, name, xml) => {
    expect(await answers(alone(column, xml))).toEqual([['', `La celda de «${name}» ${REASON}`]]);
  });

  it('is an error in a column of keys too, in English', async () => {
    const keys = rawWorkbook('<row><c t="str"><v>CURP</v></c></row><row><c><f>B2</f></c></row>');
    expect(await answers(keys, { operacion: 'validar', language: 'en' }, 3)).toEqual([
      ['', '', 'The cell of “CURP” has a formula without a saved value: open the workbook in Excel and save it.'],
    ]);
  });

  it('makes no person of a total row, even in every column', async () => {
    const total = '<c t="str"><v>TOTAL</v></c>';
    expect(await answers(sheet(cells((i) => (i === 0 ? total : '<c><f>SUM(A1:A2)</f></c>'))))).toEqual([['', '']]);
    expect(await answers(sheet(cells(() => '<c><f>A1</f></c>')))).toEqual([['', expect.stringContaining(REASON)]]);
  });

  it.each(['<v></v>', '<v/>'])('does not exist if its value is an empty text: %s', async (value) => {
    expect(await answers(alone(0, `<c t="str"><f>""</f>${value}</c>`))).toEqual([['', 'Falta «Nombre(s)».']]);
  });
});

it('merged cells count for each of their rows, in the workbook and as CSV', async () => {
  const siblings = readFileSync(new URL('messy/celdas_combinadas.xlsx', import.meta.url));
  const sheet = await SheetLote.open(await openSheet(siblings), DECLARED);
  const filled = await csvOf((await answerInMemory(sheet)).output);
  expect(filled).toContain('BRUNO,OLVERA,,1985-03-02,H,,OETB850302HDFLNR01');
  expect(await textOf(sheet.csv())).toContain('BRUNO,OLVERA,TINAJERO,1985-03-02,H,09\nMA. GUADALUPE');
});
