/** A workbook of three people with filters, tables and names of ranges, and its answer. */
import { type LoteOptions, SheetLote } from '../src/index.js';
import { Workbook } from '../src/xlsx/workbook.js';
import { openSheet } from '../src/xlsx/xlsx.js';
import { DECLARED, answerInMemory } from './run-lote.js';
import { partsOf, sheetXml, zip } from './workbook.js';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const HEADER = [
  'Folio',
  'Nombres',
  'Primer apellido',
  'Segundo apellido',
  'Fecha de nacimiento',
  'Sexo',
  'Entidad',
];
/** The sheet of people, as it is named and as formulas name it. */
const NAME = 'Lista, A';
export const SHEET = `'${NAME}'!`;
const PEOPLE = [
  ['1', 'Renata', 'Olvera', 'Gil', '1990-05-17', 'M', 'Jalisco'],
  ['2', 'Bruno', 'Ruiz', 'Sosa', '1984-03-12', 'H', 'Puebla'],
  ['3', 'Ana', 'Luna', 'Vega', '1999-09-09', 'M', 'Oaxaca'],
];
export const KEYS = ['OEGR900517MJCLLN03', 'RUSB840312HPLZSR01', 'LUVA990909MOCNGN09'];

export const text = (place: string, value: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** Returns the title in row 1, the header in row 3, people from row 4 on, and more cells in some rows. */
const rowsWith = (more: Readonly<Record<number, string>> = {}): string =>
  [['Relación'], [], HEADER, ...PEOPLE]
    .map((row, i) => {
      const cells = row.map((value, k) => text(`${'ABCDEFG'.charAt(k)}${i + 1}`, value));
      return `<row r="${i + 1}">${cells.join('')}${more[i + 1] ?? ''}</row>`;
    })
    .join('');

export interface Book {
  readonly cells?: Readonly<Record<number, string>>;
  readonly before?: string;
  readonly behind?: string;
  /** The names of ranges. The sheet of people is the second of the workbook. */
  readonly names?: string;
  readonly tables?: readonly string[];
}

export function bookOf({ cells, before, behind = '', names = '', tables = [] }: Book): Uint8Array {
  const links = tables.map((_, i) => `<tablePart r:id="t${i}"/>`).join('');
  const parts = tables.length === 0 ? '' : `<tableParts count="${tables.length}">${links}</tableParts>`;
  const people = sheetXml(rowsWith(cells), before, behind + parts).replace(
    '<worksheet',
    `<worksheet xmlns:r="${OFFICE}"`,
  );
  const files = partsOf({ sheets: [['Notas', sheetXml('')], [NAME, people]] }); // prettier-ignore
  const types = tables
    .map(
      (_, i) =>
        `<Override PartName="/xl/tables/t${i}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml"/>`,
    )
    .join('');
  const relations = tables.map(
    (_, i) => `<Relationship Id="t${i}" Type="${OFFICE}/table" Target="../tables/t${i}.xml"/>`,
  );
  return zip({
    ...files,
    '[Content_Types].xml': files['[Content_Types].xml']?.replace('</Types>', `${types}</Types>`) ?? '',
    'xl/workbook.xml': files['xl/workbook.xml']?.replace('</sheets>', `</sheets>${names}`) ?? '',
    'xl/worksheets/_rels/sheet2.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`,
    ...Object.fromEntries(tables.map((xml, i) => [`xl/tables/t${i}.xml`, xml])),
  });
}

interface Answer {
  readonly workbook: Buffer;
  readonly told: readonly string[];
  readonly part: (name: string) => Promise<string>;
  readonly sheet: string;
}

export async function answered(book: Uint8Array, options: Partial<LoteOptions> = {}): Promise<Answer> {
  const sheet = await SheetLote.open(await openSheet(book, { hoja: NAME }), { ...DECLARED, ...options });
  await sheet.findPlace();
  const { reading, output: workbook } = await answerInMemory(sheet);
  const { zip: fresh } = await Workbook.open(workbook);
  const part = async (name: string): Promise<string> => {
    const found = fresh.part(name);
    const xml = found === undefined ? '' : Buffer.from(await fresh.bytes(found, 1 << 24)).toString();
    return xml.replaceAll(/<definedName name="_curp\.[^>]*>[^<]*<\/definedName>/g, '');
  };
  return { workbook, told: reading.rangos.value, part, sheet: await part('xl/worksheets/sheet2.xml') };
}

export const tableXml = (ref: string, names: readonly string[], more = ''): string =>
  `<table xmlns="${MAIN}" id="1" name="T" displayName="T${names.length}" ref="${ref}"${more}><autoFilter ref="${ref}"/><tableColumns count="${names.length}">${names
    .map((name, i) => `<tableColumn id="${i + 3}" name="${name}"/>`)
    .join('')}</tableColumns></table>`;
export const namesXml = (filter: string, print: string): string =>
  `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">${filter}</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Notas!$A$1:$B$2</definedName><definedName name="_xlnm.Print_Area" localSheetId="1">${print}</definedName><definedName name="Gente">${SHEET}$A$4:$G$6</definedName></definedNames>`;
export const FILTER =
  '<autoFilter ref="A3:G6"><sortState ref="A4:G6"><sortCondition ref="C4:C6"/></sortState></autoFilter>';
