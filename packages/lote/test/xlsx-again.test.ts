/** A returned workbook comes a second time: the columns of the first answer are filled anew, and no other cell changes. */
import { describe, expect, it } from 'vitest';
import { type LoteOptions, SheetLote } from '../src/index.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { DECLARED, answerInMemory } from './run-lote.js';
import { csvOf, filesOf, filteredWorkbook, workbookOf, zip } from './workbook.js';

const HEADER = ['Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const ANA = ['Ana', 'Luna', 'Vega', '1999-09-09', 'M', 'Oaxaca'];
const GPE = ['Gpe.', 'Olvera', 'Gil', '1990-05-17', 'M', 'Jalisco'];
const LUIS = ['Luis', 'Ruiz', 'Sosa', '1984-02-31', 'H', 'Puebla'];
const SHEET = 'xl/worksheets/sheet1.xml';

async function answered(book: Uint8Array, options: Partial<LoteOptions> = {}): Promise<Buffer> {
  const sheet = await SheetLote.open(await openSheet(book), { ...DECLARED, ...options });
  await sheet.findPlace();
  return (await answerInMemory(sheet)).output;
}

/** Returns the workbook as a user saves it, with some parts changed. */
async function edited(book: Uint8Array, change: (xml: string) => string, part = SHEET): Promise<Uint8Array> {
  const files = await filesOf(book);
  return zip({ ...files, [part]: change(files[part] ?? '') });
}

const rowsOf = async (book: Uint8Array): Promise<string[]> => (await csvOf(book)).trim().split('\n');

const mended = (xml: string): string => xml.replace('Gpe.', 'Guadalupe').replace('1984-02-31', '1984-02-28');
const book = workbookOf({ Lista: [HEADER, ANA, GPE, LUIS] });
const inParts = async (given: Uint8Array): Promise<Uint8Array> => edited(given, mended, 'xl/sharedStrings.xml');

describe('a returned workbook', () => {
  it('gets the answers in the same columns, and rows that are ready now lose their colour', async () => {
    const first = await answered(book);
    const before = (await filesOf(first))[SHEET] ?? '';
    expect(before).toMatch(/<c r="H3" s="7" .*<c r="G4" s="6"\/><c r="H4" s="6" /);
    const again = await answered(await inParts(first));
    expect(await rowsOf(again)).toEqual([
      `${HEADER.join(',')},CURP,Motivo`,
      `${ANA.join(',')},LUVA990909MOCNGN09,`,
      'Guadalupe,Olvera,Gil,1990-05-17,M,Jalisco,OEGG900517MJCLLD03,',
      'Luis,Ruiz,Sosa,1984-02-28,H,Puebla,RUSL840228HPLZSS05,',
    ]);
    const xml = (await filesOf(again))[SHEET] ?? '';
    expect(xml).not.toMatch(/ s="[67]"/);
    expect(xml.match(/<cols>.*<\/cols>/)?.[0]).toBe(before.match(/<cols>.*<\/cols>/)?.[0]);
    expect((await filesOf(again))['xl/styles.xml']).toBe((await filesOf(first))['xl/styles.xml']);
    // Nothing changes the third time.
    expect(await filesOf(await answered(again))).toEqual(await filesOf(again));
  });

  it('keeps a column CURP of the user, which is compared each time', async () => {
    const own = workbookOf({
      Lista: [
        [...HEADER, 'CURP'],
        [...ANA, 'LUVA990909MOCNGN17'],
      ],
    });
    const first = await answered(own);
    const again = await answered(first);
    const [header, row] = await rowsOf(again);
    expect(header).toBe(`${HEADER.join(',')},CURP,CURP_2,Motivo`);
    expect(row).toMatch(/,LUVA990909MOCNGN17,LUVA990909MOCNGN09,"?.*CURP/);
    expect(await rowsOf(again)).toEqual(await rowsOf(first));
  });

  it('has the answers where the user moved them, with what the user added beside them', async () => {
    const first = await edited(
      await inParts(await answered(book)),
      (xml) => xml.replaceAll('$G$1', '$J$1'),
      'xl/workbook.xml',
    );
    const moved = await edited(
      first,
      (xml) =>
      xml.replaceAll(/<c r="G(\d)"(.*?)<\/row>/g, '<c r="I$1" t="str"><v>mío</v></c><c r="J$1"$2</row>').replaceAll(/(<c r="I\d.*?<\/c>)<c r="J(\d)"([^>]*\/>|.*?<\/c>)(<c r="H.*?<\/c>)/g, '$4$1<c r="J$2"$3'), // prettier-ignore
    );
    const again = await rowsOf(await answered(moved));
    expect(again[0]).toBe(`${HEADER.join(',')},,Motivo,mío,CURP`);
    expect(again[2]).toBe('Guadalupe,Olvera,Gil,1990-05-17,M,Jalisco,,,mío,OEGG900517MJCLLD03');
  });

  it('gets new columns beside one whose heading the user has changed', async () => {
    const first = await edited(await answered(book), (xml) => xml.replace('>CURP<', '>Teléfono<'));
    const [header, row] = await rowsOf(await answered(first));
    expect(header).toBe(`${HEADER.join(',')},Teléfono,Motivo,CURP`);
    expect(row).toBe(`${ANA.join(',')},LUVA990909MOCNGN09,,LUVA990909MOCNGN09`);
    const names = (await filesOf(await answered(first)))['xl/workbook.xml'] ?? '';
    expect(names.match(/name="_curp\.calcular\.curp"/g)).toHaveLength(1);
  });

  it('says once that a person is in two rows', async () => {
    const first = await answered(workbookOf({ Lista: [HEADER, ANA, ANA] }), { duplicates: undefined });
    const rows = await rowsOf(first);
    expect(rows[1]).toMatch(/,LUVA990909MOCNGN09,$/);
    expect(rows[2]).toMatch(/,LUVA990909MOCNGN09,"Es la misma persona que en la fila 2: /);
    expect(await rowsOf(await answered(first, { duplicates: undefined }))).toEqual(rows);
  });

  it('loses the column of possible duplicates that earlier versions made', async () => {
    const own = 'Misma raíz que la fila';
    const cells = (row: readonly string[], ...more: string[]): string[] => [...row, ...more];
    const lista = [cells(HEADER, 'CURP', own, 'Motivo'), cells(ANA, 'LUVA990909MOCNGN09', '7', '')];
    const marks = ['curp', 'mismaraizquelafila', 'motivo'].map(
      (mark, i) =>
        `<definedName name="_curp.calcular.${mark}" localSheetId="0" hidden="1">'Lista'!$${'GHI'[i]}$1</definedName>`,
    );
    const earlier = await edited(
      workbookOf({ Lista: lista }),
      (xml) => xml.replace('</sheets>', `</sheets><definedNames>${marks.join('')}</definedNames>`),
      'xl/workbook.xml',
    );
    expect(await rowsOf(await answered(earlier))).toEqual([
      cells(HEADER, 'CURP', own, 'Motivo').join(','),
      cells(ANA, 'LUVA990909MOCNGN09', '', '').join(','),
    ]);
  });

  it('gets columns of its own for another operation', async () => {
    const [header] = await rowsOf(await answered(await answered(book), { operacion: 'validar' }));
    expect(header).toBe(`${HEADER.join(',')},CURP,Motivo,CURP válida,CURP sugerida,Motivo_2`);
  });

  it('is refused if the user put a formula into an answer of a person', async () => {
    const first = await edited(await answered(book), (xml) =>
      xml.replace(/(<c r="G2")[^>]*>.*?<\/c>/, '$1><f>1+1</f></c>'),
    );
    await expect(answered(first)).rejects.toMatchObject({
      problem: { cause: 'libro_formula', parts: { celda: 'G2' } },
    });
  });
});

describe('a note on the first heading', () => {
  const unextended = filteredWorkbook('A1:F2', `${HEADER.join(',')},,Clave`, ANA.join(','));
  const note = 'Hay algo más en medio, y las columnas nuevas quedan fuera de: el filtro.';

  it('says that the filter does not include the new columns, once', async () => {
    const first = await answered(unextended);
    const files = await filesOf(first);
    expect(files['xl/comments1.xml']).toMatch(new RegExp(`<comment ref="I1" authorId="0"><text><t>${note}`));
    expect(files['xl/drawings/vmlDrawing1.vml']).toContain('<x:Row>0</x:Row><x:Column>8</x:Column>');
    expect(files[SHEET]).toMatch(/<autoFilter ref="A1:F2"\/><legacyDrawing [^>]*r:id="rIdCurp2"\/><\/worksheet>$/);
    expect(files['[Content_Types].xml']).toContain('PartName="/xl/drawings/vmlDrawing1.vml"');
    expect((await filesOf(await answered(first)))['xl/comments1.xml']).toBe(files['xl/comments1.xml']);
  });

  it('joins the notes that the sheet has', async () => {
    const first = await answered(unextended);
    const other = await edited(
      first,
      (xml) => xml.replace('ref="I1"', 'ref="A1"').replace(note, 'Mía'),
      'xl/comments1.xml',
    );
    const { 'xl/comments1.xml': comments = '', ...files } = await filesOf(await answered(other));
    expect(comments).toContain('<t>Mía');
    expect(comments).toContain(`<comment ref="I1" authorId="0"><text><t>${note}`);
    expect(files['xl/drawings/vmlDrawing1.vml']?.match(/<v:shape /g)).toHaveLength(2);
    expect(files[SHEET]?.match(/<legacyDrawing /g)).toHaveLength(1);
  });

  it('is not there if the filter includes them', async () => {
    const { 'xl/comments1.xml': comments } = await filesOf(
      await answered(filteredWorkbook('A1:F2', HEADER.join(','), ANA.join(','))),
    );
    expect(comments).toBeUndefined();
  });
});
