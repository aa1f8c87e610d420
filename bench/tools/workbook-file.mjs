/** Writes workbooks of fictitious people: with shared strings as Excel writes them, or with texts in the cells as openpyxl does. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nodeCodec } from '../../packages/lote/dist/node/xlsx-node.js';
import { newZip } from '../../packages/lote/dist/xlsx/zip/zip-writer.js';
import { variedPeople } from './people-file.mjs';

const BLOCK = 10_000;
const HEADER = ['Folio', 'Nombres', 'Primer apellido', 'Segundo apellido', 'Fecha de nacimiento', 'Sexo', 'Entidad'];
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const serial = (date) => Date.parse(date) / 86_400_000 + 25_569;

/** Writes a workbook with a header and `rows` rows. */
export async function writeWorkbook(file, rows, isShared) {
  const strings = new Map();
  const cell = (place, text) => {
    if (text === '') return '';
    if (!isShared) return `<c r="${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
    const index = strings.get(text) ?? strings.size;
    strings.set(text, index);
    return `<c r="${place}" t="s"><v>${index}</v></c>`;
  };
  const row = (number, cells) => `<row r="${number}" spans="1:7">${cells.join('')}</row>`;
  const person = ({ nombres, apellidoPaterno, apellidoMaterno, fechaNacimiento, sexo, entidad }, n) =>
    row(n, [
      `<c r="A${n}"><v>${n - 1}</v></c>`,
      cell(`B${n}`, nombres),
      cell(`C${n}`, apellidoPaterno),
      cell(`D${n}`, apellidoMaterno),
      `<c r="E${n}" s="1"><v>${serial(fechaNacimiento)}</v></c>`,
      cell(`F${n}`, sexo),
      cell(`G${n}`, entidad),
    ]);
  async function* sheet() {
    const letters = 'ABCDEFG';
    yield bytes(`<worksheet xmlns="${MAIN}"><dimension ref="A1:G${rows + 1}"/><sheetData>`);
    yield bytes(
      row(
        1,
        HEADER.map((title, i) => cell(`${letters[i]}1`, title)),
      ),
    );
    for (let from = 0; from < rows; from += BLOCK) {
      const some = variedPeople(Math.min(BLOCK, rows - from), from);
      yield bytes(some.map((one, i) => person(one, from + i + 2)).join(''));
    }
    yield bytes('</sheetData></worksheet>');
  }
  async function* table() {
    const items = Array.from(strings.keys(), (text) => `<si><t>${escaped(text)}</t></si>`);
    yield bytes(`<sst xmlns="${MAIN}">${items.join('')}</sst>`);
  }
  const parts = [
    ...Object.entries(SMALL).map(([name, text]) => [name, whole(text)]),
    ['xl/worksheets/sheet1.xml', sheet()],
    ['xl/sharedStrings.xml', table()],
  ];
  await pipeline(Readable.from(newZip(parts, nodeCodec(6))), createWriteStream(file));
}

const bytes = (text) => new TextEncoder().encode(text);

async function* whole(text) {
  yield bytes(text);
}

const relations = (...targets) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const override = ([part, type]) => `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`;
const OVERRIDES = [
  ['workbook', 'sheet.main'],
  ['styles', 'styles'],
  ['sharedStrings', 'sharedStrings'],
  ['worksheets/sheet1', 'worksheet'],
];
const SMALL = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${OVERRIDES.map(override).join('')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Personas" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ),
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
