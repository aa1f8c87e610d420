/** Makes workbooks, also ones that no program would write. */
import { crc32 } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

export const workbookOf = async (sheets: Readonly<Record<string, string[][]>>): Promise<Uint8Array> =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });

const CONTENTS = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const ratio = (kind: string, target: string): string =>
  `<Relationships xmlns="${CONTENTS}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

/** A workbook of one sheet with these rows, as XML has them. */
export const rawWorkbook = (rows: string): Uint8Array =>
  zip({
    '[Content_Types].xml': `<Types xmlns="${CONTENTS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': ratio('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Una" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': ratio('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${rows}</sheetData></worksheet>`,
  });

/** An archive of files that are not compressed. */
function zip(files: Readonly<Record<string, string>>): Uint8Array {
  const locales: Buffer[] = [];
  const middleLines: Buffer[] = [];
  let from = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(from, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
    middleLines.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
    locales.push(local);
    from += local.length;
  }
  const central = Buffer.concat(middleLines);
  const end = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
  end.writeUInt16LE(middleLines.length, 8);
  end.writeUInt16LE(middleLines.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(from, 16);
  return Buffer.concat([...locales, central, end]);
}
