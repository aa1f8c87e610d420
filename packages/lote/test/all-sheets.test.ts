/** All sheets with people of a workbook are answered, each in its place. */
import { describe, expect, it } from 'vitest';
import { describeReading } from '@curp-service/contract/describe-reading';
import { type LoteOptions, SheetLote, answerFile } from '../src/index.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { bytesOf } from './bytes-of.js';
import { DECLARED, answerInMemory, readingOf } from './run-lote.js';
import { csvOf, filesOf, partsOf, sheetXml, workbookOf, zip } from './workbook.js';

const HEADER = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const ANA = ['Ana', 'Luna', 'Vega', '1999-09-09', 'M', 'Oaxaca'];
const LUIS = ['Luis', 'Ruiz', 'Sosa', '1984-02-28', 'H', 'Puebla'];
const EVA = ['Eva', 'Olvera', 'Gil', '1990-05-17', 'M', 'Jalisco'];
const KEYS = { ana: 'LUVA990909MOCNGN09', luis: 'RUSL840228HPLZSS05', eva: 'OEGE900517MJCLLV06' };

const open = async (book: Uint8Array, options: Partial<LoteOptions> = {}, hoja = 'todas'): Promise<SheetLote> =>
  SheetLote.open(await openSheet(book, { hoja }), { ...DECLARED, ...options });

async function answered(book: Uint8Array, options: Partial<LoteOptions> = {}): Promise<Buffer> {
  const sheets = await open(book, options);
  return (await answerInMemory(sheets)).output;
}

const rowsOf = async (book: Uint8Array, hoja: string): Promise<string[][]> => {
  const csv = await csvOf(book, { hoja, delimitador: '|' });
  return Array.from(csv.trimEnd().split('\n'), (line) => line.split('|'));
};

/** Three sheets with people, in different columns and under headers in different rows; others without. */
const BOOK = workbookOf(
  {
    '1A': [HEADER, ANA, EVA.with(4, 'Q')],
    Notas: [['Llene las hojas de los grupos']],
    '1B': [['Grupo 1B'], [], ['Folio', ...HEADER.toReversed(), 'Tutor'], [7, ...LUIS.toReversed(), 'Sra. Ruiz']],
    Oculta: [HEADER, ANA],
    '1C': [HEADER.with(3, 'Fecha de nacimiento (MM/DD/AAAA)'), EVA.with(3, '05/07/1990')],
  },
  (xml) => xml.replace('sheetId="4"', 'sheetId="4" state="hidden"'),
);

describe('all sheets with people', () => {
  it('are answered after their own last column, each by its own header and reading', async () => {
    const sheets = await open(BOOK);
    const reading = await readingOf(sheets);
    const pass = sheets.answer(reading);
    const filled = await bytesOf(pass.pieces);
    expect((await rowsOf(filled, '1A')).map((row) => row.slice(-2))).toEqual([
      ['CURP', 'Motivo'],
      [KEYS.ana, ''],
      ['', expect.stringContaining('«Q»')],
    ]);
    expect((await rowsOf(filled, '1B')).slice(2).map((row) => row.slice(7))).toEqual([
      ['Tutor', 'CURP', 'Motivo'],
      ['Sra. Ruiz', KEYS.luis, ''],
    ]);
    expect((await rowsOf(filled, '1C'))[1]?.slice(-2)).toEqual(['OEGE900507MJCLLV06', '']);
    expect(pass.totals()).toMatchObject({
      rows: 4,
      good: 3,
      errors: new Map([[416, 1]]),
      hojas: [
        { hoja: '1A', rows: 2, good: 1 },
        { hoja: '1B', rows: 1, good: 1 },
        { hoja: '1C', rows: 1, good: 1 },
      ],
    });
    const [before, after] = [await filesOf(BOOK), await filesOf(filled)];
    for (const part of ['2', '4'].map((n) => `xl/worksheets/sheet${n}.xml`)) expect(after[part]).toBe(before[part]);
    const told = describeReading(pass.proven(), 'es', true).map(({ texto }) => texto);
    expect(told).toContain('Se leen todas las hojas con personas, cada una por separado: «1A», «1B», «1C».');
    expect(told).toContain('«1B»: Los nombres de las columnas están en la fila 3.');
    expect(told.find((text) => text.startsWith('«1C»: Fechas'))).toContain('mes, día, año');
    expect(told.filter((text) => text.includes('Se lee'))).toHaveLength(1);
  });

  it('do not change when they are answered again', async () => {
    const first = await answered(BOOK);
    const again = await answered(first);
    expect(await filesOf(again)).toEqual(await filesOf(first));
    expect((await openSheet(first, { hoja: 'todas' })).also.every(({ isAnswered }) => isAnswered)).toBe(true);
  });

  it('get what each gets by itself', async () => {
    let one: Uint8Array = BOOK;
    for (const hoja of ['1A', '1B', '1C']) {
      const sheet = await open(one, {}, hoja);
      one = (await answerInMemory(sheet)).output;
    }
    expect(await filesOf(one)).toEqual(await filesOf(await answered(BOOK)));
  });

  it('are answered in whatever order the workbook stores them', async () => {
    const { 'xl/worksheets/sheet1.xml': first = '', ...files } = await filesOf(BOOK);
    const filled = await answered(zip({ ...files, 'xl/worksheets/sheet1.xml': first }));
    expect((await rowsOf(filled, '1A'))[1]?.at(-2)).toBe(KEYS.ana);
    expect((await rowsOf(filled, '1B'))[3]?.at(-2)).toBe(KEYS.luis);
  });

  it('share no filter, print area or note', async () => {
    const row = (number: number, values: readonly string[]): string =>
      `<row r="${number}">${values.map((value, i) => `<c r="${'ABCDEFGH'[i]}${number}" t="str"><v>${value}</v></c>`).join('')}</row>`;
    const xml = (person: readonly string[]): string =>
      sheetXml(row(1, [...HEADER, '', 'Otra']) + row(2, person), '', '<autoFilter ref="A1:F2"/>');
    const parts = partsOf({
      sheets: [
        ['1A', xml(ANA)],
        ['1B', xml(LUIS)],
      ],
    });
    const names = ['1A', '1B'].map(
      (name, i) => `<definedName name="_xlnm.Print_Area" localSheetId="${i}">'${name}'!$A$1:$H$2</definedName>`,
    );
    const book = zip({
      ...parts,
      'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace(
        '</sheets>',
        `</sheets><definedNames>${names.join('')}</definedNames>`,
      ),
    });
    const sheets = await open(book);
    const reading = await readingOf(sheets);
    expect([reading, ...(reading.hojas ?? [])].map(({ rangos }) => rangos.value)).toEqual([['filtro'], ['filtro']]);
    const files = await filesOf(await bytesOf(sheets.answer(reading).pieces));
    const defined = files['xl/workbook.xml'] ?? '';
    expect(defined).toContain("'1A'!$A$1:$J$2");
    expect(defined).toContain("'1B'!$A$1:$J$2");
    expect(defined.match(/_curp\.calcular\.curp" localSheetId="[01]"/g)).toHaveLength(2);
    expect(Object.keys(files).filter((name) => name.startsWith('xl/comments'))).toHaveLength(2);
  });

  it('tell the same person of another sheet with its row there', async () => {
    const book = workbookOf({
      '1A': [['Lista'], HEADER, LUIS, ANA],
      '1B': [HEADER, EVA, ANA, EVA],
      '1C': [HEADER, ANA.with(0, 'Andrea').with(1, 'Luna'), ...Array.from({ length: 3 }, () => LUIS)],
    });
    const sheets = await open(book, { duplicates: undefined });
    const pass = sheets.answer(await readingOf(sheets));
    const filled = await bytesOf(pass.pieces);
    const reasons = async (hoja: string): Promise<(string | undefined)[]> =>
      (await rowsOf(filled, hoja)).map((row) => /(?:en|En) la (fila .*?)(?:[:,.]|$)/.exec(row.at(-1) ?? '')?.[1]);
    expect(await reasons('1A')).toEqual([undefined, undefined, undefined, undefined]);
    expect(await reasons('1B')).toEqual([undefined, undefined, 'fila 4 de la hoja «1A»', 'fila 2']);
    const twin = 'fila 4 de la hoja «1A»';
    expect((await reasons('1C')).slice(1)).toEqual([
      twin,
      ...Array.from({ length: 3 }, () => 'fila 3 de la hoja «1A»'),
    ]);
    expect(pass.totals()).toMatchObject({ rows: 9, good: 9, reviews: 6 });
  });

  it('are refused together, with what each lacks, and none is answered', async () => {
    const book = workbookOf({
      '1A': [HEADER, ANA],
      '1B': [HEADER.with(4, 'Otro'), ANA],
      '1C': [HEADER.with(5, 'Lugar'), ANA],
    });
    await expect(open(book)).rejects.toThrow(
      /^En la hoja «1B»: Falta la columna `sexo`.* En la hoja «1C»: Falta la columna `entidad`/,
    );
  });

  it('are refused if only a person knows what M means in one of them', async () => {
    const book = workbookOf({ '1A': [HEADER, ANA, LUIS], '1B': [HEADER, ANA], '1C': [HEADER, EVA] });
    const sheets = await open(book, { sexo: undefined });
    await expect(answerInMemory(sheets)).rejects.toThrow(
      /^En la hoja «1B»: La columna del sexo.* En la hoja «1C»: La columna del sexo/,
    );
  });

  it('are answered again if a later row of one proves another reading', async () => {
    const many = Array.from({ length: 1500 }, (_, i) =>
      ANA.with(3, `0${1 + (i % 9)}/0${1 + (i % 7)}/19${50 + (i % 50)}`),
    );
    const book = workbookOf({ '1A': [HEADER, LUIS], '1B': [HEADER, ...many, EVA.with(3, '05/17/1990')] });
    const sheets = await open(book, { fechas: undefined });
    const written: Uint8Array[] = [];
    let restarts = 0;
    const { reading, totals } = await answerFile(sheets, {
      write: (piece) => void written.push(piece.slice()),
      restart: () => {
        restarts++;
        written.length = 0;
      },
    });
    expect(restarts).toBe(1);
    expect(reading.hojas?.[0]?.fechas).toMatchObject({ value: 'mda', basis: 'vista' });
    expect(totals).toMatchObject({ rows: 1502, good: 1502 });
    expect((await rowsOf(Buffer.concat(written), '1B'))[1501]?.at(-2)).toBe(KEYS.eva);
  });

  it('use one number of allowed rows', async () => {
    const book = workbookOf({ '1A': [HEADER, ANA], '1B': [HEADER, LUIS, EVA], '1C': [HEADER, LUIS.with(0, 'Saúl')] });
    const beyond = { id: 'cuota', code_error: 4, error_message: 'basta', parametro: null };
    const sheets = await open(book, { allowed: { rows: 2, beyond } });
    const { totals } = await answerInMemory(sheets);
    expect(totals).toMatchObject({ rows: 4, good: 2, errors: new Map([[4, 2]]) });
  });

  it('cannot be read as one CSV, nor crossed', async () => {
    const sheets = await open(BOOK);
    expect(() => sheets.csv()).toThrow('elija una con `hoja=NOMBRE` («1A», «1B», «1C»)');
    await expect(open(BOOK, { operacion: 'cruzar' })).rejects.toThrow('elija una con `hoja=NOMBRE`');
  });
});

describe('a sheet named todas', () => {
  const book = workbookOf({ todas: [HEADER, ANA], '1B': [HEADER, LUIS, EVA] });

  it('is read by its name, and all sheets by a name that no sheet can have', async () => {
    expect(await openSheet(book, { hoja: 'todas' })).toMatchObject({ name: 'todas', also: [] });
    expect(await openSheet(book, { hoja: '*' })).toMatchObject({ name: 'todas', also: [{ name: '1B' }] });
    expect(await openSheet(BOOK, { hoja: '*' })).toMatchObject({ name: '1A', also: [{ name: '1B' }, { name: '1C' }] });
  });

  it('changes the option that is told', async () => {
    const { suggested } = await SheetLote.open(await openSheet(book), DECLARED);
    expect(describeReading(suggested, 'es', true)[0]?.texto).toMatch(/«todas»: para todas, `hoja=\*`\.$/);
  });
});

it('a workbook with one sheet of people is read as if that were named', async () => {
  const book = workbookOf({ Notas: [['x']], Personas: [HEADER, ANA] });
  const sheets = await open(book);
  expect(describeReading(sheets.suggested, 'es', true)[0]?.texto).toBe('Se lee la hoja «Personas».');
  expect(sheets.answer(await readingOf(sheets)).totals().hojas).toBeUndefined();
});
